// `@symbolon/client` against the server: what it reads and changes, and the errors that it throws.
import { ApiError, createClient } from '@symbolon/client'
import type { ClientOptions, Created, Collection } from '@symbolon/client'
import { auditTrail } from '@symbolon/core-protocol'
import { instancePolicySchemas, managedLists, managementEndpoints, orgPolicySchemas } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { twoOrgs } from '../../support/full-org.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { root } from '../../support/run-command.ts'
import { ownerToken, startWholeProvider, wholeDocument } from '../../support/whole-provider.ts'

let provider: TestProvider
let options: ClientOptions
before(async () => {
  const whole = wholeDocument()
  // Both fixtures have an API with the id api.
  const document = { ...whole, orgs: [...(whole.orgs ?? []).map((org) => ({ ...org, apiApps: [] })), ...twoOrgs] }
  provider = await startWholeProvider({ document, endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  options = { issuer: provider.issuer, token: ownerToken, fetch: provider.fetch }
})
after(async () => await provider.close())

/** The lists in which the server chooses ids, as the types have them. */
const created: Record<Created, true> = {
  actions: true,
  apiApps: true,
  appKeys: true,
  humanUsers: true,
  jwtIdps: true,
  machineKeys: true,
  machineUsers: true,
  oidcApps: true,
  oidcIdps: true,
  personalAccessTokens: true,
  projectGrants: true,
  projects: true,
}

async function thrown(promise: Promise<unknown>): Promise<ApiError> {
  return await promise.then(
    () => assert.fail('It was done.'),
    (error: unknown) => {
      assert.ok(error instanceof ApiError, String(error))
      return error
    },
  )
}

test('the client has the lists and policies of the server', () => {
  const client = createClient(options)
  const { policies, events, user, replaceSecret, addSecret, secrets, removeSecret, ...lists } = client.org('north')
  assert.ok([events, user, replaceSecret, addSecret, secrets, removeSecret].every((each) => each !== undefined))
  assert.deepEqual(Object.keys(lists).toSorted(), managedLists.map(({ member }) => member).toSorted())
  assert.deepEqual(Object.keys(policies).toSorted(), [...orgPolicySchemas.keys()].toSorted())
  assert.deepEqual(Object.keys(client.instance.policies).toSorted(), [...instancePolicySchemas.keys()].toSorted())
  assert.deepEqual(Object.keys(created).toSorted(), managedLists.flatMap(({ member, choosesId }) => (choosesId ? [member] : [])).toSorted())
})

test('every entry of every list is listed, read, put and patched', async () => {
  let entries = 0
  const org = createClient(options).org('north')
  for (const { member, id } of managedLists) {
    if (member === 'passkeys') continue
    // Which list it is, the compiler cannot know.
    const list = org[member] as unknown as Collection<Record<string, unknown>, readonly string[], never>
    for await (const { items } of list.pages({ limit: 1 })) {
      for (const item of items) {
        const key = id.flatMap((name) => (typeof item.entry[name] === 'string' ? [item.entry[name]] : []))
        const read = await list.get(key)
        assert.deepEqual(read, item)
        assert.equal((await list.put(key, item.entry, { ifMatch: item.etag })).action, 'same')
        assert.equal((await list.patch(key, {})).etag, item.etag)
        assert.equal((await list.remove(key, { dryRun: true })).action, 'removed')
        entries++
      }
    }
  }
  assert.ok(entries > 25)
})

test('an object is created, changed and removed, and a secret is answered once', async () => {
  const { oidcApps } = createClient(options).org('north')
  const app = { projectId: 'shop', name: 'New', redirectUris: ['https://new.example/cb'] }
  const planned = await oidcApps.create({ app }, { dryRun: true })
  assert.deepEqual([planned.action, planned.entry], ['created', undefined])
  const { generated, entry, etag = '' } = await oidcApps.create({ app })
  assert.ok(generated?.clientSecret !== undefined && entry !== undefined)
  const { appId } = entry
  const patched = await oidcApps.patch(appId, { app: { devMode: true } }, { ifMatch: etag })
  assert.deepEqual([patched.action, patched.changed, patched.entry?.app.devMode], ['changed', ['app.devMode'], true])
  assert.equal((await thrown(oidcApps.patch(appId, { app: { name: 'Late' } }, { ifMatch: etag }))).id, 'precondition_failed')
  assert.equal((await thrown(oidcApps.put(appId, { app }, { ifNoneMatch: '*' }))).status, 412)
  assert.deepEqual(await oidcApps.remove(appId), { action: 'removed' })
  assert.equal((await thrown(oidcApps.get(appId))).id, 'resource_unknown')
})

test('a page has the entries of a filter, and names the next one', async () => {
  const { projectRoles } = createClient(options).org('north')
  const first = await projectRoles.list({ limit: 1, filter: { projectId: 'shop' } })
  assert.deepEqual(
    first.items.map(({ entry }) => entry.roleKey),
    ['reader'],
  )
  const second = await projectRoles.list({ limit: 1, filter: { projectId: 'shop' }, cursor: first.next ?? '' })
  assert.deepEqual(
    second.items.map(({ entry }) => entry.roleKey),
    ['writer'],
  )
  assert.equal(second.next, undefined)
  assert.equal((await thrown(projectRoles.list({ filter: { colour: 'red' } }))).id, 'query_malformed')
})

test('a policy is put, and given up', async () => {
  const { policies } = createClient(options).org('south')
  assert.equal((await policies.lockoutPolicy.put({ maxPasswordAttempts: 4, maxOtpAttempts: 4 })).action, 'created')
  assert.equal((await policies.lockoutPolicy.get()).entry.maxPasswordAttempts, 4)
  assert.equal((await policies.lockoutPolicy.reset()).action, 'removed')
  assert.equal((await thrown(policies.lockoutPolicy.get())).status, 404)
})

test('organizations and members of the instance are managed', async () => {
  const { orgs, instance } = createClient(options)
  assert.equal((await orgs.put('west', { org: { name: 'West' } })).action, 'created')
  assert.ok((await orgs.list()).items.some(({ entry }) => entry.org?.name === 'West'))
  await orgs.remove('west')
  assert.deepEqual((await instance.members.put('ann', { roles: ['IAM_OWNER_VIEWER'] })).entry?.roles, ['IAM_OWNER_VIEWER'])
  await instance.members.remove('ann')
})

test('a new secret is answered once, and takes the place of the old one', async () => {
  const org = createClient(options).org('north')
  const app = { projectId: 'shop', name: 'Secret', redirectUris: ['https://secret.example/cb'] }
  const { generated, etag: before } = await org.oidcApps.put('secret', { app })
  const { clientSecret, action, changed } = await org.replaceSecret('oidcApps', 'secret')
  assert.deepEqual([action, changed], ['changed', ['clientSecret']])
  assert.match(clientSecret, /^[A-Za-z0-9_-]{43}$/)
  assert.notEqual(clientSecret, generated?.clientSecret)
  const added = await org.addSecret('oidcApps', 'secret')
  assert.equal((await org.secrets('oidcApps', 'secret')).length, 2)
  await org.removeSecret('oidcApps', 'secret', added.secretId)
  assert.equal((await org.secrets('oidcApps', 'secret')).length, 1)
  assert.equal((await org.oidcApps.get('secret')).etag, before, 'a secret is no part of what is read')
  await org.oidcApps.remove('secret')
})

test('the audit trail is read page by page, of the instance and of an organization', async () => {
  const client = createClient(options)
  await client.org('north').projects.put('trail', { project: { name: 'Trail' } })
  await client.org('north').projects.remove('trail')
  const query = { subjectKind: 'project', subjectId: 'trail' }
  const types: string[] = []
  for await (const { items } of client.org('north').events.pages({ ...query, limit: 1 })) types.push(...items.map(({ type }) => type))
  // The clock stands still: the two have the same time.
  assert.deepEqual(types.toSorted(), ['resource_created', 'resource_removed'])
  assert.equal((await client.events.list(query)).items.length, 2)
  assert.equal((await thrown(client.events.list({ type: 'nothing' }))).id, 'query_malformed')
})

test('the sessions and factors of a user are listed and removed', async () => {
  const user = createClient(options).org('north').user('ann')
  assert.deepEqual(await user.sessions.list(), [])
  await user.sessions.endAll()
  assert.equal((await thrown(user.sessions.end('none'))).id, 'resource_unknown')
  assert.deepEqual((await user.factors.list()).passkeys, [])
  assert.equal((await thrown(user.factors.remove({ passkey: 'none' }))).id, 'resource_unknown')
  assert.ok((await user.factors.list()).authenticatorApp !== undefined)
  await user.factors.remove('authenticatorApp')
  assert.equal((await user.factors.list()).authenticatorApp, undefined)
})

test('an error names the members at fault', async () => {
  const { oidcApps } = createClient(options).org('north')
  const error = await thrown(oidcApps.put('faulty', { app: { projectId: 'shop', name: 'F', redirectUris: ['javascript:alert(1)'] } }))
  assert.deepEqual([error.name, error.id, error.status], ['ApiError', 'entry_invalid', 400])
  assert.deepEqual(
    error.fieldViolations.map(({ field, reason }) => [field, reason]),
    [['app.redirectUris[0]', 'uri_scheme_forbidden']],
  )
})

test('a token is asked for before each request, and a wrong one is an error', async () => {
  let asked = 0
  const { orgs } = createClient({ ...options, token: async () => await Promise.resolve(++asked < 3 ? ownerToken : 'wrong') })
  await orgs.get('north')
  await orgs.get('north')
  const error = await thrown(orgs.get('north'))
  assert.deepEqual([error.id, error.status, asked], ['unauthenticated', 401, 3])
})

test('an answer of something else than the API is an error too', async () => {
  const proxy = async (): Promise<Response> =>
    await Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }))
  const error = await thrown(createClient({ ...options, fetch: proxy }).orgs.list())
  assert.deepEqual([error.id, error.status, error.retryAfter], ['unexpected_answer', 502, 7])
})

test('an id that would lead to another path is refused, and any other is encoded', async () => {
  const client = createClient(options)
  for (const id of ['', '.', '..']) {
    assert.throws(() => client.org(id), TypeError)
    await assert.rejects(client.orgs.remove(id), TypeError)
  }
  const id = 'a/b?c#d %2e%2e ü'
  assert.equal((await client.org('north').projects.put(id, { project: { name: 'Odd' } })).action, 'created')
  assert.equal((await client.org('north').projects.get(id)).entry.projectId, id)
  await client.org('north').projects.remove(id)
})

test('the bundled client has less than 2.5 kB, compressed', () => {
  const args = ['build', join(root, 'packages/client/src/index.ts'), '--minify', '--target=browser']
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/bun'), args, { encoding: 'utf8', maxBuffer: 1_000_000 })
  assert.equal(status, 0)
  const { length } = gzipSync(stdout)
  assert.ok(length > 500 && length < 2500, `${length} bytes`)
})
