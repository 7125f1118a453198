// A role of one project never passes for the role of the same name in another project. The owner of a project can create a role of any name
// there, assign it, and ask for tokens that are also for another organization's project.
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, postToken, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { introspect } from '../../support/reserved-claims.ts'
import { pat, roleDocument } from '../../support/role-document.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

const urn = (name: string): string => `urn:symbolon:iam:org:project:${name}`
const [adminScope, readerScope, portal, evil] = [urn('role:admin'), urn('role:reader'), urn('id:portal:aud'), urn('id:evil:aud')]
const ownRoles = { admin: { partner: 'partner.example' }, reader: { partner: 'partner.example' } }

const app = (id: string, more: object = {}) => ({
  appId: id,
  clientId: id,
  clientSecret,
  app: { projectId: 'evil', name: id, redirectUris: [redirectUri], ...more },
})

let provider: TestProvider
let patSigned: SignedIn
before(async () => {
  // Pat has both roles in the project `evil`, and in the project `portal` of acme the role `reader` alone.
  provider = await startTestProvider({
    grants: [authorizationCode(), clientCredentials()],
    document: roleDocument({
      partner: {
        projects: [{ projectId: 'evil', project: { name: 'Evil' } }],
        projectRoles: ['admin', 'reader'].map((roleKey) => ({ projectId: 'evil', roleKey, displayName: roleKey })),
        machineUsers: [{ userId: 'spy', user: { userName: 'spy', name: 'Spy' }, clientSecret }],
        userGrants: [
          ...['pat', 'spy'].map((userId) => ({ userId, projectId: 'evil', roleKeys: ['admin', 'reader'] })),
          { userId: 'pat', projectId: 'portal', projectGrantId: 'to-partner', roleKeys: ['reader'] },
        ],
        oidcApps: [app('evil-jwt', { accessTokenType: 'OIDC_TOKEN_TYPE_JWT', accessTokenRoleAssertion: true }), app('evil-opaque')],
      },
    }),
  })
  patSigned = await signedIn(provider, pat)
})
after(async () => await provider.close())

for (const client of ['evil-jwt', 'evil-opaque']) {
  test(`IN-08 ${client}: a scope that names a role stands where the user has the role in each project of the audience`, async () => {
    const tokens = await patSigned.tokens(client, { scope: `openid ${portal} ${adminScope} ${readerScope}` })
    assert.equal(tokens['scope'], `openid ${portal} ${readerScope}`)
    const { active, scope } = await introspect(provider, tokens['access_token'], 'portal-api')
    assert.deepEqual([active, scope], [true, `openid ${portal} ${readerScope}`])
  })

  test(`IN-08 ${client}: a token for the own project alone has the roles of that project`, async () => {
    const tokens = await patSigned.tokens(client, { scope: `openid ${adminScope}` })
    assert.equal(tokens['scope'], `openid ${adminScope}`)
    const { body } = await userinfoOf(provider, tokens['access_token'])
    assert.deepEqual(body[urn('roles')], { admin: ownRoles.admin })
  })
}

test('IN-08 the claim with the roles of "the project" is in no JWT that is for another project, too', async () => {
  const { access_token: token } = await patSigned.tokens('evil-jwt', { scope: `openid ${portal}` })
  const claims = decodeJwt(String(token))
  assert.deepEqual(claims.aud, ['evil-jwt', 'evil-opaque', 'evil', 'portal'])
  assert.equal(urn('roles') in claims, false)
  assert.deepEqual(claims[urn('evil:roles')], ownRoles, 'the claim that names the project stays')
  const own = await patSigned.tokens('evil-jwt', { scope: 'openid urn:symbolon:iam:org:project:id:symbolon:aud' })
  assert.deepEqual(decodeJwt(String(own['access_token']))[urn('roles')], ownRoles)
})

test('IN-08 the ID token, which is for the client alone, has the roles of the client’s project whatever else is in the audience', async () => {
  const { id_token: token } = await patSigned.tokens('evil-jwt', { scope: `openid ${portal} ${adminScope}` })
  assert.deepEqual(decodeJwt(String(token))[urn('roles')], { admin: ownRoles.admin })
})

test('IN-08 a role that is taken away is in no answer to an API any more, though the token was issued with its scope', async () => {
  const { access_token: token } = await patSigned.tokens('evil-opaque', { scope: `openid ${portal} ${readerScope}` })
  const withdraw = (state: 'STATE_INACTIVE' | 'STATE_ACTIVE') =>
    provider.apply({
      orgs: [
        {
          orgId: 'partner',
          userGrants: [{ userId: 'pat', projectId: 'portal', projectGrantId: 'to-partner', roleKeys: ['reader'], state }],
        },
      ],
    })
  await withdraw('STATE_INACTIVE')
  assert.equal((await introspect(provider, token, 'portal-api'))['scope'], `openid ${portal}`)
  await withdraw('STATE_ACTIVE')
  assert.equal((await introspect(provider, token, 'portal-api'))['scope'], `openid ${portal} ${readerScope}`)
})

test('IN-08 a service user gets a role for several projects only where it has the role in each', async () => {
  const ask = async (...scopes: readonly string[]) =>
    await postToken(
      provider,
      { grant_type: 'client_credentials', scope: ['openid', ...scopes].join(' ') },
      { authorization: basicHeader('spy', clientSecret) },
    )
  assert.equal((await ask(evil, adminScope)).body['scope'], `openid ${evil} ${adminScope}`)
  assert.equal((await ask(portal, evil, adminScope)).body['error'], 'invalid_scope')
  assert.equal((await ask(portal, evil)).status, 200)
})

test('IN-08 an API in the process of the provider sees neither the role nor the roles of "the project"', async () => {
  const callerOf = async (scope: string) => {
    const { access_token: token } = await patSigned.tokens('evil-opaque', { scope: `openid urn:symbolon:iam:org:projects:roles ${scope}` })
    const caller = await provider.provider.authenticate({ headers: { authorization: `Bearer ${String(token)}` } })
    return { scope: caller?.scope.includes(adminScope), roles: caller?.claims[urn('roles')], ofProject: caller?.claims[urn('evil:roles')] }
  }
  assert.deepEqual(await callerOf(`${portal} ${adminScope}`), { scope: false, roles: undefined, ofProject: ownRoles })
  assert.deepEqual(await callerOf(adminScope), { scope: true, roles: ownRoles, ofProject: ownRoles })
})
