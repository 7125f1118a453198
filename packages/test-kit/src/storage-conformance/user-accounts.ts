// What people write to their own record.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccountOutcome, NewUserAccount, Resource, Stores, User } from '@symbolon/core-protocol'
import { neverAfterTheEnd, seen, withPassword } from './ended-meanwhile.ts'
import { domain, findAsPut, human, link, machine, org } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = ['directory', 'oneTimeCodes', 'passwords', 'userAccounts', 'users'] as const
type Accounts = Pick<Stores, (typeof names)[number]>

const ada = human('o1', 'u1', 'ada', {
  user: {
    email: { email: 'ada@old.test', isEmailVerified: true },
    phone: { phone: '+441' },
    passwordChangeRequired: true,
    profile: { firstName: 'Ada', lastName: 'Byron', nickName: 'A', gender: 'GENDER_FEMALE' },
  },
  secrets: { passwordHash: 'hash-1', passwordSource: 'source-1', sealedOtpSecret: 'sealed-1' },
})
const bob = human('o1', 'u2', 'bob', { user: { email: { email: 'Bob@mail.test' }, phone: { phone: '+442' } } })
const account: NewUserAccount = {
  userId: 'new',
  orgId: 'o1',
  userName: 'carol',
  state: 'active',
  profile: { firstName: 'Carol', lastName: 'Shaw' },
}

const refused = (reason: string): unknown => ({ kind: 'refused', reason })

function userOf(outcome: AccountOutcome): User {
  if (outcome.kind !== 'done') assert.fail(`The change was refused: ${outcome.reason}`)
  return outcome.user
}

