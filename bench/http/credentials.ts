// What every server knows before the first request: the same clients with the same secret, and the same user.
export const clientSecret = 'a-client-secret-of-at-least-32-characters'
export const app = 'app'
export const opaqueRobot = 'robot'
export const jwtRobot = 'robot-es256'
export const redirectUri = 'https://app.example/cb'
export const user = { id: 'ada', userName: 'ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@mail.example' }
export const userScope = 'openid profile email offline_access'
/** What codes are for: without refresh tokens, which have a row of their own. */
export const codeScope = 'openid profile email'
export const nonce = 'n-0S6_WzA2Mj'

/** https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** How many requests are under way at a time; as many lines of refresh tokens are there. */
export const connections = 32
