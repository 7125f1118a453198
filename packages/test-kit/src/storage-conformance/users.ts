// Users, human and machine, and whom a typed name means.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { domain, human, machine, org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the store `users`. @param open opens an empty storage with the named stores */
export function userTests(open: OpenFresh): void {
  describe('users', () => {
    test('returns a human user with all members', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const user = human('o1', 'u1', 'ada', {
          user: {
            profile: {
              firstName: 'Ada',
              lastName: 'Byron',
              nickName: 'A',
              displayName: 'Ada B.',
              preferredLanguage: 'en-GB',
              gender: 'GENDER_FEMALE',
              middleName: 'King',
              website: 'https://w.test',
              profileUrl: 'https://p.test',
              pictureUrl: 'https://i.test',
              birthdate: '1815-12-10',
              zoneinfo: 'Europe/London',
              address: { formatted: 'x', streetAddress: 's', locality: 'l', region: 'r', postalCode: 'p', country: 'c' },
            },
            email: { email: 'Ada@Mail.test', isEmailVerified: true },
            phone: { phone: '+441', isPhoneVerified: true },
          },
        })
        await directory.apply({ put: [org('o1'), domain('o1', 'acme.test'), user], remove: [] }, 1000)
        await directory.apply({ put: [user], remove: [] }, 2000)
        assert.deepEqual(await users.find('u1'), {
          id: 'u1',
          kind: 'human',
          orgId: 'o1',
          state: 'active',
          orgActive: true,
          orgName: 'Org o1',
          primaryDomain: 'acme.test',
          userName: 'ada',
          loginName: 'ada@acme.test',
          secondFactors: [],
          createdAt: 1000,
          timesEnded: 0,
          updatedAt: 2000,
          displayName: 'Ada B.',
          firstName: 'Ada',
          lastName: 'Byron',
          middleName: 'King',
          nickName: 'A',
          gender: 'female',
          preferredLanguage: 'en-GB',
          profileUrl: 'https://p.test',
          pictureUrl: 'https://i.test',
          website: 'https://w.test',
          birthdate: '1815-12-10',
          zoneinfo: 'Europe/London',
          address: { formatted: 'x', streetAddress: 's', locality: 'l', region: 'r', postalCode: 'p', country: 'c' },
          email: { address: 'Ada@Mail.test', verified: true },
          phone: { number: '+441', verified: true },
        })
      }))

    test('absent members are absent', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        await directory.apply(
          {
            put: [org('o1'), human('o1', 'u1', 'ada', { user: { email: { email: 'a@b.test' } } }), machine('o1', 'm1', 'robot')],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await users.find('u1'), {
          id: 'u1',
          kind: 'human',
          orgId: 'o1',
          state: 'active',
          orgActive: true,
          orgName: 'Org o1',
          userName: 'ada',
          loginName: 'ada',
          secondFactors: [],
          createdAt: 1000,
          timesEnded: 0,
          updatedAt: 1000,
          displayName: 'Ada Byron',
          firstName: 'Ada',
          lastName: 'Byron',
          email: { address: 'a@b.test', verified: false },
        })
        assert.deepEqual(await users.find('m1'), {
          id: 'm1',
          kind: 'machine',
          orgId: 'o1',
          state: 'active',
          orgActive: true,
          orgName: 'Org o1',
          userName: 'robot',
          loginName: 'robot',
          secondFactors: [],
          createdAt: 1000,
          timesEnded: 0,
          updatedAt: 1000,
          displayName: 'Robot robot',
        })
        assert.equal(await users.find('absent-user'), undefined)
      }))

    test('returns at once that a user has an authenticator app', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        await directory.apply({ put: [org('o1'), domain('o1', 'acme.test'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        assert.deepEqual((await users.findActive('u1'))?.secondFactors, [])
        await directory.apply({ put: [human('o1', 'u1', 'ada', { secrets: { sealedOtpSecret: 'sealed' } })], remove: [] }, 2000)
        assert.deepEqual((await users.find('u1'))?.secondFactors, ['otp'])
        assert.deepEqual((await users.findActive('u1'))?.secondFactors, ['otp'])
        assert.deepEqual((await users.findByLoginName('ada@acme.test'))[0]?.user.secondFactors, ['otp'])
      }))

    test('findActive returns a user only while the user and the organization are active', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        assert.equal((await users.findActive('u1'))?.id, 'u1')
        for (const [state, seen] of [
          ['USER_STATE_INACTIVE', 'inactive'],
          ['USER_STATE_LOCKED', 'locked'],
          ['USER_STATE_SUSPEND', 'suspended'],
          ['USER_STATE_INITIAL', 'initial'],
          ['USER_STATE_SOMETHING_NEW', 'inactive'],
        ] as const) {
          await directory.apply({ put: [human('o1', 'u1', 'ada', { state })], remove: [] }, 1000)
          assert.equal((await users.find('u1'))?.state, seen)
          assert.equal(await users.findActive('u1'), undefined, state)
        }
        await directory.apply(
          {
            put: [human('o1', 'u1', 'ada', { state: 'USER_STATE_ACTIVE' }), org('o1', 'ORG_STATE_INACTIVE')],
            remove: [],
          },
          1000,
        )
        assert.equal(await users.findActive('u1'), undefined)
        assert.equal((await users.find('u1'))?.orgActive, false)
      }))

    test('finds a user by the login name of any domain of the organization', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              domain('o1', 'acme.test'),
              domain('o1', 'Second.test', { isVerified: true }),
              domain('o1', 'claimed.test', {}),
              human('o1', 'u1', 'Ada'),
              human('o1', 'u2', 'bob@acme.test'),
            ],
            remove: [],
          },
          1000,
        )
        const found = async (name: string): Promise<unknown> => (await users.findByLoginName(name)).map(({ user, by }) => [user.id, by])
        assert.deepEqual(await found('ada@acme.test'), [['u1', 'login_name']])
        assert.deepEqual(await found('ada@second.test'), [['u1', 'login_name']])
        assert.deepEqual(await found('ada@claimed.test'), [], 'a domain that is neither verified nor primary has no owner')
        assert.deepEqual(await found('bob@acme.test'), [['u2', 'login_name']])
        assert.equal((await users.find('u2'))?.loginName, 'bob@acme.test', 'the domain is not appended twice')
        assert.deepEqual(await found(''), [])
      }))

    test('finds a bare user name, an email address or a phone number, at most two', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const reach = { user: { email: { email: 'Shared@Mail.test' }, phone: { phone: '+4100', isPhoneVerified: true } } }
        await directory.apply(
          {
            put: [
              org('o1'),
              org('o2'),
              org('o3'),
              domain('o1', 'acme.test'),
              human('o1', 'u1', 'ada', reach),
              human('o2', 'u2', 'ada', reach),
              human('o3', 'u3', 'ada', reach),
              human('o1', 'u4', 'eve', { user: { email: { email: 'eve@mail.test' }, phone: { phone: '+4200' } } }),
              human('o1', 'u5', 'mia', { user: { phone: { phone: '+4200', isPhoneVerified: true } } }),
              machine('o1', 'm1', 'robot'),
            ],
            remove: [],
          },
          1000,
        )
        const found = async (name: string): Promise<unknown> => (await users.findByLoginName(name)).map(({ user, by }) => [user.id, by])
        assert.deepEqual(await found('eve'), [['u4', 'user_name']])
        assert.deepEqual(await found('eve@mail.test'), [['u4', 'email']])
        assert.deepEqual(
          (await users.findByLoginName('ada')).map(({ by }) => by),
          ['user_name', 'user_name'],
        )
        assert.deepEqual(
          (await users.findByLoginName('shared@mail.test')).map(({ by }) => by),
          ['email', 'email'],
        )
        assert.deepEqual(
          (await users.findByLoginName('+4100')).map(({ by }) => by),
          ['phone', 'phone'],
        )
        assert.deepEqual(await found('+4200'), [['u5', 'phone']], 'an unverified number is not a login name')
        assert.deepEqual(await found('robot'), [], 'service users do not sign in')
        assert.deepEqual(await found('%'), [], 'DB-03: a wildcard is a letter')
      }))

    test('XI-12 a user name does not take a proven address or number from its owner', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const proven = {
          user: { email: { email: 'Ada@Mail.test', isEmailVerified: true }, phone: { phone: '+4100', isPhoneVerified: true } },
        }
        await directory.apply({ put: [org('o1'), org('o2'), org('o3'), human('o1', 'u1', 'ada', proven)], remove: [] }, 1000)
        const found = async (name: string): Promise<unknown> => (await users.findByLoginName(name)).map(({ user, by }) => [user.id, by])
        for (const [name, by] of [
          ['ada@mail.test', 'email'],
          ['+4100', 'phone'],
        ] as const) {
          const unproven = { user: { email: { email: 'ada@mail.test' }, phone: { phone: '+4100' } } }
          for (const state of [{}, unproven]) {
            await directory.apply({ put: [human('o2', 'u2', name, state), human('o3', 'u3', name, state)], remove: [] }, 1000)
            assert.deepEqual(await found(name), [['u1', by]], 'a user who has it as a name has not proven it')
          }
          await directory.apply({ put: [human('o2', 'u2', name, proven)], remove: [] }, 1000)
          assert.deepEqual(await found(name), [['u2', 'user_name']], 'both have proven it, and one has it as a name')
          await directory.apply({ put: [human('o2', 'u2', 'bob'), human('o3', 'u3', 'carol')], remove: [] }, 1000)
        }
      }))

    test('XI-12 however many users of others have it as user name, one who has proven it keeps it', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const proven = {
          user: { email: { email: 'ada@mail.test', isEmailVerified: true }, phone: { phone: '+4100', isPhoneVerified: true } },
        }
        for (const name of ['ada@mail.test', '+4100']) {
          const others = ['o1', 'o2', 'o3'].flatMap((orgId) => [org(orgId), human(orgId, `${orgId}-other`, name)])
          await directory.apply({ put: [...others, org('o4'), human('o4', 'owner', name, proven)], remove: [] }, 1000)
          const found = await users.findByLoginName(name)
          assert.deepEqual(
            found.map(({ user, by }) => [user.id, by]),
            [['owner', 'user_name']],
          )
        }
      }))

    test('UN-06 a login name with a number in another spelling does not take a proven address from its owner', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const address = '0041446681800@acme.test'
        const owner = human('o2', 'owner', 'ada', { user: { email: { email: address, isEmailVerified: true } } })
        await directory.apply(
          { put: [org('o1'), org('o2'), domain('o1', 'acme.test'), human('o1', 'u1', '+41446681800')], remove: [] },
          1000,
        )
        const found = async (name: string): Promise<unknown> => (await users.findByLoginName(name)).map(({ user, by }) => [user.id, by])
        assert.deepEqual(await found(address), [['u1', 'login_name']], 'no user has the address')
        await directory.apply({ put: [owner], remove: [] }, 1000)
        assert.deepEqual(await found(address), [['owner', 'email']])
        assert.deepEqual(await found('+41446681800@acme.test'), [['u1', 'login_name']])
        await directory.apply({ put: [human('o1', 'u1', '0041446681800')], remove: [] }, 1000)
        assert.deepEqual(await found(address), [['u1', 'login_name']], 'in the spelling of the document it precedes, as every login name')
      }))

    test('a proven address or number excludes unproven ones, however many there are', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const reach = (proven: boolean): Parameters<typeof human>[3] => ({
          user: { email: { email: 'a@mail.test', isEmailVerified: proven }, phone: { phone: '+4100', isPhoneVerified: proven } },
        })
        const others = ['u1', 'u2', 'u3', 'u5'].map((id) => human('o1', id, id, reach(false)))
        await directory.apply({ put: [org('o1'), ...others, human('o1', 'u4', 'u4', reach(true))], remove: [] }, 1000)
        const found = async (name: string): Promise<unknown> => (await users.findByLoginName(name)).map(({ user }) => user.id)
        for (const name of ['a@mail.test', '+4100']) assert.deepEqual(await found(name), ['u4'], name)
        await directory.apply({ put: [human('o1', 'u5', 'u5', reach(true))], remove: [] }, 1000)
        for (const name of ['a@mail.test', '+4100']) assert.deepEqual(await found(name), ['u4', 'u5'], 'two owners, so it means none')
      }))

    test('a login name takes precedence over an equal user name of another user', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              org('o2'),
              domain('o1', 'acme.test'),
              domain('o2', 'evil.test'),
              human('o1', 'u1', 'ada'),
              human('o2', 'u2', 'ada@acme.test'),
            ],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(
          (await users.findByLoginName('ada@acme.test')).map(({ user }) => user.id),
          ['u1'],
        )
      }))
  })
}
