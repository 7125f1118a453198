// ID tokens as the suite validates them. https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Members, Plan } from './plan.ts'
import type { SuiteClient } from './registration.ts'
import { checkClaims, emailClaims, phoneClaims, profileClaims } from './userinfo.ts'

export interface IdTokenExpectations {
  readonly plan: Plan
  readonly client: SuiteClient
  readonly nonce: string | undefined
  /** What was issued with it. */
  readonly accessToken: string | undefined
  readonly code: string | undefined
}

/** Any other claim is a warning, `client_id` included. */
const known = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'azp',
  'at_hash',
  'c_hash',
  'nbf',
  'jti',
  'sid',
  's_hash',
  'txn',
])

/** Where no access token is issued, the claims of scopes have no other place; where one is, they are a warning, too. */
const ofScopes: ReadonlySet<string> = new Set([...profileClaims, ...emailClaims, ...phoneClaims, 'address'])

export async function checkIdToken(idToken: string, expectations: IdTokenExpectations): Promise<JWTPayload> {
  const { plan, client, nonce, accessToken, code } = expectations
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(plan.keySet), {
    issuer: plan.issuer,
    audience: client.clientId,
    algorithms: ['RS256'],
    currentDate: new Date(plan.now()),
  })
  assert.ok(plan.keySet.keys.some(({ kid }) => kid === protectedHeader.kid))
  assert.deepEqual(
    Object.keys(payload).filter((name) => !known.has(name) && (accessToken !== undefined || !ofScopes.has(name))),
    [],
  )
  const now = plan.now() / 1000
  const { sub, aud, azp, exp, iat, nonce: answered, auth_time: authTime, acr, amr, at_hash: atHash, c_hash: cHash } = payload
  assert.ok(typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub))
  assert.deepEqual([aud].flat(), [client.clientId])
  assert.equal(azp, client.clientId)
  assert.ok(exp !== undefined && exp > now)
  assert.ok(iat !== undefined && Math.abs(now - iat) < 300)
  assert.ok(typeof authTime === 'number' && authTime <= now && authTime > now - 3600)
  assert.equal(answered, nonce)
  assert.ok(typeof acr === 'string' && acr !== '')
  assert.ok(Array.isArray(amr) && amr.length > 0 && amr.every((each) => typeof each === 'string' && each !== ''))
  // https://openid.net/specs/openid-connect-core-1_0.html#ImplicitIDToken: demanded where the access token comes from the front channel.
  if (atHash !== undefined || plan.responseType === 'id_token token') assert.equal(atHash, leftHalf(accessToken ?? ''))
  if (cHash !== undefined) assert.equal(cHash, leftHalf(code ?? ''))
  return payload
}

/** What the ID token says about the user, as userinfo would. */
export function claimsAboutUser(idToken: JWTPayload): Members {
  const claims = Object.fromEntries(Object.entries(idToken).filter(([name]) => name === 'sub' || ofScopes.has(name)))
  checkClaims(claims)
  return claims
}

/** https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
function leftHalf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
