// `symbolon policies`: the rules of an organization, and of the instance. A policy counts as a whole: that of an organization takes the place
// of the one of the instance.
import type { Change, ChangeOptions, EffectivePolicy, Removal, Single } from '@symbolon/client'
import { instancePolicies, orgPolicies } from '../forms/policies.ts'
import type { PolicyCommandName } from '../forms/policies.ts'
import { CommandError } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine, word } from './call.ts'
import type { Call, Command } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { absent, orgOf } from './find.ts'
import { listOutcome } from './objects.ts'

/** Where a policy is: an organization, or the instance. */
interface PolicyPlace {
  /** For sentences. */
  readonly what: string
  readonly orgId: string | undefined
  readonly names: readonly string[]
  of(policy: string): Single<object>
  /** The effective policies. */
  effective(): Promise<readonly EffectivePolicy[]>
}

/** The commands. */
export const policies: Readonly<Record<Extract<PolicyCommandName, `policies ${string}`>, Command>> = {
  async 'policies list'(call) {
    const place = await placeOf(call)
    return listOutcome(
      { items: await place.effective(), more: false },
      { policy: 'policy', of: ({ from }) => sourceOf(from, place) },
      'No policies.',
    )
  },

  async 'policies show'(call) {
    const place = await placeOf(call)
    const policy = await holding(place, nameIn(place, call))
    return { json: policy, blocks: [{ facts: { of: sourceOf(policy.from, place), ...factsIn(policy.entry) } }] }
  },

  async 'policies set'(call) {
    const place = await placeOf(call)
    const policy = nameIn(place, call)
    const path = place.orgId === undefined ? `/instance/policies/${policy}` : `/orgs/{orgId}/policies/${policy}`
    const fields = readFields(await entrySchema(call.client, path), call.given.words.slice(1))
    const { change, begun } = await changePolicy(place, policy, call, (entry) => ({ ...entry, ...fields }))
    const outcome = changeOutcome(call, change, `the ${policy} of ${place.what}`)
    return begun === undefined ? outcome : { ...outcome, hints: [begun, ...(outcome.hints ?? [])] }
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
    const { policies: stored, effectivePolicies } = client.instance
    const of = stored as Readonly<Record<string, Single<object>>>
    return { what: 'the instance', orgId: undefined, names: instancePolicies, of: (policy) => at(of, policy), effective: effectivePolicies }
  }
  const org = await orgOf(call)
  const of = org.client.policies as Readonly<Record<string, Single<object>>>
  return {
    what: org.orgId,
    orgId: org.orgId,
    names: orgPolicies,
    of: (policy) => at(of, policy),
    effective: () => org.client.effectivePolicies(),
  }
}

/**
 * Changes a policy. A new one begins as the one that holds, so that nothing else changes.
 * @returns the change, and for a new policy a sentence that says what it began as
 */
export async function changePolicy(
  place: PolicyPlace,
  policy: string,
  call: Call,
  changeOf: (entry: object) => object,
): Promise<{ readonly change: Change<object>; readonly begun?: string }> {
  const options: ChangeOptions = changeOptions(call)
  const own = place.of(policy)
  const stored = await own.get().catch(absent)
  if (stored !== undefined) {
    return { change: await own.put(withoutNull(changeOf(stored.entry)), { ...options, ifMatch: stored.etag }) }
  }
  const { from, entry } = await holding(place, policy)
  const change = await own.put(withoutNull(changeOf(entry)), { ...options, ifNoneMatch: '*' })
  const does = call.given.has('dry-run') ? 'would begin' : 'begins'
  return {
    change,
    begun: `${place.what} had no ${policy}. The new one ${does} as ${from === 'instance' ? 'a copy of the policy of the instance' : 'a copy of the built-in policy'}, and does not follow later changes of it.`,
  }
}

async function holding(place: PolicyPlace, policy: string): Promise<EffectivePolicy> {
  const found = (await place.effective()).find((each) => each.policy === policy)
  if (found === undefined) throw new CommandError('server_unknown', `The server has no ${policy}. It may be older than this command.`)
  return found
}

function sourceOf(from: EffectivePolicy['from'], { what }: PolicyPlace): string {
  return { organization: what, instance: 'the instance', built_in: 'built in' }[from]
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
