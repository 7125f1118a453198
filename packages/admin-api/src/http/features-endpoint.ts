// `GET`, `PUT` and `DELETE /v2/features/instance`: reads features, switches them, and resets them.
import { json } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, FeatureChange, RequestContext, User } from '@symbolon/core-protocol'
import { administrativeResource, callerFacts, readJsonBody } from '@symbolon/rest'
import { describeDetails, describeFeatures, featureEvents, readFeatureChanges } from '../features.ts'

/** The path of the feature API. */
const featuresPath = '/v2/features/instance'

/** `GET`, `PUT` and `DELETE /v2/features/instance`. Refuses with body_malformed, feature_unknown, feature_unavailable. */
export const featuresEndpoint: AnyEndpoint = administrativeResource({
  name: 'features',
  path: featuresPath,
  stores: ['features'],
  access: { GET: 'user', PUT: 'owner', DELETE: 'owner' },
  freshProof: 'every_change',
  methods: {
    async GET(_request, _user, { stores, features }) {
      return json(200, describeFeatures(await stores.features.get(), features.carried))
    },
    async PUT(request, owner, context) {
      const flags = readFeatureChanges(await readJsonBody(request), context.features.carried)
      return await done(await context.stores.features.set(flags, context.now()), owner, context)
    },
    async DELETE(_request, owner, context) {
      return await done(await context.stores.features.reset(context.now()), owner, context)
    },
  },
})

/**
 * Makes a change of features act, and records who asked for it. On this process the change acts at once; on the others, when they next read
 * the flags.
 */
export async function completeFeatureChange(change: FeatureChange, caller: User, context: RequestContext): Promise<void> {
  await context.features.refresh()
  await context.audit(...featureEvents(change).map((event) => ({ ...event, ...callerFacts(caller, context) })))
}

async function done(change: FeatureChange, owner: User, context: RequestContext): Promise<Answer> {
  await completeFeatureChange(change, owner, context)
  return json(200, { details: describeDetails(change.after) })
}
