// `@symbolon/client` against the server: what it reads and changes, and the errors that it throws.
import { ApiError, createClient } from '@symbolon/client'
import type { Client, ClientOptions, Collection, Created, CreatingCollection, ImportJob, Single } from '@symbolon/client'
import { auditTrail } from '@symbolon/core-protocol'
import { instancePolicySchemas, managedLists, managementEndpoints, orgPolicySchemas } from '@symbolon/management-api'
import type { OpenApiDocument, SendLink } from '@symbolon/management-api'
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

const sendLink: SendLink = async (kind) => await Promise.resolve({ kind: 'shown', link: `https://id.example/${kind}`, expiresAt: 1000 })
let provider: TestProvider
let options: ClientOptions
before(async () => {
  const whole = wholeDocument()
  // Both fixtures have an API with the id api.
  const document = { ...whole, orgs: [...(whole.orgs ?? []).map((org) => ({ ...org, apiApps: [] })), ...twoOrgs] }
  provider = await startWholeProvider({ document, endpoints: managementEndpoints({ hashing: testHashing, sendLink }), audit: auditTrail })
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
  const { policies, ...lists } = client.org('north')
  // Every member that is not a function is a list.
  const names = Object.entries(lists).flatMap(([name, value]) => (typeof value === 'object' && 'put' in value ? [name] : []))
  assert.deepEqual(names.toSorted(), managedLists.map(({ member }) => member).toSorted())
  assert.deepEqual(Object.keys(policies).toSorted(), [...orgPolicySchemas.keys()].toSorted())
  assert.deepEqual(Object.keys(client.instance.policies).toSorted(), [...instancePolicySchemas.keys()].toSorted())
  assert.deepEqual(Object.keys(created).toSorted(), managedLists.flatMap(({ member, choosesId }) => (choosesId ? [member] : [])).toSorted())
})

/** Calls every function that sends one request. */
async function callAll(client: Client): Promise<void> {
  await callCollection(client.orgs as never, ['1'])
  for (const list of Object.values(client.instance)) {
    if ('put' in list) await callCollection(list as unknown as Collection<Record<string, unknown>, readonly string[], never>, ['1'])
  }
  await client.orgs.create({ org: { name: 'x' } })
  const org = client.org('1')
  for (const { member, id, lastIsOptional, choosesId } of managedLists) {
    if (member === 'passkeys' || member === 'removedIds') continue
    const list = org[member] as unknown as CreatingCollection<Record<string, unknown>, readonly string[], never>
    await callCollection(list, id)
    if (lastIsOptional) await callCollection(list, id.slice(0, -1))
    if (choosesId) await list.create({})
  }
  for (const policy of [...Object.values(org.policies), ...Object.values(client.instance.policies)] as Single<object>[]) {
    await Promise.all([policy.get(), policy.put({}), policy.patch({}), policy.reset()])
  }
  for (const list of ['oidcApps', 'apiApps', 'machineUsers'] as const) {
    await Promise.all([org.secrets(list, '1'), org.addSecret(list, '1'), org.removeSecret(list, '1', '2')])
  }
  const { sessions, factors, invite, reset } = org.user('1')
  for (const factor of ['authenticatorApp', 'recoveryCodes', { passkey: '1' }] as const) await factors.remove(factor)
  await Promise.all([sessions.list(), sessions.end('1'), sessions.endAll(), factors.list(), invite(), reset()])
  const { features, signingKeys } = client.instance
  await Promise.all([
    client.me(),
    client.invitations.list(),
    client.invitations.accept({ of: 'organization', id: '1' }),
    client.invitations.decline({ of: 'organization', id: '1' }),
    client.events.list(),
    org.events.list(),
    client.events.signIns(),
    org.events.signIns(),
    features.list(),
    features.set('f', true),
  ])
  await Promise.all([signingKeys.list(), signingKeys.rotate(), signingKeys.revoke('1')])
  await Promise.all([org.effectivePolicies(), client.instance.effectivePolicies(), client.instance.oidcIdps.create({} as never)])
  await Promise.all([client.identityProviders(), org.identityProviders(), client.identityProviderPresets()])
  const { imports, exports } = client
  await Promise.all([
    imports.list(),
    imports.begin({ dataOrgs: '' }),
    imports.get('1'),
    imports.stop('1'),
    imports.report('1'),
    exports.read(),
  ])
}

async function callCollection(
  collection: Collection<Record<string, unknown>, readonly string[], never>,
  id: readonly string[],
): Promise<void> {
  await Promise.all([collection.list(), collection.get(id), collection.put(id, {}), collection.patch(id, {}), collection.remove(id)])
}

