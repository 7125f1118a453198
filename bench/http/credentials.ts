// The clients, the secret and the users that every measured server has.
export const clientSecret = 'a-client-secret-of-at-least-32-characters'
export const app = 'app'
export const opaqueRobot = 'robot'
export const jwtRobot = 'robot-es256'
export const redirectUri = 'https://app.example/cb'
export const userScope = 'openid profile email offline_access'
/** The scope of authorization codes: without `offline_access`, because refresh tokens have a separate row. */
export const codeScope = 'openid profile email'
export const nonce = 'n-0S6_WzA2Mj'

/** https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The number of parallel requests, and of refresh token families. */
export const connections = 32

/** The identifiers of the users. Live tokens belong to them in turn, so that no user's facts are the only ones in a cache. */
export const users: readonly string[] = Array.from({ length: 1000 }, (_, number) => `user-${String(number).padStart(3, '0')}`)
/** The user of codes and refresh tokens. */
export const user = 'user-000'

/** The service users of the row with many clients. */
export function clientNumber(number: number): string {
  return `client-${number}`
}

/** The claims of a user, as every server returns them. */
export function claimsOf(id: string): Readonly<Record<string, unknown>> {
  return {
    name: `Ada ${id}`,
    given_name: 'Ada',
    family_name: id,
    preferred_username: `${id}@acme.example`,
    updated_at: 1_700_000_000,
    email: `${id}@mail.example`,
    email_verified: true,
  }
}
