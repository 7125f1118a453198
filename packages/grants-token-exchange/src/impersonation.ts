// Which actor acts for which user: the claim `act` of the issued token, and whether each actor in it may act for the subject. The instance
// has to allow impersonation, and each actor needs a role that covers the subject. Checked when a token is issued, and again at each use.
// https://www.rfc-editor.org/rfc/rfc8693#section-4.1
import { lacksAdministratorFactor, OAuthError } from '@symbolon/core-protocol'
import type { AccessToken, Actor, Context, Membership, User } from '@symbolon/core-protocol'
import type { PresentedToken } from './presented-token.ts'

/** Why an actor may not act for a user: the setting of the instance, or a missing role. */
export type ImpersonationRefusal = 'switched_off' | 'not_permitted'

/**
 * @param actors the ids of all actors of the chain; each needs the right itself, so that no actor gains it through another actor
 * @returns undefined if all actors may act
 */
export async function impersonationRefusal(
  actors: readonly string[],
  subject: Pick<User, 'id' | 'orgId'>,
  { stores }: Context<'memberships' | 'policies'>,
): Promise<ImpersonationRefusal | undefined> {
  if (actors.length === 0) return undefined
  const { enableImpersonation } = await stores.policies.findSecurityPolicy()
  if (!enableImpersonation) return 'switched_off'
  const [ofSubject, ...ofActors] = await Promise.all([subject.id, ...actors].map(async (id) => await stores.memberships.list(id)))
  return ofActors.every((ofActor) => reaches(ofActor, subject, ofSubject ?? [])) ? undefined : 'not_permitted'
}

/**
 * Whether a user acts after a weaker sign-in than the instance demands of administrators: the user's role as actor then has no effect.
 * @param actorId the user who acts now; undefined where the subject acts alone
 * @param authentication of the actor
 */
export async function actsTooWeakly(
  actorId: string | undefined,
  authentication: AccessToken['authentication'],
  context: Context<'memberships' | 'policies' | 'users'>,
): Promise<boolean> {
  const actor = actorId === undefined || authentication?.acr === '2' ? undefined : await context.stores.users.findActive(actorId)
  if (actor?.kind !== 'human') return false
  return await lacksAdministratorFactor(actor, await context.stores.memberships.list(actor.id), authentication?.acr, context)
}

/**
 * Of the actor, only memberships that count now give the right: not suspended ones. Of the subject, all protect. A role of the instance covers
 * all users. A role of an organization covers the users of that organization, but no manager with a membership elsewhere, so that an actor cannot gain rights outside of the
 * organization.
 */
function reaches(ofActor: readonly Membership[], subject: Pick<User, 'orgId'>, ofSubject: readonly Membership[]): boolean {
  const counting = ofActor.filter(({ active }) => active)
  const inInstance = counting.flatMap((each) => (each.of === 'instance' ? each.roles : []))
  const inOrganization = counting.flatMap((each) => (each.of === 'organization' && each.orgId === subject.orgId ? each.roles : []))
  // Any membership makes a manager, including one that does not count now.
  const manages = ofSubject.length > 0
  const staysInside = ofSubject.every(({ of, orgId }) => of !== 'instance' && orgId === subject.orgId)
  return (
    inInstance.includes('IAM_ADMIN_IMPERSONATOR') ||
    (!manages && inInstance.includes('IAM_END_USER_IMPERSONATOR')) ||
    (staysInside && inOrganization.includes('ORG_ADMIN_IMPERSONATOR')) ||
    (!manages && inOrganization.includes('ORG_END_USER_IMPERSONATOR'))
  )
}

/** The greatest number of actors of a token. */
const longestChain = 5

/**
 * "A chain of delegation can be expressed by nesting one act claim within another. The outermost act claim represents the current actor
 * while nested act claims represent prior actors." The actors of both presented tokens stay in the chain, so that another exchange cannot
 * remove one.
 * @throws OAuthError invalid_request when the chain becomes too long
 */
export function actorChain(subject: PresentedToken, actor: PresentedToken | undefined, issuer: string): Actor | undefined {
  if (actor === undefined) return subject.actor
  const before = nest([...linksOf(actor.actor), ...linksOf(subject.actor)])
  const chain: Actor = { iss: issuer, sub: actor.user.id, ...(before === undefined ? {} : { act: before }) }
  if (actorsOf(chain).length > longestChain) throw new OAuthError('invalid_request', 'The chain of actors is too long.')
  return chain
}

function linksOf(actor: Actor | undefined): readonly Omit<Actor, 'act'>[] {
  if (actor === undefined) return []
  const { act, ...link } = actor
  return [link, ...linksOf(act)]
}

/** The last one is the deepest. */
function nest([link, ...prior]: readonly Omit<Actor, 'act'>[]): Actor | undefined {
  if (link === undefined) return undefined
  const act = nest(prior)
  return { ...link, ...(act === undefined ? {} : { act }) }
}

/** @returns the ids of all actors, the current one first */
export function actorsOf(actor: Actor | undefined): readonly string[] {
  return actor === undefined ? [] : [actor.sub, ...actorsOf(actor.act)]
}
