// The security policy of the instance: the one that a document's `instance.securityPolicy` writes, and no other.
import type { AuditEvent, DirectoryStore, Resource, ResourceReference } from '@symbolon/core-protocol'
import { canonicalJson } from '@symbolon/schema-v2'
import type { SecurityPolicy } from '@symbolon/schema-v2'

const reference: ResourceReference = { kind: 'instancePolicy', key: ['securityPolicy'] }

/** Every member, at its default where it is not stored. */
export type WholeSecurityPolicy = Required<SecurityPolicy>

export async function findSecurityPolicy(directory: DirectoryStore): Promise<WholeSecurityPolicy> {
  const [stored] = await directory.find([reference])
  return wholePolicy(stored?.content ?? {})
}

/** @returns what changed, for the audit trail; nothing is written where nothing did */
export async function replaceSecurityPolicy(directory: DirectoryStore, policy: SecurityPolicy, now: number): Promise<readonly AuditEvent[]> {
  const before = await findSecurityPolicy(directory)
  const after = wholePolicy(policy)
  const events = memberNames.flatMap((member): AuditEvent[] => {
    const [was, is] = [shown(before[member]), shown(after[member])]
    return was === is ? [] : [{ type: 'resource_changed', subject: { kind: reference.kind, id: reference.key.join('/') }, details: { changed: member, before: was, after: is } }]
  })
  if (events.length > 0) await directory.apply({ put: [{ ...reference, content: policy }], remove: [] }, now)
  return events
}

const memberNames = ['enableImpersonation', 'enableIframeEmbedding', 'allowedOrigins'] as const

function wholePolicy({ enableImpersonation, enableIframeEmbedding, allowedOrigins }: Resource['content']): WholeSecurityPolicy {
  return {
    enableImpersonation: enableImpersonation === true,
    enableIframeEmbedding: enableIframeEmbedding === true,
    allowedOrigins: Array.isArray(allowedOrigins) ? allowedOrigins.filter((origin): origin is string => typeof origin === 'string') : [],
  }
}

function shown(value: boolean | readonly string[]): boolean | string {
  return typeof value === 'boolean' ? value : canonicalJson(value)
}
