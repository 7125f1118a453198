// What applications get of users and projects of other organizations, by their relation: a table of relations and of everything that crosses.
import { defineClient } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TokenAnswer } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { setFeature } from '../../support/exchanging.ts'
import { introspect } from '../../support/reserved-claims.ts'
import { chooseAccount } from '../../support/signed-in.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const urn = (name: string): string => `urn:symbolon:iam:${name}`
const [vault, allRoles, metadata] = [urn('org:project:id:vault:aud'), urn('org:projects:roles'), urn('user:metadata')]
const scope = `openid profile offline_access ${vault} ${allRoles} ${metadata}`
const alice = { loginName: 'alice', password: 'correct horse battery staple' }

const grantTypes = [
  'OIDC_GRANT_TYPE_TOKEN_EXCHANGE' as const,
  'OIDC_GRANT_TYPE_AUTHORIZATION_CODE' as const,
  'OIDC_GRANT_TYPE_REFRESH_TOKEN' as const,
]
const app = (orgId: string, more: object = {}): NonNullable<Org['oidcApps']>[number] => ({
  appId: `web-${orgId}`,
  clientId: `web-${orgId}`,
  clientSecret,
  app: { projectId: `of-${orgId}`, name: `Web of ${orgId}`, redirectUris: [redirectUri], grantTypes, ...more },
})
const api = (clientId: string, projectId: string): NonNullable<Org['apiApps']>[number] => ({
  appId: clientId,
  clientId,
  clientSecret,
  app: { projectId, name: clientId },
})
const org = (orgId: string, more: Partial<Org> = {}): Org => ({
  orgId,
  org: { name: orgId },
  ...more,
  projects: [{ projectId: `of-${orgId}`, project: { name: orgId } }, ...(more.projects ?? [])],
  oidcApps: [app(orgId), ...(more.oidcApps ?? [])],
  apiApps: [api(`api-${orgId}`, `of-${orgId}`), ...(more.apiApps ?? [])],
  machineUsers: [
    { userId: `robot-${orgId}`, user: { userName: `robot-${orgId}`, name: 'Robot' }, clientSecret },
    ...(more.machineUsers ?? []),
  ],
})
const person = (userId: string): NonNullable<Org['humanUsers']>[number] => ({
  userId,
  user: { userName: userId, password: alice.password, profile: { firstName: userId, lastName: 'X', displayName: userId } },
})

/**
 * Globex owns the user Alice, her metadata and the project `vault`. It has granted `vault` to the organization `partner`. The first administrator is of
 * `platform`. `acme` has no relation to Globex.
 */
const world: OrgDocument = {
  orgs: [
    org('platform', { humanUsers: [person('root')] }),
    org('globex', {
      humanUsers: [person('alice')],
      userMetadata: [{ id: 'alice', key: 'salary', value: btoa('1000') }],
      projects: [{ projectId: 'vault', project: { name: 'Vault' } }],
      projectRoles: [{ projectId: 'vault', roleKey: 'keeper', displayName: 'Keeper' }],
      userGrants: [{ userId: 'alice', projectId: 'vault', roleKeys: ['keeper'] }],
      apiApps: [api('vault-api', 'vault')],
      oidcApps: [{ ...app('globex', { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }), appId: 'jwt-globex', clientId: 'jwt-globex' }],
      personalAccessTokens: [{ tokenId: 'of-robot', userId: 'robot-globex', token: 'symbolon_pat_robot-0123456789-0123456789-0123456789' }],
      projectGrants: [{ grantId: 'to-partner', projectGrant: { projectId: 'vault', grantedOrgId: 'partner', roleKeys: ['keeper'] } }],
    }),
    org('partner'),
    org('acme', { oidcApps: [{ ...app('acme', { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }), appId: 'jwt-acme', clientId: 'jwt-acme' }] }),
  ],
  instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'] }],
}

