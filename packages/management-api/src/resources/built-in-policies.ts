// The policies in force where none is stored, in the format of documents. To store a policy with these entries changes nothing.
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { LoginPolicy } from '@symbolon/core-protocol'
import type { JsonObject } from '@symbolon/schema-v2'
import { passwordPolicyOf } from '@symbolon/schema-v2'

const lifetimes = [
  'passwordCheckLifetime',
  'externalLoginCheckLifetime',
  'multiFactorCheckLifetime',
  'secondFactorCheckLifetime',
  'mfaInitSkipLifetime',
] as const satisfies readonly (keyof LoginPolicy)[]

const { allowPasskey, idps: _idps, secondFactors: _factors, maxPasswordAttempts, maxOtpAttempts, ...login } = defaultLoginPolicy

// Members that are off are left out, as the format does. No factors mean that any is allowed.
const loginPolicy: JsonObject = {
  ...Object.fromEntries(Object.entries(login).filter(([, value]) => value === true)),
  ...(allowPasskey ? { passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' } : {}),
  ...Object.fromEntries(lifetimes.map((name) => [name, `${defaultLoginPolicy[name] / 1000}s`])),
}

/**
 * @param name of a policy of an organization or of the instance
 * @param forcesSecondFactor whether the login policy that holds demands a second factor: passwords may be shorter then
 * @returns the entry of the built-in policy
 */
export function builtInPolicy(name: string, forcesSecondFactor: boolean): JsonObject {
  switch (name) {
    case 'loginPolicy':
      return loginPolicy
    case 'lockoutPolicy':
      return { maxPasswordAttempts, maxOtpAttempts }
    case 'passwordComplexityPolicy':
      return { minLength: String(passwordPolicyOf(undefined, undefined, forcesSecondFactor).minLength) }
    default:
      return {}
  }
}
