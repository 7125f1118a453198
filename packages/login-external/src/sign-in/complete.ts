// Does what `decideExternal` decides after a user came back from an identity provider. All facts are read after that: a provider, a link, a
// user or an organization may have been switched off meanwhile. https://nvd.nist.gov/vuln/detail/CVE-2025-64717
import { canonicalLoginName, mayAnswer, redirect } from '@symbolon/core-protocol'
import type { Answer, ExternalSignIn, User, UserIdentityLink } from '@symbolon/core-protocol'
import { clientOf, continueSignIn, establishSession, redirectToDispatcher, remoteAddressOf, withRequest } from '@symbolon/login'
import type { ErrorCode, Visit } from '@symbolon/login'
import { decideExternal } from '../decide/decide-external.ts'
import type { AddressOwner, ExternalDecision, ExternalRefusal, LinkedUser, LinkingUser } from '../decide/decide-external.ts'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import { createAccount } from './create-account.ts'
import { findFreshUser } from './fresh-user.ts'
import { findNewUserOrganization } from './new-user-organization.ts'
import type { NewUserOrganization } from './new-user-organization.ts'
import { findAllowed } from './offered-providers.ts'
import { accountPath, linkPath, refusedPage } from './surroundings.ts'
import type { ExternalContext, ProvenIdentity, Surroundings } from './surroundings.ts'
import { keepIdentity } from './waiting-identity.ts'

/** A user who links an account. */
type Linking = LinkingUser & { readonly orgId: string }

/** Completes a sign-in. @throws LoginError with the page of a refusal */
export async function completeSignIn(
  proven: ProvenIdentity & { readonly signIn: ExternalSignIn },
  surroundings: Surroundings,
  context: ExternalContext,
): Promise<Answer> {
  const { identity, visit, signIn } = proven
  const { userId } = signIn
  const requestId = visit.pending.id
  const user = userId === undefined ? undefined : (await findFreshUser(visit.eligible, { userId }, context))?.user
  if (userId !== undefined && user === undefined) {
    // The proof has expired meanwhile. The page that asks whether to connect requests a new proof.
    await keepIdentity({ identity, at: context.now(), userId }, visit, context)
    return redirect(withRequest(linkPath, requestId))
  }
  const linking = user === undefined ? undefined : { userId: user.id, orgId: user.orgId, fresh: true }
  const { decision, linked, link } = await decide(proven, linking, surroundings, context)
  switch (decision.kind) {
    case 'sign_in':
      if (linked === undefined) throw new TypeError('A decision to sign in needs the user.')
      if (link?.isOlderThanProvider === true) await settleLink(link, context)
      return await signInAs(linked, proven, surroundings, context)
    case 'refuse':
      return await refuse(decision.reason, proven, context)
    case 'linked':
      return redirectToDispatcher(visit)
    case 'confirm_link':
      await keepIdentity({ identity, at: context.now(), ...(userId === undefined ? {} : { userId }) }, visit, context)
      return redirect(withRequest(linkPath, requestId))
    case 'create': {
      const created = await createAccount(proven, surroundings, context)
      if (created.kind === 'done') return await signInAs(created.user, proven, surroundings, context)
      if (created.kind === 'refused' && created.reason === 'organization_full') throw refusedPage('registration_closed', visit)
      break
    }
    case 'ask':
      break
  }
  await keepIdentity({ identity, at: context.now() }, visit, context)
  return redirect(withRequest(accountPath, requestId))
}

interface Decided {
  readonly decision: ExternalDecision
  readonly linked: User | undefined
  /** The link of that user. */
  readonly link: UserIdentityLink | undefined
  /** Of a user who would be created. */
  readonly organization: NewUserOrganization | undefined
}

