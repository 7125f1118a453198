// The security policy of the instance: in both shapes that existing clients send, and as it is stored.
import type { AuditEvent, DirectoryStore, Resource, ResourceReference } from '@symbolon/core-protocol'
import { advice, soundPolicy } from '@symbolon/provisioning'
import { RestError, shownName } from '@symbolon/rest'
import { canonicalJson, DocumentError, isJsonObject, readValue, securityPolicySchema, snakeCase } from '@symbolon/schema-v2'
import type { SecurityPolicy } from '@symbolon/schema-v2'

// A request to set the security policy, in both shapes that existing clients send: flat, and with the settings of frames apart.
// It replaces the policy: what is left out has its default, because clients leave out what is `false`.
// https://protobuf.dev/programming-guides/json/#field-presence
type Json = Readonly<Record<string, unknown>>

/** `{"enableImpersonation", "enableIframeEmbedding", "allowedOrigins"}`, as documents have it. @throws RestError body_malformed */
export function readSecurityPolicy(body: unknown): SecurityPolicy {
  try {
    const {
      value,
      unknownMembers: [unknownMember],
    } = readValue(securityPolicySchema, body)
    if (unknownMember !== undefined)
      throw new RestError('body_malformed', `${unknownMember.path} is not a member of the security policy. Check the spelling.`)
    const [problem] = soundPolicy(value).dropped
    if (problem !== undefined) throw new RestError('body_malformed', `${problem.member}: ${advice[problem.reason]}`)
    return value
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new RestError(
      'body_malformed',
      error.path === '' ? 'The body must be an object such as {"enableImpersonation": true}.' : error.message,
    )
  }
}

/** `{"enableImpersonation", "embeddedIframe": {"enabled", "allowedOrigins"}}`. @throws RestError body_malformed */
export function readSecuritySettings(body: unknown): SecurityPolicy {
  const members = isJsonObject(body) ? membersOf(body, 'enableImpersonation', 'embeddedIframe') : {}
  const { embeddedIframe = {}, ...settings } = members
  if (!isJsonObject(body) || !isJsonObject(embeddedIframe)) {
    throw new RestError(
      'body_malformed',
      'The body must be an object such as {"enableImpersonation": true, "embeddedIframe": {"enabled": false}}.',
    )
  }
  const { enabled, ...iframe } = membersOf(embeddedIframe, 'enabled', 'allowedOrigins')
  return readSecurityPolicy({ ...settings, ...iframe, ...(enabled === undefined ? {} : { enableIframeEmbedding: enabled }) })
}

/** The members by their names, in either spelling; what is null is absent. */
function membersOf(json: Json, ...names: readonly string[]): Json {
  const members = new Map<string, unknown>()
  for (const [spelling, value] of Object.entries(json)) {
    const name = names.find((each) => spelling === each || spelling === snakeCase(each))
    if (name === undefined || members.has(name)) {
      throw new RestError(
        'body_malformed',
        name === undefined
          ? `${shownName(spelling)} is not a member of the security settings. Check the spelling.`
          : `The body holds ${name} twice. Keep one of them.`,
      )
    }
    if (value !== null) members.set(name, value)
  }
  return Object.fromEntries(members)
}

const reference: ResourceReference = { kind: 'instancePolicy', key: ['securityPolicy'] }

/** Every member, at its default where it is not stored. */
export type WholeSecurityPolicy = Required<SecurityPolicy>

/** The security policy of the instance: the one that a document's `instance.securityPolicy` writes, and no other. */
export async function findSecurityPolicy(directory: DirectoryStore): Promise<WholeSecurityPolicy> {
  const [stored] = await directory.find([reference])
  return wholePolicy(stored?.content ?? {})
}

/** @returns what changed, for the audit trail; nothing is written where nothing did */
export async function replaceSecurityPolicy(
  directory: DirectoryStore,
  policy: SecurityPolicy,
  now: number,
): Promise<readonly AuditEvent[]> {
  const before = await findSecurityPolicy(directory)
  const after = wholePolicy(policy)
  const events = memberNames.flatMap((member): AuditEvent[] => {
    const [was, is] = [shown(before[member]), shown(after[member])]
    return was === is
      ? []
      : [
          {
            type: 'resource_changed',
            subject: { kind: reference.kind, id: reference.key.join('/') },
            details: { changed: member, before: was, after: is },
          },
        ]
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
