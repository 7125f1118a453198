// Failed attempts to sign in: each is counted once, also under concurrency.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignInAttempt, SignInAttempts, SignInAttemptStore } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

type Method = SignInAttempt['method']

const attempt = (
  key: string,
  seen: SignInAttempts | undefined,
  at: number,
  userId?: string,
  method: Method = 'password',
): SignInAttempt => ({
  key,
  method,
  seen,
  ...(userId === undefined ? {} : { userId }),
  failedAttempts: (seen?.failedAttempts ?? 0) + 1,
  lastAttemptAt: at,
  expiresAt: at + 1000,
})

async function count(store: SignInAttemptStore, key: string, times: number, userId?: string, method?: Method): Promise<void> {
  for (let at = 1; at <= times; at++) assert.equal(await store.begin([attempt(key, await store.find(key), 100 * at, userId, method)]), true)
}

/** Registers the tests of sign-in attempts. @param open opens an empty storage with the named stores */
export function signInAttemptTests(open: OpenFresh): void {
  describe('sign-in attempts', () => {
    test('of concurrent attempts that saw the same count, one is counted', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        assert.equal(await signInAttempts.find('k'), undefined)
        const first = await together(100, (index) => signInAttempts.begin([attempt('k', undefined, 2000 + index)]))
        assert.equal(first.filter(Boolean).length, 1)
        const seen = { failedAttempts: 1, lastAttemptAt: 2000 + first.indexOf(true) }
        assert.deepEqual(await signInAttempts.find('k'), seen)
        const second = await together(100, (index) => signInAttempts.begin([attempt('k', seen, 3000 + index)]))
        assert.equal(second.filter(Boolean).length, 1)
        assert.equal((await signInAttempts.find('k'))?.failedAttempts, 2)
        assert.equal(await signInAttempts.begin([attempt('k', seen, 4000)]), false)
      }))

    test('an attempt under several keys is counted under all of them or none', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        await count(signInAttempts, 'b', 1)
        assert.equal(await signInAttempts.begin([attempt('a', undefined, 2000), attempt('b', undefined, 2000)]), false)
        assert.equal(await signInAttempts.find('a'), undefined)
        const seen = await signInAttempts.find('b')
        const answers = await together(20, (index) =>
          signInAttempts.begin([attempt('a', undefined, 3000 + index), attempt('b', seen, 3000 + index)]),
        )
        assert.equal(answers.filter(Boolean).length, 1)
        assert.equal((await signInAttempts.find('a'))?.failedAttempts, 1)
        assert.equal((await signInAttempts.find('b'))?.failedAttempts, 2)
      }))

    test('a new count replaces the old one', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        await count(signInAttempts, 'k', 7)
        const seen = await signInAttempts.find('k')
        assert.equal(await signInAttempts.begin([{ ...attempt('k', seen, 9000), failedAttempts: 1 }]), true)
        assert.deepEqual(await signInAttempts.find('k'), { failedAttempts: 1, lastAttemptAt: 9000 })
      }))

    test('withdrawing an attempt keeps those before and after it', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        const only = attempt('k', undefined, 1000)
        await signInAttempts.begin([only])
        await signInAttempts.settle([only], [])
        assert.equal(await signInAttempts.find('k'), undefined)
        await signInAttempts.settle([only], [])
        assert.equal(await signInAttempts.find('k'), undefined)

        await count(signInAttempts, 'k', 3)
        const before = await signInAttempts.find('k')
        const own = attempt('k', before, 5000)
        await signInAttempts.begin([own])
        await signInAttempts.settle([own], [])
        assert.deepEqual(await signInAttempts.find('k'), before)
        await signInAttempts.begin([own])
        await signInAttempts.begin([attempt('k', { failedAttempts: 4, lastAttemptAt: 5000 }, 6000)])
        await signInAttempts.settle([own], [])
        assert.deepEqual(await signInAttempts.find('k'), { failedAttempts: 4, lastAttemptAt: 6000 })
      }))

    test('settle withdraws attempts and clears keys in one step', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        for (const key of ['a', 'b']) await count(signInAttempts, key, 2)
        const before = await signInAttempts.find('a')
        const own = attempt('a', before, 5000)
        await signInAttempts.begin([own])
        await signInAttempts.settle([own], ['b', 'never'])
        assert.deepEqual(await signInAttempts.find('a'), before)
        assert.equal(await signInAttempts.find('b'), undefined)
      }))

    test('clears a key, and removes expired rows', () =>
      withStores(open, ['signInAttempts'], async ({ signInAttempts }) => {
        for (const key of ['a', 'b', 'c']) await count(signInAttempts, key, key === 'c' ? 2 : 1)
        await signInAttempts.settle([], ['a'])
        assert.equal(await signInAttempts.find('a'), undefined)
        assert.equal(await signInAttempts.deleteExpired(1099, 10), 0)
        assert.equal(await signInAttempts.deleteExpired(1100, 10), 1)
        assert.equal(await signInAttempts.find('b'), undefined)
        assert.equal((await signInAttempts.find('c'))?.failedAttempts, 2)
      }))

    test('a new password or unlocking clears the attempts of the user alone', () =>
      withStores(open, ['directory', 'signInAttempts'], async ({ directory, signInAttempts }) => {
        const withPassword = (passwordHash: string) => human('o1', 'u1', 'ada', { secrets: { passwordHash } })
        await directory.apply({ put: [org('o1'), withPassword('hash-1'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
        const again = async (): Promise<void> => await count(signInAttempts, 'u1', 1, 'u1')
        await count(signInAttempts, 'u2', 1, 'u2')
        await count(signInAttempts, 'absent-user', 1)
        await again()
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 2000)
        assert.equal((await signInAttempts.find('u1'))?.failedAttempts, 1, 'an unrelated change forgets nothing')
        await directory.apply({ put: [withPassword('hash-2')], remove: [] }, 3000)
        assert.equal(await signInAttempts.find('u1'), undefined)
        await again()
        await directory.apply({ put: [human('o1', 'u1', 'ada', { state: 'USER_STATE_LOCKED' })], remove: [] }, 4000)
        assert.equal((await signInAttempts.find('u1'))?.failedAttempts, 1)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 5000)
        assert.equal(await signInAttempts.find('u1'), undefined)
        for (const key of ['u2', 'absent-user']) assert.equal((await signInAttempts.find(key))?.failedAttempts, 1)
      }))

    test('PW-07 attempts to guess a code outlive a new password, and end with a new app or unlocking', () =>
      withStores(open, ['directory', 'signInAttempts'], async ({ directory, signInAttempts }) => {
        const put = async (members: Parameters<typeof human>[3]): Promise<void> =>
          await directory.apply({ put: [human('o1', 'u1', 'ada', members)], remove: [] }, 2000)
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        await put({ secrets: { passwordHash: 'hash-1', sealedOtpSecret: 'sealed-1' } })
        const again = async (): Promise<void> => {
          await signInAttempts.settle([], ['password', 'code'])
          await count(signInAttempts, 'password', 1, 'u1')
          await count(signInAttempts, 'code', 1, 'u1', 'code')
        }
        const left = async (): Promise<readonly boolean[]> =>
          await Promise.all(['password', 'code'].map(async (key) => (await signInAttempts.find(key)) !== undefined))
        await again()
        await put({ secrets: { passwordHash: 'hash-2' } })
        assert.deepEqual(await left(), [false, true])
        await again()
        await put({ secrets: { sealedOtpSecret: 'sealed-2' } })
        assert.deepEqual(await left(), [true, false])
        await again()
        await put({ state: 'USER_STATE_LOCKED' })
        assert.deepEqual(await left(), [true, true])
        await put({})
        assert.deepEqual(await left(), [false, false])
      }))

    test('LG-15 a new user with the identifier of a removed one inherits no attempts', () =>
      withStores(open, ['directory', 'signInAttempts'], async ({ directory, signInAttempts }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        await count(signInAttempts, 'code', 3, 'u1', 'code')
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 2000)
        assert.equal(await signInAttempts.find('code'), undefined)
      }))
  })
}
