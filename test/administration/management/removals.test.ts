// What a removal takes along is in the audit trail.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import { startTestProvider } from '../../support/provider.ts'

const token = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const apps = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0'))

const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      machineUsers: [{ userId: 'owner', user: { userName: 'owner', name: 'Owner' } }],
      personalAccessTokens: [{ tokenId: 'token', userId: 'owner', token }],
      orgMembers: [{ userId: 'owner', roles: ['ORG_OWNER'] }],
      projects: ['shop', 'empty', 'kept'].map((projectId) => ({ projectId, project: { name: projectId } })),
      oidcApps: [...apps.map((id) => [`web-${id}`, 'shop']), ['other', 'kept']].map(([appId, projectId]) => ({
        appId,
        clientId: appId,
        app: { projectId, name: appId, redirectUris: ['https://app.example/cb'], authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' },
      })),
    },
  ],
} as unknown as OrgDocument

test('AD-69 the event of a removed project has the number of its applications and the first of their ids', async (t) => {
  const provider = await startTestProvider({
    document,
    hashing: testHashing,
    audit: auditTrail,
    endpoints: managementEndpoints({ hashing: testHashing }),
  })
  t.after(async () => await provider.close())
  const remove = async (path: string): Promise<number> => {
    const request = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }
    return (await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, request))).status
  }
  const removals = async (): Promise<readonly unknown[]> => {
    const events = (await provider.storage.stores.auditEvents?.list({ limit: 100 })) ?? []
    return events.filter(({ type }) => type === 'resource_removed').map(({ subject, details }) => [subject?.id, details])
  }
  const dryRun = await remove('/orgs/acme/projects/shop?dry_run=true')
  assert.deepEqual([dryRun < 400, await removals()], [true, []])
  assert.equal(await remove('/orgs/acme/projects/empty'), 204)
  assert.equal(await remove('/orgs/acme/projects/shop'), 204)
  const listed = apps.slice(0, 20).map((id) => `web-${id}`)
  const byId = new Map((await removals()) as readonly (readonly [string, unknown])[])
  assert.deepEqual(byId.get('shop'), { oidcApps: 30, oidcAppIds: listed.join(', ') })
  assert.ok(JSON.stringify(byId.get('empty') ?? {}) === '{}')
})
