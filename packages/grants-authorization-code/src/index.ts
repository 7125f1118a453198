// The authorization code flow.
export { authorizationCode } from './authorization-code.ts'
