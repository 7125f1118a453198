// Passwords and the tries against them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { domain, human, org, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const user = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash-1', passwordSource: 'source-1' } })

export function passwordPromises(open: OpenFresh): void {
  describe('passwords', () => {
    test('counts tries, of parallel ones that saw the same count only one',
      () => withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
      await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
      assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', failedAttempts: 0 })
      const answers = await together(100, (index) => passwords.beginAttempt('u1', 0, 2000 + index))
      assert.equal(answers.filter(Boolean).length, 1)
      assert.deepEqual(await passwords.find('u1'), {
        userId: 'u1', hash: 'hash-1', failedAttempts: 1, lastAttemptAt: 2000 + answers.indexOf(true),
      })
      assert.equal(await passwords.beginAttempt('u1', 1, 3000), true)
      assert.equal(await passwords.beginAttempt('nobody', 0, 3000), false)
      await passwords.clearAttempts('u1')
      assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', failedAttempts: 0 })
    }))

    test('replaces a hash only if it still is the old one',
      () => withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
      await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
      const answers = await together(20, (index) => passwords.replaceHash('u1', 'hash-1', `new-${index}`))
      assert.equal(answers.filter(Boolean).length, 1)
      assert.equal((await passwords.find('u1'))?.hash, `new-${answers.indexOf(true)}`)
      // What the document gave stays recognisable after a rehash.
      assert.equal((await directory.find([reference(user)]))[0]?.secrets?.passwordSource, 'source-1')
    }))

    test('knows the slowest hash that came with a document, until the last of its kind is replaced',
      () => withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
      assert.equal(await passwords.slowest(), 0)
      const slow = (id: string, passwordCost?: number): Resource => human('o1', id, id, {
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

    test('locks a user for every reader',
      () => withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
      await directory.apply({ put: [org('o1'), domain('o1', 'acme.test'), user], remove: [] }, 1000)
      await passwords.lock('u1')
      assert.equal((await users.find('u1'))?.state, 'locked')
      assert.equal(await users.findActive('u1'), undefined)
      assert.equal((await directory.find([reference(user)]))[0]?.content['state'], 'USER_STATE_LOCKED')
      await passwords.lock('nobody')
    }))

    test('does not turn a switched off user into a locked one',
      () => withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
      await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada', { state: 'USER_STATE_INACTIVE' })], remove: [] }, 1000)
      await passwords.lock('u1')
      assert.equal((await users.find('u1'))?.state, 'inactive')
    }))

    test('forgets wrong tries when a locked user is unlocked',
      () => withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
      await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
      await passwords.beginAttempt('u1', 0, 1500)
      await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 1600)
      assert.equal((await passwords.find('u1'))?.failedAttempts, 1, 'an unrelated change forgets nothing')
      await passwords.lock('u1')
      await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 2000)
      assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', failedAttempts: 0 })
    }))

    test('starts at no tries with a new password', () => withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
      await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
      await passwords.beginAttempt('u1', 0, 1500)
      await directory.apply({ put: [human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash-2' } })], remove: [] }, 2000)
      assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-2', failedAttempts: 0 })
    }))
  })
}