test('the client has a function for every operation of the OpenAPI document, and sends no other request', async () => {
  const described = await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))
  const { paths } = (await described.json()) as OpenApiDocument
  const operations = Object.entries(paths).flatMap(([template, item]) =>
    Object.keys(item)
      .filter((member) => /^(get|post|put|patch|delete)$/.test(member))
      .map((method) => ({
        name: `${method.toUpperCase()} ${template}`,
        pattern: new RegExp(`^${method.toUpperCase()} /manage/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        parameters: template.split('{').length,
      })),
  )
  const called = new Set<string | undefined>()
  const record = async ({ method, url }: Request): Promise<Response> => {
    const found = operations.filter(({ pattern }) => pattern.test(`${method} ${new URL(url).pathname}`))
    // A path without parameters is meant before one with parameters.
    const meant = found.toSorted((one, other) => one.parameters - other.parameters)[0]
    called.add(meant?.name ?? assert.fail(`${method} ${url} is not an operation of the API`))
    return await Promise.resolve(Response.json({ items: [] }))
  }
  await callAll(createClient({ ...options, fetch: record }))
  assert.deepEqual(
    operations.map(({ name }) => name).filter((name) => !called.has(name)),
    [],
    'Give the client in packages/client a function for these, and call it in `callAll`.',
  )
})

test('every entry of every list is listed, read, put and patched', async () => {
  let entries = 0
  const org = createClient(options).org('north')
  for (const { member, id } of managedLists) {
    if (member === 'passkeys' || member === 'removedIds') continue
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
  assert.equal((await org.oidcApps.get('secret')).etag, before, 'the resource does not include its secrets')
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
  assert.equal((await client.events.signIns()).length, 30)
  assert.deepEqual(Object.keys((await client.org('north').events.signIns(1))[0] ?? {}), ['date', 'succeeded', 'failed'])
})

test('events come with names, and new ones are waited for', async () => {
  const client = createClient(options)
  const { events, projects } = client.org('north')
  const query = { subjectKind: 'project', subjectId: 'news', names: true }
  const seen: (string | undefined)[] = []
  for await (const news of events.follow(query, 1)) {
    // Each of the two events is delivered once, after the previous one was read.
    if (seen.length === 0 && news.length === 0)
      await projects.put('news', { project: { name: 'News' } }, { ifNoneMatch: '*' }).catch(() => undefined)
    seen.push(...news.map(({ names }) => names?.subject))
    if (seen.length > 0) break
  }
  assert.deepEqual(seen, ['News'])
  const [event] = (await events.list({ ...query, limit: 1 })).items
  assert.deepEqual(event?.names, { actor: 'Keyed', subject: 'News', org: 'North' })
  await projects.remove('news')
})

test('the sessions and factors of a user are listed and removed', async () => {
  const user = createClient(options).org('north').user('ann')
  assert.deepEqual(await user.sessions.list(), { items: [] })
  await user.sessions.endAll()
  assert.equal((await thrown(user.sessions.end('none'))).id, 'resource_unknown')
  assert.deepEqual((await user.factors.list()).passkeys, [])
  assert.equal((await thrown(user.factors.remove({ passkey: 'none' }))).id, 'resource_unknown')
  assert.ok((await user.factors.list()).authenticatorApp !== undefined)
  await user.factors.remove('authenticatorApp')
  assert.equal((await user.factors.list()).authenticatorApp, undefined)
})

test('features, signing keys and identity providers are read and changed', async () => {
  const client = createClient(options)
  const { features, signingKeys } = client.instance
  for (const { name, enabled } of await features.list()) assert.deepEqual(await features.set(name, enabled), { name, enabled })
  assert.equal((await thrown(features.set('none', true))).id, 'resource_unknown')
  const before = await signingKeys.list()
  const { keys, made } = await signingKeys.rotate()
  assert.deepEqual([keys.length, made.length > 0], [before.length + made.length, true])
  assert.equal((await signingKeys.revoke(made[0] ?? '')).revoked, made[0])
  assert.equal((await thrown(signingKeys.revoke('none'))).status, 404)
  const [provided] = await client.org('north').identityProviders()
  assert.match(provided?.redirectUri ?? '', /^https:/)
  assert.ok((await client.identityProviders()).length > 0)
  assert.ok((await client.identityProviderPresets()).some(({ id }) => id === 'google'))
})

test('an import is begun and followed to its end, and an export is read whole or as a stream', async () => {
  const { imports, exports } = createClient(options)
  const { jobId } = await imports.begin({ dataOrgs: { orgs: [{ orgId: 'east', org: { name: 'East' } }] } })
  const seen: ImportJob[] = []
  for await (const job of imports.follow(jobId, 1)) seen.push(job)
  assert.equal(seen.at(-1)?.state, 'completed')
  assert.ok((seen.at(-1)?.counts['created'] ?? 0) > 0)
  assert.equal((await imports.report(jobId)).success.orgs?.[0]?.orgId, 'east')
  assert.deepEqual(
    (await imports.list(1)).map((job) => job.jobId),
    [jobId],
  )
  const document = await exports.read({ orgIds: ['east'] })
  assert.equal(document.orgs?.[0]?.org?.name, 'East')
  assert.deepEqual(JSON.parse(await new Response(await exports.stream({ orgIds: ['east'] })).text()), document)
  assert.equal((await thrown(exports.stream({ orgIds: ['none'] }))).id, 'org_unknown')
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

test('the bundled client has less than 3 kB, compressed', () => {
  const args = ['build', join(root, 'packages/client/src/index.ts'), '--minify', '--target=browser']
  const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/bun'), args, { encoding: 'utf8', maxBuffer: 1_000_000 })
  assert.equal(status, 0)
  const { length } = gzipSync(stdout)
  assert.ok(length > 500 && length < 3000, `${length} bytes`)
})
