// What has to be known of an organization before its pieces can leave: found by a first pass where a file has it late.

import type { DocumentOrg } from '@symbolon/schema-v2'

/** Undefined in the place of an empty organization. */
export interface OrgHead {
  readonly orgId: string
  readonly org?: NonNullable<DocumentOrg['org']>
  readonly orgState?: NonNullable<DocumentOrg['orgState']>
}
