// A removed resource takes everything along that belongs to it, across organizations too, and nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import {
  appKey,
  domain,
  human,
  link,
  machine,
  machineKey,
  oidcApp,
  org,
  orgMember,
  personalAccessToken,
  project,
  projectGrant,
  publicKey,
  reference,
  userGrant,
} from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

interface Case {
  readonly removed: Resource
  /** What must be removed with it. */
  readonly gone: readonly Resource[]
}

async function world(): Promise<{ readonly all: readonly Resource[]; readonly cases: readonly Case[] }> {
  const [o1, o2] = [org('o1'), org('o2')]
  const acme = domain('o1', 'acme.test')
  const policy: Resource = { kind: 'orgPolicy', key: ['o1', 'loginPolicy'], orgId: 'o1', content: {} }
  const [ada, bob] = [human('o1', 'u1', 'ada', { secrets: { passwordHash: 'h' } }), human('o2', 'u2', 'bob')]
  const color: Resource = { kind: 'userMetadata', key: ['u1', 'color'], orgId: 'o1', content: {} }
  const robot = machine('o1', 'm1', 'robot')
  const robotKey = machineKey('o1', 'm1', 'k1', await publicKey('ES256'))
  const token = personalAccessToken('o1', 'm1', 't1', 'digest')
  const [p1, p2] = [project('o1', 'p1'), project('o2', 'p2')]
  const role: Resource = { kind: 'projectRole', key: ['p1', 'r'], orgId: 'o1', content: {} }
  const app = oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://rp.test/cb'] })
  const key = appKey('o1', 'a1', 'k2', await publicKey('ES256'))
  const [given, received] = [projectGrant('o1', 'p1', 'g1', 'o2'), projectGrant('o2', 'p2', 'g2', 'o1')]
  const [direct, through, foreign] = [userGrant('o1', 'u1', 'p1'), userGrant('o2', 'u2', 'p1', 'g1'), userGrant('o1', 'u1', 'p2', 'g2')]
  const [own, guest] = [orgMember('o1', 'u1'), orgMember('o2', 'u1')]
  const owner: Resource = { kind: 'projectMember', key: ['p2', 'u1'], orgId: 'o2', content: {} }
  const granted: Resource = { kind: 'projectGrantMember', key: ['g1', 'u2'], orgId: 'o1', content: {} }
  const idp: Resource = { kind: 'oidcIdp', key: ['i1'], orgId: 'o1', content: {} }
  const [linked, elsewhere] = [link('o2', 'u2', 'i1', 'bob@there'), link('o1', 'u1', 'i2', 'ada@there')]
  const belongings: readonly Resource[] = [
    { kind: 'action', key: ['x1'], orgId: 'o1', content: {} },
    { kind: 'triggerActions', key: ['o1', '1', '1'], orgId: 'o1', content: {} },
    { kind: 'orgText', key: ['o1', 'loginTexts', 'en'], orgId: 'o1', content: {} },
  ]
  const iam: Resource = { kind: 'instanceMember', key: ['u1'], content: {} }
  return {
    all: [
      o1,
      o2,
      acme,
      policy,
      ada,
      bob,
      color,
      robot,
      robotKey,
      token,
      p1,
      p2,
      role,
      app,
      key,
      given,
      received,
      direct,
      through,
      foreign,
      own,
      guest,
      owner,
      granted,
      iam,
      idp,
      linked,
      elsewhere,
      ...belongings,
    ],
    cases: [
      { removed: app, gone: [key] },
      { removed: given, gone: [through, granted] },
      { removed: p1, gone: [role, app, key, given, direct, through, granted] },
      { removed: idp, gone: [linked] },
      { removed: ada, gone: [color, direct, foreign, own, guest, owner, iam, elsewhere] },
      { removed: robot, gone: [robotKey, token] },
      {
        removed: o1,
        gone: [
          acme,
          policy,
          ada,
          color,
          robot,
          robotKey,
          token,
          p1,
          role,
          app,
          key,
          given,
          received,
          direct,
          through,
          foreign,
          own,
          guest,
          owner,
          granted,
          iam,
          idp,
          linked,
          elsewhere,
          ...belongings,
        ],
      },
    ],
  }
}

/** Registers the tests of removal from the directory. @param open opens an empty storage with the named stores */
export function directoryRemovalTests(open: OpenFresh): void {
  describe('directory removal', () => {
    for (const kind of ['oidcApp', 'oidcIdp', 'projectGrant', 'project', 'humanUser', 'machineUser', 'org'] as const) {
      test(`removes ${kind} with everything that belongs to it and nothing else`, () =>
        withStores(open, ['directory'], async ({ directory }) => {
          const { all, cases } = await world()
          const { removed, gone } = cases.find((one) => one.removed.kind === kind) ?? assert.fail()
          await directory.apply({ put: all, remove: [] }, 1000)
          await directory.apply({ put: [], remove: [reference(removed)] }, 2000)
          const left = (await directory.find(all.map(reference))).map(name).toSorted()
          const expected = all
            .filter((resource) => resource !== removed && !gone.includes(resource))
            .map(name)
            .toSorted()
          assert.deepEqual(left, expected)
        }))
    }

    test('no store finds a removed user', () =>
      withStores(open, ['directory', 'users', 'passwords', 'clients'], async ({ directory, users, passwords, clients }) => {
        const { all } = await world()
        await directory.apply({ put: all, remove: [] }, 1000)
        await directory.apply(
          {
            put: [],
            remove: [
              { kind: 'humanUser', key: ['u1'] },
              { kind: 'machineUser', key: ['m1'] },
            ],
          },
          2000,
        )
        assert.equal(await users.find('u1'), undefined)
        assert.deepEqual(await users.findByLoginName('ada@acme.test'), [])
        assert.equal(await passwords.find('u1'), undefined)
        assert.equal(await clients.find('m1'), undefined)
        assert.equal(await directory.findClientId('m1'), undefined)
      }))

    test('a removed app frees its client identifier and its origins', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const { all } = await world()
        await directory.apply({ put: all, remove: [] }, 1000)
        assert.equal(await clients.hasOrigin('https://rp.test'), true)
        await directory.apply({ put: [], remove: [{ kind: 'org', key: ['o1'] }] }, 2000)
        assert.equal(await clients.find('a1@client'), undefined)
        assert.equal(await clients.hasOrigin('https://rp.test'), false)
        assert.equal(await directory.findClientId('a1@client'), undefined)
      }))

    test('removing an absent resource, or one of another kind, does nothing', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), orgMember('o1', 'u1')], remove: [] }, 1000)
        await directory.apply(
          {
            put: [],
            remove: [
              { kind: 'machineUser', key: ['u1'] },
              { kind: 'org', key: ['o9'] },
            ],
          },
          2000,
        )
        assert.equal((await directory.list('humanUser', 'o1')).length, 1)
        assert.equal((await directory.list('orgMember', 'o1')).length, 1)
      }))
  })
}

function name({ kind, key }: Resource): string {
  return `${kind} ${key.join('/')}`
}
