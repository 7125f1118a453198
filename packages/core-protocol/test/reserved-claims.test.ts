// Claims about the organization of a user: a claim without a value is left out, whatever the scope asks for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reservedClaims } from '../src/claims/reserved-claims.ts'
import type { Context } from '../src/contract/context.ts'
import type { User } from '../src/ports/user.ts'

const context = { vendor: 'symbolon', stores: { userMetadata: { list: async () => [] } } } as unknown as Context<
  'userGrants' | 'userMetadata'
>
const request = {
  place: 'userinfo',
  scope: ['urn:symbolon:iam:user:resourceowner', 'urn:symbolon:iam:user:metadata'],
  audience: [],
} as const

const claimsOf = async (user: Partial<User>): Promise<unknown> =>
  await reservedClaims({ id: 'alice', orgId: 'acme', ...user } as User, request, context)

test('the organization is asserted by id, name and primary domain', async () => {
  assert.deepEqual(await claimsOf({ orgName: 'Acme', primaryDomain: 'acme.example' }), {
    'urn:symbolon:iam:user:resourceowner:id': 'acme',
    'urn:symbolon:iam:user:resourceowner:name': 'Acme',
    'urn:symbolon:iam:user:resourceowner:primary_domain': 'acme.example',
  })
})

test('an empty name, an absent domain and absent metadata are left out', async () => {
  assert.deepEqual(await claimsOf({ orgName: '' }), { 'urn:symbolon:iam:user:resourceowner:id': 'acme' })
})
