// userClaims: which claims a scope or a name brings. https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userClaimNames, userClaims } from '../src/claims/user-claims.ts'
import type { User } from '../src/ports/user.ts'

const bare: User = {
  id: 'u',
  kind: 'human',
  orgId: 'o',
  state: 'active',
  orgActive: true,
  orgName: 'Org',
  userName: 'u',
  loginName: 'u@o.example',
  createdAt: 0,
  timesEnded: 0,
  secondFactors: [],
  updatedAt: 1_234_567,
  displayName: 'U',
}

test('without scopes and names there are no claims', () => {
  assert.deepEqual(userClaims(bare, ['openid', 'offline_access', 'unknown', 'constructor', '__proto__']), {})
})

test('what is missing or empty is left out, zero and false are not', () => {
  const user: User = {
    ...bare,
    updatedAt: 0,
    firstName: '',
    address: {},
    email: { address: '', verified: false },
    phone: { number: '1', verified: false },
  }
  const claims = userClaims(user, ['profile', 'email', 'phone', 'address'])
  assert.deepEqual(claims, {
    name: 'U',
    preferred_username: 'u@o.example',
    updated_at: 0,
    email_verified: false,
    phone_number: '1',
    phone_number_verified: false,
  })
})

test('an address holds the members that it has', () => {
  assert.deepEqual(userClaims({ ...bare, address: { country: 'DE', region: '' } }, ['address']), { address: { country: 'DE' } })
  assert.deepEqual(userClaims({ ...bare, address: { formatted: '' } }, ['address']), {})
})

test('a name brings its claim without the scope, and only a claim', () => {
  assert.deepEqual(
    userClaims({ ...bare, email: { address: 'a@b.example', verified: true } }, [], ['email', 'id', 'userName', 'orgId', '__proto__']),
    { email: 'a@b.example' },
  )
})

test('times are in seconds', () => {
  assert.deepEqual(userClaims(bare, [], ['updated_at']), { updated_at: 1234 })
})

test('every standard claim of the scopes is known by name', () => {
  const standard = `name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale
    updated_at email email_verified address phone_number phone_number_verified`
  assert.deepEqual(userClaimNames, standard.split(/\s+/))
})
