// Organizations and the domains that they hold.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { domain, org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the store `organizations`. @param open opens an empty storage with the named stores */
export function organizationTests(open: OpenFresh): void {
  describe('organizations', () => {
    test('are found by id and by the domains that login names may end in', () =>
      withStores(open, ['directory', 'organizations'], async ({ directory, organizations }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              domain('o1', 'One.example'),
              domain('o1', 'also-one.example', { isVerified: true }),
              domain('o1', 'claimed.example', {}),
              domain('o1', 'removed.example', { isVerified: true, state: 'ORG_DOMAIN_STATE_REMOVED' }),
              org('o2', 'ORG_STATE_INACTIVE'),
            ],
            remove: [],
          },
          1000,
        )
        const one = { orgId: 'o1', active: true, primaryDomain: 'One.example' }
        assert.deepEqual(await organizations.find('o1'), one)
        assert.deepEqual(await organizations.findByDomain('one.example'), one)
        assert.deepEqual(await organizations.findByDomain('also-one.example'), one)
        assert.equal(await organizations.findByDomain('claimed.example'), undefined, 'not verified')
        assert.equal(await organizations.findByDomain('removed.example'), undefined, 'removed')
        assert.deepEqual(await organizations.find('o2'), { orgId: 'o2', active: false })
        assert.equal(await organizations.find('o3'), undefined)
        assert.equal(await organizations.findByDomain(''), undefined)
      }))

    test('XI-15 have verified domains: none that is only primary, only claimed, removed, or of another organization', () =>
      withStores(open, ['directory', 'organizations'], async ({ directory, organizations }) => {
        const removed = { isVerified: true, state: 'ORG_DOMAIN_STATE_REMOVED' }
        const domains = [
          domain('o1', 'One.example'),
          domain('o1', 'primary.example', { isPrimary: true }),
          domain('o1', 'claimed.example', {}),
          domain('o1', 'removed.example', removed),
          domain('o2', 'two.example', { isVerified: true }),
        ]
        await directory.apply({ put: [org('o1'), org('o2'), ...domains], remove: [] }, 1000)
        const ofFirst = ['one.example', 'primary.example', 'claimed.example', 'removed.example', 'two.example', 'sub.one.example', '']
        const verified = await Promise.all(ofFirst.map(async (name) => await organizations.hasVerifiedDomain('o1', name)))
        assert.deepEqual(
          ofFirst.filter((_, index) => verified[index]),
          ['one.example'],
        )
        assert.equal(await organizations.hasVerifiedDomain('o2', 'two.example'), true)
        assert.equal(await organizations.hasVerifiedDomain('o3', 'one.example'), false)
      }))
  })
}
