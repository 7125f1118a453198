// Recovery codes: each is used once, and new ones end the old, also under concurrency.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Stores } from '@symbolon/core-protocol'
import { neverAfterTheEnd, seen, withPassword } from './ended-meanwhile.ts'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const digests = (name: string): readonly string[] => Array.from({ length: 10 }, (_, index) => `${name}-${index}`)

/** Registers the tests of recovery codes. @param open opens an empty storage with the named stores */
export function recoveryCodeTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'factorDrafts' | 'recoveryCodes'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'factorDrafts', 'recoveryCodes'], async (stores) => {
      await stores.directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob')], remove: [] }, 1000)
      await run(stores)
    })
  async function begin({ factorDrafts }: Pick<Stores, 'factorDrafts'>, userId: string, browser = 'b1'): Promise<void> {
    await factorDrafts.begin({ userId, browser, kind: 'recovery_codes', sealed: `sealed-${browser}`, expiresAt: 5000 }, 1000)
  }
  async function save(stores: Pick<Stores, 'factorDrafts' | 'recoveryCodes'>, userId: string, name: string, browser = 'b1') {
    await begin(stores, userId, browser)
    return await stores.recoveryCodes.replace({ userId, browser, sealed: `sealed-${browser}`, digests: digests(name), seen }, 2000)
  }

  describe('recovery codes', () => {
    test(
      'OT-12 of 50 concurrent uses of one code one succeeds',
      withUsers(async (stores) => {
        const { recoveryCodes } = stores
        assert.equal(await recoveryCodes.find('u1'), undefined)
        assert.equal(await save(stores, 'u1', 'a'), true)
        assert.deepEqual(await recoveryCodes.find('u1'), { left: 10, confirmedAt: 2000 })
        const answers = await together(50, () => recoveryCodes.use('u1', 'a-3'))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.equal((await recoveryCodes.find('u1'))?.left, 9)
        assert.equal(await recoveryCodes.use('u1', 'a-3'), false)
        assert.equal(await recoveryCodes.use('u2', 'a-4'), false, 'the code of another user')
      }),
    )

    test(
      'a snapshot of the directory counts the users who have codes left',
      withUsers(async (stores) => {
        await save(stores, 'u1', 'a')
        const snapshot = await stores.directory.snapshot()
        assert.equal(await snapshot.countWithRecoveryCodes(['u1', 'u2', 'u3']), 1)
        assert.equal(await snapshot.countWithRecoveryCodes(['u2']), 0)
        await snapshot.close()
      }),
    )

    test(
      'OT-12 new codes end the old ones',
      withUsers(async (stores) => {
        const { recoveryCodes } = stores
        await save(stores, 'u1', 'a')
        await save(stores, 'u2', 'a')
        await recoveryCodes.use('u1', 'a-0')
        await save(stores, 'u1', 'b')
        assert.equal((await recoveryCodes.find('u1'))?.left, 10)
        for (const old of digests('a')) assert.equal(await recoveryCodes.use('u1', old), false)
        assert.equal(await recoveryCodes.use('u1', 'b-9'), true)
        assert.equal((await recoveryCodes.find('u2'))?.left, 10)
      }),
    )

    test(
      'concurrent replacements leave the codes of one of them',
      withUsers(async (stores) => {
        const { recoveryCodes } = stores
        for (let index = 0; index < 10; index++) await begin(stores, 'u1', `b${index}`)
        const answers = await together(10, (index) =>
          recoveryCodes.replace(
            { userId: 'u1', browser: `b${index}`, sealed: `sealed-b${index}`, digests: digests(`set${index}`), seen },
            2000,
          ),
        )
        assert.equal(answers.filter(Boolean).length, 10)
        assert.equal((await recoveryCodes.find('u1'))?.left, 10)
      }),
    )

    test(
      'OT-10 a draft takes effect once, for its user and browser, until it ends',
      withUsers(async (stores) => {
        const { recoveryCodes } = stores
        await save(stores, 'u1', 'a')
        const saved = { userId: 'u1', browser: 'b1', sealed: 'sealed-b1', digests: digests('b'), seen }
        assert.equal(await recoveryCodes.replace(saved, 2000), false, 'the draft is used')
        await begin(stores, 'u1')
        for (const other of [{ userId: 'u2' }, { browser: 'b2' }, { sealed: 'other' }])
          assert.equal(await recoveryCodes.replace({ ...saved, ...other }, 2000), false)
        assert.equal(await recoveryCodes.replace(saved, 5000), false, 'the draft has ended')
        assert.equal(await recoveryCodes.use('u1', 'a-1'), true, 'the old codes stay')
        assert.equal(await recoveryCodes.find('u2'), undefined)
        const answers = await together(20, () => recoveryCodes.replace(saved, 2000))
        assert.equal(answers.filter(Boolean).length, 1)
      }),
    )

    test('LG-36 no codes are made after what the user proved was ended', () =>
      withStores(
        open,
        ['directory', 'factorDrafts', 'passwords', 'recoveryCodes'],
        async ({ directory, factorDrafts, passwords, recoveryCodes }) => {
          await directory.apply({ put: [org('o1'), withPassword('u1')], remove: [] }, 1000)
          const replace = async (index: number, proof = seen): Promise<boolean> => {
            await begin({ factorDrafts }, 'u1', `b${index}`)
            const saved = { userId: 'u1', browser: `b${index}`, sealed: `sealed-b${index}`, digests: digests(`set${index}`), seen: proof }
            return await recoveryCodes.replace(saved, 2000)
          }
          await neverAfterTheEnd({ passwords }, replace, true)
          assert.equal(await replace(100), false)
          assert.equal(await replace(101, { createdAt: 999, timesEnded: 1 }), false, 'another user has the id')
          for (const index of [100, 101]) assert.equal(await recoveryCodes.use('u1', `set${index}-0`), false)
          assert.equal(await replace(102, { ...seen, timesEnded: 1 }), true)
        },
      ))

    test(
      'a set whose codes are all used is known, until it is removed',
      withUsers(async (stores) => {
        const { recoveryCodes } = stores
        await save(stores, 'u1', 'a')
        for (const each of digests('a')) assert.equal(await recoveryCodes.use('u1', each), true)
        assert.deepEqual(await recoveryCodes.find('u1'), { left: 0, confirmedAt: 2000 })
        await save(stores, 'u1', 'b')
        await recoveryCodes.remove('u1')
        assert.equal(await recoveryCodes.find('u1'), undefined)
        assert.equal(await recoveryCodes.use('u1', 'b-0'), false)
      }),
    )

    test(
      'LG-15 a new user with the identifier of a removed one inherits no codes',
      withUsers(async (stores) => {
        const { directory, recoveryCodes } = stores
        await save(stores, 'u1', 'a')
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 3000)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [], restores: true }, 4000)
        assert.equal(await recoveryCodes.find('u1'), undefined)
        assert.equal(await recoveryCodes.use('u1', 'a-0'), false)
      }),
    )
  })
}