let provider: TestProvider
async function start(): Promise<TestProvider> {
  const client = { clientId: 'in-code', clientSecret, redirectUris: [redirectUri], grantTypes: ['authorization_code', 'refresh_token'] }
  const started = await startTestProvider({
    document: world,
    clients: [defineClient(client)],
    grants: [authorizationCode(), refreshToken(), clientCredentials(), tokenExchange()],
  })
  await setFeature(started, true)
  return started
}

const policy = async (boundaryPolicy: object): Promise<void> => {
  const { entries } = await provider.apply({ instance: { boundaryPolicy } } as OrgDocument)
  assert.ok(entries.every(({ action }) => action !== 'refused'))
}

/** A browser in which Alice is signed in, at an application of her organization. */
async function browser(): Promise<UserAgent> {
  const userAgent = provider.newUserAgent()
  codeOf(await authorize(provider, { client_id: 'web-globex' }, userAgent, alice))
  return userAgent
}

async function tokensOf(clientId: string, userAgent: UserAgent): Promise<TokenAnswer['body']> {
  const page = await chooseAccount(userAgent, await userAgent.get(authorizationUrl(provider, { client_id: clientId, scope })))
  const answer = await redeem(provider, codeOf(page), {}, { authorization: basicHeader(clientId, clientSecret) })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

async function silently(clientId: string, userAgent: UserAgent): Promise<string> {
  const page = await userAgent.get(authorizationUrl(provider, { client_id: clientId, prompt: 'none' }))
  return page.redirectedTo?.searchParams.get('error') ?? 'code'
}

/** What crosses, as words. */
async function crossing(tokens: TokenAnswer['body']): Promise<readonly string[]> {
  const granted = String(tokens['scope']).split(' ')
  const { body } = await userinfoOf(provider, tokens['access_token'])
  assert.equal(body['name'], 'alice', 'identity claims are for every application')
  const atApi = await introspect(provider, tokens['access_token'], 'vault-api')
  return [
    ...(granted.includes(vault) ? ['audience scope'] : []),
    ...(atApi['active'] === true ? ['token'] : []),
    ...(urn('org:project:vault:roles') in body ? ['roles'] : []),
    ...(granted.includes(metadata) ? ['metadata scope'] : []),
    ...(metadata in body ? ['metadata'] : []),
  ]
}

const everything = ['audience scope', 'token', 'roles', 'metadata scope', 'metadata']

describe('TK-40 what an application gets follows its relation', () => {
  beforeEach(async () => {
    await provider?.close()
    provider = await start()
  })
  after(async () => await provider.close())

  for (const [relation, clientId, crosses, silent] of [
    ['of the organization that owns the user and the project', 'web-globex', everything, 'code'],
    ['of an organization with a grant of the project', 'web-partner', everything, 'code'],
    ['of the organization of the first administrator', 'web-platform', everything, 'code'],
    ['of the host, in code', 'in-code', everything, 'code'],
    ['without a relation', 'web-acme', [], 'interaction_required'],
  ] as const) {
    test(`an application ${relation}`, async () => {
      const userAgent = await browser()
      assert.equal(await silently(clientId, userAgent), silent)
      assert.deepEqual(await crossing(await tokensOf(clientId, userAgent)), crosses)
      assert.equal(await silently(clientId, userAgent), 'code', 'after a sign-in that the user has seen')
    })
  }

  test('the policy of the original product gives every application everything', async () => {
    await policy({ crossOrganizationData: 'ALL_APPLICATIONS' })
    const userAgent = await browser()
    assert.equal(await silently('web-acme', userAgent), 'code')
    assert.deepEqual(await crossing(await tokensOf('web-acme', userAgent)), everything)
    await policy({ crossOrganizationData: 'RELATED_APPLICATIONS' })
    assert.equal(await silently('web-acme', userAgent), 'interaction_required')
  })

  test('an owner of the instance names the organizations that it trusts', async () => {
    await policy({ trustedOrganizations: ['acme'] })
    const userAgent = await browser()
    assert.deepEqual(await crossing(await tokensOf('web-acme', userAgent)), everything)
    assert.deepEqual(await crossing(await tokensOf('web-platform', userAgent)), [])
  })

  test('the user sees the first sign-in to an application without a relation once, at the account selection', async () => {
    const userAgent = await browser()
    const url = authorizationUrl(provider, { client_id: 'web-acme' })
    const page = await userAgent.get(url)
    assert.equal(page.redirectedTo, undefined)
    assert.ok(page.forms.some(({ fields }) => 'sessionId' in fields))
    assert.equal(await silently('web-acme', userAgent), 'interaction_required', 'a page that was shown is not an answer')
    codeOf(await chooseAccount(userAgent, page))
    codeOf(await userAgent.get(url))
    codeOf(await (await browser()).get(url))
    // The application is removed and created again: it is a different application.
    await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [{ ...app('acme'), state: 'STATE_REMOVED' }] }] })
    await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [app('acme')] }] })
    assert.equal(await silently('web-acme', userAgent), 'interaction_required')
  })

  test('BO-22 an organization with a grant of a project gets neither tokens for it nor roles of users of another organization with one', async () => {
    const granted = (orgId: string): NonNullable<Org['projectGrants']>[number] => ({
      grantId: `store-of-${orgId}`,
      projectGrant: { projectId: 'store', grantedOrgId: orgId, roleKeys: ['buyer'] },
    })
    const store: Partial<Org> = {
      projects: [{ projectId: 'store', project: { name: 'Store' } }],
      projectRoles: [{ projectId: 'store', roleKey: 'buyer', displayName: 'Buyer' }],
      apiApps: [api('store-api', 'store')],
      projectGrants: [granted('globex'), granted('acme')],
    }
    const buyer = { userId: 'alice', projectId: 'store', projectGrantId: 'store-of-globex', roleKeys: ['buyer'] }
    const { counts } = await provider.apply({
      orgs: [
        { orgId: 'platform', ...store },
        { orgId: 'globex', userGrants: [buyer] },
      ],
    })
    assert.equal(counts.refused, 0)
    const userAgent = await browser()
    for (const [clientId, crosses] of [
      ['web-acme', false],
      ['web-globex', true],
      ['web-platform', true],
    ] as const) {
      const asked = { client_id: clientId, scope: `openid profile ${urn('org:project:id:store:aud')} ${allRoles}` }
      const page = await chooseAccount(userAgent, await userAgent.get(authorizationUrl(provider, asked)))
      const { body } = await redeem(provider, codeOf(page), {}, { authorization: basicHeader(clientId, clientSecret) })
      const { body: claims } = await userinfoOf(provider, body['access_token'])
      assert.equal(urn('org:project:store:roles') in claims, crosses, clientId)
      assert.equal((await introspect(provider, body['access_token'], 'store-api'))['active'], crosses, clientId)
    }
  })

  test('with a relation that ends, the next use and the next refresh give nothing more', async () => {
    const userAgent = await browser()
    const tokens = await tokensOf('web-partner', userAgent)
    assert.deepEqual(await crossing(tokens), everything)
    const grant = { grantId: 'to-partner', projectGrant: { projectId: 'vault', grantedOrgId: 'partner', roleKeys: ['keeper'] } }
    await provider.apply({ orgs: [{ orgId: 'globex', projectGrants: [{ ...grant, state: 'STATE_REMOVED' }] }] })
    assert.equal((await introspect(provider, tokens['access_token'], 'vault-api'))['active'], false)
    const { body: claims } = await userinfoOf(provider, tokens['access_token'])
    assert.deepEqual(
      Object.keys(claims).filter((name) => name.startsWith('urn:')),
      [],
    )
    const refreshed = await postToken(
      provider,
      { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) },
      { authorization: basicHeader('web-partner', clientSecret) },
    )
    assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
    assert.deepEqual(await crossing(refreshed.body), [])

    const trusted = await tokensOf('web-platform', userAgent)
    assert.deepEqual(await crossing(trusted), everything)
    await policy({ trustedOrganizations: ['partner'] })
    assert.equal((await introspect(provider, trusted['access_token'], 'vault-api'))['active'], false)
    assert.equal(metadata in (await userinfoOf(provider, trusted['access_token'])).body, false)
  })

  test('a JWT access token holds no more than an opaque one', async () => {
    const userAgent = await browser()
    const own = decodeJwt(String((await tokensOf('jwt-globex', userAgent))['access_token']))
    assert.deepEqual(own.aud, ['jwt-globex', 'api-globex', 'web-globex', 'of-globex', 'vault'])
    const foreign = decodeJwt(String((await tokensOf('jwt-acme', userAgent))['access_token']))
    assert.deepEqual(foreign.aud, ['jwt-acme', 'api-acme', 'web-acme', 'of-acme'])
    assert.deepEqual(
      Object.keys(foreign).filter((name) => name.endsWith('roles') || name === metadata),
      [],
    )
  })
})

