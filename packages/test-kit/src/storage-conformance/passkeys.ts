// Passkeys: credential ids are unique over all users, counters only rise, and the last way to sign in is never removed, also under concurrency.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OtherWays, Passkey, PasskeyProof, PasskeyUse, Stores } from '@symbolon/core-protocol'
import { human, link, org, passkeyResource } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** A passkey that signs in alone. */
export function passkey(credentialId: string, userId: string, more: Partial<Passkey> = {}): Passkey {
  return {
    credentialId,
    userId,
    userHandle: `handle-of-${userId}`,
    rpId: 'id.example',
    publicKey: 'pQECAyYgASFYIA',
    algorithm: -7,
    counter: 0,
    transports: ['internal', 'hybrid'],
    aaguid: '00000000-0000-0000-0000-000000000000',
    backupEligible: true,
    backedUp: false,
    uvInitialized: true,
    discoverable: true,
    createdBy: 'user',
    name: 'Passkey',
    createdAt: 1000,
    ...more,
  }
}
const use = (counter: number, more: Partial<PasskeyUse> = {}): PasskeyUse => ({
  counter,
  backedUp: true,
  uvInitialized: false,
  usedAt: 2000,
  ...more,
})
const none: OtherWays = { password: false, externalAccount: false }
const any: OtherWays = { password: true, externalAccount: true }

