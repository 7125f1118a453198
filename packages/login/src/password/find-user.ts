// Decides which user a typed login name identifies, and whether the policy of the user's organization allows a sign-in by that name.
import { canonicalLoginName, phoneNumber } from '@symbolon/core-protocol'
import type { AuthorizationRequest, LoginNameMatch, LoginPolicy, User, UserStore } from '@symbolon/core-protocol'

/**
 * Selects the user that a typed name identifies. A login name takes precedence over a bare user name, an email address and a phone number. An
 * ambiguous name identifies no user.
 */
export function selectMatch(matches: readonly LoginNameMatch[]): LoginNameMatch | undefined {
  const people = matches.filter(({ user }) => user.kind === 'human')
  const byLoginName = people.filter(({ by }) => by === 'login_name')
  const [match, another] = byLoginName.length > 0 ? byLoginName : people
  return another === undefined ? match : undefined
}

/**
 * Finds the user of a typed name: in the organization that the request demands, and otherwise by the whole login name, which is unique in
 * the instance. The request then ends with `access_denied`, and not with a password that seems to be wrong.
 *
 * @param name as it was typed, or completed
 */
export async function findTyped(
  name: string,
  organization: AuthorizationRequest['organization'],
  { findByLoginName }: Pick<UserStore, 'findByLoginName'>,
): Promise<LoginNameMatch | undefined> {
  const canonical = canonicalLoginName(name)
  if (organization === undefined) return selectMatch(await findByLoginName(canonical))
  // Both are looked up in any case, so that the time does not show whether the organization has such a user.
  const [inside, anywhere] = await Promise.all([findByLoginName(canonical, organization), findByLoginName(canonical)])
  return selectMatch(inside) ?? selectMatch(anywhere.filter(({ by }) => by === 'login_name'))
}

/**
 * Applies the policy to a match.
 *
 * @param policy of the organization of the matched user
 * @returns undefined when the policy allows no password, or no sign-in by that kind of name
 */
export function userByPolicy(match: LoginNameMatch | undefined, policy: LoginPolicy): User | undefined {
  if (match === undefined || !policy.allowUsernamePassword) return undefined
  if (match.by === 'email' && policy.disableLoginWithEmail) return undefined
  if (match.by === 'phone' && policy.disableLoginWithPhone) return undefined
  return match.user
}

/**
 * Completes a bare user name with the primary domain of the organization that the authorization request's scope names. The name then means
 * the user of that organization, even where another organization has a user of the same name.
 */
export function completeLoginName(typed: string, organization: AuthorizationRequest['organization']): string {
  const [domain] = organization?.primaryDomains ?? []
  const isWhole = domain === undefined || canonicalLoginName(typed).includes('@') || phoneNumber(typed) !== undefined
  return isWhole ? typed : `${typed}@${domain}`
}
