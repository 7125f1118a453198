// Password hashes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { human, org, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const user = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash-1', passwordSource: 'source-1' } })

/** Registers the tests of the store `passwords`. @param open opens an empty storage with the named stores */
export function passwordTests(open: OpenFresh): void {
  describe('passwords', () => {
    test('finds the hash of a user who has one', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), user, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1' })
        for (const userId of ['u2', 'nobody', '']) assert.equal(await passwords.find(userId), undefined)
      }))

    test('replaces a hash only if it is still the old one', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        const answers = await together(20, (index) => passwords.replaceHash('u1', 'hash-1', `new-${index}`))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.equal((await passwords.find('u1'))?.hash, `new-${answers.indexOf(true)}`)
        // The source of the imported hash is kept after a rehash.
        assert.equal((await directory.find([reference(user)]))[0]?.secrets?.passwordSource, 'source-1')
      }))

    test('returns the cost of the slowest imported hash', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        assert.equal(await passwords.slowest(), 0)
        const slow = (id: string, passwordCost?: number): Resource =>
          human('o1', id, id, {
            secrets: { passwordHash: `hash-${id}`, ...(passwordCost === undefined ? {} : { passwordCost }) },
          })
        await directory.apply({ put: [org('o1'), slow('u1', 900), slow('u2', 60), slow('u3')], remove: [] }, 1000)
        assert.equal(await passwords.slowest(), 900)
        assert.equal(await passwords.replaceHash('u1', 'other', 'new'), false)
        assert.equal(await passwords.slowest(), 900)
        assert.equal(await passwords.replaceHash('u1', 'hash-u1', 'new'), true)
        assert.equal(await passwords.slowest(), 60)
        await directory.apply({ put: [slow('u2')], remove: [] }, 2000)
        assert.equal(await passwords.slowest(), 0)
      }))
  })
}
