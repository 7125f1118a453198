// Which user a typed login name means, as far as the policy of the user's organization lets them in by it. Pure.
import type { LoginNameMatch, LoginPolicy, User } from '@symbolon/core-protocol'

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