/** Reads the facts and decides. */
export async function decide(
  { identity, provider, visit }: ProvenIdentity,
  linking: Linking | undefined,
  surroundings: Surroundings,
  context: ExternalContext,
): Promise<Decided> {
  const { policies, userLinks, users } = context.stores
  // Under another issuer, the id is that of another account.
  const link = await userLinks.find(identity.idpId, identity.externalId, (issuer) => isOfIssuer(issuer, provider))
  const user = link === undefined ? undefined : await users.find(link.userId)
  const linked: LinkedUser | undefined = user === undefined ? undefined : { user, mayAnswer: mayAnswer(user, visit.pending.request) }
  // The provider is one that the page offered. The organization of the user has the last word.
  const orgId = user?.orgId ?? linking?.orgId
  const allowed = orgId === undefined || (await findAllowed(orgId, surroundings, context)).some(({ id }) => id === provider.id)
  const organization = await findNewUserOrganization(identity, provider, visit, surroundings, context)
  const decision = decideExternal({
    allowed,
    rules: organization === undefined ? { ...provider.rules, creationAllowed: false } : provider.rules,
    allowRegister: (await policies.findLoginPolicy(organization?.orgId)).allowRegister,
    identity,
    linked,
    owners: await findOwners(identity, visit, context),
    linking,
  })
  return { decision, linked: user, link, organization }
}

/**
 * An organization that has changed how a provider signs its users in could sign in as them. The roles that other organizations gave are
 * suspended before the session is there.
 */
async function settleLink(link: UserIdentityLink, { stores, log, now }: ExternalContext): Promise<void> {
  await stores.userLinks.settle(link, now())
  log.info('roles_suspended', { userId: link.userId, idpId: link.idpId })
}

/** Signs the user in, with the method `ext`. */
export async function signInAs(
  user: User,
  { identity, provider, visit }: ProvenIdentity,
  { pages }: Surroundings,
  context: ExternalContext,
): Promise<Answer> {
  const current = provider.rules.autoUpdate ? await updateNames(user, identity, context) : user
  context.log.info('external_sign_in', { userId: user.id, idpId: provider.id, ...clientOf(visit) })
  const { authenticatedAt } = identity
  const session = await establishSession(current, 'ext', visit, context, authenticatedAt === undefined ? {} : { authenticatedAt })
  return await continueSignIn(current, session, visit, pages, context)
}

const updatedMembers = ['firstName', 'lastName', 'nickName', 'displayName', 'preferredLanguage'] as const

/**
 * Takes over the names of the account at the provider. It never writes the email address or the user name: they identify a user, so the
 * operator of the provider could take over any account.
 *
 * @returns the user with the new names, or as before when they were changed at the same time
 */
async function updateNames(user: User, identity: ExternalIdentity, { stores, log, now }: ExternalContext): Promise<User> {
  const changed = updatedMembers.filter((member) => identity[member] !== undefined && identity[member] !== user[member])
  if (changed.length === 0) return user
  const profile = Object.fromEntries(changed.map((member) => [member, identity[member]]))
  const seen = Object.fromEntries(changed.map((member) => [member, user[member]]))
  const outcome = await stores.userAccounts.change(user.id, seen, { profile }, now())
  if (outcome.kind === 'done') return outcome.user
  log.warn('external_update_failed', { userId: user.id, reason: outcome.reason })
  return user
}

const pageOfReason: Readonly<Record<ExternalRefusal, ErrorCode>> = {
  not_allowed: 'external_not_allowed',
  user_not_active: 'user_not_active',
  wrong_user: 'wrong_user',
  not_linked: 'external_not_linked',
}

/** Records a refusal and ends on its page. @throws LoginError */
export async function refuse(reason: ExternalRefusal, { provider, visit }: ProvenIdentity, context: ExternalContext): Promise<never> {
  const details = { method: 'ext', idpId: provider.id, reason }
  context.log.info('login_failed', { ...details, ...clientOf(visit) })
  await context.audit({ type: 'login_failed', ...clientOf(visit), ...remoteAddressOf(context), details })
  throw refusedPage(pageOfReason[reason], visit)
}

function isOfIssuer(issuer: string | undefined, provider: ExternalProvider): boolean {
  return issuer === undefined || issuer === provider.issuer || provider.isSameIssuer?.(issuer) === true
}

async function findOwners(
  { email }: ExternalIdentity,
  { pending: { request } }: Visit,
  { stores: { users } }: ExternalContext,
): Promise<readonly AddressOwner[]> {
  if (email === undefined) return []
  const address = canonicalLoginName(email.address)
  return (await users.findByLoginName(address, request.organization)).map(({ user }) => ({
    userId: user.id,
    verified: user.email?.verified === true && canonicalLoginName(user.email.address) === address,
  }))
}
