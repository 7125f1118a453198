// The members of a login policy that decide who is able to sign in, as a document spells them. The storage reads stored policies with it, and
// the forecast of an import reads those of a document. Pure.
import type { LoginPolicy } from './policy.ts'
import { defaultLoginPolicy } from './policy.ts'

/** The members of a login policy that decide who is able to sign in. */
export type SignInRules = Pick<
  LoginPolicy,
  'allowUsernamePassword' | 'allowExternalIdp' | 'allowPasskey' | 'forceMfa' | 'forceMfaLocalOnly' | 'secondFactors' | 'idps'
>

/**
 * Reads the rules of a login policy. A member that the policy leaves out has the default of the format, which allows nothing.
 * @param content the policy as a document spells it; undefined without any policy
 */
export function signInRulesOf(content: Readonly<Record<string, unknown>> | undefined): SignInRules {
  if (content === undefined) return defaultLoginPolicy
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
  if (allowed.length === 0) return defaultLoginPolicy.secondFactors
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