/** Registers the tests of the store `userAccounts`. @param open opens an empty storage with the named stores */
export function userAccountTests(open: OpenFresh): void {
  const withAccounts =
    (run: (stores: Accounts) => Promise<void>, ...more: readonly Resource[]) =>
    (): Promise<void> =>
      withStores(open, names, async (stores) => {
        await stores.directory.apply({ put: [org('o1'), domain('o1', 'acme.test'), org('o2'), ada, bob, ...more], remove: [] }, 1000)
        await run(stores)
      })

  describe('user accounts', () => {
    test(
      'a change replaces what it names and nothing else',
      withAccounts(async ({ directory, oneTimeCodes, passwords, userAccounts, users }) => {
        const before = await users.find('u1')
        assert.ok(before !== undefined)
        const outcome = await userAccounts.change(
          'u1',
          { email: before.email, phone: before.phone, userName: 'ada', firstName: 'Ada', timesEnded: 0, state: 'active' },
          {
            userName: 'Lovelace',
            profile: { lastName: 'King', nickName: null, preferredLanguage: 'de' },
            email: { address: 'ada@new.test', verified: true },
            phone: { number: '+449', verified: true },
          },
          2000,
        )
        const { nickName: _, ...kept } = before
        const expected = {
          ...kept,
          userName: 'Lovelace',
          loginName: 'Lovelace@acme.test',
          lastName: 'King',
          displayName: 'Ada King',
          preferredLanguage: 'de',
          email: { address: 'ada@new.test', verified: true },
          phone: { number: '+449', verified: true },
          updatedAt: 2000,
        }
        assert.deepEqual(userOf(outcome), expected)
        assert.deepEqual(await users.find('u1'), expected)
        for (const name of ['lovelace@acme.test', 'ada@new.test', '+449'])
          assert.deepEqual(
            (await users.findByLoginName(name)).map(({ user }) => user.id),
            ['u1'],
            name,
          )
        for (const name of ['ada', 'ada@old.test', '+441']) assert.deepEqual(await users.findByLoginName(name), [], name)
        assert.deepEqual(await passwords.find('u1'), { userId: 'u1', hash: 'hash-1', changedAt: 1000 })
        assert.equal((await oneTimeCodes.find('u1'))?.sealedSecret, 'sealed-1')
        const [stored] = await directory.find([{ kind: 'humanUser', key: ['u1'] }])
        assert.deepEqual(stored?.content, {
          userId: 'u1',
          user: {
            userName: 'Lovelace',
            profile: { firstName: 'Ada', lastName: 'King', gender: 'GENDER_FEMALE', preferredLanguage: 'de' },
            email: { email: 'ada@new.test', isEmailVerified: true },
            phone: { phone: '+449', isPhoneVerified: true },
            passwordChangeRequired: true,
          },
        })
      }),
    )

    test(
      'a phone number can be removed, and an address can be unverified',
      withAccounts(async ({ userAccounts }) => {
        const user = userOf(await userAccounts.change('u1', {}, { phone: null, email: { address: 'ada@new.test', verified: false } }, 2000))
        assert.equal(user.phone, undefined)
        assert.deepEqual(user.email, { address: 'ada@new.test', verified: false })
      }),
    )

    test(
      'nothing is changed when the user is not what the caller saw',
      withAccounts(async ({ userAccounts, users }) => {
        const before = await users.find('u1')
        for (const seen of [
          { email: { address: 'ada@old.test', verified: false } },
          { email: undefined },
          { phone: { number: '+442', verified: false } },
          { userName: 'Ada' },
          { nickName: undefined },
          { state: 'initial' },
          { timesEnded: 1 },
          { createdAt: 999 },
        ] as const)
          assert.deepEqual(await userAccounts.change('u1', seen, { userName: 'other' }, 2000), refused('changed'), JSON.stringify(seen))
        assert.deepEqual(await users.find('u1'), before)
        for (const userId of ['absent-user', '']) assert.deepEqual(await userAccounts.change(userId, {}, {}, 2000), refused('user_missing'))
      }),
    )

    test('LG-36 nothing is changed after what the user proved was ended', () =>
      withStores(open, ['directory', 'passwords', 'userAccounts', 'users'], async ({ directory, passwords, userAccounts, users }) => {
        await directory.apply({ put: [org('o1'), withPassword('u1')], remove: [] }, 1000)
        const change = async (index: number, proof = seen): Promise<string> =>
          (await userAccounts.change('u1', proof, { email: { address: `ada@${index}.test`, verified: true } }, 2000)).kind
        await neverAfterTheEnd({ passwords }, change, 'done')
        const before = await users.find('u1')
        assert.equal(await change(100), 'refused')
        assert.deepEqual(await users.find('u1'), before)
        assert.equal(await change(101, { ...seen, timesEnded: 1 }), 'done')
      }))

    test(
      'a service user is not changed',
      withAccounts(
        async ({ userAccounts }) => assert.deepEqual(await userAccounts.change('m1', {}, { userName: 'x' }, 2000), refused('user_missing')),
        machine('o1', 'm1', 'robot'),
      ),
    )

    test(
      'of concurrent changes that saw the same address one is done',
      withAccounts(async ({ userAccounts, users }) => {
        const seen = { email: { address: 'ada@old.test', verified: true } }
        const outcomes = await together(50, (index) =>
          userAccounts.change('u1', seen, { email: { address: `ada@${index}.test`, verified: true } }, 2000),
        )
        const first = outcomes.findIndex(({ kind }) => kind === 'done')
        assert.equal(outcomes.filter(({ kind }) => kind === 'done').length, 1)
        assert.equal((await users.find('u1'))?.email?.address, `ada@${first}.test`)
      }),
    )

    test(
      'concurrent changes of different members lose none',
      withAccounts(async ({ userAccounts, users }) => {
        const changes = [
          { profile: { firstName: 'Augusta' } },
          { profile: { lastName: 'King' } },
          { email: { address: 'ada@new.test', verified: true } },
          { phone: null },
          { userName: 'lovelace' },
        ]
        await together(changes.length, async (index) => userOf(await userAccounts.change('u1', {}, changes[index] ?? {}, 2000)))
        const user = await users.find('u1')
        assert.deepEqual(
          [user?.firstName, user?.lastName, user?.email?.address, user?.phone, user?.userName],
          ['Augusta', 'King', 'ada@new.test', undefined, 'lovelace'],
        )
      }),
    )

    test(
      'a name, address or number of another person is refused where it must be unique',
      withAccounts(async ({ userAccounts, users }) => {
        const change = { email: { address: 'bob@MAIL.test', verified: true }, phone: { number: '+442', verified: true } }
        assert.deepEqual(await userAccounts.change('u1', {}, { userName: 'BOB' }, 2000), refused('user_name_taken'))
        assert.deepEqual(await userAccounts.change('u1', {}, { ...change, unique: ['email'] }, 2000), refused('email_taken'))
        assert.deepEqual(await userAccounts.change('u1', {}, { ...change, unique: ['phone'] }, 2000), refused('phone_taken'))
        assert.equal((await users.find('u1'))?.email?.address, 'ada@old.test')
        assert.equal((await userAccounts.change('u1', {}, change, 2000)).kind, 'done', 'unique only where it is demanded')
        assert.equal((await userAccounts.change('u2', {}, { userName: 'Bob', unique: ['userName'] }, 2000)).kind, 'done', 'its own name')
      }),
    )

    test(
      'XI-12 a user cannot choose a name that is the proven address, number or login name of another user',
      withAccounts(
        async ({ userAccounts }) => {
          const create = async (userName: string, orgId = 'o1'): Promise<unknown> =>
            (await userAccounts.create({ ...account, orgId, userName, userId: `new ${orgId} ${userName}`, unique: ['loginName'] }, 2000))
              .kind
          for (const [taken, orgId] of [
            ['ada@old.test', 'o2'],
            ['ADA@OLD.test', 'o1'],
            ['+443', 'o2'],
            // The login name of `ada`, and that of the user `dora.dee@acme.test`, which contains the domain.
            ['ada@acme.test', 'o2'],
            ['ada@acme.test', 'o1'],
            ['dora.dee', 'o1'],
            // The login name would be the proven address of `eve`.
            ['eve.adams', 'o1'],
            // The same of `nia`, in the spelling that was typed.
            ['0041446681800', 'o1'],
            // The user name of another user in another organization.
            ['gil@elsewhere.test', 'o1'],
          ] as const) {
            assert.equal(await create(taken, orgId), 'refused', `${taken} in ${orgId}`)
          }
          // The address is unproven; the bare name does not refer to a user with an address; the domain is that of the other organization.
          for (const [free, orgId] of [
            ['bob@mail.test', 'o1'],
            ['bob', 'o2'],
            ['eve.adams', 'o2'],
          ] as const) {
            assert.equal(await create(free, orgId), 'done', `${free} in ${orgId}`)
          }
        },
        human('o1', 'u3', 'dora.dee@acme.test', { user: { phone: { phone: '+443', isPhoneVerified: true } } }),
        human('o1', 'u4', 'eve', { user: { email: { email: 'eve.adams@acme.test', isEmailVerified: true } } }),
        human('o2', 'u5', 'gil@elsewhere.test'),
        human('o2', 'u6', 'nia', { user: { email: { email: '0041446681800@acme.test', isEmailVerified: true } } }),
      ),
    )

    test(
      'an address that is the user name of another person is taken; an unproven one of another person can be proven',
      withAccounts(
        async ({ userAccounts }) => {
          const prove = async (address: string, unique: 'email' | 'provenEmail'): Promise<AccountOutcome> =>
            await userAccounts.change('u1', {}, { email: { address, verified: true }, unique: [unique] }, 2000)
          assert.deepEqual(await prove('gil@elsewhere.test', 'email'), refused('email_taken'))
          assert.deepEqual(await prove('dee@mail.test', 'provenEmail'), refused('email_taken'))
          userOf(await prove('bob@mail.test', 'provenEmail'))
        },
        human('o2', 'u5', 'gil@elsewhere.test'),
        human('o2', 'u6', 'dee', { user: { email: { email: 'dee@mail.test', isEmailVerified: true } } }),
      ),
    )

    test(
      'XI-12 of a person who proves an address and others who choose it as a name at the same time, one succeeds',
      withAccounts(async ({ userAccounts, users }) => {
        const address = 'shared@mail.test'
        const outcomes = await together(30, async (index) =>
          index % 3 === 0
            ? await userAccounts.change('u1', {}, { email: { address, verified: true }, unique: ['email'] }, 2000)
            : await userAccounts.create(
                { ...account, orgId: index % 2 === 0 ? 'o1' : 'o2', userId: `new-${index}`, userName: address, unique: ['loginName'] },
                2000,
              ),
        )
        const owners = new Set(outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.user.id] : [])))
        assert.equal(owners.size, 1)
        assert.deepEqual(new Set((await users.findByLoginName(address)).map(({ user }) => user.id)), owners)
      }),
    )

    test(
      'AC-04 of concurrent changes of two people to one address one is done',
      withAccounts(
        async ({ userAccounts }) => {
          const email = { address: 'one@mail.test', verified: true }
          const outcomes = await together(40, (index) =>
            userAccounts.change(index % 2 === 0 ? 'u3' : 'u4', { email: undefined }, { email, unique: ['email'] }, 2000),
          )
          assert.equal(outcomes.filter(({ kind }) => kind === 'done').length, 1)
        },
        human('o1', 'u3', 'eve'),
        human('o1', 'u4', 'mia'),
      ),
    )

    test(
      'a person becomes active once, unless an administrator has locked the account',
      withAccounts(async ({ directory, userAccounts, users }) => {
        const starting = (state: string): Resource => human('o1', 'u3', 'eve', { state })
        const activate = async (): Promise<AccountOutcome> => await userAccounts.change('u3', {}, { state: 'active' }, 2000)
        for (const state of ['USER_STATE_LOCKED', 'USER_STATE_INACTIVE', 'USER_STATE_SUSPEND']) {
          await directory.apply({ put: [starting(state)], remove: [] }, 1000)
          assert.deepEqual(await activate(), refused('changed'), state)
        }
        await directory.apply({ put: [starting('USER_STATE_INITIAL')], remove: [] }, 1000)
        const user = userOf(await activate())
        assert.equal(user.state, 'active')
        assert.deepEqual(await users.findActive('u3'), user)
        assert.deepEqual(await findAsPut(directory, [{ kind: 'humanUser', key: ['u3'] }]), [human('o1', 'u3', 'eve')])
        const seen = { state: 'initial' } as const
        assert.deepEqual(await userAccounts.change('u3', seen, { state: 'active' }, 2000), refused('changed'))
      }),
    )

    test(
      'creates a person with everything in one write',
      withAccounts(async ({ directory, passwords, userAccounts, users }) => {
        const user = userOf(
          await userAccounts.create(
            {
              ...account,
              profile: { ...account.profile, preferredLanguage: 'fr' },
              email: { address: 'carol@mail.test', verified: true },
              passwordHash: 'hash-c',
              identity: { idpId: 'i1', issuer: 'https://one.test', providedUserId: 'sub', providedUserName: 'carol' },
              unique: ['userName', 'email'],
            },
            3000,
          ),
        )
        assert.deepEqual(user, {
          id: 'new',
          kind: 'human',
          orgId: 'o1',
          state: 'active',
          orgActive: true,
          orgName: 'Org o1',
          primaryDomain: 'acme.test',
          userName: 'carol',
          loginName: 'carol@acme.test',
          secondFactors: [],
          createdAt: 3000,
          timesEnded: 0,
          updatedAt: 3000,
          displayName: 'Carol Shaw',
          firstName: 'Carol',
          lastName: 'Shaw',
          preferredLanguage: 'fr',
          email: { address: 'carol@mail.test', verified: true },
        })
        assert.deepEqual(await users.find('new'), user)
        assert.deepEqual(await passwords.find('new'), { userId: 'new', hash: 'hash-c', changedAt: 3000 })
        assert.equal((await directory.find([{ kind: 'userLink', key: ['new', 'i1', 'sub'] }])).length, 1)
      }),
    )

    test(
      'of concurrent registrations of one name, or of one address, one succeeds',
      withAccounts(async ({ userAccounts, users }) => {
        const outcomes = await together(50, (index) =>
          userAccounts.create({ ...account, userId: `new-${index}`, email: { address: `carol@${index}.test`, verified: true } }, 2000),
        )
        const first = outcomes.findIndex(({ kind }) => kind === 'done')
        assert.deepEqual(
          outcomes.filter((_, index) => index !== first),
          outcomes.slice(1).map(() => refused('user_name_taken')),
        )
        assert.deepEqual(
          (await users.findByLoginName('carol@acme.test')).map(({ user }) => user.id),
          [`new-${first}`],
        )
        const email = { address: 'dan@mail.test', verified: true }
        const others = await together(50, (index) =>
          userAccounts.create({ ...account, userId: `other-${index}`, userName: `dan${index}`, email, unique: ['email'] }, 2000),
        )
        assert.equal(others.filter(({ kind }) => kind === 'done').length, 1)
      }),
    )

    test('a person is created together with a passkey, or not at all: of concurrent registrations of one credential one succeeds', () =>
      withStores(open, ['directory', 'passkeys', 'userAccounts', 'users'], async ({ directory, passkeys, userAccounts, users }) => {
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        const { userId: _, ...first } = passkey('c1', '')
        const outcomes = await together(20, (index) =>
          userAccounts.create({ ...account, userId: `new-${index}`, userName: `carol${index}`, passkey: first }, 2000),
        )
        const created = outcomes.findIndex(({ kind }) => kind === 'done')
        assert.deepEqual(
          outcomes.filter((_outcome, index) => index !== created),
          outcomes.slice(1).map(() => refused('passkey_taken')),
        )
        assert.deepEqual(await passkeys.list(`new-${created}`), [{ ...first, userId: `new-${created}` }])
        for (const index of outcomes.keys()) assert.equal((await users.find(`new-${index}`)) !== undefined, index === created)
        const second = { ...first, credentialId: 'c2' }
        const name = `carol${created}`
        assert.deepEqual(await userAccounts.create({ ...account, userName: name, passkey: second }, 3000), refused('user_name_taken'))
        assert.equal(await passkeys.find('c2'), undefined)
      }))

    test(
      'a refused registration leaves nothing behind',
      withAccounts(
        async ({ directory, userAccounts, users }) => {
          const identity = { idpId: 'i1', issuer: 'https://one.test', providedUserId: 'sub' }
          const refusals: readonly (readonly [Partial<NewUserAccount>, string])[] = [
            [{ userName: 'ADA' }, 'user_name_taken'],
            [{ orgId: 'o2', userName: 'ada', unique: ['userName'] }, 'user_name_taken'],
            [{ email: { address: 'BOB@mail.test', verified: true }, unique: ['email'] }, 'email_taken'],
            [{ phone: { number: '+442', verified: true }, unique: ['phone'] }, 'phone_taken'],
            [{ identity }, 'identity_taken'],
            [{ orgId: 'nowhere' }, 'org_missing'],
            [{ orgId: 'off' }, 'org_missing'],
          ]
          for (const [members, reason] of refusals) {
            assert.deepEqual(await userAccounts.create({ ...account, ...members }, 2000), refused(reason))
            assert.equal(await users.find('new'), undefined, reason)
          }
          await assert.rejects(userAccounts.create({ ...account, userId: 'u1' }, 2000), TypeError)
          assert.equal((await directory.list('humanUser', 'o1')).length, 2)
          assert.equal((await userAccounts.create({ ...account, orgId: 'o2', userName: 'ada' }, 2000)).kind, 'done')
        },
        link('o1', 'u2', 'i1', 'sub'),
        org('off', 'ORG_STATE_INACTIVE'),
      ),
    )
  })
}
