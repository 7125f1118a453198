// Users who remove their own account: nothing of it remains, no later user inherits it, and the last owner of the instance stays.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { human, link, machine, oidcIdp, org, orgMember, project, userGrant } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const owner = (userId: string): Resource => ({ kind: 'instanceMember', key: [userId], content: { userId, roles: ['IAM_OWNER'] } })
const metadata: Resource = {
  kind: 'userMetadata',
  key: ['u1', 'k'],
  orgId: 'o1',
  content: { userId: 'u1', key: 'k', value: 'djE=' },
}

/** Registers the tests of `userAccounts.remove`. @param open opens an empty storage with the named stores */
export function accountRemovalTests(open: OpenFresh): void {
  describe('the removal of an account', () => {
    test('AC-05 removes everything that the person had, and a new person of the same name inherits nothing', () =>
      withStores(
        open,
        [
          'directory',
          'memberships',
          'oneTimeCodes',
          'passkeys',
          'passwords',
          'userAccounts',
          'userGrants',
          'userLinks',
          'userMetadata',
          'users',
        ],
        async (stores) => {
          const secrets = { passwordHash: 'hash', sealedOtpSecret: 'sealed' }
          const ada = human('o1', 'u1', 'ada', { secrets, user: { email: { email: 'ada@mail.test', isEmailVerified: true } } })
          const grant = userGrant('o1', 'u1', 'p1')
          const role: Resource = { kind: 'projectRole', key: ['p1', 'r'], orgId: 'o1', content: { projectId: 'p1', roleKey: 'r' } }
          const others = [
            project('o1', 'p1'),
            role,
            oidcIdp('o1', 'i1'),
            ada,
            human('o1', 'u2', 'bob', { secrets: { passwordHash: 'hash' } }),
            metadata,
            grant,
          ]
          const owned = [link('o1', 'u1', 'i1', 'sub'), orgMember('o1', 'u1'), owner('u1'), owner('u2')]
          await stores.directory.apply({ put: [org('o1'), ...others, ...owned], remove: [] }, 1000)
          await stores.passkeys.insert(passkey('c1', 'u1'), 10, 'any')
          assert.equal((await stores.userGrants.listRoles('u1', ['p1'])).length, 1)

          const outcomes = await together(5, () => stores.userAccounts.remove('u1', 1500))
          assert.deepEqual(outcomes.toSorted(), ['removed', ...Array.from({ length: 4 }, () => 'user_missing')])
          const inherited = async (userId: string): Promise<readonly unknown[]> => [
            await stores.passwords.find(userId),
            await stores.oneTimeCodes.find(userId),
            ...(await stores.passkeys.list(userId)),
            ...(await stores.userLinks.list(userId)),
            ...(await stores.userMetadata.list(userId)),
            ...(await stores.userGrants.listRoles(userId, ['p1'])),
            ...(await stores.memberships.list(userId)),
          ]
          assert.deepEqual(await inherited('u1'), [undefined, undefined])
          assert.equal(await stores.users.find('u1'), undefined)
          assert.equal(await stores.userLinks.find('i1', 'sub'), undefined)

          const account = {
            userId: 'new',
            orgId: 'o1',
            userName: 'ada',
            state: 'active',
            profile: { firstName: 'A', lastName: 'B' },
          } as const
          const email = { address: 'ada@mail.test', verified: true }
          assert.equal((await stores.userAccounts.create({ ...account, email, unique: ['email', 'userName'] }, 2000)).kind, 'done')
          assert.deepEqual(await inherited('new'), [undefined, undefined])
        },
      ))

    test('AC-05 the last active person with IAM_OWNER is not removed', () =>
      withStores(open, ['directory', 'userAccounts', 'users'], async ({ directory, userAccounts, users }) => {
        const people = [human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob'), human('o1', 'off', 'cleo', { state: 'USER_STATE_INACTIVE' })]
        const ofInactiveOrg = [org('o2', 'ORG_STATE_INACTIVE'), human('o2', 'u4', 'dan')]
        const viewer: Resource = { kind: 'instanceMember', key: ['u2'], content: { userId: 'u2', roles: ['IAM_OWNER_VIEWER'] } }
        const members = [owner('u1'), owner('off'), owner('u4'), owner('m1'), owner('gone'), viewer]
        const put = [org('o1'), ...people, ...ofInactiveOrg, machine('o1', 'm1', 'robot'), ...members]
        await directory.apply({ put, remove: [] }, 1000)
        assert.equal(await userAccounts.remove('u1', 1500), 'last_owner')
        assert.equal((await users.find('u1'))?.state, 'active')
        for (const userId of ['m1', 'absent-user']) assert.equal(await userAccounts.remove(userId, 1500), 'user_missing')
        assert.equal(await userAccounts.remove('u2', 1500), 'removed', 'a user who is not an owner is removed')
        assert.equal(await userAccounts.remove('u1', 1500), 'last_owner')
      }))

    test('AC-05 of the last owners who are removed at once, one stays', () =>
      withStores(open, ['directory', 'memberships', 'userAccounts'], async ({ directory, memberships, userAccounts }) => {
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        let kept = ''
        for (let round = 0; round < 10; round++) {
          const ids = Array.from({ length: 4 }, (_, index) => `u${round}-${index}`)
          const put = ids.flatMap((id) => [human('o1', id, id), owner(id)])
          await directory.apply({ put, remove: [{ kind: 'humanUser', key: [kept] }] }, 1000)
          const outcomes = await together(4, (index) => userAccounts.remove(ids[index] ?? '', 1500))
          assert.equal(outcomes.filter((outcome) => outcome === 'last_owner').length, 1, JSON.stringify(outcomes))
          kept = ids[outcomes.indexOf('last_owner')] ?? ''
          assert.equal((await memberships.list(kept)).length, 1)
        }
      }))
  })
}
