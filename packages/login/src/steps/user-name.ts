// The user name that a user chooses, or that an identity provider suggests. Pure.
import { canonicalDomain, canonicalLoginName, userNameProblem } from '@symbolon/core-protocol'

/** What a user name may end in or be. */
export interface UserNameRules {
  /** The address that the user has proven. */
  readonly email: string | undefined
  /** The primary domain of the organization, which completes user names. */
  readonly domain: string | undefined
  /** The member `userLoginMustBeDomain` of the domain policy: no address is a user name. */
  readonly mustBeDomain: boolean
}

/**
 * Reads a user name. A name with an at sign is an address, which may have an owner: only the user's proven address may be a user name. The
 * domain of the organization is left out, because it completes the name.
 *
 * @returns the name to store; undefined if the name is not allowed
 */
export function readUserName(typed: string, { email, domain, mustBeDomain }: UserNameRules): string | undefined {
  const name = withoutDomain(typed, domain)
  if (userNameProblem(name) !== undefined) return undefined
  // Half of the characters that look like an at sign become one in the canonical form.
  if (!canonicalLoginName(name).includes('@')) return name
  const isOwn = email !== undefined && canonicalLoginName(email) === canonicalLoginName(name)
  return isOwn && !mustBeDomain ? name : undefined
}

function withoutDomain(userName: string, domain: string | undefined): string {
  const at = userName.lastIndexOf('@')
  return at > 0 && domain !== undefined && canonicalDomain(userName.slice(at + 1)) === canonicalDomain(domain)
    ? userName.slice(0, at)
    : userName
}
