// The refresh token grant.
export { refreshToken } from './refresh-token.ts'
