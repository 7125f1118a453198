// `symbolon policies`: the rules of an organization, and of the instance. A policy counts as a whole: that of an organization takes the place
// of the one of the instance.
import type { EffectivePolicy, Single } from '@symbolon/client'
import type { policyCommands } from '../forms/policies.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine, word } from './call.ts'
import type { Call, Commands } from './call.ts'
import { entrySchema, factsIn, readFields } from './fields.ts'
import { absent } from './find.ts'
import { listOutcome } from './objects.ts'
import { placeOf } from './place.ts'
import type { Place } from './find.ts'

/** The commands. */
export const policies: Commands<typeof policyCommands, 'policies'> = {
  async 'policies list'(call) {
    const place = await placeOf(call)
    return listOutcome(
      { items: await place.client.effectivePolicies(), more: false },
      { policy: 'policy', of: ({ from }) => sourceOf(from, place) },
      'No policies.',
    )
  },

  async 'policies show'(call) {
    const place = await placeOf(call)
    policyIn(place, word(call))
    const policy = await effective(place, word(call))
    return { json: policy, blocks: [{ facts: { of: sourceOf(policy.from, place), ...factsIn(policy.entry) } }] }
  },

  async 'policies set'(call) {
    const place = await placeOf(call)
    const [policy = '', ...assignments] = call.given.words
    policyIn(place, policy)
    const fields = readFields(await entrySchema(call.client, `${place.path}/policies/${policy}`), assignments)
    return await changePolicy(place, policy, call, (entry) => ({ ...entry, ...fields }))
  },

  async 'policies remove'(call) {
    const place = await placeOf(call)
    const single = policyIn(place, word(call))
    const what = `the ${word(call)} of ${place.what}`
    const inherited = call.given.has('instance') ? 'The built-in one holds.' : 'That of the instance holds, or the built-in one.'
    await confirm(call, `Remove ${what}. ${inherited} Go on`)
    const removal = await single.reset(changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, what)] }
  },
}

/** Changes a policy. A new one begins as the effective one, so that nothing else changes; a hint says so. */
export async function changePolicy(place: Place, policy: string, call: Call, changeOf: (entry: object) => object): Promise<Outcome> {
  const single = policyIn(place, policy)
  const what = `the ${policy} of ${place.what}`
  const stored = await single.get().catch(absent)
  const { from, entry } = stored === undefined ? await effective(place, policy) : { from: undefined, entry: stored.entry }
  const condition = stored === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: stored.etag }
  const change = await single.put(withoutNull(changeOf(entry)), { ...changeOptions(call), ...condition })
  const outcome = changeOutcome(call, change, what)
  if (from === undefined) return outcome
  const does = call.given.has('dry-run') ? 'would begin' : 'begins'
  const source = from === 'instance' ? 'the policy of the instance' : 'the built-in policy'
  const begun = `${place.what} had no ${policy}. The new one ${does} as a copy of ${source}, and does not follow later changes of it.`
  return { ...outcome, hints: [begun, ...(outcome.hints ?? [])] }
}

async function effective(place: Place, policy: string): Promise<EffectivePolicy> {
  const found = (await place.client.effectivePolicies()).find((each) => each.policy === policy)
  if (found === undefined) throw new CommandError('server_unknown', `The server has no ${policy}. It may be older than this command.`)
  return found
}

function sourceOf(from: EffectivePolicy['from'], { what }: Place): string {
  return { organization: what, instance: 'the instance', built_in: 'built in' }[from]
}

/** @throws CommandError option_invalid for a policy that organizations do not have */
function policyIn({ client }: Place, policy: string): Single<object> {
  const found = client.policies[policy]
  if (found !== undefined) return found
  throw new CommandError('option_invalid', `${policy} is of the instance alone. Add --instance in place of --org.`)
}

function withoutNull(entry: object): object {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))
}
