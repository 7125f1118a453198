// The feature API of existing clients: its members, its answers, and its requests.
import type { AuditEvent, FeatureChange, FeatureFlags, FeatureSettings } from '@symbolon/core-protocol'
import { RestError, shownName } from '@symbolon/rest'
import { isJsonObject, snakeCase } from '@symbolon/schema-v2'

/** What a value requests: `false` to turn the feature off, `true` to turn it on; undefined for a value of another type. */
export type ReadMember = (value: unknown) => boolean | undefined

const flag: ReadMember = (value) => (typeof value === 'boolean' ? value : undefined)

const executionPaths: ReadMember = (value) =>
  Array.isArray(value) && value.every((path) => typeof path === 'string' && /^IMPROVED_PERFORMANCE_[A-Z_]{1,50}$/.test(path))
    ? value.length > 0
    : undefined

const login: ReadMember = (value) => {
  if (!isJsonObject(value)) return undefined
  const { required, baseUri, base_uri: sameBaseUri, ...others } = value
  const uri = baseUri ?? sameBaseUri ?? ''
  const fits = Object.keys(others).length === 0 && typeof (required ?? false) === 'boolean' && typeof uri === 'string'
  return fits ? required === true || uri !== '' : undefined
}

/**
 * The members of the feature API, in the order of existing clients. Most belong to features that Symbolon does not have. They can be read,
 * and be turned off.
 */
const featureMembers: ReadonlyMap<string, ReadMember> = new Map(
  Object.entries({
    loginDefaultOrg: flag,
    userSchema: flag,
    oidcTokenExchange: flag,
    improvedPerformance: executionPaths,
    debugOidcParentError: flag,
    oidcSingleV1SessionTermination: flag,
    disableUserTokenEvent: flag,
    enableBackChannelLogout: flag,
    loginV2: login,
    permissionCheckV2: flag,
    consoleUseV2UserApi: flag,
  }),
)

/** `sequence` is a decimal string, as all 64-bit numbers of protobuf JSON. */
export interface ObjectDetails {
  readonly sequence?: string
  readonly changeDate?: string
}

/** A feature that is not set, or that no part provides, is off. */
export function describeFeatures({ flags, ...settings }: FeatureSettings, carried: readonly string[]): Readonly<Record<string, unknown>> {
  const members = [...featureMembers.keys()].map((name) => {
    const source = flags[name] === undefined ? 'SOURCE_UNSPECIFIED' : 'SOURCE_INSTANCE'
    return [name, { ...described(name, flags[name] === true && carried.includes(name)), source }] as const
  })
  return { details: describeDetails(settings), ...Object.fromEntries(members) }
}

/** Features in the form of existing clients: every member, whether it is on, and whether the instance has set it. */
export function describeDetails({ sequence, changedAt }: Omit<FeatureSettings, 'flags'>): ObjectDetails {
  return { sequence: String(sequence), ...(changedAt === undefined ? {} : { changeDate: new Date(changedAt).toISOString() }) }
}

function described(name: string, enabled: boolean): Readonly<Record<string, unknown>> {
  if (name === 'improvedPerformance') return { executionPaths: [] }
  return name === 'loginV2' ? { required: enabled } : { enabled }
}

/** JSON of a protobuf message may spell a member either way. https://protobuf.dev/programming-guides/json/ */
const spellings: ReadonlyMap<string, string> = new Map(
  [...featureMembers.keys()].flatMap((name) => [
    [name, name],
    [snakeCase(name), name],
  ]),
)

/**
 * Reads a request to change features. It is accepted as a whole or refused as a whole.
 * @param carried the flags that composed parts provide; only these can be on
 * @returns the flags to set
 * @throws RestError body_malformed, feature_unknown, feature_unavailable
 */
export function readFeatureChanges(body: unknown, carried: readonly string[]): FeatureFlags {
  const values = membersOf(body)
  const flags = new Map<string, boolean>()
  for (const [name, value] of values) {
    const asked = featureMembers.get(name)?.(value)
    if (asked === undefined)
      throw new RestError('body_malformed', `${name} has an invalid value. Send a boolean, or the value that GET answers.`)
    flags.set(name, asked)
  }
  const unavailable = [...flags].flatMap(([name, asked]) => (asked && !carried.includes(name) ? [name] : []))
  if (unavailable.length > 0) {
    throw new RestError('feature_unavailable', `No part of this instance provides ${unavailable.join(', ')}. Leave it out, or turn it off.`)
  }
  return Object.fromEntries(flags)
}

/** What is absent, or null, stays as it is. */
function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  if (!isJsonObject(body)) throw new RestError('body_malformed', 'The body must be an object such as {"oidcTokenExchange": true}.')
  const unknown = Object.keys(body).filter((spelling) => !spellings.has(spelling))
  if (unknown.length > 0)
    throw new RestError(
      'feature_unknown',
      `Unknown feature: ${unknown.slice(0, 10).map(shownName).join(', ')}. GET /v2/features/instance lists the features.`,
    )
  const members = new Map<string, unknown>()
  for (const [spelling, value] of Object.entries(body)) {
    const name = spellings.get(spelling) ?? spelling
    if (value === null) continue
    if (members.has(name)) throw new RestError('body_malformed', `The body holds ${name} twice. Keep one of them.`)
    members.set(name, value)
  }
  return members
}

/** The audit events of a change of features: one for each flag whose value changed. */
export function featureEvents({ before, after }: FeatureChange): readonly AuditEvent[] {
  return [...new Set([...Object.keys(before.flags), ...Object.keys(after.flags)])].flatMap((id): AuditEvent[] => {
    const [was, is] = [before.flags[id], after.flags[id]]
    if (was === is) return []
    return [{ type: 'feature_changed', subject: { kind: 'feature', id }, details: { before: was ?? 'unset', after: is ?? 'unset' } }]
  })
}