/** Registers the tests of passkeys. @param open opens an empty storage with the named stores */
export function passkeyTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'passkeys'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'passkeys'], async (stores) => {
      const ada = human('o1', 'u1', 'ada')
      const bob = human('o1', 'u2', 'bob', { secrets: { passwordHash: 'hash' } })
      const cleo = human('o1', 'u3', 'cleo')
      await stores.directory.apply({ put: [org('o1'), ada, bob, cleo, link('o1', 'u3', 'idp', 'cleo')], remove: [] }, 1000)
      await run(stores)
    })

  describe('passkeys', () => {
    test(
      'finds a passkey by its id, and lists those of a user, the oldest first',
      withUsers(async ({ passkeys }) => {
        const { discoverable: _, ...unknown } = passkey('c1', 'u1', { createdAt: 2000, counter: 4_294_967_295, algorithm: -257 })
        const used = passkey('c2', 'u1', { lastUsedAt: 1500, discoverable: false, uvInitialized: false, transports: [], backedUp: true })
        for (const each of [unknown, used, passkey('c3', 'u2')]) assert.equal(await passkeys.insert(each, 10, 'any'), 'inserted')
        assert.deepEqual(await passkeys.find('c1'), unknown)
        assert.deepEqual(await passkeys.list('u1'), [used, unknown])
        assert.equal(await passkeys.find('c4'), undefined)
        assert.deepEqual(await passkeys.list('absent-user'), [])
      }),
    )

    test(
      'WA-19 a credential id belongs to one user: of concurrent registrations one is stored',
      withUsers(async ({ passkeys }) => {
        const outcomes = await together(20, (index) => passkeys.insert(passkey('c1', index % 2 === 0 ? 'u1' : 'u2'), 10, 'any'))
        assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'duplicate').length, 19)
        const owner = outcomes.indexOf('inserted') % 2 === 0 ? 'u1' : 'u2'
        assert.equal((await passkeys.find('c1'))?.userId, owner)
        assert.equal(await passkeys.insert(passkey('c2', 'absent-user'), 10, 'any'), 'no_user')
      }),
    )

    test('a passkey is stored only while the session lives in which it was created', () =>
      withStores(open, ['directory', 'passkeys', 'passwords', 'sessions', 'users'], async (stores) => {
        const { directory, passkeys, passwords, sessions, users } = stores
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
        const session = { authenticatedAt: 1000, factors: [], createdAt: 1000, expiresAt: 5000 }
        await sessions.insert({ ...session, id: 's1', userId: 'u1' }, 'browser', undefined)
        await sessions.insert({ ...session, id: 's2', userId: 'u2' }, 'browser', undefined)
        const seen = await users.find('u1')
        assert.ok(seen !== undefined)
        let count = 0
        const insert = async (proof: Partial<PasskeyProof> = {}): Promise<string> =>
          await passkeys.insert(passkey(`c${count++}`, 'u1'), 20, { sessionId: 's1', seen, now: 2000, ...proof })
        for (const proof of [{ sessionId: 's2' }, { sessionId: 'absent-user' }, { now: 5000 }, { seen: { ...seen, timesEnded: 1 } }])
          assert.equal(await insert(proof), 'session_ended', JSON.stringify(proof))
        assert.deepEqual(await passkeys.list('u1'), [])
        assert.equal(await insert(), 'inserted')
        await passwords.set({ userId: 'u1', hash: 'hash-1', replaces: 'none', seen: 'any', now: 3000 })
        assert.equal(await insert(), 'inserted', 'a first password ends nothing')
        await passwords.set({ userId: 'u1', hash: 'hash-2', replaces: 'any', seen: 'any', now: 3000 })
        assert.equal(await insert(), 'session_ended')
        const current = await users.find('u1')
        assert.ok(current !== undefined)
        assert.equal(await insert({ seen: current }), 'inserted')
        await sessions.remove(['s1'])
        assert.equal(await insert({ seen: current }), 'session_ended')
      }))

    test('a passkey is not stored after its session was removed at the same time', () =>
      withStores(open, ['directory', 'passkeys', 'sessions', 'users'], async ({ directory, passkeys, sessions, users }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        const seen = await users.find('u1')
        assert.ok(seen !== undefined)
        await sessions.insert(
          { id: 's1', userId: 'u1', authenticatedAt: 1000, factors: [], createdAt: 1000, expiresAt: 5000 },
          'browser',
          undefined,
        )
        const proof = { sessionId: 's1', seen, now: 2000 }
        let removed = false
        await together(20, async (index) => {
          if (index === 7) {
            await sessions.remove(['s1'])
            removed = true
            return
          }
          const wasRemoved = removed
          const outcome = await passkeys.insert(passkey(`c${index}`, 'u1'), 50, proof)
          if (wasRemoved) assert.equal(outcome, 'session_ended')
        })
        assert.equal(await passkeys.insert(passkey('late', 'u1'), 50, proof), 'session_ended')
      }))

    test(
      'a user has at most the given number of passkeys, also after concurrent registrations',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('other', 'u2'), 3, 'any')
        const outcomes = await together(20, (index) => passkeys.insert(passkey(`c${index}`, 'u1'), 3, 'any'))
        assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 3)
        assert.equal(outcomes.filter((outcome) => outcome === 'limit_reached').length, 17)
        assert.equal((await passkeys.list('u1')).length, 3)
      }),
    )

    test(
      'WA-06 the counter only rises: of concurrent uses with one counter one is recorded',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1', { counter: 10 }), 10, 'any')
        for (const counter of [0, 5, 10]) assert.equal(await passkeys.recordUse('c1', use(counter), false), false)
        assert.deepEqual(await passkeys.find('c1'), passkey('c1', 'u1', { counter: 10 }), 'nothing changed')
        const recorded = await together(20, (index) => passkeys.recordUse('c1', use(11, { usedAt: 3000 + index }), false))
        assert.equal(recorded.filter(Boolean).length, 1)
        const usedAt = 3000 + recorded.indexOf(true)
        assert.deepEqual(await passkeys.find('c1'), passkey('c1', 'u1', { counter: 11, backedUp: true, lastUsedAt: usedAt }))
        assert.equal(await passkeys.recordUse('absent', use(1), false), false)
        assert.equal(await passkeys.recordUse('absent', use(1), true), false)
      }),
    )

    test(
      'WA-06 a counter that stays 0 is not checked; where any counter is accepted, the stored one still never falls',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        assert.equal(await passkeys.recordUse('c1', use(0), false), true)
        assert.equal((await passkeys.find('c1'))?.lastUsedAt, 2000)
        await together(20, (index) => passkeys.recordUse('c1', use(index), true))
        assert.equal((await passkeys.find('c1'))?.counter, 19)
        assert.equal(await passkeys.recordUse('c1', use(7, { usedAt: 4000, backedUp: false }), true), true)
        const { counter, lastUsedAt, backedUp } = (await passkeys.find('c1')) ?? {}
        assert.deepEqual({ counter, lastUsedAt, backedUp }, { counter: 19, lastUsedAt: 4000, backedUp: false })
      }),
    )

    test(
      'a use that verified the user is remembered, and later uses without verification do not take it back',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1', { uvInitialized: false }), 10, 'any')
        await passkeys.recordUse('c1', use(1), false)
        assert.equal((await passkeys.find('c1'))?.uvInitialized, false)
        await passkeys.recordUse('c1', use(2, { uvInitialized: true }), false)
        await passkeys.recordUse('c1', use(3), false)
        assert.equal((await passkeys.find('c1'))?.uvInitialized, true)
      }),
    )

    test(
      'WA-10 a passkey is renamed and removed by its own user alone',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        assert.equal(await passkeys.rename('u2', 'c1', 'Mine'), false)
        assert.equal(await passkeys.remove('u2', 'c1', any), 'absent')
        assert.deepEqual(await passkeys.find('c1'), passkey('c1', 'u1'))
        assert.equal(await passkeys.rename('u1', 'c1', 'Laptop'), true)
        assert.equal((await passkeys.find('c1'))?.name, 'Laptop')
        assert.equal(await passkeys.remove('u1', 'absent', any), 'absent')
      }),
    )

    test(
      'WA-10 the last way to sign in is not removed',
      withUsers(async ({ passkeys }) => {
        await passkeys.insert(passkey('key', 'u1', { uvInitialized: false, discoverable: false }), 10, 'any')
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        assert.equal(await passkeys.remove('u1', 'c1', any), 'last_way_in', 'a security key alone is not a sign-in method')
        await passkeys.insert(passkey('c2', 'u1', { uvInitialized: false, createdBy: 'conditional' }), 10, 'any')
        assert.equal(await passkeys.remove('u1', 'c1', none), 'removed')
        assert.equal(await passkeys.remove('u1', 'key', none), 'removed', 'a security key is not needed to sign in')
        assert.equal(await passkeys.remove('u1', 'c2', none), 'last_way_in')
        assert.equal((await passkeys.list('u1')).length, 1)
      }),
    )

    test(
      'WA-10 a passkey of another RP ID is not a sign-in method',
      withUsers(async ({ passkeys }) => {
        const here = { ...none, rpId: 'id.example' }
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        await passkeys.insert(passkey('old', 'u1', { rpId: 'old.example' }), 10, 'any')
        assert.equal(await passkeys.remove('u1', 'c1', here), 'last_way_in')
        assert.equal(await passkeys.remove('u1', 'c1', here, ['user']), 'factor_required')
        assert.equal(await passkeys.remove('u1', 'old', here), 'removed')
        assert.equal(await passkeys.remove('u1', 'c1', here), 'last_way_in')
      }),
    )

    test(
      'WA-10 a password or an external account is another way in, where the login offers it',
      withUsers(async ({ passkeys }) => {
        for (const [userId, other] of [
          ['u2', 'password'],
          ['u3', 'externalAccount'],
        ] as const) {
          await passkeys.insert(passkey(`of-${userId}`, userId), 10, 'any')
          assert.equal(await passkeys.remove(userId, `of-${userId}`, { ...any, [other]: false }), 'last_way_in')
          assert.equal(await passkeys.remove(userId, `of-${userId}`, { ...none, [other]: true }), 'removed')
        }
      }),
    )

    test(
      'WA-10 of concurrent removals of the last two passkeys one is refused',
      withUsers(async ({ passkeys }) => {
        for (let round = 0; round < 10; round++) {
          for (const id of ['c1', 'c2']) await passkeys.insert(passkey(id, 'u1'), 10, 'any')
          const outcomes = await together(2, (index) => passkeys.remove('u1', `c${index + 1}`, any))
          assert.deepEqual(outcomes.toSorted(), ['last_way_in', 'removed'])
        }
      }),
    )

    test('AC-03 of the factors that a policy demands, one is left: which passkeys meet which method', () =>
      withStores(open, ['directory', 'oneTimeCodes', 'passkeys'], async ({ directory, oneTimeCodes, passkeys }) => {
        const ada = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash', sealedOtpSecret: 'sealed' } })
        await directory.apply({ put: [org('o1'), ada], remove: [] }, 1000)
        await passkeys.insert(passkey('key', 'u1', { discoverable: false }), 10, 'any')
        assert.equal(await oneTimeCodes.remove('u1', 'sealed', ['otp', 'user']), 'factor_required', 'a key that is not a passkey')
        assert.equal(await passkeys.remove('u1', 'key', any, ['user', 'pop']), 'factor_required')
        assert.equal(await passkeys.remove('u1', 'absent', any, ['user', 'pop']), 'absent')
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        assert.equal(await passkeys.remove('u1', 'c1', any, ['user']), 'factor_required')
        assert.equal(await passkeys.remove('u1', 'c1', any, ['user', 'otp']), 'removed')
        const elsewhere = await oneTimeCodes.remove('u1', 'sealed', ['otp', 'pop'], 'other.example')
        assert.equal(elsewhere, 'factor_required', 'a key of another RP ID')
        assert.equal(await oneTimeCodes.remove('u1', 'sealed', ['otp', 'pop'], passkey('key', 'u1').rpId), 'removed')
        assert.equal(await passkeys.remove('u1', 'key', any, ['pop']), 'factor_required')
        assert.equal(await passkeys.remove('u1', 'key', any), 'removed')
      }))

    test('AC-03 of concurrent removals of the authenticator app and of the last passkey one is refused', () =>
      withStores(open, ['directory', 'oneTimeCodes', 'passkeys'], async ({ directory, oneTimeCodes, passkeys }) => {
        const demanded = ['user', 'otp', 'pop'] as const
        for (let round = 0; round < 20; round++) {
          const ada = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash', sealedOtpSecret: `sealed-${round}` } })
          await directory.apply({ put: [org('o1'), ada], remove: [] }, 1000)
          await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
          const removals = [() => oneTimeCodes.remove('u1', `sealed-${round}`, demanded), () => passkeys.remove('u1', 'c1', any, demanded)]
          const outcomes = await Promise.all((round % 2 === 0 ? removals : removals.toReversed()).map((remove) => remove()))
          assert.deepEqual(outcomes.toSorted(), ['factor_required', 'removed'])
          const left = [await oneTimeCodes.find('u1'), await passkeys.find('c1')].filter((factor) => factor !== undefined)
          assert.equal(left.length, 1)
        }
      }))

    test(
      'one that was removed for good is known until the user registers it again or is removed; a document removes none for good',
      withUsers(async ({ directory, passkeys }) => {
        const removed = async (): Promise<readonly string[]> =>
          (await directory.findRemovedByUsers(['c1', 'c2', 'c3'].map((id) => ({ kind: 'passkey' as const, key: [id] }))))
            .flatMap(({ key }) => key)
            .toSorted()
        for (const id of ['c1', 'c2', 'c3']) await passkeys.insert(passkey(id, 'u1'), 10, 'any')
        assert.deepEqual(await removed(), [])
        for (const id of ['c1', 'c2']) assert.equal(await passkeys.remove('u1', id, { ...none, password: true }), 'removed')
        await directory.apply({ put: [], remove: [{ kind: 'passkey', key: ['c3'] }] }, 2000)
        assert.deepEqual(await removed(), ['c1', 'c2'])
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        assert.deepEqual(await removed(), ['c2'])
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 3000)
        assert.deepEqual(await removed(), [])
      }),
    )

    test(
      'LG-15 a passkey is removed with the user, and not inherited by a new user with the same identifier',
      withUsers(async ({ directory, passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 2000)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [], restores: true }, 3000)
        assert.deepEqual(await passkeys.list('u1'), [])
        assert.equal(await passkeys.find('c1'), undefined)
      }),
    )

    test(
      'an unrelated change of the user keeps the passkeys',
      withUsers(async ({ directory, passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        await directory.apply({ put: [human('o1', 'u1', 'ada', { state: 'USER_STATE_LOCKED' })], remove: [] }, 2000)
        assert.deepEqual(await passkeys.list('u1'), [passkey('c1', 'u1')])
      }),
    )

    test(
      'a passkey of a document is the passkey of its user, and the passkey of a user is one of the directory',
      withUsers(async ({ directory, passkeys }) => {
        await directory.apply({ put: [passkeyResource('o1', 'u1', 'c1')], remove: [] }, 2000)
        const { discoverable: _, ...known } = passkey('c1', 'u1')
        assert.deepEqual(await passkeys.find('c1'), { ...known, discoverable: true })
        await passkeys.insert(passkey('c2', 'u2', { algorithm: -257, counter: 4_294_967_295, backupEligible: false }), 10, 'any')
        const [, second] = await directory.list('passkey', 'o1')
        const { backupEligible: _eligible, ...content } = passkeyResource('o1', 'u2', 'c2', { algorithm: 'RS256' }).content
        assert.deepEqual(second, { kind: 'passkey', key: ['c2'], orgId: 'o1', content: { ...content, signCount: 4_294_967_295 } })
        await directory.apply({ put: [], remove: [{ kind: 'passkey', key: ['c2'] }] }, 3000)
        assert.deepEqual(await passkeys.list('u2'), [])
      }),
    )

    test(
      'a document takes back neither a counter nor a use of a passkey',
      withUsers(async ({ directory, passkeys }) => {
        const resource = passkeyResource('o1', 'u1', 'c1', { uvInitialized: false, signCount: 5 })
        await directory.apply({ put: [resource], remove: [] }, 2000)
        assert.equal(await passkeys.recordUse('c1', use(9, { uvInitialized: true }), false), true)
        await directory.apply({ put: [passkeyResource('o1', 'u1', 'c1', { ...resource.content, name: 'Renamed' })], remove: [] }, 3000)
        const { counter, lastUsedAt, uvInitialized, name } = (await passkeys.find('c1')) ?? {}
        assert.deepEqual([counter, lastUsedAt, uvInitialized, name], [9, 2000, true, 'Renamed'])
      }),
    )

    test(
      'WA-19 a document cannot move the passkey of a user to another user, and may remove it',
      withUsers(async ({ directory, passkeys }) => {
        await passkeys.insert(passkey('c1', 'u1'), 10, 'any')
        const stolen = passkeyResource('o1', 'u2', 'c1')
        const refusals = [{ reason: 'passkey_taken', resource: { kind: 'passkey', key: ['c1'] } }]
        assert.deepEqual(await directory.findTaken({ put: [stolen], remove: [] }), refusals)
        await assert.rejects(directory.apply({ put: [stolen], remove: [] }, 2000), { name: 'DirectoryConflict', refusals })
        assert.equal((await passkeys.find('c1'))?.userId, 'u1')
        await directory.apply({ put: [stolen], remove: [{ kind: 'passkey', key: ['c1'] }] }, 2000)
        assert.equal((await passkeys.find('c1'))?.userId, 'u2')
      }),
    )

    test('a directory without passkeys has none', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [{ kind: 'passkey', key: ['c1'] }] }, 1000)
        assert.deepEqual(await directory.find([{ kind: 'passkey', key: ['c1'] }]), [])
        assert.deepEqual(await directory.list('passkey', 'o1'), [])
        const snapshot = await directory.snapshot()
        assert.deepEqual(await snapshot.page('passkey', 'o1', 10), [])
        await snapshot.close()
      }))
  })
}
