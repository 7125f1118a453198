// The standard claims of a user, by scope or by name. Null and empty values are never written, booleans always are.
// https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims, #ScopeClaims
import type { Address, User } from '../ports/user.ts'

export type Claims = Readonly<Record<string, unknown>>

const claimsOfScopes: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name', 'family_name', 'given_name', 'middle_name', 'nickname', 'preferred_username', 'profile', 'picture', 'website', 'gender',
    'birthdate', 'zoneinfo', 'locale', 'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
}

/** The names of all claims that scopes can ask for. */
export const userClaimNames: readonly string[] = Object.values(claimsOfScopes).flat()

/** @returns the claims that the scopes and the names ask for, as far as the user has them */
export function userClaims(user: User, scope: readonly string[], names: readonly string[] = []): Claims {
  const wanted = new Set([...scope.flatMap((each) => claimsOfScopes[each] ?? []), ...names])
  return Object.fromEntries(Object.entries(allClaims(user)).filter(([name, value]) => wanted.has(name) && isPresent(value)))
}

function allClaims(user: User): Claims {
  return {
    name: user.displayName,
    given_name: user.firstName,
    family_name: user.lastName,
    middle_name: user.middleName,
    nickname: user.nickName,
    preferred_username: user.loginName,
    profile: user.profileUrl,
    picture: user.pictureUrl,
    website: user.website,
    gender: user.gender,
    birthdate: user.birthdate,
    zoneinfo: user.zoneinfo,
    locale: user.preferredLanguage,
    updated_at: Math.floor(user.updatedAt / 1000),
    email: user.email?.address,
    email_verified: user.email?.verified,
    phone_number: user.phone?.number,
    phone_number_verified: user.phone?.verified,
    address: user.address === undefined ? undefined : addressClaim(user.address),
  }
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
