// The identity providers that a sign-in may use. A page never depends on whether a typed name has a user: the domain of the name decides, as it
// does for unknown names.
import { canonicalLoginName, readKnownBrowserCookie } from '@symbolon/core-protocol'
import type { Context, IdentityProvider, PolicyIdentityProviders } from '@symbolon/core-protocol'
import type { LoginStore, Visit } from '@symbolon/login'
import { storedProvider } from '../providers/oidc.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import type { ProviderSurroundings } from './surroundings.ts'

type OfferContext = Context<LoginStore | 'identityProviders'>

/** The most providers of documents that are kept ready, with what they know of their metadata. */
const keptProviders = 100

/**
 * Finds the providers that a page offers.
 *
 * @param loginName as typed; undefined on the page that asks for it
 */
export async function findOffered(
  visit: Visit,
  loginName: string | undefined,
  surroundings: ProviderSurroundings,
  context: OfferContext,
): Promise<readonly ExternalProvider[]> {
  const { identityProviders } = context.stores
  const { orgId, domain } = await findPlace(visit, loginName, context)
  const policy = domain === undefined ? await identityProviders.listOfPolicy(orgId) : await identityProviders.listOfDomain(domain)
  return allowedBy(policy, surroundings, context)
}

/**
 * Finds the provider to redirect to without a page: the provider that the scope names, or the only sign-in method. It is the only one if no
 * other provider is offered, and neither a password nor a passkey is allowed.
 *
 * @param loginName as it was typed just now; undefined instead of the page that asks for it
 * @returns undefined where there is another method; in place of the login name page also if a user has signed in to this browser before:
 * after a sign-out, the provider would sign the same user in again at once
 */
export async function findOnlyProvider(
  visit: Visit,
  loginName: string | undefined,
  surroundings: ProviderSurroundings,
  context: OfferContext,
): Promise<ExternalProvider | undefined> {
  const { identityProvider } = visit.pending.request
  if (loginName === undefined) {
    const offered = identityProvider === undefined ? [] : await findOffered(visit, undefined, surroundings, context)
    const named = offered.find(({ id }) => id === identityProvider)
    if (named !== undefined) return named
    if (readKnownBrowserCookie(visit.request, context.issuer) !== undefined) return undefined
  }
  const { orgId, domain } = await findPlace(visit, loginName, context)
  const { policies } = context.stores
  const policy = domain === undefined ? await policies.findLoginPolicy(orgId) : await policies.findLoginPolicyOfDomain(domain)
  if (policy.allowUsernamePassword || policy.allowPasskey) return undefined
  const [only, another] = await findOffered(visit, loginName, surroundings, context)
  return another === undefined ? only : undefined
}

/** Whose login policy applies: that of an organization, by its id or by a domain in canonical form; without both, that of the instance. */
interface Place {
  readonly orgId?: string | undefined
  readonly domain?: string | undefined
}

/**
 * The organization that the scope of the request demands, for an application that is related to it; else the one that holds the domain of the typed name, where the policy of the
 * instance lets domains lead to organizations.
 */
async function findPlace({ organization }: Visit, loginName: string | undefined, { stores: { policies } }: OfferContext): Promise<Place> {
  if (organization !== undefined) return organization
  // In the canonical form a full-width at sign is one, too.
  const typed = canonicalLoginName(loginName ?? '')
  const at = typed.lastIndexOf('@')
  if (at < 0 || !(await policies.findLoginPolicy(undefined)).allowDomainDiscovery) return {}
  return { domain: typed.slice(at + 1) }
}

/** Finds the providers that users of an organization may sign in with. */
export async function findAllowed(
  orgId: string,
  surroundings: ProviderSurroundings,
  context: OfferContext,
): Promise<readonly ExternalProvider[]> {
  return allowedBy(await context.stores.identityProviders.listOfPolicy(orgId), surroundings, context)
}

/**
 * The providers that a policy allows, in its order. A provider in code belongs to the instance: the instance's policy allows it without
 * naming it, the policy of an organization only by its id.
 */
function allowedBy(
  { policyOf, allowed, listed, providers: stored }: PolicyIdentityProviders,
  surroundings: ProviderSurroundings,
  context: OfferContext,
): readonly ExternalProvider[] {
  if (!allowed) return []
  const inCode = surroundings.configured.providers
  const named = listed.flatMap((id) => {
    const provider = inCode.find((each) => each.id === id)
    if (provider !== undefined) return [provider]
    const row = stored.find((each) => each.id === id)
    return row === undefined ? [] : (readyProvider(row, surroundings, context) ?? [])
  })
  return policyOf === 'organization' ? named : [...named, ...inCode.filter(({ id }) => !listed.includes(id))]
}

/** The provider of a document, with the metadata that it knows already. A change of its row makes it another provider. */
function readyProvider(
  row: IdentityProvider,
  { configured: { sharedRedirectUri }, ready }: ProviderSurroundings,
  { sealing }: OfferContext,
): ExternalProvider | undefined {
  const key = JSON.stringify(row)
  const known = ready.get(key) ?? storedProvider(row, sharedRedirectUri, sealing)
  if (known === undefined) return undefined
  ready.delete(key)
  ready.set(key, known)
  const [oldest] = ready.keys()
  if (ready.size > keptProviders && oldest !== undefined) ready.delete(oldest)
  return known
}
