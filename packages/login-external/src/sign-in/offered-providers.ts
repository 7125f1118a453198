// Which identity providers a sign-in may use. A page never depends on whether a typed name has a user: the domain of the name decides, as it
// does for names that nobody has.
import { canonicalLoginName, readKnownBrowserCookie } from '@symbolon/core-protocol'
import type { Context, IdentityProvider, PolicyIdentityProviders, SignInRequest } from '@symbolon/core-protocol'
import type { LoginStore, Visit } from '@symbolon/login'
import { storedProvider } from '../providers/oidc.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import type { ProviderSurroundings, ReadyProviders } from './surroundings.ts'

type OfferContext = Context<LoginStore | 'identityProviders'>

/** The most providers of documents that are kept ready, with what they know of their metadata. */
const keptProviders = 100

/**
 * Finds the providers that a page offers.
 *
 * @param loginName as typed; undefined on the page that asks for it
 */
export async function findOffered(
  { pending: { request } }: Visit,
  loginName: string | undefined,
  { configured: { providers }, ready }: ProviderSurroundings,
  context: OfferContext,
): Promise<readonly ExternalProvider[]> {
  const { identityProviders, policies } = context.stores
  const { orgId, domain } = demandedBy(request)
  if (orgId !== undefined || domain !== undefined) {
    const policy = domain === undefined ? await identityProviders.listOfPolicy(orgId) : await identityProviders.listOfDomain(domain)
    return allowedBy(policy, providers, ready, context)
  }
  const typed = loginName?.includes('@') === true ? canonicalLoginName(loginName.slice(loginName.lastIndexOf('@') + 1)) : undefined
  const discovered = typed === undefined || !(await policies.findLoginPolicy(undefined)).allowDomainDiscovery ? undefined : typed
  const policy =
    discovered === undefined ? await identityProviders.listOfPolicy(undefined) : await identityProviders.listOfDomain(discovered)
  return allowedBy(policy, providers, ready, context)
}

/**
 * Finds the provider to go to without a page: the one that the scope names, or the only way to sign in. It is the only one where no other one
 * is offered, and neither a password nor a passkey is allowed.
 *
 * @returns undefined where there is another way, and in a browser in which somebody has signed in before: after a sign-out, the provider would
 * sign the same person in again at once
 */
export async function findOnlyProvider(
  visit: Visit,
  surroundings: ProviderSurroundings,
  context: OfferContext,
): Promise<ExternalProvider | undefined> {
  const { identityProvider } = visit.pending.request
  if (identityProvider !== undefined) {
    const named = (await findOffered(visit, undefined, surroundings, context)).find(({ id }) => id === identityProvider)
    if (named !== undefined) return named
  }
  if (readKnownBrowserCookie(visit.request, context.issuer) !== undefined) return undefined
  const { orgId, domain } = demandedBy(visit.pending.request)
  const { policies } = context.stores
  const policy = domain === undefined ? await policies.findLoginPolicy(orgId) : await policies.findLoginPolicyOfDomain(domain)
  if (policy.allowUsernamePassword || policy.allowPasskey) return undefined
  const [only, another] = await findOffered(visit, undefined, surroundings, context)
  return another === undefined ? only : undefined
}

/** The organization that the scope of the request demands, by its id or by its domain in canonical form. */
function demandedBy({ organization }: SignInRequest): { readonly orgId?: string | undefined; readonly domain?: string | undefined } {
  const [orgId] = organization?.ids ?? []
  const [domain] = organization?.primaryDomains ?? []
  return orgId !== undefined || domain === undefined ? { orgId } : { domain: canonicalLoginName(domain) }
}

/** Finds the providers that users of an organization may sign in with. */
export async function findAllowed(
  orgId: string,
  { configured: { providers }, ready }: ProviderSurroundings,
  context: OfferContext,
): Promise<readonly ExternalProvider[]> {
  return allowedBy(await context.stores.identityProviders.listOfPolicy(orgId), providers, ready, context)
}

/**
 * The providers that a policy allows, in its order. A provider in code belongs to the instance: the instance's policy allows it without
 * naming it, the policy of an organization only by its id.
 */
function allowedBy(
  { policyOf, allowed, listed, providers: stored }: PolicyIdentityProviders,
  inCode: readonly ExternalProvider[],
  ready: ReadyProviders,
  context: OfferContext,
): readonly ExternalProvider[] {
  if (!allowed) return []
  const named = listed.flatMap((id) => {
    const provider = inCode.find((each) => each.id === id)
    if (provider !== undefined) return [provider]
    const row = stored.find((each) => each.id === id)
    return row === undefined ? [] : (readyProvider(row, ready, context) ?? [])
  })
  return policyOf === 'organization' ? named : [...named, ...inCode.filter(({ id }) => !listed.includes(id))]
}

/** The provider of a document, with the metadata that it knows already. A change of its row makes it another provider. */
function readyProvider(row: IdentityProvider, ready: ReadyProviders, { sealing }: OfferContext): ExternalProvider | undefined {
  const key = JSON.stringify(row)
  const known = ready.get(key) ?? storedProvider(row, sealing)
  if (known === undefined) return undefined
  ready.delete(key)
  ready.set(key, known)
  const [oldest] = ready.keys()
  if (ready.size > keptProviders && oldest !== undefined) ready.delete(oldest)
  return known
}
