// The demand of the instance on administrators: a second factor for every person whose role counts, at the sign-in, at the console, at the API and
// where a role acts through another token. https://www.rfc-editor.org/rfc/rfc9470
import { account, authenticatorAppSection } from '@symbolon/account'
import { auditTrail, digest } from '@symbolon/core-protocol'
import { managementConsole } from '@symbolon/console'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { password, totp, totpSetup } from '@symbolon/login'
import { passkey, passkeySetup } from '@symbolon/login-passkey'
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, RequestOptions, UserAgent } from '@symbolon/test-kit'
import { accountTemplates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { authorizationUrl, codeOf, postToken, redeem } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { managementTool, tokenOfPerson } from '../support/management-tool.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { asksForPassword, codeAt, isSignedIn } from '../support/second-factor.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const robotToken = 'symbolon_pat_robot-0123456789-0123456789-0123456789'
const sendLink = (): Promise<never> => Promise.reject(new Error('not sent'))
const parts = managementConsole({ hashing: testHashing, storages: {}, sendLink })
const credentialsOf = (userId: string): Credentials => ({ loginName: `${userId}@acme.example`, password: alice.password })
/** Each with what gives the role. */
const administrators: Readonly<Record<string, OrgDocument>> = {
  'instance-owner': { instanceMembers: [{ userId: 'instance-owner', roles: ['IAM_OWNER'] }] },
  'instance-viewer': { instanceMembers: [{ userId: 'instance-viewer', roles: ['IAM_OWNER_VIEWER'] }] },
  'org-owner': { orgs: [{ orgId: 'acme', orgMembers: [{ userId: 'org-owner', roles: ['ORG_OWNER'] }] }] },
  'project-owner': {
    orgs: [{ orgId: 'acme', projectMembers: [{ projectId: 'portal', userId: 'project-owner', roles: ['PROJECT_OWNER'] }] }],
  },
  'grant-owner': {
    orgs: [
      {
        orgId: 'acme',
        projectGrants: [{ grantId: 'to-globex', projectGrant: { projectId: 'portal', grantedOrgId: 'globex' } }],
        projectGrantMembers: [{ projectId: 'portal', grantId: 'to-globex', userId: 'grant-owner', roles: ['PROJECT_GRANT_OWNER'] }],
      },
    ],
  },
}

/** The tool with refresh tokens. */
const refreshingTool = {
  ...managementTool,
  app: { ...managementTool.app, grantTypes: [...managementTool.app.grantTypes, 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] },
}
const verifier = 'v'.repeat(43)

function toolUrl(): string {
  return authorizationUrl(provider, {
    client_id: 'tool',
    scope: 'openid offline_access urn:symbolon:iam:org:project:id:symbolon:aud',
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
  })
}

async function toolTokens(page: Page): Promise<TokenAnswer['body']> {
  const { status, body } = await redeem(provider, codeOf(page), { client_id: 'tool', code_verifier: verifier }, {})
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

async function refresh({ refresh_token: token }: TokenAnswer['body']): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token), client_id: 'tool' })
}

function documentWith(loginPolicy: Org['loginPolicy'] = { allowUsernamePassword: true }): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  const people = [...Object.keys(administrators), 'end-user', 'member-elsewhere']
  const user = (userName: string) => ({ userName, password: alice.password, profile: { firstName: userName, lastName: 'X' } })
  return {
    orgs: [
      {
        ...org,
        orgId: 'acme',
        loginPolicy,
        humanUsers: [...(org?.humanUsers ?? []), ...people.map((userId) => ({ userId, user: user(userId) }))],
        machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' } }],
        personalAccessTokens: [{ tokenId: 'robot', userId: 'robot', token: robotToken }],
        oidcApps: [...(org?.oidcApps ?? []), { appId: 'tool', ...refreshingTool }],
      } as Org,
      { orgId: 'globex', org: { name: 'Globex' } },
    ],
    instanceMembers: [{ userId: 'robot', roles: ['IAM_OWNER'] }],
  }
}

