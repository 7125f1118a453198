// Imports in two steps, called at once by several: the plan is carried out once. The console calls the same functions.
import { auditTrail, json } from '@symbolon/core-protocol'
import { carryOutImport, discardImport, getPlannedImport, planImport } from '@symbolon/management-api'
import type { Management } from '@symbolon/management-api'
import { administrativeResource } from '@symbolon/rest'
import type { Administration } from '@symbolon/rest'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const stores = ['auditEvents', 'directory', 'importJobs', 'memberships'] as const
type Handle = Administration<(typeof stores)[number]>

let provider: TestProvider
before(async () => {
  const managed =
    (handle: (management: Management, ...given: Parameters<Handle>) => Promise<object>): Handle =>
    async (request, caller, context) => {
      const rights = { kind: 'user', userId: caller.id, memberships: await context.stores.memberships.list(caller.id) } as const
      return json(200, await handle({ caller, rights, context, hashing: testHashing }, request, caller, context))
    }
  const idOf = (query: string): string => new URLSearchParams(query).get('id') ?? ''
  provider = await startWholeProvider({
    audit: auditTrail,
    endpoints: [
      administrativeResource({
        name: 'planned imports',
        path: '/plans',
        stores,
        access: 'owner',
        freshProof: 'methods',
        methods: {
          GET: managed(async (management, { query }, _, context) => await getPlannedImport(idOf(query), management, context)),
          POST: managed(async (management, { body }, _, context) => ({
            id: await planImport({ data_orgs: await body.bytes(4_000_000) }, 'a document', {}, management, context),
          })),
          PUT: managed(async (management, { query }, _, context) => ({
            id: await carryOutImport(idOf(query), {}, management, context),
          })),
          DELETE: managed(async (management, { query }, _, context) => {
            await discardImport(idOf(query), management, context)
            return {}
          }),
        },
      }),
      administrativeResource({
        name: 'events of imports',
        path: '/begun',
        stores,
        access: 'owner',
        freshProof: 'methods',
        methods: {
          GET: managed(async (_, { query }, __, context) => {
            const events = await context.stores.auditEvents.list({ limit: 1000 })
            return { count: events.filter(({ type, subject }) => type === 'import_started' && subject?.id === idOf(query)).length }
          }),
        },
      }),
    ],
  })
})
after(async () => await provider.close())

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function call(method: string, path: string, body?: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' }
  const response = await provider.fetch(
    new Request(`${provider.issuer}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
  return { status: response.status, body: (await response.json()) as Reply['body'] }
}

/** Plans the import of an organization, and waits for the plan. @returns its id */
async function plan(orgId: string, users = 1): Promise<string> {
  const humanUsers = Array.from({ length: users }, (_, index) => ({
    userId: `${orgId}-${index}`,
    user: { userName: `${orgId}-${index}`, profile: { firstName: 'A', lastName: 'B' }, email: { email: `${orgId}-${index}@id.example` } },
  }))
  const { status, body } = await call('POST', '/plans', JSON.stringify({ orgs: [{ orgId, org: { name: orgId }, humanUsers }] }))
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(await endOf(String(body['id'])), 'completed')
  return String(body['id'])
}

async function endOf(id: string): Promise<unknown> {
  for (;;) {
    const { body } = await call('GET', `/plans?id=${id}`)
    if (body['state'] !== 'running' && body['state'] !== 'waiting') return body['state']
  }
}

test('concurrent calls carry a plan out once, and each returns the id of the import', async () => {
  const planId = await plan('west')
  const replies = await Promise.all(Array.from({ length: 6 }, async () => await call('PUT', `/plans?id=${planId}`)))
  assert.deepEqual([...new Set(replies.map(({ status, body }) => `${status} ${String(body['id'])}`))], [`200 ${planId}-import`])
  assert.equal(await endOf(`${planId}-import`), 'completed')
  assert.deepEqual((await call('GET', `/begun?id=${planId}-import`)).body, { count: 1 })
})

test('a call after the import was carried out and its document deleted returns its id', async () => {
  const planId = await plan('north')
  assert.equal((await call('PUT', `/plans?id=${planId}`)).status, 200)
  assert.equal(await endOf(`${planId}-import`), 'completed')
  while ((await call('GET', `/plans?id=${planId}`)).body['isKept'] === true);
  assert.deepEqual(await call('PUT', `/plans?id=${planId}`), { status: 200, body: { id: `${planId}-import` } })
  assert.deepEqual((await call('GET', `/begun?id=${planId}-import`)).body, { count: 1 })
})

test('of two plans that are carried out at once, one waits for the end of the other one', async () => {
  const plans = [await plan('east', 1500), await plan('south', 1500)]
  const replies = await Promise.all(plans.map(async (id) => await call('PUT', `/plans?id=${id}`)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  for (const id of plans) assert.equal(await endOf(`${id}-import`), 'completed')
})

test('a plan that was discarded is not carried out', async () => {
  const planId = await plan('gone')
  assert.equal((await call('DELETE', `/plans?id=${planId}`)).status, 200)
  assert.equal((await call('PUT', `/plans?id=${planId}`)).status, 404)
  assert.equal((await call('GET', `/plans?id=${planId}-import`)).status, 404)
})
