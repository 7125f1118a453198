// The first of two passes over a file in which `orgId` or `org` come later than the members that wait for them.
import { slices } from '@symbolon/json-stream'
import { documentOrgSchema } from '@symbolon/schema-v2'
import type { DocumentOrg } from '@symbolon/schema-v2'
import * as v from 'valibot'
import { createDocumentReader, defaultLimits } from '../input/document-reader.ts'
import type { DocumentReader, InputLimits } from '../input/document-reader.ts'
import type { V1Sink } from '../input/envelope.ts'
import { memberName } from './member-names.ts'

const headSchema = v.object({
  orgId: documentOrgSchema.fields.orgId.required,
  org: v.fallback(v.optional(documentOrgSchema.fields.org), undefined),
  orgState: v.fallback(v.optional(documentOrgSchema.fields.orgState), undefined),
})

/**
 * The heads for `heads` of convertV1Stream, one for each place in the list of orgs.
 * @throws V1InputError for a file that cannot be read
 */
export async function readOrgHeads(
  chunks: AsyncIterable<Uint8Array>,
  options: Partial<InputLimits> = {},
): Promise<readonly (OrgHead | undefined)[]> {
  const limits = { ...defaultLimits, ...options }
  const heads: (OrgHead | undefined)[] = []
  let members: Record<string, unknown> = {}
  const sink: V1Sink = {
    beginOrg: () => void (members = {}),
    member(spelling, { value }) {
      const name = memberName(spelling)
      if (name !== undefined && name in headSchema.entries) members[name] = value
    },
    beginList: () => undefined,
    entry: () => undefined,
    endOrg: () => void heads.push(toHead(members)),
    emptyOrg: () => void heads.push(undefined),
    outside: () => undefined,
  }
  const reader = createDocumentReader(sink, { limits })
  const inner = await readAll(reader, chunks)
  if (inner !== undefined) await readAll(createDocumentReader(sink, { limits, base: inner.base }), [new TextEncoder().encode(inner.text)])
  return heads
}

async function readAll(reader: DocumentReader, chunks: Parameters<typeof slices>[0]): Promise<ReturnType<DocumentReader['end']>> {
  for await (const slice of slices(chunks)) reader.write(slice)
  return reader.end()
}

/** The second pass reports members that do not match the format. */
function toHead(members: Readonly<Record<string, unknown>>): OrgHead | undefined {
  const { success, output } = v.safeParse(headSchema, members)
  if (!success) return undefined
  const { orgId, org, orgState } = output
  const hasState = orgState !== undefined && orgState !== 'ORG_STATE_UNSPECIFIED'
  return { orgId, ...(org === undefined ? {} : { org }), ...(hasState ? { orgState } : {}) }
}

/**
 * The members of an organization that the conversion needs before its first piece. A first pass reads them from a file in which they come
 * late. Undefined for an empty place in the list of organizations.
 */
export interface OrgHead {
  readonly orgId: string
  readonly org?: NonNullable<DocumentOrg['org']>
  readonly orgState?: NonNullable<DocumentOrg['orgState']>
}
