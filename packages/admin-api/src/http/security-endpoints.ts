// `GET /v2/settings/security`, `PUT /v2/policies/security` and `PUT /admin/v1/policies/security`: whether tokens of one user may be
// exchanged for tokens of another, and which origins may frame the login pages.
import { json } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, User } from '@symbolon/core-protocol'
import { administrativeEndpoint, callerFacts, readJsonBody } from '@symbolon/rest'
import { instanceEffects, membersWithoutEffect } from '@symbolon/schema-v2'
import type { Effects, SecurityPolicy } from '@symbolon/schema-v2'
import { findSecurityPolicy, readSecurityPolicy, readSecuritySettings, replaceSecurityPolicy } from '../security-policy.ts'

const { securityPolicy: securityEffects } = instanceEffects as Readonly<Record<string, Effects>>

/** The path at which the security policy is read. */
const securitySettingsPath = '/v2/settings/security'

const settings = administrativeEndpoint({
  name: 'security settings',
  path: securitySettingsPath,
  method: 'GET',
  access: 'owner',
  freshProof: 'every_change',
  stores: [],
  async handle(_request, _owner, { stores }) {
    const { enableImpersonation, enableIframeEmbedding, allowedOrigins } = await findSecurityPolicy(stores.directory)
    return json(200, { settings: { embeddedIframe: { enabled: enableIframeEmbedding, allowedOrigins }, enableImpersonation } })
  },
})

/** `GET /v2/settings/security`, `PUT /v2/policies/security` and `PUT /admin/v1/policies/security`. */
export const securityEndpoints: readonly AnyEndpoint[] = [
  settings,
  replacement('security policy', '/v2/policies/security', readSecuritySettings),
  replacement('security policy, flat', '/admin/v1/policies/security', readSecurityPolicy),
]

function replacement(name: string, path: string, read: (body: unknown) => SecurityPolicy): AnyEndpoint {
  return administrativeEndpoint({
    name,
    path,
    method: 'PUT',
    access: 'owner',
    freshProof: 'every_change',
    stores: [],
    handle: async (request, owner, context) => await replace(read(await readJsonBody(request)), owner, context),
  })
}

async function replace(policy: SecurityPolicy, owner: User, context: RequestContext<'directory'>): Promise<Answer> {
  const now = context.now()
  const events = await replaceSecurityPolicy(context.stores.directory, policy, now)
  await context.audit(...events.map((event) => ({ ...event, ...callerFacts(owner, context) })))
  const noEffect = membersWithoutEffect(policy, securityEffects ?? 'acts').flatMap(([member]) => member ?? [])
  const details = events.length === 0 ? {} : { changeDate: new Date(now).toISOString() }
  // Lists the members that are stored and have no effect, as the report of a document does.
  return json(200, { details, ...(noEffect.length === 0 ? {} : { noEffect }) })
}
