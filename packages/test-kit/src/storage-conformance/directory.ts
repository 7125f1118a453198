// The directory returns what was put, keeps what a change does not mention, and applies a change as a whole.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource, ResourceSecrets } from '@symbolon/core-protocol'
import {
  apiApp,
  appKey,
  domain,
  findAsPut,
  human,
  link,
  machine,
  machineKey,
  oidcApp,
  org,
  orgMember,
  passkeyResource,
  personalAccessToken,
  project,
  projectGrant,
  publicKey,
  reference,
  userGrant,
} from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** One resource of every kind. */
async function everything(): Promise<readonly Resource[]> {
  return [
    org('o1'),
    domain('o1', 'acme.test'),
    { kind: 'orgPolicy', key: ['o1', 'loginPolicy'], orgId: 'o1', content: { allowUsernamePassword: true } },
    human('o1', 'u1', 'ada', { secrets: { passwordHash: 'h', passwordSource: 's', sealedOtpSecret: 'sealed' } }),
    machine('o1', 'm1', 'robot', {}, { clientSecretDigest: 'd1' }),
    { kind: 'userMetadata', key: ['u1', 'color'], orgId: 'o1', content: { id: 'u1', key: 'color', value: 'cmVk' } },
    project('o1', 'p1'),
    { kind: 'projectRole', key: ['p1', 'admin'], orgId: 'o1', content: { projectId: 'p1', roleKey: 'admin' } },
    projectGrant('o1', 'p1', 'g1', 'o2'),
    oidcApp('o1', 'p1', 'a1', {}, {}, { clientSecretDigest: 'd2' }),
    apiApp('o1', 'p1', 'a2'),
    appKey('o1', 'a1', 'k1', await publicKey('ES256')),
    machineKey('o1', 'm1', 'k2', await publicKey('EdDSA')),
    personalAccessToken('o1', 'm1', 't1', 'token-digest'),
    userGrant('o1', 'u1', 'p1'),
    orgMember('o1', 'u1'),
    { kind: 'projectMember', key: ['p1', 'u1'], orgId: 'o1', content: { projectId: 'p1', userId: 'u1', roles: ['PROJECT_OWNER'] } },
    { kind: 'projectGrantMember', key: ['g1', 'u1'], orgId: 'o1', content: { projectId: 'p1', grantId: 'g1', userId: 'u1', roles: [] } },
    { kind: 'oidcIdp', key: ['i1'], orgId: 'o1', content: { idpId: 'i1', idp: { name: 'I' } }, secrets: { sealedIdpSecret: 'sealed' } },
    { kind: 'jwtIdp', key: ['i2'], orgId: 'o1', content: { idpId: 'i2', idp: { name: 'J' } } },
    link('o1', 'u1', 'i1', 'ada@there'),
    passkeyResource('o1', 'u1', 'c1', { signCount: 7, backedUp: true, lastUsedDate: '1970-01-01T00:00:01.500Z' }),
    { kind: 'action', key: ['x1'], orgId: 'o1', content: { actionId: 'x1', action: { name: 'fill', script: 'function fill() {}' } } },
    { kind: 'triggerActions', key: ['o1', '1', '3'], orgId: 'o1', content: { flowType: '1', triggerType: '3', actionIds: ['x1'] } },
    { kind: 'orgText', key: ['o1', 'loginTexts', 'en'], orgId: 'o1', content: { language: 'en', loginText: { title: 'Hi' } } },
    { kind: 'instanceMember', key: ['u1'], content: { userId: 'u1', roles: ['IAM_OWNER'] } },
    { kind: 'instancePolicy', key: ['lockoutPolicy'], content: { maxPasswordAttempts: 3 } },
    { kind: 'instanceOidcIdp', key: ['i3'], content: { idpId: 'i3', idp: { name: 'K' } }, secrets: { sealedIdpSecret: 'sealed' } },
    { kind: 'instanceText', key: ['loginTexts', 'en'], content: { language: 'en', loginText: { title: 'Hello' } } },
  ]
}

/** A person whose organization, state and secrets are not those of all others. */
function differentPerson(id: string, release: number): Resource {
  const number = Number(id.slice(1)) + release
  return human(number % 2 === 0 ? 'o1' : 'o2', id, `name ${release} ${id}`, {
    ...(number % 3 === 0 ? { state: 'USER_STATE_INACTIVE' } : {}),
    secrets: { passwordHash: `hash ${number}`, passwordSource: `source ${number}`, sealedOtpSecret: `sealed ${number}` },
  })
}

function byKey(resources: readonly Resource[]): readonly Resource[] {
  return resources.toSorted((one, other) => (String(one.key) < String(other.key) ? -1 : 1))
}

