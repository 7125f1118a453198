// The policies that decide how users sign in: the organization's own, else the instance's, else the defaults.
import type { BrandImage, Branding, PasswordPolicy } from '@symbolon/schema-v2'
import type { SecondFactor } from './user.ts'

/** How users of an organization sign in. */
export interface LoginPolicy {
  readonly allowUsernamePassword: boolean
  readonly disableLoginWithEmail: boolean
  readonly disableLoginWithPhone: boolean
  /** Whether people without an account may create one. */
  readonly allowRegister: boolean
  /** Whether people may sign in at identity providers. */
  readonly allowExternalIdp: boolean
  /** The ids of the identity providers that are offered. */
  readonly idps: readonly string[]
  /** Whether a passkey may be the only factor of a sign-in. */
  readonly allowPasskey: boolean
  /** Whether a forgotten password cannot be replaced by its owner. */
  readonly hidePasswordReset: boolean
  /** Whether a typed login name leads to the organization that holds its domain. */
  readonly allowDomainDiscovery: boolean
  /** Where people go who signed in without an application. */
  readonly defaultRedirectUri?: string
  /** Milliseconds after which a password has to be typed again. */
  readonly passwordCheckLifetime: number
  /** Milliseconds after which a sign-in at an identity provider has to be repeated. */
  readonly externalLoginCheckLifetime: number
  /** Milliseconds after which a passkey has to be used again. */
  readonly multiFactorCheckLifetime: number
  /** Milliseconds after which a second factor has to be proven again. */
  readonly secondFactorCheckLifetime: number
  /** Milliseconds after which the set-up of a second factor is offered again to a user who skipped it; 0 never offers it. */
  readonly mfaInitSkipLifetime: number
  /** Whether every sign-in needs a second factor. Who has one gives it always. */
  readonly forceMfa: boolean
  /** The same for sign-ins that are not made at an identity provider. */
  readonly forceMfaLocalOnly: boolean
  /** Whether the instance demands a second factor of users with an administrative role: `findUserLoginPolicy` applies it to a user. */
  readonly forceMfaForAdministrators: boolean
  /** The second factors that may be set up, and that meet the demand of `forceMfa`. A passkey that verified the user meets it as well. */
  readonly secondFactors: readonly SecondFactor[]
  /** Wrong passwords after which browsers that the user is not known in are blocked for some time; 0 never blocks. */
  readonly maxPasswordAttempts: number
  /** The same of one-time codes. */
  readonly maxOtpAttempts: number
}

const hour = 3_600_000

/** The login policy of an instance whose operator set none. */
export const defaultLoginPolicy: LoginPolicy = {
  allowUsernamePassword: true,
  // Registration is off unless the operator of the instance allows it.
  allowRegister: false,
  allowExternalIdp: true,
  idps: [],
  allowPasskey: true,
  hidePasswordReset: false,
  allowDomainDiscovery: true,
  disableLoginWithEmail: false,
  disableLoginWithPhone: false,
  passwordCheckLifetime: 240 * hour,
  externalLoginCheckLifetime: 240 * hour,
  multiFactorCheckLifetime: 12 * hour,
  secondFactorCheckLifetime: 18 * hour,
  mfaInitSkipLifetime: 720 * hour,
  forceMfa: false,
  forceMfaLocalOnly: false,
  forceMfaForAdministrators: false,
  secondFactors: ['otp', 'pop'],
  maxPasswordAttempts: 10,
  maxOtpAttempts: 10,
}

/** How users of an organization are named. */
export interface DomainPolicy {
  /** Whether the login names of people who register end in a domain of the organization. Otherwise their email addresses are their names. */
  readonly userLoginMustBeDomain: boolean
}

/** The policy of the whole instance. Without a policy nothing is allowed. */
export interface SecurityPolicy {
  /** Whether tokens of one user may be exchanged for tokens of another. */
  readonly enableImpersonation: boolean
}

/** Finds the policies that apply. */
export interface PolicyStore {
  /** The login policy for users of the organization; without one, the instance's. */
  findLoginPolicy(orgId: string | undefined): Promise<LoginPolicy>
  /**
   * The login policy of the organization that holds the domain (in canonical form); without one, that of the instance. It decides how names
   * are treated, including unknown ones.
   */
  findLoginPolicyOfDomain(domain: string): Promise<LoginPolicy>
  /** The domain policy for users of the organization; without one, the instance's. */
  findDomainPolicy(orgId: string | undefined): Promise<DomainPolicy>
  /**
   * The rules for passwords of users of the organization; without a policy of it, the instance's. Without both, 15 characters, or 8 where a
   * second factor is forced. https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
   */
  findPasswordPolicy(orgId: string | undefined): Promise<PasswordPolicy>
  /** The branding of the pages for the organization: each policy and each language from the organization, else from the instance, else the default. */
  findBranding(orgId: string | undefined): Promise<Branding>
  /** The same for the organization that holds the domain (in canonical form); without one, for the instance. */
  findBrandingOfDomain(domain: string): Promise<Branding>
  /** The image of a name that a branding holds; undefined for any other text, and once the policy has another image. */
  findBrandImage(name: string): Promise<BrandImage | undefined>
  /** The security policy as it is now: a change acts at the next use. */
  findSecurityPolicy(): Promise<SecurityPolicy>
}
