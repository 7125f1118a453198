// Decides what follows from a sign-in at an identity provider. Pure. It must never link the account of another user because of an address
// that only one side has proven, and never trust a name, which the other side chooses.
// https://github.com/advisories/GHSA-992q-9gwp-7r79, https://nvd.nist.gov/vuln/detail/CVE-2025-64717
import type { IdentityProviderRules, User } from '@symbolon/core-protocol'
import type { ExternalIdentity } from '../identity/external-identity.ts'

/** The known facts when the user returns. All of them were read after that. */
export interface ExternalFacts {
  /** Whether the provider exists and the login policy that applies allows it now. */
  readonly allowed: boolean
  readonly rules: IdentityProviderRules
  /** The member `allowRegister` of the login policy that applies. */
  readonly allowRegister: boolean
  readonly identity: Pick<ExternalIdentity, 'email'>
  /** The user that the account is linked to. */
  readonly linked: LinkedUser | undefined
  /** The users of this server who sign in by the address of the account. */
  readonly owners: readonly AddressOwner[]
  /** Present where a user who is signed in asked to link the account. */
  readonly linking: LinkingUser | undefined
}

/** The user that an account is linked to. */
export interface LinkedUser {
  readonly user: Pick<User, 'id' | 'state' | 'orgActive'>
  /** Whether the authorization request may be answered by this user. */
  readonly mayAnswer: boolean
}

/** A user with the address of the account. */
export interface AddressOwner {
  readonly userId: string
  /** Whether this server has proven that the user receives mail there. Otherwise the address is unproven, or a user name. */
  readonly verified: boolean
}

/** A user who is signed in and links the account. */
export interface LinkingUser {
  readonly userId: string
  /** Whether the user has authenticated a short time ago, in this browser. */
  readonly fresh: boolean
}

/** Why the sign-in ends. */
export type ExternalRefusal =
  /** The provider is switched off, or the login policy does not allow it. */
  | 'not_allowed'
  /** The user or the organization is locked or inactive. */
  | 'user_not_active'
  /** The authorization request is for another user or another organization. */
  | 'wrong_user'
  /** The account cannot be linked: another user has it, linking is not allowed, or the proof of the user is too old. */
  | 'not_linked'

/** The decision. */
export type ExternalDecision =
  | { readonly kind: 'sign_in'; readonly userId: string }
  | { readonly kind: 'refuse'; readonly reason: ExternalRefusal }
  /** Ask the user who is signed in to confirm the link. */
  | { readonly kind: 'confirm_link' }
  /** The user has the link already. */
  | { readonly kind: 'linked' }
  /** Create a user without a form. */
  | { readonly kind: 'create' }
  /** Ask what to do with the account: `register` offers a form that creates a user, `connect` a sign-in that links it. */
  | { readonly kind: 'ask'; readonly register: boolean; readonly connect: boolean }

/** @returns the decision */
export function decideExternal(facts: ExternalFacts): ExternalDecision {
  const { allowed, rules, allowRegister, identity, linked, owners, linking } = facts
  if (!allowed) return { kind: 'refuse', reason: 'not_allowed' }
  if (linking !== undefined) return decideLink(linking, linked, rules)
  if (linked !== undefined) {
    const { user, mayAnswer } = linked
    if (user.state !== 'active' || !user.orgActive) return { kind: 'refuse', reason: 'user_not_active' }
    return mayAnswer ? { kind: 'sign_in', userId: user.id } : { kind: 'refuse', reason: 'wrong_user' }
  }
  // The address is proven on both sides, so its owner most likely has a user here. Only the proof of that user links the account.
  const hasOwner = identity.email?.verified === true && owners.some(({ verified }) => verified)
  if (hasOwner) return { kind: 'ask', register: false, connect: rules.linkingAllowed }
  // Another user has the address unproven, or as a user name: perhaps the same person, who must not get a second user unasked.
  const isKnown = identity.email?.verified === true && owners.length > 0
  if (rules.creationAllowed && rules.autoCreation && !isKnown) return { kind: 'create' }
  const mayRegister = rules.creationAllowed && (allowRegister || rules.autoCreation)
  return { kind: 'ask', register: mayRegister, connect: rules.linkingAllowed }
}

/** Another user's account gets the same response as every refusal, which must not reveal that it is linked. */
function decideLink(linking: LinkingUser, linked: LinkedUser | undefined, rules: IdentityProviderRules): ExternalDecision {
  if (linked !== undefined && linked.user.id === linking.userId) return { kind: 'linked' }
  const mayLink = linked === undefined && rules.linkingAllowed && linking.fresh
  return mayLink ? { kind: 'confirm_link' } : { kind: 'refuse', reason: 'not_linked' }
}
