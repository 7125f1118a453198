// Whether one person is able to sign in, by what, and otherwise why not. The same rule as `canSignIn`, with a reason. Pure.
import { canSignIn } from '@symbolon/core-protocol'
import type { Credentials, LoginPolicy, PersonCredentials, SignInRules } from '@symbolon/core-protocol'

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

/** What decides for all people of an organization. */
export interface OrganizationSituation {
  readonly active: boolean
  readonly rules: SignInRules
  readonly linkOutlook: (link: PersonCredentials['links'][number]) => LinkOutlook
}

/** A person, as the forecast knows it. */
export interface ForecastPerson extends PersonCredentials {
  /** Whether the document holds a password or hash for the person that was not stored. */
  readonly passwordRefused?: boolean
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
    canSignIn({ password: false, passkey: false, externalAccount: false, ...credentials }, policy as LoginPolicy)
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
