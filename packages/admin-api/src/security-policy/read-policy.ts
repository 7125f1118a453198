// A request to set the security policy, in both shapes that existing clients send: flat, and with the settings of frames apart.
// It replaces the policy: what is left out has its default, because clients leave out what is `false`.
// https://protobuf.dev/programming-guides/json/#field-presence
import { advice, soundPolicy } from '@symbolon/provisioning'
import { DocumentError, isJsonObject, readValue, securityPolicySchema, snakeCase } from '@symbolon/schema-v2'
import type { SecurityPolicy } from '@symbolon/schema-v2'
import { RestError, shownName } from '../rest-error.ts'

type Json = Readonly<Record<string, unknown>>

/** `{"enableImpersonation", "enableIframeEmbedding", "allowedOrigins"}`, as documents have it. @throws RestError body_malformed */
export function readSecurityPolicy(body: unknown): SecurityPolicy {
  try {
    const { value, unknownMembers: [unknownMember] } = readValue(securityPolicySchema, body)
    if (unknownMember !== undefined) throw new RestError('body_malformed', `${unknownMember.path} is no member of the security policy.`)
    const [problem] = soundPolicy(value).dropped
    if (problem !== undefined) throw new RestError('body_malformed', `${problem.member} ${advice[problem.reason]}.`)
    return value
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new RestError('body_malformed', error.path === '' ? 'The body must be an object such as {"enableImpersonation": true}.' : error.message)
  }
}

/** `{"enableImpersonation", "embeddedIframe": {"enabled", "allowedOrigins"}}`. @throws RestError body_malformed */
export function readSecuritySettings(body: unknown): SecurityPolicy {
  const members = isJsonObject(body) ? membersOf(body, 'enableImpersonation', 'embeddedIframe') : {}
  const { embeddedIframe = {}, ...settings } = members
  if (!isJsonObject(body) || !isJsonObject(embeddedIframe)) {
    throw new RestError('body_malformed', 'The body is an object such as {"enableImpersonation": true, "embeddedIframe": {"enabled": false}}.')
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
      throw new RestError('body_malformed', name === undefined ? `${shownName(spelling)} is no member of the security settings.` : `The body holds ${name} twice.`)
    }
    if (value !== null) members.set(name, value)
  }
  return Object.fromEntries(members)
}
