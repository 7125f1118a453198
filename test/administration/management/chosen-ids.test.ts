// Ids that administrators choose: people and service users get them in a namespace of their organization, no object gets the id of a removed
// object, and an id that becomes an audience is not an address.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { testHashing } from '../../support/hashing.ts'

const tokenOf = (caller: string): string => `symbolon_pat_${caller}-0123456789-0123456789-0123456789`
const robot = (userId: string): object => ({ userId, user: { userName: userId, name: userId } })
const pat = (userId: string): object => ({ tokenId: `of-${userId}`, userId, token: tokenOf(userId) })

/** Two organizations, an owner of each, and callers with roles of the instance. */
const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      machineUsers: ['root', 'clerk', 'mover', 'acme-owner'].map(robot),
      personalAccessTokens: ['root', 'clerk', 'mover', 'acme-owner'].map(pat),
      projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
      orgMembers: [{ userId: 'acme-owner', roles: ['ORG_OWNER'] }],
    },
    {
      orgId: 'globex',
      org: { name: 'Globex' },
      machineUsers: [robot('globex-owner')],
      personalAccessTokens: [pat('globex-owner')],
      orgMembers: [{ userId: 'globex-owner', roles: ['ORG_OWNER'] }],
      projects: [{ projectId: 'vault', project: { name: 'Vault' } }],
    },
  ],
  instanceMembers: [
    { userId: 'root', roles: ['IAM_OWNER'] },
    { userId: 'clerk', roles: ['IAM_USER_MANAGER'] },
    { userId: 'mover', roles: ['IAM_ORG_MANAGER'] },
  ],
} as unknown as OrgDocument

const person = { user: { userName: 'ann', profile: { firstName: 'Ann', lastName: 'Noe' } } }
const web = (projectId: string, clientId?: string): object => ({
  app: { projectId, name: 'Web', redirectUris: ['https://rp.example/cb'] },
  ...(clientId === undefined ? {} : { clientId }),
})

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    document,
    hashing: testHashing,
    endpoints: managementEndpoints({ hashing: testHashing }),
    audit: auditTrail,
  })
})
after(async () => await provider.close())

interface Outcome {
  readonly status: number
  readonly reason: string | undefined
  readonly body: string
  readonly entry: { readonly userId?: string; readonly clientId?: string }
}

async function send(caller: string, method: string, path: string, body?: object): Promise<Outcome> {
  const response = await manage(provider, tokenOf(caller), method, path, body)
  const text = await response.text()
  const read = (text === '' ? {} : JSON.parse(text)) as { readonly entry?: Outcome['entry']; readonly details?: readonly unknown[] }
  const [, reason] = /"reason":"(\w+)"/.exec(text) ?? []
  return { status: response.status, reason, body: text, entry: read.entry ?? {} }
}

const at = (path: string, ...ids: readonly string[]): string => [path, ...ids.map(encodeURIComponent)].join('/')

test('AD-65 an owner of an organization chooses ids of people and service users only in the namespace of the organization', async () => {
  for (const list of ['humanUsers', 'machineUsers']) {
    const entry = list === 'humanUsers' ? person : { user: { userName: 'bot', name: 'Bot' } }
    for (const id of ['ann', 'globex|ann', 'acme|', 'acme', 'ACME|ann', 'acme:ann', '|ann']) {
      const refused = await send('acme-owner', 'PUT', at(`/orgs/acme/${list}`, id), entry)
      assert.deepEqual([refused.status, refused.reason], [400, 'user_id_outside_namespace'], `${list} ${id}`)
      assert.match(refused.body, /acme\|alice/, 'the error states the accepted form')
    }
    assert.equal((await send('acme-owner', 'PUT', at(`/orgs/acme/${list}`, `acme|${list}`), entry)).status, 201)
    const other = { ...entry, user: { ...entry.user, userName: `other-${list}` } }
    const generated = await send('acme-owner', 'POST', `/orgs/acme/${list}`, other)
    assert.equal(generated.status, 201)
    assert.match(generated.entry.userId ?? '', /^[\w-]{22}$/)
    assert.equal(
      (await send('acme-owner', 'PATCH', at(`/orgs/acme/${list}`, `acme|${list}`), { user: { userName: `n-${list}` } })).status,
      200,
    )
  }
})

test('AD-65 callers with a right over the users of the whole instance choose any id', async () => {
  for (const caller of ['root', 'clerk', 'mover'])
    assert.equal(
      (await send(caller, 'PUT', at('/orgs/globex/humanUsers', `of-${caller}`), { user: { ...person.user, userName: caller } })).status,
      201,
    )
})

test('AD-65 no two organizations share a namespace, whatever their ids are', async () => {
  for (const orgId of ['a', 'a|b', 'a%7Cb', 'a/b', 'ä'])
    assert.equal((await send('root', 'PUT', at('/orgs', orgId), { org: { name: 'Org' } })).status, 201)
  await provider.apply({
    orgs: [
      {
        orgId: 'a',
        machineUsers: [robot('a-owner')],
        personalAccessTokens: [pat('a-owner')],
        orgMembers: [{ userId: 'a-owner', roles: ['ORG_OWNER'] }],
      },
    ],
  } as unknown as OrgDocument)
  for (const [id, status] of [
    ['a|b|c', 201],
    ['a%7Cb|c', 400],
    ['a%257Cb|c', 400],
    ['%C3%A4|c', 400],
  ] as const)
    assert.equal(
      (await send('a-owner', 'PUT', at('/orgs/a/humanUsers', id), { user: { ...person.user, userName: id } })).status,
      status,
      id,
    )
})

