// Whose word on an address counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBelievedAddress } from '../src/identity/believed-address.ts'
import type { ExternalIdentity } from '../src/identity/external-identity.ts'

/** The organization `acme` has verified `acme.example`. */
const context = {
  stores: {
    organizations: {
      find: async () => undefined,
      findByDomain: async () => undefined,
      hasVerifiedDomain: async (orgId: string, domain: string) => orgId === 'acme' && domain === 'acme.example',
    },
  },
}

async function believed(address: string, orgId: string | undefined, verified = true): Promise<boolean | undefined> {
  const identity: ExternalIdentity = { idpId: 'upstream', idpName: 'Upstream', externalId: '1', email: { address, verified } }
  const { email, ...others } = await withBelievedAddress(identity, orgId === undefined ? {} : { orgId }, context)
  assert.deepEqual(others, { idpId: 'upstream', idpName: 'Upstream', externalId: '1' })
  assert.equal(email?.address, address)
  return email?.verified
}

test('XI-15 a provider of an organization is believed for addresses in a verified domain of that organization alone', async () => {
  for (const [address, orgId, expected] of [
    ['alice@acme.example', 'acme', true],
    ['alice@ACME.Example', 'acme', true],
    ['alice@\uff21cme.example', 'acme', true],
    ['alice@other.example', 'acme', false],
    ['alice@acme.example', 'other', false],
    ['alice@sub.acme.example', 'acme', false],
    ['alice@acme.example.evil.example', 'acme', false],
    ['alice@evilacme.example', 'acme', false],
    ['alice@acme.example\uff20evil.example', 'acme', false],
  ] as const) {
    assert.equal(await believed(address, orgId), expected, `${address} of ${orgId}`)
  }
})

test('a provider of the instance keeps its word, and no provider is believed more than it says', async () => {
  assert.equal(await believed('alice@other.example', undefined), true)
  assert.equal(await believed('alice@other.example', undefined, false), false)
  assert.equal(await believed('alice@acme.example', 'acme', false), false)
})

test('an identity without an address stays as it is', async () => {
  const identity: ExternalIdentity = { idpId: 'upstream', idpName: 'Upstream', externalId: '1' }
  assert.deepEqual(await withBelievedAddress(identity, { orgId: 'acme' }, context), identity)
})
