// A caller without rights in an organization does not learn which ids exist there. For each list of an organization and each entry of a full one,
// a request that names the ids of the entry gets the response to one that names ids that do not exist.
import { applyEndpoint } from '@symbolon/admin-api'
import { auditTrail } from '@symbolon/core-protocol'
import { managedLists, managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { twoOrgs } from '../../support/full-org.ts'
import { testHashing } from '../../support/hashing.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

type Json = Readonly<Record<string, unknown>>

const token = 'symbolon_pat_tenant-0123456789-0123456789-0123456789'

const tenant = {
  orgId: 'tenant',
  org: { name: 'Tenant' },
  machineUsers: [{ userId: 'admin', user: { userName: 'admin', name: 'Admin' } }],
  personalAccessTokens: [{ tokenId: 'admin', userId: 'admin', token }],
  projects: [{ projectId: 'own', project: { name: 'Own' } }],
  orgMembers: [{ userId: 'admin', roles: ['ORG_OWNER'] }],
}

/** The members whose values are ids in the whole instance. */
const idMembers = new Set([
  'orgId',
  'grantedOrgId',
  'userId',
  'projectId',
  'appId',
  'keyId',
  'id',
  'tokenId',
  'idpId',
  'grantId',
  'projectGrantId',
  'actionId',
])
/** What must be unique in the instance besides ids. */
const uniqueMembers = new Set(['clientId', 'token', 'domainName'])

/** @returns the value with a prefix before each id; client ids and tokens are free in both cases */
function withIds(value: unknown, prefix: string, member = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, prefix, member))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, prefix, name)]))
  if (typeof value !== 'string') return value
  if (idMembers.has(member) || member === 'actionIds') return `${prefix}${value}`
  return uniqueMembers.has(member) ? `free-${value}-free-free-free-free-free-free` : value
}

/** What both responses have in common. */
const hides = (text: string): string => text.replaceAll('none-', '')

let provider: TestProvider
before(async () => {
  const document = { orgs: [...twoOrgs, tenant] } as unknown as OrgDocument
  provider = await startTestProvider({
    document,
    hashing: testHashing,
    endpoints: [...managementEndpoints({ hashing: testHashing }), applyEndpoint({ hashing: testHashing })],
    audit: auditTrail,
  })
})
after(async () => await provider.close())

async function send(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, text: hides(await response.text()) }
}

/** The lists whose entries have an id that is unique in the instance, and refer to nothing. */
const chosen: readonly string[] = ['oidcIdps', 'jwtIdps', 'projects', 'actions']

const requests = [
  ['GET', '', undefined],
  ['PATCH', '?dry_run=true', {}],
  ['PATCH', '', {}],
  ['PUT', '?dry_run=true', 'entry'],
  ['PUT', '', 'entry'],
  ['PUT', '', {}],
  ['DELETE', '?dry_run=true', undefined],
  ['DELETE', '', undefined],
] as const

const lists = managedLists.filter(({ id }) => id.some((name) => idMembers.has(name)))

for (const { member, id, removedState } of lists) {
  const entries = twoOrgs.flatMap((org) => ((org as Json)[member] ?? []) as readonly Json[])
  const path = (of: Json): string =>
    [
      '/manage/v1/orgs/tenant',
      member,
      ...id.flatMap((name) => (of[name] === undefined ? [] : [encodeURIComponent(String(of[name]))])),
    ].join('/')
  const document = (one: Json): Json => ({ orgs: [{ orgId: 'tenant', [member]: [one] }] })
  // What creates an object under a chosen id, or addresses a user, is below.
  const stores = chosen.includes(member) || member === 'orgMembers'

  test(`AD-70 ${member}: the ids of another organization get the responses to ids that do not exist`, async () => {
    assert.notEqual(entries.length, 0, 'the fixture has an entry')
    for (const entry of entries) {
      const [theirs, none] = [withIds(entry, ''), withIds(entry, 'none-')] as [Json, Json]
      for (const [method, query, body] of requests) {
        if (stores && method === 'PUT') continue
        const [there, nowhere] = [theirs, none].map((one) => [`${path(one)}${query}`, body === 'entry' ? one : body] as const)
        if (there === undefined || nowhere === undefined) continue
        const answers = [await send(method, ...there), await send(method, ...nowhere)]
        assert.deepEqual(answers[0], answers[1], `${method} ${there[0]} ${JSON.stringify(body)}`)
        assert.ok((answers[0]?.status ?? 0) >= 400, `${method} ${there[0]} is refused`)
      }
      for (const query of ['?dry_run=true', ''])
        for (const more of stores ? [{ state: removedState }] : [{}, { state: removedState }]) {
          const answers = []
          for (const one of [theirs, none]) answers.push(await send('POST', `/admin/v1/apply${query}`, document({ ...one, ...more })))
          assert.deepEqual(answers[0], answers[1], `document${query} ${JSON.stringify(more)}`)
          assert.doesNotMatch(answers[0]?.text ?? '', /"action":"(created|changed|removed)"/)
        }
    }
  })

  if (chosen.includes(member))
    test(`AD-70 ${member}: an id that is in use is refused without a word about its object`, async () => {
      for (const entry of entries) {
        const refused = await send('PUT', path(entry), withIds(entry, ''))
        assert.equal(refused.status, 409)
        assert.match(refused.text, /"reason":"id_taken"/)
        assert.doesNotMatch(refused.text, /north|south|organization/i)
        const report = await send('POST', '/admin/v1/apply', document(withIds(entry, '') as Json))
        assert.match(report.text, /"action":"refused","reason":"id_taken"/)
      }
    })
}

test('AD-70 every list either refers to objects, or has ids that are chosen', () => {
  const alone = lists.filter(({ choosesId, member }) => choosesId && chosen.includes(member)).map(({ member }) => member)
  assert.deepEqual(alone, chosen)
})

test('AD-70 an owner of the instance, who may read both organizations, still learns where the object is', async () => {
  const report = await provider.apply({ orgs: [{ orgId: 'tenant', projects: [{ projectId: 'shop', project: { name: 'Shop' } }] }] })
  assert.deepEqual(
    report.entries.map(({ reason }) => reason),
    ['owned_by_other_org'],
  )
})

test('AD-70 an offer to a user of another organization shows that the user exists, and nothing else of the user', async () => {
  const offered = await send('PUT', '/manage/v1/orgs/tenant/orgMembers/sue', { roles: ['ORG_USER_MANAGER'] })
  assert.equal(offered.status, 201)
  assert.match(offered.text, /STATE_INVITED/)
  assert.doesNotMatch(offered.text, /south|Sue|S\b/)
  assert.equal((await send('GET', '/manage/v1/orgs/tenant/humanUsers/sue')).status, 404)
  // Ids that a server generates cannot be found by trying.
  assert.equal((await send('PUT', '/manage/v1/orgs/tenant/orgMembers/none', { roles: ['ORG_USER_MANAGER'] })).status, 400)
})
