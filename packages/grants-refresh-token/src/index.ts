// The refresh token grant.
export { familiesOfUser, refreshToken } from './refresh-token.ts'
