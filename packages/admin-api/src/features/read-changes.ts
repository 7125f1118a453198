// A request to change features, as the flags to set. All of it is taken or nothing: what cannot be done is refused by name.
import type { FeatureFlags } from '@symbolon/core-protocol'
import { isJsonObject, snakeCase } from '@symbolon/schema-v2'
import { RestError, shownName } from '../rest-error.ts'
import { featureMembers } from './members.ts'

/** JSON of a protobuf message may spell a member either way. https://protobuf.dev/programming-guides/json/ */
const spellings: ReadonlyMap<string, string> = new Map([...featureMembers.keys()].flatMap((name) => [[name, name], [snakeCase(name), name]]))

/**
 * @param carried the flags that composed parts hang on: the only ones that can be on
 * @throws RestError body_malformed, feature_unknown, feature_unavailable
 */
export function readFeatureChanges(body: unknown, carried: readonly string[]): FeatureFlags {
  const values = membersOf(body)
  const flags = new Map<string, boolean>()
  for (const [name, value] of values) {
    const asked = featureMembers.get(name)?.(value)
    if (asked === undefined) throw new RestError('body_malformed', `The value of ${name} does not fit.`)
    flags.set(name, asked)
  }
  const unavailable = [...flags].flatMap(([name, asked]) => asked && !carried.includes(name) ? [name] : [])
  if (unavailable.length > 0) {
    throw new RestError('feature_unavailable', `This instance does not have ${unavailable.join(', ')}: it can be left out, or set to nothing.`)
  }
  return Object.fromEntries(flags)
}

/** What is absent, or null, stays as it is. */
function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  if (!isJsonObject(body)) throw new RestError('body_malformed', 'The body is an object such as {"oidcTokenExchange": true}.')
  const unknown = Object.keys(body).filter((spelling) => !spellings.has(spelling))
  if (unknown.length > 0) throw new RestError('feature_unknown', `There is no feature ${unknown.slice(0, 10).map(shownName).join(', ')}.`)
  const members = new Map<string, unknown>()
  for (const [spelling, value] of Object.entries(body)) {
    const name = spellings.get(spelling) ?? spelling
    if (value === null) continue
    if (members.has(name)) throw new RestError('body_malformed', `The body holds ${name} twice.`)
    members.set(name, value)
  }
  return members
}