/** Registers the tests of directory. @param open opens an empty storage with the named stores */
export function directoryTests(open: OpenFresh): void {
  describe('directory', () => {
    // Statements for many rows are written once, and bind once what all rows have in common.
    for (const [how, person] of [
      [
        'alike',
        (id: string, release: number) => human('o1', id, `name ${release} ${id}`, { secrets: { passwordHash: `hash ${release}` } }),
      ],
      ['different', differentPerson],
    ] as const) {
      test(`many people who are ${how} are found as they were put, also once they are replaced, and by their names`, () =>
        withStores(open, ['directory'], async ({ directory }) => {
          const ids = Array.from({ length: 237 }, (_, index) => `u${index}`)
          await directory.apply({ put: [org('o1'), org('o2')], remove: [] }, 1000)
          for (const [release, some] of [
            [1, ids.slice(0, 137)],
            [2, ids],
            [3, ids],
          ] as const) {
            const people = some.map((id) => person(id, release))
            await directory.apply({ put: people, remove: [] }, 1000 + release)
            assert.deepEqual(byKey(await findAsPut(directory, people.map(reference))), byKey(people))
            for (const { orgId = '', key } of [people[0], people.at(-1)].filter((each) => each !== undefined)) {
              const found = await directory.search({ kind: 'humanUser', orgId, text: `name ${release} ${key[0]}`, limit: 2 })
              assert.deepEqual(
                found.map((each) => each.key),
                [key],
              )
            }
          }
        }))
    }

    test('every kind of resource is found as it was put, in any order', () =>
      withStores(open, ['directory', 'passkeys'], async ({ directory }) => {
        const resources = await everything()
        await directory.apply({ put: resources.toReversed(), remove: [] }, 1000)
        for (const resource of resources) {
          assert.deepEqual(await findAsPut(directory, [reference(resource)]), [resource], resource.kind)
          const ofInstance = resource.kind.startsWith('instance')
          assert.deepEqual(await directory.list(resource.kind, ofInstance ? undefined : 'o1'), [resource], resource.kind)
          assert.deepEqual(await directory.list(resource.kind, ofInstance ? 'o1' : 'o2'), [], resource.kind)
        }
        assert.equal((await directory.find(resources.map(reference))).length, resources.length)
        assert.deepEqual(
          await directory.find([
            { kind: 'machineUser', key: ['u1'] },
            { kind: 'org', key: ['o9'] },
          ]),
          [],
        )
        assert.deepEqual(await directory.list('org', undefined), [org('o1')])
      }))

    test('a change that is applied twice changes nothing the second time', () =>
      withStores(open, ['directory', 'passkeys'], async ({ directory }) => {
        const resources = await everything()
        for (const now of [1000, 2000]) await directory.apply({ put: resources, remove: [] }, now)
        for (const resource of resources) assert.deepEqual(await findAsPut(directory, [reference(resource)]), [resource], resource.kind)
      }))

    test('a change without a secret keeps the stored one, and a new secret replaces it', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const app = oidcApp('o1', 'p1', 'a1', {}, {}, { clientSecretDigest: 'old' })
        const user = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'h', passwordSource: 's', sealedOtpSecret: 'sealed' } })
        await directory.apply({ put: [org('o1'), project('o1', 'p1'), app, user], remove: [] }, 1000)
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1', { name: 'New' }), human('o1', 'u1', 'countess')], remove: [] }, 2000)
        const [renamed] = await directory.find([reference(app)])
        assert.deepEqual(renamed?.secrets, app.secrets)
        assert.deepEqual(renamed?.content, oidcApp('o1', 'p1', 'a1', { name: 'New' }).content)
        assert.deepEqual((await directory.find([reference(user)]))[0]?.secrets, user.secrets)
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1', {}, {}, { clientSecretDigest: 'new' })], remove: [] }, 3000)
        assert.deepEqual((await directory.find([reference(app)]))[0]?.secrets, { clientSecretDigest: 'new' })
      }))

    test('a client secret is stored as a digest or as a hash with its source, never both', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const put = async (secrets: ResourceSecrets | undefined): Promise<ResourceSecrets | undefined> => {
          const robot = machine('o1', 'm1', 'robot', {}, secrets)
          await directory.apply({ put: [org('o1'), robot], remove: [] }, 1000)
          return (await directory.find([reference(robot)]))[0]?.secrets
        }
        assert.deepEqual(await put({ clientSecretHash: 'h', clientSecretSource: 's' }), { clientSecretHash: 'h', clientSecretSource: 's' })
        assert.deepEqual(await put(undefined), { clientSecretHash: 'h', clientSecretSource: 's' })
        assert.deepEqual(await put({ clientSecretDigest: 'd' }), { clientSecretDigest: 'd' })
        assert.deepEqual(await put({ clientSecretHash: 'i', clientSecretSource: 't' }), { clientSecretHash: 'i', clientSecretSource: 't' })
      }))

    test('the time of creation survives changes but not removal', () =>
      withStores(open, ['directory', 'users', 'clients'], async ({ directory, users, clients }) => {
        const put = [org('o1'), project('o1', 'p1'), human('o1', 'u1', 'ada'), oidcApp('o1', 'p1', 'a1')]
        await directory.apply({ put, remove: [] }, 1000)
        await directory.apply({ put, remove: [] }, 2000)
        assert.deepEqual([(await users.find('u1'))?.createdAt, (await users.find('u1'))?.updatedAt], [1000, 2000])
        assert.equal((await clients.find('a1@client'))?.createdAt, 1000)
        const references = [
          { kind: 'humanUser', key: ['u1'] },
          { kind: 'oidcApp', key: ['a1'] },
        ] as const
        await directory.apply({ put: [], remove: references }, 3000)
        await directory.apply({ put, remove: [], restores: true }, 4000)
        assert.equal((await users.find('u1'))?.createdAt, 4000)
        assert.equal((await clients.find('a1@client'))?.createdAt, 4000)
      }))

    test('one change can remove a resource and put it again', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const user = human('o1', 'u1', 'ada', { secrets: { passwordHash: 'h' } })
        await directory.apply({ put: [org('o1'), user], remove: [] }, 1000)
        await directory.apply({ put: [human('o1', 'u1', 'ada')], remove: [reference(user)], restores: true }, 2000)
        assert.equal((await users.find('u1'))?.createdAt, 2000)
        assert.equal((await directory.find([reference(user)]))[0]?.secrets, undefined)
      }))

    test('an identifier that is put as another kind is a new resource', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const key = appKey('o1', 'x', 'k1', await publicKey('ES256'))
        await directory.apply(
          {
            put: [org('o1'), project('o1', 'p1'), oidcApp('o1', 'p1', 'x', {}, {}, { clientSecretDigest: 'd' }), key],
            remove: [],
          },
          1000,
        )
        await directory.apply({ put: [apiApp('o1', 'p1', 'x')], remove: [], restores: true }, 2000)
        const client = await clients.find('x@client')
        assert.deepEqual([client?.kind, client?.createdAt, client?.secretDigest], ['api', 2000, undefined])
        assert.deepEqual(await directory.find([reference(key), { kind: 'oidcApp', key: ['x'] }]), [])
      }))

    test('finds the holder of a client identifier', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              domain('o1', 'acme.test'),
              project('o1', 'p1'),
              oidcApp('o1', 'p1', 'a1'),
              apiApp('o1', 'p1', 'a2'),
              machine('o1', 'm1', 'robot'),
            ],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await directory.findClientId('a1@client'), { kind: 'oidcApp', key: ['a1'] })
        assert.deepEqual(await directory.findClientId('a2@client'), { kind: 'apiApp', key: ['a2'] })
        for (const clientId of ['m1', 'robot', 'robot@acme.test']) {
          assert.deepEqual(await directory.findClientId(clientId), { kind: 'machineUser', key: ['m1'] }, clientId)
        }
        assert.equal(await directory.findClientId('free'), undefined)
      }))

    test('DB-06 a change may have more resources than one statement can bind', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const users = Array.from({ length: 3000 }, (_, index) =>
          human('o1', `u${index}`, `name${index}`, {
            secrets: { passwordHash: `h${index}` },
          }),
        )
        const metadata = users.map(({ key: [id = ''] }): Resource => ({
          kind: 'userMetadata',
          key: [id, 'k'],
          orgId: 'o1',
          content: { id, key: 'k', value: 'eA==' },
        }))
        await directory.apply({ put: [org('o1'), ...users, ...metadata], remove: [] }, 1000)
        assert.equal((await directory.list('humanUser', 'o1')).length, 3000)
        assert.equal((await directory.find(metadata.map(reference))).length, 3000)
        await directory.apply({ put: [], remove: users.slice(1).map(reference) }, 2000)
        assert.deepEqual(await directory.list('humanUser', 'o1'), users.slice(0, 1))
        assert.deepEqual(await directory.list('userMetadata', 'o1'), metadata.slice(0, 1))
      }))

    test('DB-01 text is stored literally', () =>
      withStores(open, ['directory', 'users'], async ({ directory, users }) => {
        const name = `'; drop table users; -- "%_\\ 😀 ${'x'.repeat(100)}`
        await directory.apply({ put: [org('o1'), human('o1', 'u1', name, { user: { email: { email: name } } })], remove: [] }, 1000)
        assert.equal((await users.find('u1'))?.userName, name)
        assert.equal((await users.find('u1'))?.email?.address, name)
      }))

    test('text with a NUL is not equal to the text before the NUL', () =>
      withStores(open, ['directory', 'clients', 'users'], async ({ directory, clients, users }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada'), machine('o1', 'm1', 'robot')], remove: [] }, 1000)
        assert.equal(await clients.find('m1\0x'), undefined)
        assert.equal(await users.find('u1\0'), undefined)
        assert.deepEqual(await users.findByLoginName('ada\0'), [])
      }))
  })
}
