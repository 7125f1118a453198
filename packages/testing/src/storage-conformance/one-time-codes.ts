// Authenticator apps: no code is accepted twice and every attempt is counted, also under concurrency.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Stores } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const withApp = human('o1', 'u1', 'ada', { secrets: { sealedOtpSecret: 'sealed-1' } })

/** Registers the tests of one-time codes. @param open opens an empty storage with the named stores */
export function oneTimeCodeTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'oneTimeCodes'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'oneTimeCodes'], async (stores) => {
      await stores.directory.apply({ put: [org('o1'), withApp, human('o1', 'u2', 'bob')], remove: [] }, 1000)
      await run(stores)
    })

  describe('one-time codes', () => {
    test(
      'finds the sealed secret of a user who has one',
      withUsers(async ({ oneTimeCodes }) => {
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1', failedAttempts: 0 })
        assert.equal(await oneTimeCodes.find('u2'), undefined)
        assert.equal(await oneTimeCodes.find('nobody'), undefined)
      }),
    )

    test(
      'of concurrent attempts that saw the same count, one is counted',
      withUsers(async ({ oneTimeCodes }) => {
        const first = await together(100, (index) => oneTimeCodes.beginAttempt('u1', 0, 2000 + index))
        assert.equal(first.filter(Boolean).length, 1)
        assert.deepEqual(await oneTimeCodes.find('u1'), {
          userId: 'u1',
          sealedSecret: 'sealed-1',
          failedAttempts: 1,
          lastAttemptAt: 2000 + first.indexOf(true),
        })
        const second = await together(100, () => oneTimeCodes.beginAttempt('u1', 1, 3000))
        assert.equal(second.filter(Boolean).length, 1)
        assert.equal((await oneTimeCodes.find('u1'))?.failedAttempts, 2)
        assert.equal(await oneTimeCodes.beginAttempt('u1', 0, 3000), false)
      }),
    )

    test(
      'no attempt is counted for a user without an authenticator app',
      withUsers(async ({ oneTimeCodes }) => {
        for (const userId of ['u2', 'nobody']) {
          for (const seen of [0, 1]) assert.equal(await oneTimeCodes.beginAttempt(userId, seen, 2000), false)
          assert.equal(await oneTimeCodes.accept(userId, 10), false)
        }
      }),
    )

    test(
      'OT-02 accepts each time step once and never an earlier one, from one of 100 concurrent calls',
      withUsers(async ({ oneTimeCodes }) => {
        await oneTimeCodes.beginAttempt('u1', 0, 2000)
        const answers = await together(100, () => oneTimeCodes.accept('u1', 50))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.deepEqual(
          await oneTimeCodes.find('u1'),
          { userId: 'u1', sealedSecret: 'sealed-1', failedAttempts: 0 },
          'no wrong tries any more',
        )
        for (const step of [50, 49, 0]) assert.equal(await oneTimeCodes.accept('u1', step), false)
        const later = await together(20, (index) => oneTimeCodes.accept('u1', 60 - (index % 2)))
        assert.ok([1, 2].includes(later.filter(Boolean).length), 'the earlier step at most before the later one')
        assert.equal(await oneTimeCodes.accept('u1', 60), false)
      }),
    )

    test(
      'a used code does not change the count of failed attempts',
      withUsers(async ({ oneTimeCodes }) => {
        await oneTimeCodes.beginAttempt('u1', 0, 2000)
        await oneTimeCodes.accept('u1', 50)
        await oneTimeCodes.beginAttempt('u1', 0, 3000)
        assert.equal(await oneTimeCodes.accept('u1', 50), false)
        assert.equal((await oneTimeCodes.find('u1'))?.failedAttempts, 1)
      }),
    )

    test(
      'a code is accepted before any attempt was counted',
      withUsers(async ({ oneTimeCodes }) => {
        assert.equal(await oneTimeCodes.accept('u1', 50), true)
        assert.equal(await oneTimeCodes.accept('u1', 50), false)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1', failedAttempts: 0 })
      }),
    )

    test(
      'unlocking a user or replacing the app resets failed attempts, but not the last time step',
      withUsers(async ({ directory, oneTimeCodes }) => {
        const tryOnce = async (): Promise<void> => void (await oneTimeCodes.beginAttempt('u1', 0, 2000))
        await tryOnce()
        await oneTimeCodes.accept('u1', 50)
        await tryOnce()
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 3000)
        assert.equal((await oneTimeCodes.find('u1'))?.failedAttempts, 1, 'an unrelated change forgets nothing')
        await directory.apply({ put: [human('o1', 'u1', 'ada', { state: 'USER_STATE_LOCKED' })], remove: [] }, 3000)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 3000)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1', failedAttempts: 0 })
        await tryOnce()
        await directory.apply({ put: [human('o1', 'u1', 'ada', { secrets: { sealedOtpSecret: 'sealed-2' } })], remove: [] }, 4000)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-2', failedAttempts: 0 })
        assert.equal(await oneTimeCodes.accept('u1', 50), false)
      }),
    )

    test(
      'LG-15 a new user with the identifier of a removed one inherits no attempts and no time step',
      withUsers(async ({ directory, oneTimeCodes }) => {
        await oneTimeCodes.beginAttempt('u1', 0, 2000)
        await oneTimeCodes.accept('u1', 50)
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 3000)
        assert.equal(await oneTimeCodes.find('u1'), undefined)
        await directory.apply({ put: [withApp], remove: [] }, 4000)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1', failedAttempts: 0 })
        assert.equal(await oneTimeCodes.beginAttempt('u1', 0, 5000), true)
        assert.equal(await oneTimeCodes.accept('u1', 10), true)
      }),
    )
  })
}
