// The wire names of the enums in documents. An unknown name never enables anything. The tables are maps, so that `constructor` is an
// unknown name too.
import type { ClientAuthenticationMethod, SigningAlgorithm, User } from '@symbolon/core-protocol'

const responseTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    OIDC_RESPONSE_TYPE_CODE: 'code',
    OIDC_RESPONSE_TYPE_ID_TOKEN: 'id_token',
    OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN: 'id_token token',
  } as const),
)

const grantTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    OIDC_GRANT_TYPE_AUTHORIZATION_CODE: 'authorization_code',
    OIDC_GRANT_TYPE_IMPLICIT: 'implicit',
    OIDC_GRANT_TYPE_REFRESH_TOKEN: 'refresh_token',
    OIDC_GRANT_TYPE_DEVICE_CODE: 'urn:ietf:params:oauth:grant-type:device_code',
    OIDC_GRANT_TYPE_TOKEN_EXCHANGE: 'urn:ietf:params:oauth:grant-type:token-exchange',
  } as const),
)

/** The grant types of a service user with a client secret. */
export const serviceUserGrantTypes: readonly string[] = ['client_credentials']

const applicationTypes: ReadonlyMap<string, 'web' | 'user_agent' | 'native'> = new Map(
  Object.entries({
    OIDC_APP_TYPE_WEB: 'web',
    OIDC_APP_TYPE_USER_AGENT: 'user_agent',
    OIDC_APP_TYPE_NATIVE: 'native',
  } as const),
)

const authenticationMethods: ReadonlyMap<string, ClientAuthenticationMethod> = new Map(
  Object.entries({
    OIDC_AUTH_METHOD_TYPE_BASIC: 'client_secret_basic',
    OIDC_AUTH_METHOD_TYPE_POST: 'client_secret_post',
    OIDC_AUTH_METHOD_TYPE_NONE: 'none',
    OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 'private_key_jwt',
    API_AUTH_METHOD_TYPE_BASIC: 'client_secret_basic',
    API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 'private_key_jwt',
  } as const),
)

const genders: ReadonlyMap<string, NonNullable<User['gender']>> = new Map(
  Object.entries({
    GENDER_FEMALE: 'female',
    GENDER_MALE: 'male',
    GENDER_DIVERSE: 'diverse',
  } as const),
)

/** The response types. An empty list means the default of the format, `code`. */
export function wireResponseTypes(names: readonly string[]): readonly string[] {
  return names.length === 0 ? ['code'] : names.flatMap((name) => responseTypes.get(name) ?? [])
}

/** The grant types. An empty list means the default of the format, `authorization_code`. Grants outside the format are named by a URI. */
export function wireGrantTypes(names: readonly string[]): readonly string[] {
  return names.length === 0 ? ['authorization_code'] : names.flatMap((name) => grantTypes.get(name) ?? (name.includes(':') ? name : []))
}

/** The application type, by default `web`. */
export function wireApplicationType(name: string | undefined): 'web' | 'user_agent' | 'native' {
  return applicationTypes.get(name ?? 'OIDC_APP_TYPE_WEB') ?? 'web'
}

/** The client authentication method. @throws TypeError for an unknown name, because a default could weaken the client */
export function wireAuthenticationMethod(name: string | undefined): ClientAuthenticationMethod {
  const method = authenticationMethods.get(name ?? 'OIDC_AUTH_METHOD_TYPE_BASIC')
  if (method === undefined) throw new TypeError(`Unknown authentication method ${name}`)
  return method
}

/** The gender; undefined if it is unspecified or unknown. */
export function wireGender(name: string | undefined): User['gender'] {
  return genders.get(name ?? '')
}

/** The signing algorithm, by default RS256. */
export function wireSigningAlgorithm(name: string | undefined): SigningAlgorithm {
  return name === 'ES256' || name === 'EdDSA' ? name : 'RS256'
}
