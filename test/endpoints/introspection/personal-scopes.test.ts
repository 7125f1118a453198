// The scopes of personal access tokens are free text of their creator. An API sees the scopes that an issuance would grant now.
import { defineScope } from '@symbolon/core-protocol'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { introspect } from '../../support/reserved-claims.ts'
import { roleDocument } from '../../support/role-document.ts'

const urn = (name: string): string => `urn:symbolon:iam:${name}`
const admin = urn('org:project:role:admin')
const token = 'pat-0123456789-0123456789-0123456789-01'
const asked = [
  'openid',
  admin,
  urn('org:id:acme'),
  urn('org:id:partner'),
  urn('org:domain:primary:acme.example'),
  urn('org:domain:primary:partner.example'),
  urn('org:project:id:unknown:aud'),
  'orders:read',
  'orders:write',
  'orders:unknown',
]

let provider: TestProvider
let isClerk = false
let failing = false
before(async () => {
  provider = await startTestProvider({
    scopes: [
      defineScope({ scope: 'orders:read' }),
      defineScope({
        scope: 'orders:write',
        async admits({ client, user }) {
          if (failing) throw new Error('the database of clerks is away')
          return isClerk && client.clientId === user.id
        },
      }),
    ],
    document: roleDocument({
      partner: {
        machineUsers: [{ userId: 'spy', user: { userName: 'spy', name: 'Spy' }, clientSecret }],
        projects: [{ projectId: 'evil', project: { name: 'Evil' } }],
        projectRoles: [{ projectId: 'evil', roleKey: 'admin', displayName: 'Admin' }],
        userGrants: [{ userId: 'spy', projectId: 'evil', roleKeys: ['admin'] }],
        apiApps: [{ appId: 'evil-api', clientId: 'evil-api', clientSecret, app: { projectId: 'evil', name: 'evil-api' } }],
        personalAccessTokens: [{ tokenId: 'pat', userId: 'spy', token, scopes: asked }],
      },
    }),
  })
})
after(async () => await provider.close())

const scopeAt = async (api: string): Promise<unknown> => (await introspect(provider, token, api))['scope']
const granted = ['openid', urn('org:id:partner'), urn('org:domain:primary:partner.example'), 'orders:read'].join(' ')

test('IN-09 foreign organizations, projects that do not exist, unknown scopes and scopes that do not admit the user are not returned', async () => {
  assert.equal(await scopeAt('portal-api'), granted)
})

test('IN-09 a role is returned to an API of the project whose role it is', async () => {
  assert.equal(await scopeAt('evil-api'), granted.replace('openid', `openid ${admin}`))
  const caller = await provider.provider.authenticate({ headers: { authorization: `Bearer ${token}` } })
  assert.equal(caller?.scope.join(' '), granted, 'an API in the process of the provider is of no project')
})

test('IN-09 the host is asked at each use, and while it cannot say, nothing is said', async () => {
  isClerk = true
  assert.equal(await scopeAt('portal-api'), `${granted} orders:write`)
  isClerk = false
  assert.equal(await scopeAt('portal-api'), granted)
  failing = true
  await assert.rejects(scopeAt('portal-api'), /503/)
  failing = false
})
