// The root of the document. `orgs` is the format's; `instance` and `instanceMembers` are ours and stand only in documents that are applied.

import type * as v from 'valibot'
import { instanceSettingsSchema } from './instance.ts'
import { list } from './json/list.ts'
import { message } from './json/message.ts'
import { instanceMemberSchema } from './members.ts'
import { documentOrgSchema } from './org.ts'

export const orgDocumentSchema = message({
  instance: instanceSettingsSchema,
  orgs: list(documentOrgSchema),
  instanceMembers: list(instanceMemberSchema),
})
export type OrgDocument = v.InferOutput<typeof orgDocumentSchema>
