// Whether the sign-in page offers an identity provider: the login policy of the organization, or of the instance, lists it.
import { PageNotFound } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { entityTag, ifUnchanged, listIdentityProviders, putResource } from '@symbolon/management-api'
import type { IdentityProviderSummary } from '@symbolon/management-api'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { html } from 'hono/html'
import { csrfField } from '../html/form.ts'
import { nothing } from '../html/markup.ts'
import { ownPolicy, policyPlaceOf } from '../policies/place.ts'
import type { PolicyPlace } from '../policies/place.ts'
import { policies } from '../policies/settings.ts'
import type { Policy } from '../policies/settings.ts'
import { afterChange } from '../undo/undo.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { providerPlaceOf } from './place.ts'

interface Offer {
  readonly place: PolicyPlace
  readonly policy: Policy
  readonly provider: IdentityProviderSummary
  readonly hasOwnPolicy: boolean
}

/** The path of an organization, or that of the instance; there `ofOrg` is the organization that has the provider. */
async function offerOf(visit: Visit): Promise<Offer> {
  const { parameters, management } = visit
  const place = await policyPlaceOf(visit)
  const policy = policies.find(({ name }) => name === 'loginPolicy')
  if (policy === undefined || !place.mayChange) throw new PageNotFound()
  const { orgId, ofOrg, idpId } = parameters
  const found = await listIdentityProviders(orgId === undefined ? {} : { orgId }, management)
  const isNamed = ({ orgId: owner }: IdentityProviderSummary): boolean => (orgId === undefined ? owner === ofOrg : true)
  const provider = found.find((each) => each.kind === 'oidc' && each.idpId === idpId && isNamed(each))
  if (provider === undefined) throw new PageNotFound()
  const [nearest] = place.chainOf(policy)
  return { place, policy, provider, hasOwnPolicy: nearest?.source === place.level }
}

/** `GET /ui/console/orgs/:orgId/idps/:idpId/offer`, `…/instance/idps/:idpId/offer` and `…/instance/org-idps/:ofOrg/:idpId`. */
export async function offerPage(visit: Visit): Promise<ConsoleContent> {
  const { texts, visitor } = visit
  const words = texts.identityProviders
  const { place, provider, hasOwnPolicy } = await offerOf(visit)
  const ofInstance = place.level === 'instance'
  const act = provider.offered ? words.withdraw : words.offer
  const providers = await providerPlaceOf(visit, 'read')
  const ofPlace = provider.orgId === providers.orgId
  return {
    ...providers.frame,
    title: act,
    above: [
      { path: providers.address(), title: providers.heading },
      ...(ofPlace ? [{ path: providers.address(provider.idpId), title: provider.name }] : []),
    ],
    main: html`<p>${provider.offered ? words.withdrawText : ofInstance ? words.offerInstanceText : words.offerText}</p>
${hasOwnPolicy || ofInstance ? nothing : html`<p class="warning">${words.ownPolicy}</p>`}
<form method="post">${csrfField(visitor.csrf)}<input type="hidden" name="offered" value="${String(!provider.offered)}"><button>${act}</button></form>`,
  }
}

/** `POST` of the same paths. */
export async function changeOffer(visit: Visit, fields: URLSearchParams): Promise<Answer | ConsoleContent> {
  const { place, policy, provider } = await offerOf(visit)
  const stored = await ownPolicy(place, policy, visit)
  const [nearest] = place.chainOf(policy)
  const base = nearest?.content ?? builtIn(policy)
  const others = Array.isArray(base['idps'])
    ? base['idps'].filter((entry: unknown) => !isJsonObject(entry) || entry['idpId'] !== provider.idpId)
    : []
  const isOffered = fields.get('offered') === 'true'
  const content = isOffered ? { ...base, allowExternalIdp: true, idps: [...others, { idpId: provider.idpId }] } : { ...base, idps: others }
  const conditions = ifUnchanged(stored === undefined ? undefined : entityTag(stored))
  const target = place.targetOf(policy)
  const { stored: now } = await putResource(target, content, { conditions, dryRun: false }, visit.management)
  const providers = await providerPlaceOf(visit, 'read')
  const next = provider.orgId === providers.orgId ? providers.address(provider.idpId) : providers.address()
  return await afterChange(visit, next, 'changed', provider.name, { target, before: stored, now })
}

/** The policy that holds where none is stored. Flags that are left out would be switched off. */
function builtIn({ settings }: Policy): JsonObject {
  return Object.fromEntries(
    settings.flatMap((setting) => (setting.kind === 'flag' && setting.builtIn ? [[setting.name, setting.on ?? true]] : [])),
  )
}