let provider: TestProvider

async function start(loginPolicy?: Org['loginPolicy']): Promise<void> {
  provider = await startTestProvider({
    document: documentWith(loginPolicy),
    authenticators: [password({ hashing: testHashing }), passkey(), totp()],
    steps: [passkeySetup({ withApps: true }), totpSetup()],
    grants: [authorizationCode(), refreshToken()],
    endpoints: [
      ...parts.endpoints,
      ...managementEndpoints({ hashing: testHashing, sendLink }),
      ...account({ ui: accountTemplates(), sections: [authenticatorAppSection({ passkeys: true })] }),
    ],
    clients: parts.clients,
    audit: auditTrail,
  })
  for (const document of Object.values(administrators)) assert.equal((await provider.apply(document)).counts.refused, 0)
}

const demand = async (forceMfaForAdministrators: boolean): Promise<void> => {
  const { counts } = await provider.apply({ instance: { boundaryPolicy: { forceMfaForAdministrators } } })
  assert.equal(counts.refused, 0)
}

async function signInAs(userId: string, userAgent: UserAgent = provider.newUserAgent()): Promise<{ page: Page; userAgent: UserAgent }> {
  return { page: await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), credentialsOf(userId)), userAgent }
}

const openConsole = async (userAgent: UserAgent): Promise<Page> => await userAgent.get(`${provider.issuer}/ui/console`)

async function callWith(token: string, path = '/me', method = 'GET'): Promise<Response> {
  return await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } }))
}

async function assertChallenged(token: string): Promise<void> {
  for (const [path, method] of [
    ['/me', 'GET'],
    ['/orgs', 'GET'],
    ['/orgs/acme/orgMembers/end-user', 'DELETE'],
  ] as const) {
    const answer = await callWith(token, path, method)
    assert.equal(answer.status, 401, `${method} ${path}`)
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="insufficient_user_authentication".*acr_values="2"/)
    const { message } = (await answer.json()) as { readonly message: string }
    assert.match(message, /demands a second factor of users with an administrative role/)
  }
}

