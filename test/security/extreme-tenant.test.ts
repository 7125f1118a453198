// A tenant with very many applications, sessions, grants and events: what it can ask for takes a few milliseconds of the thread that answers everybody.
// The long tier has the full sizes, and asks what another tenant notices meanwhile.
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditPosition } from '@symbolon/core-protocol'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { testHashing } from '../support/hashing.ts'
import type { TestProvider } from '../support/provider.ts'
import { postToken } from '../support/code-flow.ts'
import { robotSecret, startWholeProvider } from '../support/whole-provider.ts'

const longTier = process.env['SYMBOLON_TEST_LONG'] === '1'
const sizes = longTier
  ? { apps: 10_000, sessions: 10_000, grants: 1000, events: 3_000_000 }
  : { apps: 400, sessions: 1000, grants: 100, events: 20_000 }

const token = 'symbolon_pat_tenant-0123456789-0123456789-0123456789'

let file: DatabaseFile
let provider: TestProvider
before(async () => {
  file = await databaseFile()
  provider = await startWholeProvider({
    endpoints: managementEndpoints({ hashing: testHashing }),
    storage: file.storage,
    // The watch over refused requests would read every table.
    recordChanges: async () => ({ mark: () => undefined, changes: () => [] }),
  })
  await fill()
})
after(async () => {
  await provider.close()
  file.dispose()
})

async function fill(): Promise<void> {
  const tenant = { orgId: 'large', org: { name: 'Large' } }
  const report = await provider.apply({
    orgs: [
      {
        ...tenant,
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        machineUsers: ['star', 'admin'].map((userId) => ({ userId, user: { userName: userId, name: userId } })),
        orgMembers: [{ userId: 'admin', roles: ['ORG_OWNER'] }],
        personalAccessTokens: [{ tokenId: 'tenant', userId: 'admin', token }],
      },
    ],
  })
  assert.equal(report.counts.refused, 0)
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
  for (const some of inChunks(numbers(sizes.apps), 400)) {
    const oidcApps = some.map((number) => ({
      appId: `app-${number}`,
      clientId: `app-${number}`,
      app: { projectId: 'p', name: `App ${number}`, redirectUris: [`https://rp${number}.example/cb`] },
    }))
    await provider.apply({ orgs: [{ ...tenant, oidcApps }] })
  }
  for (const some of inChunks(numbers(sizes.grants), 200)) {
    await provider.apply({
      orgs: [
        {
          ...tenant,
          projects: some.map((number) => ({ projectId: `g${number}`, project: { name: `G ${number}` } })),
          projectRoles: some.map((number) => ({ projectId: `g${number}`, roleKey: 'reader' })),
          userGrants: some.map((number) => ({ userId: 'star', projectId: `g${number}`, roleKeys: ['reader'] })),
        },
      ],
    })
  }
  const { sessions, auditEvents } = provider.storage.stores
  const now = provider.clock.now()
  for (const some of inChunks(numbers(sizes.sessions), 500)) {
    await Promise.all(
      some.map(async (number) => {
        const times = { authenticatedAt: now, createdAt: now, expiresAt: now + 86_400_000 + number }
        await sessions!.insert({ id: `s${number}`, userId: 'star', factors: [], ...times }, `agent-${number}`, undefined)
      }),
    )
  }
  for (const some of inChunks(numbers(sizes.events), 1000)) {
    await auditEvents!.append(
      some.map((number) => {
        const at = now - sizes.events + number
        const id = `${auditPosition(at)}-0000000-abcdefghij`
        return { id, at, type: 'token_revoked' as const, actorId: 'busy', orgId: number % 2 === 0 ? 'large' : 'acme' }
      }),
    )
  }
}

function inChunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

async function read(path: string): Promise<Response> {
  return await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, { headers: { authorization: `Bearer ${token}` } }))
}

/** What an administrator of the tenant can ask for, as costly as it gets. */
const reads: readonly string[] = [
  '/orgs/large/oidcApps?limit=200',
  '/orgs/large/oidcApps?limit=200&q=app',
  '/orgs/large/projects?limit=200',
  '/orgs/large/userGrants?limit=200',
  '/orgs/large/users/star/sessions?limit=200',
  '/orgs/large/events?limit=200',
  '/orgs/large/events?limit=200&actorId=unknown',
  '/orgs/large/events?limit=200&actorId=busy&type=login_failed',
  '/orgs/large/events?limit=200&actorId=unknown&names=true',
  '/orgs/large/signIns?days=90',
  '/me',
]

/** Milliseconds of processor time, the least of several times: other work of the machine only adds to it. */
const mostOfRead = 25

test('DS-46 each read of a very large tenant takes a few milliseconds', { timeout: 600_000 }, async () => {
  const taken: string[] = []
  for (const path of reads) {
    let least = Infinity
    for (let round = 0; round < 6; round += 1) {
      const began = process.cpuUsage()
      const answer = await read(path)
      await answer.arrayBuffer()
      const { user, system } = process.cpuUsage(began)
      assert.equal(answer.status, 200, path)
      least = Math.min(least, (user + system) / 1000)
    }
    taken.push(`${path} ${least.toFixed(1)} ms`)
    assert.ok(least < mostOfRead, taken.join('\n'))
  }
})

test(
  'DS-46 between reads that a very large tenant sends at once, tokens of another organization are issued',
  { timeout: 600_000 },
  async () => {
    let left = 100
    const all = Array.from({ length: left }, async (_, index) => {
      await (await read(reads[index % reads.length] ?? '')).arrayBuffer()
      left -= 1
    })
    let issued = 0
    for (; left > 0; issued += 1) await requestToken()
    await Promise.all(all)
    assert.ok(issued > 40, `${issued} tokens between 100 reads`)
  },
)

test('all sessions of a user end in one call', { timeout: 600_000 }, async () => {
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request(`${provider.issuer}/manage/v1/orgs/large/users/star/sessions`, { method: 'DELETE', headers })
  assert.equal((await provider.fetch(request)).status, 204)
  assert.deepEqual(await provider.storage.stores.sessions!.listOfUser('star', provider.clock.now(), { limit: 1 }), [])
})

test('while a very large tenant reads, tokens of another tenant are issued as before', { skip: !longTier, timeout: 600_000 }, async () => {
  const idle = await tokenLatency(3000)
  let reading = true
  // As many as the limit of an organization lets through.
  const tenant = (async () => {
    for (let count = 0; reading; count += 1) {
      await (await read(reads[count % reads.length] ?? '')).arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const during = await tokenLatency(10_000)
  reading = false
  await tenant
  assert.ok(during <= idle + 10, `p99 ${idle.toFixed(1)} ms idle, ${during.toFixed(1)} ms during`)
})

/** @returns the 99th percentile of token requests of another organization, one every five milliseconds */
async function tokenLatency(milliseconds: number): Promise<number> {
  const latencies: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const began = performance.now()
    await requestToken()
    latencies.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

async function requestToken(): Promise<void> {
  const basic = { authorization: `Basic ${btoa(`robot:${robotSecret}`)}` }
  const { status } = await postToken(provider, { grant_type: 'client_credentials', scope: 'openid' }, basic)
  assert.equal(status, 200)
}
