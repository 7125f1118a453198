// Answers of the userinfo endpoint: the subject of the ID token, and claims of the right types, none of them null or empty.
// https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse, #StandardClaims
import type { JWTPayload } from 'jose'
import assert from 'node:assert/strict'
import type { Members } from './plan.ts'

export const profileClaims = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'preferred_username',
] as const
export const emailClaims = ['email', 'email_verified'] as const
export const phoneClaims = ['phone_number', 'phone_number_verified'] as const
const addressMembers = ['formatted', 'street_address', 'locality', 'region', 'postal_code', 'country']

export async function checkUserinfo(response: Response, idToken: JWTPayload): Promise<Members> {
  const body = await response.text()
  assert.equal(response.status, 200, body)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json(;|$)/)
  const claims = JSON.parse(body) as Members
  assert.equal(claims['sub'], idToken.sub)
  checkClaims(claims)
  return claims
}

/** Claims about the user are of the right types, wherever they stand. */
export function checkClaims(claims: Members): void {
  for (const [name, value] of Object.entries(claims)) assert.ok(isValid(name, value), `${name}: ${JSON.stringify(value)}`)
}

function isValid(name: string, value: unknown): boolean {
  switch (name) {
    case 'email_verified':
    case 'phone_number_verified':
      return typeof value === 'boolean'
    case 'updated_at':
      return typeof value === 'number' && value > 0 && value < Date.now() / 1000 + 60
    case 'address':
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.entries(value).every(([member, text]) => addressMembers.includes(member) && isText(text))
      )
    case 'birthdate':
      return isText(value) && /^([0-9]{4}|0000)(-[0-9]{2}-[0-9]{2})?$/.test(value)
    case 'profile':
    case 'picture':
    case 'website':
      return isText(value) && URL.canParse(value)
    default:
      return isText(value)
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
