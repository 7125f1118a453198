// The standard claims of a user, by scope or by name. Null and empty values are never written, booleans always are.
// https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims, #ScopeClaims
import type { Claims } from '../ports/claims.ts'
import type { Address, User } from '../ports/user.ts'

const claimsOfScopes: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'profile',
    [
      'name',
      'family_name',
      'given_name',
      'middle_name',
      'nickname',
      'preferred_username',
      'profile',
      'picture',
      'website',
      'gender',
      'birthdate',
      'zoneinfo',
      'locale',
      'updated_at',
    ],
  ],
  ['email', ['email', 'email_verified']],
  ['address', ['address']],
  ['phone', ['phone_number', 'phone_number_verified']],
])

/** The scopes that ask for standard claims. https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims */
export const claimScopes: readonly string[] = [...claimsOfScopes.keys()]

/** The names of all claims that scopes can ask for. */
export const userClaimNames: readonly string[] = [...claimsOfScopes.values()].flat()

/** @returns the names of the standard claims that a scope asks for */
export function claimNamesOf(scope: string): readonly string[] {
  return claimsOfScopes.get(scope) ?? []
}

/** What an endpoint that responds with claims about users declares for discovery. */
export const userClaimMetadata: { readonly scopes_supported: readonly string[]; readonly claims_supported: readonly string[] } = {
  scopes_supported: ['openid', 'profile', 'email', 'phone', 'address'],
  claims_supported: ['sub', ...userClaimNames],
}

/** The same for an endpoint that issues ID tokens: with the claims about the token. https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
export const idTokenMetadata: typeof userClaimMetadata = {
  ...userClaimMetadata,
  claims_supported: ['iss', 'aud', 'azp', 'exp', 'iat', 'at_hash', ...userClaimMetadata.claims_supported],
}

/** The value of a claim about a user; undefined, null and empty values mean that the user has none. */
const valueOf: ReadonlyMap<string, (user: User) => unknown> = new Map<string, (user: User) => unknown>([
  ['name', ({ displayName }) => displayName],
  ['given_name', ({ firstName }) => firstName],
  ['family_name', ({ lastName }) => lastName],
  ['middle_name', ({ middleName }) => middleName],
  ['nickname', ({ nickName }) => nickName],
  ['preferred_username', ({ loginName }) => loginName],
  ['profile', ({ profileUrl }) => profileUrl],
  ['picture', ({ pictureUrl }) => pictureUrl],
  ['website', ({ website }) => website],
  ['gender', ({ gender }) => gender],
  ['birthdate', ({ birthdate }) => birthdate],
  ['zoneinfo', ({ zoneinfo }) => zoneinfo],
  ['locale', ({ preferredLanguage }) => preferredLanguage],
  ['updated_at', ({ updatedAt }) => (updatedAt === undefined ? undefined : Math.floor(updatedAt / 1000))],
  ['email', ({ email }) => email?.address],
  ['email_verified', ({ email }) => email?.verified],
  ['phone_number', ({ phone }) => phone?.number],
  ['phone_number_verified', ({ phone }) => phone?.verified],
  ['address', ({ address }) => (address === undefined ? undefined : addressClaim(address))],
])

/** @returns the claims that the scopes and the names ask for, as far as the user has them */
export function userClaims(user: User, scope: readonly string[], names: readonly string[] = []): Claims {
  const claims: Record<string, unknown> = {}
  const add = (name: string): void => {
    // Only names of the list become members. Any other name is ignored.
    const value = valueOf.get(name)?.(user)
    if (isPresent(value)) claims[name] = value
  }
  for (const each of scope) claimsOfScopes.get(each)?.forEach(add)
  for (const name of names) add(name)
  return claims
}

/** https://openid.net/specs/openid-connect-core-1_0.html#AddressClaim */
function addressClaim(address: Address): Claims | undefined {
  const members = Object.entries({
    formatted: address.formatted,
    street_address: address.streetAddress,
    locality: address.locality,
    region: address.region,
    postal_code: address.postalCode,
    country: address.country,
  }).filter(([, value]) => isPresent(value))
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
