// `/manage/v1/openapi.json`: a valid document, and a true one.
import { Validator } from '@seriousme/openapi-schema-validator'
import { auditTrail } from '@symbolon/core-protocol'
import { managedLists, managementEndpoints } from '@symbolon/management-api'
import type { OpenApiDocument, SendLink } from '@symbolon/management-api'
import { namedSchemas } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { twoOrgs } from '../../support/full-org.ts'
import { testHashing } from '../../support/hashing.ts'
import { documentedApi } from '../../support/openapi.ts'
import type { DocumentedApi } from '../../support/openapi.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider, wholeDocument } from '../../support/whole-provider.ts'

const sendLink: SendLink = async (kind) => await Promise.resolve({ kind: 'shown', link: `https://id.example/${kind}`, expiresAt: 1000 })
const endpoints = managementEndpoints({ hashing: testHashing, sendLink })
let provider: TestProvider
let api: DocumentedApi
before(async () => {
  const whole = wholeDocument()
  // Both fixtures have an API with the id api.
  const document = { ...whole, orgs: [...(whole.orgs ?? []).map((org) => ({ ...org, apiApps: [] })), ...twoOrgs] }
  provider = await startWholeProvider({ document, endpoints, audit: auditTrail })
  const response = await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  api = documentedApi((await response.json()) as OpenApiDocument)
})
after(async () => await provider.close())

async function send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await provider.fetch(
    new Request(`${provider.issuer}/manage/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

/** Sends a request, and asserts that the answer is as documented. */
async function call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<unknown> {
  return await api.check(method, path, await send(method, path, body, headers))
}

interface Item {
  readonly path: string
  readonly entry: Readonly<Record<string, unknown>>
}

const below = (path: string): string => path.replace('/manage/v1', '')

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(api.document) })
  assert.ok(valid, JSON.stringify(errors))
  const ids = Object.values(api.document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => ('operationId' in operation ? [String(operation.operationId)] : [])),
  )
  assert.equal(new Set(ids).size, ids.length, 'operation ids are unique')
  assert.ok(ids.length > 150)
})

test('every reference of the document leads somewhere, and every schema is referred to', () => {
  const text = JSON.stringify(api.document)
  const references = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`))
  const { schemas, responses } = api.document.components
  const defined = new Set([
    ...Object.keys(schemas).map((name) => `schemas/${name}`),
    ...Object.keys(responses).map((name) => `responses/${name}`),
  ])
  assert.deepEqual(
    [...references].filter((name) => !defined.has(name)),
    [],
  )
  assert.deepEqual(
    [...defined].filter((name) => !references.has(name)),
    [],
  )
})

test('every entry of a document is valid as the body of a request', () => {
  let entries = 0
  for (const org of twoOrgs) {
    for (const { member, schema } of managedLists) {
      const name = namedSchemas.find((named) => named.schema === schema)?.name ?? ''
      for (const entry of org[member] ?? []) {
        const { valid, errors } = api.validate(`#/components/schemas/${name}`, entry)
        assert.ok(valid, `${member}: ${errors}`)
        assert.ok(!api.validate(`#/components/schemas/${name}`, { ...entry, unknownMember: 1 }).valid)
        entries++
      }
    }
  }
  assert.ok(entries > 30)
})

test('every example is valid', () => {
  const examples = Object.entries(api.document.components.schemas).flatMap(([name, { examples: given = [] }]) =>
    (given as readonly unknown[]).map((example) => [name, example] as const),
  )
  assert.ok(examples.length > 10)
  for (const [name, example] of examples) {
    const { valid, errors } = api.validate(`#/components/schemas/${name}`, example)
    assert.ok(valid, `${name}: ${errors}`)
  }
})

test('what the server answers about the objects of every list is as documented', async () => {
  for (const { orgId } of twoOrgs) {
    for (const { member } of managedLists) {
      const { items } = (await call('GET', `/orgs/${orgId}/${member}`)) as { readonly items: readonly Item[] }
      if (orgId === 'north' && !member.endsWith('Messages')) assert.ok(items.length > 0, `${member} is empty`)
      for (const { path, entry } of items) {
        await call('GET', below(path))
        await call('PUT', below(path), entry)
        await call('PATCH', below(path), {}, { 'content-type': 'application/merge-patch+json' })
        await call('DELETE', `${below(path)}?dry_run=true`)
        await call('PUT', below(path), entry, { 'if-match': '"another version"' })
        await call('PUT', below(path), { ...entry, unknownMember: 1 })
      }
      await call(
        'DELETE',
        `/orgs/${orgId}/${member}/none/none/none`
          .split('/')
          .slice(0, 4 + (managedLists.find((list) => list.member === member)?.id.length ?? 0))
          .join('/'),
      )
    }
  }
})

