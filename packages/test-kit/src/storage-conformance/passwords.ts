// Password hashes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NewPassword, Resource, User } from '@symbolon/core-protocol'
import { seen as asCreated } from './ended-meanwhile.ts'
import { human, machine, org, reference } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const withHash = { secrets: { passwordHash: 'hash-1', passwordSource: 'source-1' } }
const user = human('o1', 'u1', 'ada', withHash)

const locked: Resource = { ...user, content: { ...user.content, state: 'USER_STATE_LOCKED' } }
/** A document that says nothing of the password. */
const { secrets: _, ...lockedOnly } = locked

/** Registers the tests of the store `passwords`. @param open opens an empty storage with the named stores */
export function passwordTests(open: OpenFresh): void {
  describe('passwords', () => {
    test('finds the hash of a user who has one', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), user, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', changedAt: 1000 })
        for (const userId of ['u2', 'absent-user', '']) assert.equal(await passwords.find(userId), undefined)
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

    test('knows since when a password is in use: a rehash and a repeated document do not count as a change', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        const changedAt = async (): Promise<number | undefined> => (await passwords.find('u1'))?.changedAt
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        await directory.apply({ put: [user], remove: [] }, 2000)
        assert.equal(await changedAt(), 1000)
        await passwords.replaceHash('u1', 'hash-1', 'hash-1 rehashed')
        assert.equal(await changedAt(), 1000)
        await directory.apply({ put: [user], remove: [] }, 3000)
        assert.equal(await changedAt(), 3000)
        await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: 'any', seen: 'any', now: 4000 })
        assert.equal(await changedAt(), 4000)
      }))

    test('sets a password only if the stored one is what the caller saw', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), user, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        const set = async (userId: string, hash: string, replaces: NewPassword['replaces']): Promise<string | undefined> =>
          (await passwords.set({ userId, hash, replaces, seen: 'any', now: 2000 }))?.id
        assert.equal(await set('u1', 'new', { hash: 'hash-0' }), undefined)
        assert.equal(await set('u1', 'new', 'none'), undefined)
        assert.equal(await set('u2', 'new', { hash: 'hash-1' }), undefined)
        assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', changedAt: 1000 })
        assert.equal(await passwords.find('u2'), undefined)
        assert.equal(await set('u1', 'hash-2', { hash: 'hash-1' }), 'u1')
        assert.equal(await set('u1', 'hash-3', 'any'), 'u1')
        assert.equal(await set('u2', 'hash-4', 'none'), 'u2')
        assert.equal((await passwords.find('u1'))?.hash, 'hash-3')
        assert.deepEqual(await passwords.find('u2'), { userId: 'u2', hash: 'hash-4', changedAt: 2000 })
      }))

    test('a password that removes the factors removes all factors of its user at once, and no others', () =>
      withStores(
        open,
        ['directory', 'factorDrafts', 'oneTimeCodes', 'passkeys', 'passwords', 'recoveryCodes', 'users'],
        async ({ directory, factorDrafts, oneTimeCodes, passkeys, passwords, recoveryCodes, users }) => {
          const people = ['u1', 'u2', 'u3'].map((id) =>
            human('o1', id, id, { secrets: { ...(id === 'u3' ? {} : { passwordHash: 'hash-1' }), sealedOtpSecret: `sealed-${id}` } }),
          )
          await directory.apply({ put: [org('o1'), ...people], remove: [] }, 1000)
          const draft = (userId: string, kind: 'otp' | 'recovery_codes') => ({
            userId,
            browser: 'b1',
            kind,
            sealed: 'draft',
            expiresAt: 5000,
          })
          for (const userId of ['u1', 'u2', 'u3']) {
            await passkeys.insert(passkey(`key-${userId}`, userId), 10, 'any')
            await factorDrafts.begin(draft(userId, 'recovery_codes'), 1000)
            await recoveryCodes.replace({ userId, browser: 'b1', sealed: 'draft', digests: ['a', 'b'], seen: asCreated }, 2000)
            await factorDrafts.begin(draft(userId, 'otp'), 1000)
          }
          const left = async (userId: string): Promise<readonly unknown[]> => [
            (await users.find(userId))?.secondFactors.length,
            (await oneTimeCodes.find(userId)) !== undefined,
            (await passkeys.list(userId)).length,
            (await recoveryCodes.find(userId))?.left,
            (await factorDrafts.find(draft(userId, 'otp'), 2000)) !== undefined,
          ]
          const all = [1, true, 1, 2, true]
          const none = [0, false, 0, undefined, false]
          const set = async (userId: string, replaces: NewPassword['replaces'], hash: string): Promise<boolean> =>
            (await passwords.set({ userId, hash, replaces, seen: 'any', removesFactors: true, now: 2000 })) !== undefined
          assert.equal(await set('u1', { hash: 'outdated' }, 'new'), false)
          assert.deepEqual(await left('u1'), all, 'a password that is refused removes nothing')
          const answers = await together(20, (index) => set('u1', { hash: 'hash-1' }, `new-${index}`))
          assert.equal(answers.filter(Boolean).length, 1)
          assert.deepEqual(await left('u1'), none)
          assert.equal(await recoveryCodes.use('u1', 'a'), false)
          assert.deepEqual(await left('u2'), all)
          // Otherwise what a lost passkey opened would live on.
          assert.equal(await set('u3', 'none', 'first'), true)
          assert.deepEqual([...(await left('u3')), (await users.find('u3'))?.timesEnded], [...none, 1])
          assert.equal((await passwords.set({ userId: 'u2', hash: 'new', replaces: 'any', seen: 'any', now: 2000 }))?.id, 'u2')
          assert.deepEqual(await left('u2'), all, 'without it they stay')
        },
      ))

    test('a password removes the factors also where no other store of them is open', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply(
          { put: [org('o1'), { ...user, secrets: { ...withHash.secrets, sealedOtpSecret: 'sealed' } }], remove: [] },
          1000,
        )
        assert.deepEqual((await users.find('u1'))?.secondFactors, ['otp'])
        await passwords.set({ userId: 'u1', hash: 'new', replaces: 'any', seen: 'any', removesFactors: true, now: 2000 })
        assert.deepEqual((await users.find('u1'))?.secondFactors, [])
      }))

    test('a password forgets the known browsers of its user where the caller requests it, and no others', () =>
      withStores(open, ['directory', 'knownBrowsers', 'passwords', 'users'], async ({ directory, knownBrowsers, passwords }) => {
        await directory.apply({ put: [org('o1'), user, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        for (const [userId, browser] of [
          ['u1', 'b1'],
          ['u1', 'b2'],
          ['u2', 'b1'],
        ] as const)
          await knownBrowsers.remember({ userId, id: browser, browser, previous: undefined, usedAt: 1000, expiresAt: 9000 }, 10)
        const known = async (): Promise<readonly (string | undefined)[]> =>
          await Promise.all([
            knownBrowsers.find('u1', 'b1', 2000),
            knownBrowsers.find('u1', 'b2', 2000),
            knownBrowsers.find('u2', 'b1', 2000),
          ])
        const set = async (hash: string, replaces: NewPassword['replaces'], forgetsBrowsers: boolean): Promise<boolean> =>
          (await passwords.set({ userId: 'u1', hash, replaces, seen: 'any', forgetsBrowsers, now: 2000 })) !== undefined
        assert.equal(await set('new', 'any', false), true)
        assert.equal(await set('newer', { hash: 'outdated' }, true), false)
        assert.deepEqual(await known(), ['b1', 'b2', 'b1'])
        assert.equal(await set('newest', 'any', true), true)
        assert.deepEqual(await known(), [undefined, undefined, 'b1'])
      }))

    test('sets no password of a service user or of an absent user', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), machine('o1', 'robot', 'robot')], remove: [] }, 1000)
        for (const userId of ['robot', 'absent-user', '']) {
          assert.equal(await passwords.set({ userId, hash: 'new', replaces: 'any', seen: 'any', now: 2000 }), undefined)
          assert.equal(await passwords.find(userId), undefined)
        }
      }))

    test('of concurrent calls that saw the same password, or none, one sets its own', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply({ put: [org('o1'), user, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        for (const [userId, replaces] of [
          ['u1', { hash: 'hash-1' }],
          ['u2', 'none'],
        ] as const) {
          const answers = await together(50, (index) => passwords.set({ userId, hash: `new-${index}`, replaces, seen: 'any', now: 2000 }))
          const first = answers.findIndex((answer) => answer !== undefined)
          assert.equal(answers.filter((answer) => answer !== undefined).length, 1)
          assert.equal((await passwords.find(userId))?.hash, `new-${first}`)
          assert.equal((await users.find(userId))?.timesEnded, userId === 'u1' ? 1 : 0)
        }
      }))

    test('sets nothing once everything of the user was ended since the proof, or the id belongs to another user', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        const seen = await users.find('u1')
        assert.ok(seen !== undefined)
        const set = async (hash: string): Promise<number | undefined> =>
          (await passwords.set({ userId: 'u1', hash, replaces: 'any', seen, now: 2000 }))?.timesEnded
        await directory.apply({ put: [locked], remove: [] }, 1100)
        assert.equal(await set('hash-2'), undefined)
        await directory.apply({ put: [user], remove: [] }, 1200)
        assert.equal(await set('hash-2'), undefined, 'nor after the lock')
        await directory.apply({ put: [], remove: [reference(user)] }, 1300)
        await directory.apply({ put: [user], remove: [], restores: true }, 1400)
        assert.equal(await set('hash-2'), undefined, 'another user')
        assert.equal((await passwords.find('u1'))?.hash, 'hash-1')
        const now = await users.find('u1')
        assert.ok(now !== undefined)
        assert.equal((await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: 'any', seen: now, now: 2000 }))?.id, 'u1')
      }))

    test('of concurrent passwords and a lock by an administrator, no password is set after the lock, and one at most before it', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        for (let round = 0; round < 5; round++) {
          const [seen, before] = await Promise.all([users.find('u1'), passwords.find('u1')])
          assert.ok(seen !== undefined)
          const set = async (index: number): Promise<number | undefined> =>
            (await passwords.set({ userId: 'u1', hash: `new-${round}-${index}`, replaces: 'any', seen, now: 2000 }))?.timesEnded
          const answers = await together(10, async (index) => {
            if (index !== round * 2) return await set(index)
            await directory.apply({ put: [lockedOnly], remove: [] }, 2000)
            return undefined
          })
          const winner = answers.findIndex((answer) => answer !== undefined)
          assert.ok(answers.filter((answer) => answer !== undefined).length <= 1)
          assert.equal((await passwords.find('u1'))?.hash, winner === -1 ? before?.hash : `new-${round}-${winner}`)
          assert.equal((await users.find('u1'))?.timesEnded, seen.timesEnded + (winner === -1 ? 1 : 2))
          await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [] }, 2000)
        }
      }))

    test('a password that is set wins over a rehash of the old one at the same time', () =>
      withStores(open, ['directory', 'passwords'], async ({ directory, passwords }) => {
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        await together(20, async (index) => {
          if (index === 10) await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: 'any', seen: 'any', now: 2000 })
          else await passwords.replaceHash('u1', 'hash-1', 'hash-1')
        })
        assert.equal((await passwords.find('u1'))?.hash, 'hash-2')
      }))

    test('a new password ends what the old one opened, and a first one ends nothing', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
        const set = async (hash: string): Promise<number | undefined> =>
          (await passwords.set({ userId: 'u1', hash, replaces: 'any', seen: 'any', now: 2000 }))?.timesEnded
        assert.equal(await set('hash-1'), 0)
        assert.equal(await set('hash-2'), 1)
        assert.equal((await users.find('u1'))?.timesEnded, 1)
        assert.equal((await users.find('u2'))?.timesEnded, 0)
      }))

    test('sets the password of a user whose organization was switched off and on again before', () =>
      withStores(open, ['directory', 'passwords', 'users'], async ({ directory, passwords, users }) => {
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        await directory.apply({ put: [org('o1', 'ORG_STATE_INACTIVE')], remove: [] }, 2000)
        const before = await users.find('u1')
        await directory.apply({ put: [org('o1')], remove: [] }, 3000)
        const seen = await users.find('u1')
        assert.ok(before !== undefined && seen !== undefined)
        const set = async (user: User): Promise<User | undefined> =>
          await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: { hash: 'hash-1' }, seen: user, now: 4000 })
        assert.equal(await set(before), undefined, 'a proof from before is worth nothing')
        assert.notEqual(await set(seen), undefined)
      }))

    test('a new password fulfils the demand for one, and forgets failed attempts of this user', () =>
      withStores(open, ['directory', 'passwords', 'signInAttempts', 'users'], async ({ directory, passwords, signInAttempts, users }) => {
        const demanded = human('o1', 'u1', 'ada', { user: { passwordChangeRequired: true, nickName: 'A' }, ...withHash })
        await directory.apply({ put: [org('o1'), demanded, human('o1', 'u2', 'bob')], remove: [] }, 1000)
        for (const userId of ['u1', 'u2']) {
          const count = { failedAttempts: 1, lastAttemptAt: 1000, expiresAt: 9000 }
          const attempt = { key: userId, userId, method: 'password' as const, seen: undefined, ...count }
          assert.ok(await signInAttempts.begin([attempt]))
        }
        const before = await users.find('u1')
        assert.equal(before?.passwordChangeRequired, true)
        const after = await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: { hash: 'hash-1' }, seen: 'any', now: 2000 })
        const { passwordChangeRequired: _, ...others } = before
        assert.deepEqual(after, { ...others, timesEnded: 1, updatedAt: 2000 })
        assert.deepEqual(await users.find('u1'), after)
        assert.equal(await signInAttempts.find('u1'), undefined)
        assert.notEqual(await signInAttempts.find('u2'), undefined)
        const [stored] = await directory.find([reference(user)])
        assert.deepEqual(stored?.content, human('o1', 'u1', 'ada', { user: { nickName: 'A' } }).content)
        const secrets = { passwordHash: 'hash-2', passwordSource: 'source-1' }
        assert.deepEqual(
          stored?.secrets,
          { ...secrets, replacedPasswordHash: 'hash-1' },
          'distinguishes a repeated document from a new one',
        )
        await passwords.set({ userId: 'u1', hash: 'hash-3', replaces: 'any', seen: 'any', now: 3000 })
        assert.equal((await directory.find([reference(user)]))[0]?.secrets?.replacedPasswordHash, 'hash-1')
        await directory.apply(
          { put: [human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash-4', passwordSource: 'source-4' } })], remove: [] },
          4000,
        )
        assert.equal((await directory.find([reference(user)]))[0]?.secrets?.replacedPasswordHash, undefined)
      }))
  })
}
