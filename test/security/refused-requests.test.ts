// A refused request changes nothing. Every provider of the tests watches its own requests; here the watch itself is tested, and each kind
// of refusal on Postgres, where a refusal that changes rows would also lock them.
import { auditTrail, define, json } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { postgres } from '@symbolon/storage-postgres'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manage } from '../support/management-request.ts'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { authorize, codeOf, redeem } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { recordChangesOfPostgres } from '../support/row-changes-postgres.ts'
import { ownerToken, startWholeProvider } from '../support/whole-provider.ts'

const resource = (path: string): Request => new Request(`https://id.example${path}`, { method: 'POST' })

describe('the watch over refused requests', () => {
  /** Each writes a row, and then responds with the status of its path. */
  const writing = define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'writing',
    path: '/writing/:status',
    methods: ['POST'],
    stores: ['features'],
    cors: 'none',
    async handle(request, { stores, now }) {
      const status = Number(request.path.split('/').at(-1))
      await stores.features.set({ [`flag${status}`]: true }, now())
      return json(status, {})
    },
  })

  test('AD-61 fails a test whose refused request wrote a row, and no other', async (t) => {
    const provider = await startTestProvider({ endpoints: [writing] })
    t.after(async () => await provider.close())
    await provider.fetch(resource('/writing/200'))
    await provider.fetch(resource('/elsewhere'))
    provider.clock.advance(1)
    await assert.rejects(provider.fetch(resource('/writing/403')), /A refused request changed rows: POST .*\/writing\/403 403/)
  })
})

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else onPostgres(await startPostgres(programs))

function onPostgres(server: Awaited<ReturnType<typeof startPostgres>>): void {
  test('AD-61 refused requests to the management API and to the token endpoint change nothing on Postgres', async (t) => {
    const url = await server.createDatabase()
    const provider = await startWholeProvider({
      storage: postgres({ url }),
      endpoints: managementEndpoints({ hashing: testHashing }),
      audit: auditTrail,
      timers: false,
      recordChanges: async () => await recordChangesOfPostgres(async (sql) => await server.run(url, sql)),
    })
    t.after(async () => await provider.close())
    const settingsToken = 'symbolon_pat_settings-0123456789-0123456789-0123456789'
    for (const [path, body] of [
      ['/orgs/acme/machineUsers/settings', { user: { userName: 'settings', name: 'Settings' } }],
      ['/orgs/acme/personalAccessTokens/of-settings', { userId: 'settings', token: settingsToken }],
      ['/orgs/acme/orgMembers/settings', { roles: ['ORG_SETTINGS_MANAGER'] }],
      ['/orgs/acme/domains/primary.example', { isVerified: true, isPrimary: true }],
      ['/orgs/other', { org: { name: 'Other' } }],
    ] as const) {
      assert.equal(await call(provider, ownerToken, 'PUT', path, body), 201, path)
    }
    assert.equal(await call(provider, settingsToken, 'PUT', '/orgs/acme/domains/unverified.example', {}), 201)
    for (const [method, path, body, status] of refusedOfSettingsManager) {
      assert.equal(await call(provider, settingsToken, method, path, body), status, `${method} ${path}`)
    }
    const code = codeOf(await authorize(provider))
    assert.equal((await redeem(provider, code, { redirect_uri: 'https://app.example/other' })).status, 400)
    const again = codeOf(await authorize(provider))
    assert.equal((await redeem(provider, again)).status, 200)
    assert.equal((await redeem(provider, again)).status, 400)
  })
}

const refusedOfSettingsManager: readonly (readonly [method: string, path: string, body: unknown, status: number])[] = [
  ['PATCH', '/orgs/acme/domains/unverified.example', { isPrimary: true }, 403],
  ['PUT', '/orgs/acme/domains/another.example', { isVerified: true, isPrimary: true }, 403],
  ['PUT', '/orgs/acme', { orgState: 'ORG_STATE_INACTIVE' }, 403],
  ['PUT', '/orgs/third', { org: { name: 'Third' } }, 403],
  ['DELETE', '/orgs/acme', undefined, 403],
  ['PATCH', `/orgs/acme/humanUsers/${alice.id}`, { user: { profile: { nickName: 'Al' } } }, 404],
  ['DELETE', `/orgs/acme/humanUsers/${alice.id}`, undefined, 404],
  ['PUT', '/orgs/acme/orgMembers/settings', { roles: ['ORG_OWNER'] }, 403],
  ['PUT', '/orgs/acme/projects/new', { project: { name: 'New' } }, 403],
  ['PATCH', '/orgs/acme/oidcApps/all', { app: { devMode: true } }, 404],
  ['POST', '/orgs/acme/personalAccessTokens', { userId: 'robot' }, 403],
  ['PUT', '/orgs/acme/policies/loginPolicy', { allowUsernamePassword: 'perhaps' }, 400],
  ['PUT', '/instance/policies/loginPolicy', { allowUsernamePassword: true }, 403],
  ['POST', '/signingKeys', undefined, 403],
]

async function call(provider: TestProvider, token: string, method: string, path: string, body?: unknown): Promise<number> {
  const { status } = await manage(provider, token, method, path, body)
  return status
}