test('what the server answers about organizations, policies and members of the instance is as documented', async () => {
  const policy = {
    loginPolicy: { allowUsernamePassword: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'] },
    passwordComplexityPolicy: { minLength: '9' },
  }
  for (const [name, entry] of Object.entries(policy)) {
    for (const place of ['/orgs/north', '/instance']) {
      await call('PUT', `${place}/policies/${name}`, entry)
      await call('GET', `${place}/policies/${name}`)
      await call('DELETE', `${place}/policies/${name}?dry_run=true`)
    }
  }
  await call('GET', '/orgs')
  await call('GET', '/instance/members')
  await call('PUT', '/instance/members/ann', { roles: ['IAM_OWNER_VIEWER'] })
  await call('GET', '/instance/members/ann')
  await call('DELETE', '/instance/members/ann')
  await call('POST', '/orgs', { org: { name: 'West' } })
  await call('PUT', '/orgs/east', { org: { name: 'East' } })
  await call('PUT', '/orgs/east2?dry_run=true', { org: { name: 'East 2' } })
  await call('DELETE', '/orgs/east')
  await call('GET', '/orgs', undefined, { authorization: 'Bearer wrong' })
})

test('every list and every object without an id is read as documented', async () => {
  const places = Object.entries(api.document.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [path.replace('{orgId}', 'north')],
  )
  for (const place of places.filter((path) => !path.includes('{'))) await call('GET', place)
})

test('what hangs on a user is as documented', async () => {
  const user = '/orgs/north/users/ann'
  for (const [path, { get, post }] of Object.entries(api.document.paths)) {
    const place = path.replace('{orgId}', 'north').replace('{userId}', 'ann')
    if (!place.startsWith(user) || place.includes('{')) continue
    if (get !== undefined) await call('GET', place)
    if (post !== undefined) await call('POST', place)
  }
  await call('DELETE', `${user}/sessions`)
  await call('DELETE', `${user}/factors/authenticatorApp`)
  await call('DELETE', `${user}/factors/authenticatorApp`)
})

test('an application that the server creates is as documented, with what was generated', async () => {
  const app = { projectId: 'shop', name: 'New', redirectUris: ['https://new.example/cb'] }
  const created = (await call('POST', '/orgs/north/oidcApps', { app })) as { readonly generated: Readonly<Record<string, string>> }
  assert.ok(created.generated['clientSecret'] !== undefined)
  await call('PUT', '/orgs/north/oidcApps/faulty', { app: { ...app, redirectUris: ['javascript:alert(1)'] } })
})

test('an import and its report are as documented, and the report has no member that the document does not list', async () => {
  const people = {
    humanUsers: [
      { userId: 'mover-1', user: { userName: 'mover-1', profile: { firstName: 'F', lastName: 'L' }, phone: { phone: 'none' } } },
    ],
  }
  const dataOrgs = { orgs: [{ orgId: 'moved', org: { name: 'Moved' }, ...people }] }
  const { jobId } = (await call('POST', '/imports', { dataOrgs })) as { readonly jobId: string }
  let state = 'running'
  while (['waiting', 'running'].includes(state)) {
    await setTimeout(20)
    ;({ state } = (await call('GET', `/imports/${jobId}`)) as { readonly state: string })
  }
  const report = (await call('GET', `/imports/${jobId}/report`)) as Readonly<Record<string, unknown>>
  const schema = api.document.components.schemas?.['ImportReport'] as { readonly properties: Readonly<Record<string, unknown>> }
  assert.deepEqual(
    Object.keys(report).filter((member) => !Object.hasOwn(schema.properties, member)),
    [],
  )
  const expected = { people: 1, able: 0, unable: 1, by: {}, reasons: { sign_in_without_credentials: 1 } }
  assert.deepEqual([report['signIn'], report['signIns']], [expected, [{ orgId: 'moved', ...expected }]])
})

test('the server has every documented operation, and no other', async () => {
  const documented = Object.entries(api.document.paths)
  const served = endpoints.filter(({ path }) => path.startsWith('/manage/v1/') && !/\/(openapi\.json|reference.*)$/.test(path))
  assert.deepEqual(
    documented
      .flatMap(([path, item]) =>
        Object.keys(item)
          .filter((key) => key !== 'parameters')
          .map((method) => `${method.toUpperCase()} ${path}`),
      )
      .toSorted(),
    served.flatMap(({ path, methods }) => methods.map((method) => `${method} ${below(path).replaceAll(/:(\w+)/g, '{$1}')}`)).toSorted(),
  )
  for (const [path, item] of documented) {
    const place = path.replaceAll(/\{\w+\}/g, 'x')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await send(method, place, undefined, { authorization: '' })
      assert.equal(status, method.toLowerCase() in item ? 401 : 405, `${method} ${path}`)
    }
  }
})

test('the server reads every documented query parameter, and refuses any other', async () => {
  for (const [path, item] of Object.entries(api.document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!('operationId' in operation)) continue
      const place = path.replaceAll(/\{\w+\}/g, 'none')
      const query = (operation.parameters ?? []).filter((parameter: { readonly in: string }) => parameter.in === 'query')
      const { status } = await send(method.toUpperCase(), `${place}?no_such_parameter=1`)
      assert.equal(status, 400, `${method} ${path}`)
      for (const { name, schema } of query as readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[]) {
        const value = schema['type'] === 'integer' ? '1' : schema['type'] === 'boolean' ? 'true' : 'none'
        const answer = await send(method.toUpperCase(), `${place}?${name}=${value}`)
        const body = await answer.text()
        assert.ok(!body.includes('nknown query parameter') && !body.includes('no query parameters'), `${method} ${path} ${name}: ${body}`)
      }
    }
  }
})
