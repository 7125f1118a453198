// The first passkey of an invited person, in place of the first password.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccountOutcome, User } from '@symbolon/core-protocol'
import { human, org } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const ada = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash-1' } })

const refused = (reason: string): unknown => ({ kind: 'refused', reason })

function userOf(outcome: AccountOutcome): User {
  if (outcome.kind !== 'done') assert.fail(`The change was refused: ${outcome.reason}`)
  return outcome.user
}

/** Registers the tests of first passkeys in the store `userAccounts`. @param open opens an empty storage with the named stores */
export function firstPasskeyTests(open: OpenFresh): void {
  describe('first passkeys', () => {
    test('a first passkey is stored together with the change, or nothing is: it ends what was issued before', () =>
      withStores(open, ['directory', 'passkeys', 'userAccounts', 'users'], async ({ directory, passkeys, userAccounts, users }) => {
        const eve = human('o1', 'u3', 'eve', { state: 'USER_STATE_INITIAL', user: { email: { email: 'eve@mail.test' } } })
        await directory.apply({ put: [org('o1'), ada, eve, human('o1', 'u4', 'mia'), human('o1', 'u5', 'zoe')], remove: [] }, 1000)
        const { userId: _, ...first } = passkey('c1', '')
        const email = { address: 'eve@mail.test', verified: true }
        const outcome = await userAccounts.change('u3', {}, { state: 'active', email, firstPasskey: first }, 2000)
        assert.equal(userOf(outcome).state, 'active')
        assert.deepEqual(userOf(outcome).email, email)
        assert.ok(userOf(outcome).timesEnded > 0)
        assert.deepEqual(await passkeys.list('u3'), [{ ...first, userId: 'u3' }])
        const active = userOf(await userAccounts.change('u4', {}, { firstPasskey: { ...first, credentialId: 'c4' } }, 2000))
        assert.equal(active.timesEnded, 1, 'of an active person too')
        const second = { ...first, credentialId: 'c2' }
        for (const userId of ['u1', 'u3'])
          assert.deepEqual(
            await userAccounts.change(userId, {}, { profile: { lastName: 'Other' }, firstPasskey: second }, 3000),
            refused('changed'),
            userId,
          )
        assert.deepEqual(
          await userAccounts.change('u5', {}, { profile: { lastName: 'Other' }, firstPasskey: first }, 3000),
          refused('passkey_taken'),
        )
        const zoe = await users.find('u5')
        assert.deepEqual([zoe?.lastName === 'Other', zoe?.timesEnded, await passkeys.list('u5')], [false, 0, []])
        assert.equal(await passkeys.find('c2'), undefined)
      }))

    test('RG-04 of first passwords and first passkeys that are set at the same time one is stored', () =>
      withStores(open, ['directory', 'passkeys', 'passwords', 'userAccounts', 'users'], async (stores) => {
        const { directory, passkeys, passwords, userAccounts, users } = stores
        const eve = human('o1', 'u3', 'eve', { state: 'USER_STATE_INITIAL' })
        const { userId: _, ...first } = passkey('c1', '')
        for (let round = 0; round < 5; round++) {
          await directory.apply({ put: [org('o1')], remove: [{ kind: 'humanUser', key: ['u3'] }] }, 1000)
          await directory.apply({ put: [eve], remove: [], restores: true }, 1000)
          const seen = await users.find('u3')
          assert.ok(seen !== undefined)
          const stored = await together(20, async (index) => {
            const firstPasskey = { ...first, credentialId: `c${round} ${index}` }
            return index % 2 === 0
              ? (await userAccounts.change('u3', { timesEnded: seen.timesEnded }, { state: 'active', firstPasskey }, 2000)).kind === 'done'
              : (await passwords.set({ userId: 'u3', hash: `hash-${index}`, replaces: 'none', seen, now: 2000 })) !== undefined
          })
          assert.equal(stored.filter(Boolean).length, 1)
          const hasPassword = (await passwords.find('u3')) !== undefined
          assert.equal((await passkeys.list('u3')).length + (hasPassword ? 1 : 0), 1)
        }
      }))
  })
}
