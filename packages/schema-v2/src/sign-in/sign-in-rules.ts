// The members of a login policy that decide who is able to sign in, as a document spells them. The storage reads stored policies with it, and
// the forecast of sign-ins reads those of a document. Pure.

/** The second factors of a user; `otp`: a code of an authenticator app; `pop`: a security key. */
export type SecondFactor = 'otp' | 'pop'

/** The members of a login policy that decide who is able to sign in. */
export interface SignInRules {
  readonly allowUsernamePassword: boolean
  /** Whether people may sign in at identity providers. */
  readonly allowExternalIdp: boolean
  /** Whether a passkey may be the only factor of a sign-in. */
  readonly allowPasskey: boolean
  /** Whether every sign-in needs a second factor. A user who has one gives it always. */
  readonly forceMfa: boolean
  /** The same for sign-ins that are not made at an identity provider. */
  readonly forceMfaLocalOnly: boolean
  /** The second factors that may be set up, and that meet the demand of `forceMfa`. A passkey that verified the user meets it as well. */
  readonly secondFactors: readonly SecondFactor[]
  /** The ids of the identity providers that are offered. */
  readonly idps: readonly string[]
}

/** The rules of an instance without a login policy. */
export const defaultSignInRules: SignInRules = {
  allowUsernamePassword: true,
  allowExternalIdp: true,
  allowPasskey: true,
  forceMfa: false,
  forceMfaLocalOnly: false,
  secondFactors: ['otp', 'pop'],
  idps: [],
}

/**
 * Reads the rules of a login policy. A member that the policy leaves out has the default of the format, which allows nothing.
 * @param content the policy as a document spells it
 */
export function signInRulesOf(content: Readonly<Record<string, unknown>>): SignInRules {
  const flag = (member: string): boolean => content[member] === true
  return {
    allowUsernamePassword: flag('allowUsernamePassword'),
    allowExternalIdp: flag('allowExternalIdp'),
    allowPasskey: content['passwordlessType'] === 'PASSWORDLESS_TYPE_ALLOWED',
    forceMfa: flag('forceMfa'),
    forceMfaLocalOnly: flag('forceMfaLocalOnly'),
    secondFactors: secondFactorsOf(content),
    idps: identityProvidersOf(content),
  }
}

/** A policy that lists no factor allows all. */
function secondFactorsOf(content: Readonly<Record<string, unknown>>): SignInRules['secondFactors'] {
  const allowed = [...textsOf(content['secondFactors']), ...textsOf(content['multiFactors'])]
  if (allowed.length === 0) return defaultSignInRules.secondFactors
  return [
    ...(allowed.includes('SECOND_FACTOR_TYPE_OTP') ? (['otp'] as const) : []),
    ...(allowed.includes('SECOND_FACTOR_TYPE_U2F') ? (['pop'] as const) : []),
  ]
}

function identityProvidersOf({ idps }: Readonly<Record<string, unknown>>): SignInRules['idps'] {
  const entries: readonly unknown[] = Array.isArray(idps) ? idps : []
  return entries.flatMap((entry) => {
    const id: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'idpId') : undefined
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}
