// The JWT profile grant.
export { jwtProfile } from './jwt-profile.ts'