test('LG-45 an id of a removed object is not given to another organization', async () => {
  const removals: readonly (readonly [path: string, entry: object])[] = [
    ['/orgs/globex/humanUsers/gone', { user: { ...person.user, userName: 'gone' } }],
    ['/orgs/globex/machineUsers/gone-bot', { user: { userName: 'gone-bot', name: 'Bot' } }],
    ['/orgs/globex/projects/gone-project', { project: { name: 'Gone' } }],
    ['/orgs/globex/oidcApps/gone-app', web('vault', 'gone-client')],
  ]
  for (const [path, entry] of removals) {
    assert.equal((await send('root', 'PUT', path, entry)).status, 201, path)
    assert.equal((await send('globex-owner', 'DELETE', path)).status, 204, path)
  }
  const taking: readonly (readonly [caller: string, path: string, entry: object])[] = [
    ['clerk', '/orgs/acme/humanUsers/gone', { user: { ...person.user, userName: 'gone' } }],
    ['clerk', '/orgs/globex/humanUsers/gone', { user: { ...person.user, userName: 'gone' } }],
    ['root', '/orgs/acme/humanUsers/gone', { user: { ...person.user, userName: 'gone' } }],
    ['root', '/orgs/acme/machineUsers/gone-bot', { user: { userName: 'gone-bot', name: 'Bot' } }],
    ['acme-owner', '/orgs/acme/projects/gone-project', { project: { name: 'Mine' } }],
    ['globex-owner', '/orgs/globex/projects/gone-project', { project: { name: 'Mine' } }],
    ['acme-owner', '/orgs/acme/projects/gone-client', { project: { name: 'Mine' } }],
    ['acme-owner', '/orgs/acme/oidcApps/mine', web('shop', 'gone-client')],
    ['acme-owner', '/orgs/acme/oidcApps/mine', web('shop', 'gone-bot')],
    ['acme-owner', '/orgs/acme/oidcApps/mine', web('shop', 'gone-project')],
  ]
  for (const [caller, path, entry] of taking) {
    for (const dryRun of ['?dry_run=true', '']) {
      const refused = await send(caller, 'PUT', `${path}${dryRun}`, entry)
      assert.deepEqual([refused.status, refused.reason], [409, 'id_removed'], `${caller} ${path}`)
      assert.doesNotMatch(refused.body, /globex/i, 'the refusal names no organization')
    }
  }
  // An owner of the instance brings the same object back to its organization.
  for (const [path, entry] of removals) assert.equal((await send('root', 'PUT', path, entry)).status, 201, path)
})

test('LG-45 a removed organization leaves its id and the ids of its objects to no other object', async () => {
  for (const [path, entry] of [
    ['/orgs/brief', { org: { name: 'Brief' } }],
    ['/orgs/brief/humanUsers/eve', person],
    ['/orgs/brief/projects/brief-api', { project: { name: 'API' } }],
    ['/orgs/brief/oidcApps/brief-web', web('brief-api', 'brief-client')],
  ] as const)
    assert.equal((await send('root', 'PUT', path, entry)).status, 201, path)
  assert.equal((await send('root', 'DELETE', '/orgs/brief')).status, 204)
  for (const [caller, path, entry] of [
    ['mover', '/orgs/brief', { org: { name: 'Other' } }],
    ['mover', '/orgs/acme/humanUsers/eve', person],
    ['acme-owner', '/orgs/acme/projects/brief-api', { project: { name: 'API' } }],
    ['acme-owner', '/orgs/acme/oidcApps/brief-web', web('shop', 'brief-client')],
  ] as const)
    assert.equal((await send(caller, 'PUT', path, entry)).reason, 'id_removed', path)
})

test('AD-66 only an owner of the instance chooses an address as the id of a client or a project', async () => {
  for (const id of [provider.issuer, 'https://api.example/', 'api://default', 'urn-like:x', 'mailto:a@b.example']) {
    const client = await send('acme-owner', 'PUT', '/orgs/acme/oidcApps/addressed', web('shop', id))
    assert.deepEqual([client.status, client.reason], [400, 'id_is_address'], id)
    const project = await send('acme-owner', 'PUT', at('/orgs/acme/projects', id), { project: { name: 'P' } })
    assert.deepEqual([project.status, project.reason], [400, 'id_is_address'], id)
  }
  assert.equal((await send('acme-owner', 'PUT', '/orgs/acme/oidcApps/addressed', web('shop', 'plain@shop'))).status, 201)
  const changed = await send('acme-owner', 'PATCH', '/orgs/acme/oidcApps/addressed', { clientId: 'https://api.example/' })
  assert.equal(changed.reason, 'id_is_address')
  assert.equal((await send('root', 'PUT', '/orgs/acme/oidcApps/by-root', web('shop', 'https://api.example/'))).status, 201)
  assert.equal((await send('acme-owner', 'PATCH', '/orgs/acme/oidcApps/by-root', { app: { name: 'Renamed' } })).status, 200)
})
