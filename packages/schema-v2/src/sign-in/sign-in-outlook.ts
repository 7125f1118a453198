// Whether one person is able to sign in, by what, and otherwise why not. The same rule as `canSignIn`, with a reason. Pure.
import { canSignIn } from './can-sign-in.ts'
import type { Credentials } from './can-sign-in.ts'
import type { SignInRules } from './sign-in-rules.ts'
import type { UserState } from './user-state.ts'

/** What a sign-in begins with. */
export const signInWays = ['password', 'passkey', 'provider'] as const
/** One of `signInWays`. */
export type SignInWay = (typeof signInWays)[number]

/** Why a person is not able to sign in. Each is a reason of the ledger of an import. */
export const signInReasons = [
  'sign_in_org_inactive',
  'sign_in_user_initial',
  'sign_in_user_inactive',
  'sign_in_second_factor_impossible',
  'sign_in_password_not_allowed',
  'sign_in_password_refused',
  'sign_in_provider_without_secret',
  'sign_in_provider_not_allowed',
  'sign_in_provider_not_usable',
  'sign_in_provider_missing',
  'sign_in_passkey_not_allowed',
  'sign_in_without_credentials',
] as const
/** One of `signInReasons`. */
export type SignInReason = (typeof signInReasons)[number]

/** What each reason means, and what to do about it. */
export const signInAdvice: Readonly<Record<SignInReason, string>> = {
  sign_in_org_inactive: 'The organization is not active, so none of its people is able to sign in. Set its state to ORG_STATE_ACTIVE.',
  sign_in_user_initial:
    'The users have not finished their registration at the source (USER_STATE_INITIAL). They cannot sign in, not even with a password that moved. Invite them, or set the state USER_STATE_ACTIVE for users who may sign in.',
  sign_in_user_inactive: 'The users are locked, inactive or suspended. Set the state USER_STATE_ACTIVE for users who may sign in.',
  sign_in_second_factor_impossible:
    'The login policy demands a second factor and admits only codes by mail or SMS, which this server does not send. Add SECOND_FACTOR_TYPE_OTP or SECOND_FACTOR_TYPE_U2F to the policy, or remove forceMfa.',
  sign_in_password_not_allowed:
    'The users have a password, and the login policy does not allow passwords (allowUsernamePassword is false or absent). Set allowUsernamePassword, or give the users another way to sign in.',
  sign_in_password_refused:
    'The password or hash of the users was not taken; each has a row under errors. Send them an invitation to choose a password, or import a hash that this server verifies.',
  sign_in_provider_without_secret:
    'The users sign in at an identity provider whose client secret the document holds and the import left out. Import with_credentials, or set the secret of the provider.',
  sign_in_provider_not_allowed:
    'The users sign in at an identity provider that the login policy does not admit. Set allowExternalIdp and list the provider in idps of the policy.',
  sign_in_provider_not_usable:
    'The users sign in at an identity provider that no sign-in can use: it sends JWTs, lacks a client id or an issuer, belongs to an inactive organization, or has another issuer than the links. Correct the provider, or give the users another way to sign in.',
  sign_in_provider_missing:
    'The users sign in at an identity provider that does not exist here. Create it under the same id, in a document or in code, or give the users another way to sign in.',
  sign_in_passkey_not_allowed:
    'The users have a passkey, and the login policy does not allow a sign-in with it alone. Set passwordlessType to PASSWORDLESS_TYPE_ALLOWED.',
  sign_in_without_credentials:
    'The users have neither a password nor a passkey nor an account at an identity provider. Invite them, so that they set a password or a passkey.',
}

/** What a link of a user leads to. */
export type LinkOutlook =
  | 'admitted'
  /** The document holds the client secret of the provider, and the import left it out. */
  | 'without_secret'
  /** The login policy does not admit the provider. */
  | 'not_allowed'
  /** It sends JWTs, has no client id, is of an inactive organization, or the link was made under another issuer. */
  | 'not_usable'
  | 'missing'
  /** The document removes the provider, and the link with it. */
  | 'removed'

/** What decides for all people of an organization. */
export interface OrganizationSituation {
  readonly active: boolean
  readonly rules: SignInRules
  readonly linkOutlook: (link: ForecastPerson['links'][number]) => LinkOutlook
}

/** A person, as the forecast knows it. */
export interface ForecastPerson {
  readonly state: UserState
  readonly password: boolean
  /** A passkey that suffices as the only factor. */
  readonly passkey: boolean
  /** The accounts at identity providers. `issuer`: under which the link was made, if it is known. */
  readonly links: readonly { readonly idpId: string; readonly issuer?: string }[]
  /** Whether the document holds a password or hash for the person that was not stored. */
  readonly passwordRefused?: boolean
}

/** Whether an organization with this state is active, as a document spells it. */
export function isActiveOrgState(state: unknown): boolean {
  return state === undefined || state === 'ORG_STATE_ACTIVE' || state === 'ORG_STATE_UNSPECIFIED'
}

/** @returns the ways in which the person is able to sign in; without one, the reason */
export function signInOutlook(
  person: ForecastPerson,
  { active, rules, linkOutlook }: OrganizationSituation,
): { readonly ways: readonly SignInWay[] } | { readonly reason: SignInReason } {
  if (!active) return { reason: 'sign_in_org_inactive' }
  if (person.state === 'initial') return { reason: 'sign_in_user_initial' }
  if (person.state !== 'active') return { reason: 'sign_in_user_inactive' }
  const links = person.links.map(linkOutlook)
  const able = (credentials: Partial<Credentials>, policy: SignInRules = rules): boolean =>
    canSignIn({ password: false, passkey: false, externalAccount: false, ...credentials }, policy)
  const held: Readonly<Record<SignInWay, Partial<Credentials>>> = {
    password: { password: person.password },
    passkey: { passkey: person.passkey },
    provider: { externalAccount: links.includes('admitted') },
  }
  const ways = signInWays.filter((way) => able(held[way]))
  if (ways.length > 0) return { ways }
  const withoutFactor: SignInRules = { ...rules, forceMfa: false, forceMfaLocalOnly: false }
  if (signInWays.some((way) => able(held[way], withoutFactor))) return { reason: 'sign_in_second_factor_impossible' }
  return { reason: reasonOf(person, links) }
}

function reasonOf({ password, passkey, passwordRefused = false }: ForecastPerson, links: readonly LinkOutlook[]): SignInReason {
  if (password) return 'sign_in_password_not_allowed'
  if (passwordRefused) return 'sign_in_password_refused'
  if (links.includes('without_secret')) return 'sign_in_provider_without_secret'
  // An admitted provider without any way in: the policy turns all providers off.
  if (links.includes('not_allowed') || links.includes('admitted')) return 'sign_in_provider_not_allowed'
  if (links.includes('not_usable')) return 'sign_in_provider_not_usable'
  if (links.includes('missing')) return 'sign_in_provider_missing'
  return passkey ? 'sign_in_passkey_not_allowed' : 'sign_in_without_credentials'
}
