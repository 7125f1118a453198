// The clients, the secret and the user that every measured server has.
export const clientSecret = 'a-client-secret-of-at-least-32-characters'
export const app = 'app'
export const opaqueRobot = 'robot'
export const jwtRobot = 'robot-es256'
export const redirectUri = 'https://app.example/cb'
export const user = { id: 'ada', userName: 'ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@mail.example' }
export const userScope = 'openid profile email offline_access'
/** The scope of authorization codes: without `offline_access`, because refresh tokens have a row of their own. */
export const codeScope = 'openid profile email'
export const nonce = 'n-0S6_WzA2Mj'

/** https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The number of parallel requests, and of refresh token families. */
export const connections = 32
