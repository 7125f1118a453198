// `symbolon policies`: the rules of an organization, and of the instance. A policy counts as a whole: that of an organization takes the place
// of the one of the instance.
import type { Change, ChangeOptions, Removal, Resource, Single } from '@symbolon/client'
import { instancePolicies, orgPolicies } from '../forms/policies.ts'
import type { PolicyCommandName } from '../forms/policies.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Block } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine, listOutcome, timeText, word } from './call.ts'
import type { Call, Command } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { absent, orgOf } from './find.ts'

/** Where a policy is: an organization, or the instance. */
interface PolicyPlace {
  /** For sentences. */
  readonly what: string
  readonly orgId: string | undefined
  readonly names: readonly string[]
  of(policy: string): Single<object>
}

/** The commands. */
export const policies: Readonly<Record<Extract<PolicyCommandName, `policies ${string}`>, Command>> = {
  async 'policies list'(call) {
    const place = await placeOf(call)
    const items = await Promise.all(place.names.map(async (policy) => ({ policy, ...(await holding(place, policy, call)) })))
    return listOutcome(
      { items: items.map(({ policy, source, resource }) => ({ policy, source, ...resource })), more: false },
      { policy: ({ policy }) => policy, of: ({ source }) => source, changed: ({ changedAt }) => timeText(changedAt) },
      'No policies.',
    )
  },

  async 'policies show'(call) {
    const place = await placeOf(call)
    const policy = nameIn(place, call)
    const { source, resource } = await holding(place, policy, call)
    const blocks: readonly Block[] =
      resource === undefined
        ? [`${place.what} has no ${policy} of its own. ${inherited(place)}`]
        : [{ facts: [['of', source], ...factsIn(resource.entry), ['changed', timeText(resource.changedAt)]] }]
    return { json: { policy, source, ...resource }, blocks }
  },

  async 'policies set'(call) {
    const place = await placeOf(call)
    const policy = nameIn(place, call)
    const path = place.orgId === undefined ? `/instance/policies/${policy}` : `/orgs/{orgId}/policies/${policy}`
    const fields = readFields(await entrySchema(call.client, path), call.given.words.slice(1))
    const change = await changePolicy(place, policy, call, (entry) => ({ ...entry, ...fields }))
    return changeOutcome(call, change, `the ${policy} of ${place.what}`)
  },

  async 'policies remove'(call) {
    const place = await placeOf(call)
    const policy = nameIn(place, call)
    const what = `the ${policy} of ${place.what}`
    await confirm(call, `Remove ${what}. ${inherited(place)} Go on`)
    const removal: Removal = await place.of(policy).reset(changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, what)] }
  },
}

/** @returns the place of `--org` or `--instance` */
export async function placeOf(call: Call): Promise<PolicyPlace> {
  const { client, given } = call
  if (given.has('instance')) {
    const of = client.instance.policies as Readonly<Record<string, Single<object>>>
    return { what: 'the instance', orgId: undefined, names: instancePolicies, of: (policy) => at(of, policy) }
  }
  const org = await orgOf(call)
  const of = org.client.policies as Readonly<Record<string, Single<object>>>
  return { what: org.orgId, orgId: org.orgId, names: orgPolicies, of: (policy) => at(of, policy) }
}

/**
 * Changes a policy. A new one begins as the one that holds, so that nothing else changes.
 * @throws CommandError policy_inherited where that one cannot be read
 */
export async function changePolicy(
  place: PolicyPlace,
  policy: string,
  call: Call,
  changeOf: (entry: object) => object,
): Promise<Change<object>> {
  const { source, resource } = await holding(place, policy, call)
  const options: ChangeOptions = changeOptions(call)
  const own = place.of(policy)
  const entry = withoutNull(changeOf(resource?.entry ?? {}))
  if (resource !== undefined && source === place.what) return await own.put(entry, { ...options, ifMatch: resource.etag })
  if (resource !== undefined || call.given.has('new')) return await own.put(entry, { ...options, ifNoneMatch: '*' })
  throw new CommandError(
    'policy_inherited',
    `${place.what} has no ${policy} of its own, and the one that holds is built in or not for you to read. A new one takes its place as a whole: ` +
      'members that you do not name are off or empty. Name all that you want, and add --new; --dry-run shows it first.',
  )
}

/** The policy that holds, as far as it is stored and may be read. */
async function holding(
  place: PolicyPlace,
  policy: string,
  { client }: Call,
): Promise<{ readonly source: string; readonly resource?: Resource<object> }> {
  const own = await place.of(policy).get().catch(absent)
  if (own !== undefined) return { source: place.what, resource: own }
  if (place.orgId === undefined) return { source: 'built in' }
  const ofInstance = client.instance.policies as Readonly<Record<string, Single<object>>>
  const inheritedOne = await at(ofInstance, policy).get().catch(absent)
  return inheritedOne === undefined ? { source: 'inherited' } : { source: 'the instance', resource: inheritedOne }
}

function inherited({ orgId }: PolicyPlace): string {
  return orgId === undefined ? 'The built-in one holds.' : 'That of the instance holds, or the built-in one.'
}

/** @throws CommandError option_invalid for a policy that organizations do not have */
function nameIn({ names }: PolicyPlace, call: Call): string {
  const policy = word(call)
  if (names.includes(policy)) return policy
  throw new CommandError('option_invalid', `${policy} is of the instance alone. Add --instance in place of --org.`)
}

function at(policies: Readonly<Record<string, Single<object>>>, policy: string): Single<object> {
  const found = policies[policy]
  if (found === undefined) throw new CommandError('option_invalid', `There is no policy ${policy}.`)
  return found
}

function withoutNull(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))
}