describe('where the organization admits second factors', () => {
  beforeEach(async () => await start())
  afterEach(async () => await provider.close())

  for (const userId of Object.keys(administrators)) {
    test(`AD-68 ${userId} sets up a second factor at the sign-in, and an earlier token and console session give nothing until then`, async () => {
      const before = await signInAs(userId)
      assert.ok(isSignedIn(before.page), 'without the demand the password suffices')
      const oldToken = await tokenOfPerson(provider, credentialsOf(userId))
      assert.equal((await callWith(oldToken)).status, 200)
      assert.equal((await signIn(before.userAgent, await openConsole(before.userAgent), credentialsOf(userId))).url.pathname, '/ui/console')

      await demand(true)
      await assertChallenged(oldToken)
      const silent = await before.userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
      assert.equal(silent.redirectedTo?.searchParams.get('error'), 'interaction_required')

      // The session is old: the password comes first, so that it never becomes a credential by itself.
      provider.clock.advance(600)
      const asked = await openConsole(before.userAgent)
      assert.ok(asksForPassword(asked), asked.text.slice(0, 300))
      const setUp = await before.userAgent.submit(asked, { password: alice.password })
      assert.ok(asksForSetUp(setUp))
      const page = await setUpApp(before.userAgent, setUp)
      assert.deepEqual([page.status, page.url.pathname], [200, '/ui/console'])
      await assertChallenged(oldToken)

      // The last factor stays, and the demand ends with the policy.
      const shown = await before.userAgent.get(`${provider.issuer}/ui/account`)
      assert.deepEqual([shown.status, shown.forms.some(({ action }) => action === removePath)], [200, false])
      const forced = await before.userAgent.post(`${provider.issuer}${removePath}`, fieldsOf(shown), sameOrigin())
      assert.match(forced.text, /<title>Error: Your account/)
      assert.deepEqual((await provider.storage.stores.users?.find(userId))?.secondFactors, ['otp'])
      await demand(false)
      assert.equal((await callWith(oldToken)).status, 200)
    })
  }

  test('AD-68 users without a role and service users are asked for nothing', async () => {
    await demand(true)
    assert.ok(isSignedIn((await signInAs('end-user')).page))
    assert.equal((await callWith(robotToken)).status, 200)
  })

  test('AD-68 a role that is offered or suspended makes no administrator; one that counts does', async () => {
    await demand(true)
    const { memberships } = provider.storage.stores
    const give = async (state: 'STATE_INVITED' | 'STATE_ACTIVE'): Promise<void> => {
      const orgMembers = [{ userId: 'member-elsewhere', roles: ['ORG_OWNER'], state }]
      const { counts } = await provider.apply({ orgs: [{ orgId: 'globex', orgMembers }] } as OrgDocument)
      assert.equal(counts.refused, 0)
    }
    await give('STATE_INVITED')
    const { page, userAgent } = await signInAs('member-elsewhere')
    assert.ok(isSignedIn(page), 'invited')
    await give('STATE_ACTIVE')
    assert.ok(asksForSetUp((await signInAs('member-elsewhere')).page), 'active')
    assert.ok(asksForSetUp(await userAgent.get(authorizationUrl(provider))), 'active, with the session from before')
    await memberships?.suspend({ userId: 'member-elsewhere', until: 'proof' }, provider.clock.now())
    assert.ok(isSignedIn((await signInAs('member-elsewhere')).page), 'suspended')
  })

  test('AD-68 a refreshed token is as strong as the sign-in that it comes from', async () => {
    const browser = provider.newUserAgent()
    const weak = await toolTokens(await signIn(browser, await browser.get(toolUrl()), credentialsOf('org-owner')))
    await demand(true)
    await assertChallenged(String((await refresh(weak)).body['access_token']))

    const userAgent = provider.newUserAgent()
    const asked = await signIn(userAgent, await userAgent.get(toolUrl()), credentialsOf('org-owner'))
    const strong = await toolTokens(await setUpApp(userAgent, asked))
    assert.equal((await callWith(String(strong['access_token']))).status, 200)
    assert.equal((await callWith(String((await refresh(strong)).body['access_token']))).status, 200)
  })
})

test('AD-68 an organization whose policy admits no second factor locks none of its administrators out', async () => {
  await start({ allowUsernamePassword: true, secondFactors: ['SECOND_FACTOR_TYPE_UNSPECIFIED'] })
  try {
    await demand(true)
    const { page, userAgent } = await signInAs('org-owner')
    assert.ok(asksForSetUp(page))
    assert.ok(isSignedIn(await setUpApp(userAgent, page)))
    assert.ok(isSignedIn((await signInAs('end-user')).page))
  } finally {
    await provider.close()
  }
})

const removePath = '/ui/account/authenticator-app/remove'

function fieldsOf(page: Page): Readonly<Record<string, string>> {
  return page.forms.find(({ fields }) => 'csrf' in fields)?.fields ?? {}
}

function sameOrigin(): RequestOptions {
  return { headers: { origin: new URL(provider.issuer).origin, 'sec-fetch-site': 'same-origin' } }
}

/** Whether the page sets up an authenticator app, and offers no way around it. */
function asksForSetUp(page: Page): boolean {
  return /Set up two-step verification/.test(page.text) && page.forms.every(({ fields }) => !('step' in fields))
}

/** Sets up an authenticator app on the page that asks for it. @returns the page after it */
async function setUpApp(userAgent: UserAgent, page: Page): Promise<Page> {
  const enrolment = await userAgent.submit(page)
  const secret = /secret=([A-Z2-7]+)/.exec(enrolment.text)?.[1] ?? ''
  return await userAgent.submit(enrolment, { code: codeAt(provider, 0, secret) })
}