describe('TK-40 service users and exchanges', () => {
  before(async () => {
    provider = await start()
  })
  after(async () => await provider.close())

  const credentials = async (userId: string): Promise<TokenAnswer> =>
    await postToken(
      provider,
      { grant_type: 'client_credentials', scope: `openid ${vault}` },
      { authorization: basicHeader(userId, clientSecret) },
    )
  const isActive = async (answer: TokenAnswer): Promise<unknown> =>
    (await introspect(provider, answer.body['access_token'], 'vault-api'))['active']

  test('a service user gets tokens for projects of its organization, for granted ones, and for those in which it has a role', async () => {
    for (const [userId, expected] of [
      ['robot-globex', true],
      ['robot-partner', true],
      ['robot-platform', true],
      ['robot-acme', false],
    ] as const) {
      const answer = await credentials(userId)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal(answer.body['scope'], expected ? `openid ${vault}` : 'openid', userId)
      assert.equal(await isActive(answer), expected, userId)
    }
    const alone = await postToken(
      provider,
      { grant_type: 'client_credentials', scope: vault },
      { authorization: basicHeader('robot-acme', clientSecret) },
    )
    assert.deepEqual([alone.status, alone.body['error']], [400, 'invalid_scope'])
    await provider.apply({ orgs: [{ orgId: 'globex', userGrants: [{ userId: 'robot-acme', projectId: 'vault', roleKeys: ['keeper'] }] }] })
    const granted = await credentials('robot-acme')
    assert.equal(await isActive(granted), true)
    await provider.apply({
      orgs: [{ orgId: 'globex', userGrants: [{ userId: 'robot-acme', projectId: 'vault', roleKeys: ['keeper'], state: 'STATE_REMOVED' }] }],
    } as unknown as OrgDocument)
    assert.equal(await isActive(granted), false)
  })

  test('an API of another organization that accepts a personal access token learns who the service user is, and no metadata', async () => {
    await provider.apply({ orgs: [{ orgId: 'globex', userMetadata: [{ id: 'robot-globex', key: 'cost', value: btoa('7') }] }] })
    const token = 'symbolon_pat_robot-0123456789-0123456789-0123456789'
    const [own, foreign] = [await introspect(provider, token, 'vault-api'), await introspect(provider, token, 'api-acme')]
    assert.deepEqual([own['active'], metadata in own], [true, true])
    assert.deepEqual([foreign['active'], metadata in foreign], [true, false])
  })

  test('an exchange gives the client that asks no more than its own relation', async () => {
    const userAgent = await browser()
    await policy({ trustedOrganizations: ['acme'] })
    const { access_token: token } = await tokensOf('web-acme', userAgent)
    await policy({ trustedOrganizations: ['platform'] })
    const exchange = async (audience: Record<string, string>): Promise<TokenAnswer> =>
      await postToken(
        provider,
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: String(token),
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          ...audience,
        },
        { authorization: basicHeader('web-acme', clientSecret) },
      )
    const answer = await exchange({})
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(await crossing(answer.body), [])
    assert.equal((await exchange({ audience: 'vault' })).body['error'], 'invalid_target')
  })
})
