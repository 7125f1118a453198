// Which user a typed login name means, as far as the policy of the user's organization lets them in by it. Pure.
import type { AuthorizationRequest, LoginNameMatch, LoginPolicy, User } from '@symbolon/core-protocol'

/** A login name wins over a bare user name, an email address or a phone number; whatever means two users means nobody. */
export function namedMatch(matches: readonly LoginNameMatch[]): LoginNameMatch | undefined {
  const people = matches.filter(({ user }) => user.kind === 'human')
  const byLoginName = people.filter(({ by }) => by === 'login_name')
  const [match, another] = byLoginName.length > 0 ? byLoginName : people
  return another === undefined ? match : undefined
}

/** @param policy of the organization of the matched user */
export function userByPassword(match: LoginNameMatch | undefined, policy: LoginPolicy): User | undefined {
  if (match === undefined || !policy.allowUsernamePassword) return undefined
  if (match.by === 'email' && policy.disableLoginWithEmail) return undefined
  if (match.by === 'phone' && policy.disableLoginWithPhone) return undefined
  return match.user
}

/**
 * The scope that names an organization by its primary domain completes a bare user name with it, as the organization's own login
 * page would: it means that user even where another organization has one of the same name.
 */
export function completeLoginName(typed: string, organization: AuthorizationRequest['organization']): string {
  const [domain] = organization?.primaryDomains ?? []
  return domain === undefined || typed.includes('@') || typed.startsWith('+') ? typed : `${typed}@${domain}`
}
