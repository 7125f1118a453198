// What every server knows before the first request: the same clients with the same secret, and the same user.
export const clientSecret = 'a-client-secret-of-at-least-32-characters'
export const app = 'app'
export const opaqueRobot = 'robot'
export const jwtRobot = 'robot-es256'
export const user = { id: 'ada', userName: 'ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@mail.example' }
export const userScope = 'openid profile email offline_access'

/** One connection, one line of refresh tokens. */
export const connections = 32
