// A person who exists in several organizations. A request for one organization resolves every typed name in it; without such a demand a name
// that means two users means none of them.
import { loginMail, recovery } from '@symbolon/login'
import type { OrgDocument } from '@symbolon/schema-v2'
import { redirectUri } from '@symbolon/test-kit'
import { mailTemplates } from '@symbolon/ui-templates'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, redeem } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { takeMails } from '../support/outbox.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const clientSecret = 'a secret of the application that is long'
const passwordIn = (orgId: string): string => `the password of the user in ${orgId}`
const phone = '+41446681800'

/** Everything but the id of the user and the organization is the same in each. */
function organization(orgId: string): NonNullable<OrgDocument['orgs']>[number] {
  const person = (name: string, userName: string, email?: string) => ({
    userId: `${orgId}-${name}`,
    user: {
      userName,
      password: passwordIn(orgId),
      profile: { firstName: 'Ann', lastName: orgId },
      ...(email === undefined ? {} : { email: { email, isEmailVerified: true }, phone: { phone, isPhoneVerified: true } }),
    },
  })
  return {
    orgId,
    org: { name: orgId },
    domains: [{ domainName: `${orgId}.example`, isVerified: true, isPrimary: true }],
    domainPolicy: { userLoginMustBeDomain: orgId === 'acme' },
    loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '3600s' },
    humanUsers: [person('ann', 'ann', 'ann@mail.example'), person('addressed', 'who@mail.example')],
  }
}

const scopes = {
  acme: 'urn:symbolon:iam:org:id:acme',
  globex: 'urn:symbolon:iam:org:domain:primary:globex.example',
  nowhere: 'urn:symbolon:iam:org:id:nowhere',
  both: 'urn:symbolon:iam:org:id:acme urn:symbolon:iam:org:domain:primary:globex.example',
} as const
type Demand = keyof typeof scopes | 'none'

/** What each name means, by the demand: the id of a user, or none. */
const cases: readonly (readonly [typed: string, meant: Readonly<Record<Demand, string | undefined>>])[] = [
  ['ann', { acme: 'acme-ann', globex: 'globex-ann', nowhere: undefined, both: undefined, none: undefined }],
  ['ANN', { acme: 'acme-ann', globex: 'globex-ann', nowhere: undefined, both: undefined, none: undefined }],
  ['ann@mail.example', { acme: 'acme-ann', globex: 'globex-ann', nowhere: undefined, both: undefined, none: undefined }],
  [phone, { acme: 'acme-ann', globex: 'globex-ann', nowhere: undefined, both: undefined, none: undefined }],
  ['who@mail.example', { acme: 'acme-addressed', globex: 'globex-addressed', nowhere: undefined, both: undefined, none: undefined }],
  ['ann@acme.example', { acme: 'acme-ann', globex: undefined, nowhere: undefined, both: undefined, none: 'acme-ann' }],
  [
    'who@mail.example@globex.example',
    { acme: undefined, globex: 'globex-addressed', nowhere: undefined, both: undefined, none: 'globex-addressed' },
  ],
]

describe('a person in several organizations', () => {
  let provider: TestProvider
  before(async () => {
    const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })
    provider = await startTestProvider({
      document: {
        orgs: [
          organization('acme'),
          organization('globex'),
          {
            orgId: 'platform',
            org: { name: 'Platform' },
            projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
            oidcApps: [
              {
                appId: 'web',
                clientId: 'web',
                clientSecret,
                app: { projectId: 'portal', name: 'Web', redirectUris: [redirectUri], authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC' },
              },
            ],
          },
        ],
      },
      detours: [recovery({ mail, hashing: testHashing, returnTo: '/', accountPath: '/' })],
    })
  })
  after(async () => await provider.close())

  const fieldsFor = (demand: Demand): Readonly<Record<string, string>> => ({
    client_id: 'web',
    scope: demand === 'none' ? 'openid' : `openid ${scopes[demand]}`,
  })

  for (const [loginName, meant] of cases)
    test(`signs in by ${loginName} where the name means the person`, async () => {
      for (const [demand, userId] of Object.entries(meant) as [Demand, string | undefined][]) {
        // Refused names count against each other.
        provider.clock.advance(600)
        const password = passwordIn(userId?.split('-')[0] ?? 'acme')
        const page = await authorize(provider, fieldsFor(demand), provider.newUserAgent(), { loginName, password })
        assert.equal(page.redirectedTo?.searchParams.has('code') ?? false, userId !== undefined, `${demand} ${page.text}`)
        if (userId === undefined) continue
        const { body } = await redeem(provider, codeOf(page), {}, { authorization: basicHeader('web', clientSecret) })
        assert.equal(decodeJwt(String(body['id_token'])).sub, userId, demand)
      }
    })

  test('a recovery is for the person of the organization', async () => {
    for (const [demand, orgId] of [
      ['acme', 'acme'],
      ['globex', 'globex'],
      ['nowhere', undefined],
      ['none', undefined],
    ] as const) {
      for (const loginName of ['ann', 'ann@mail.example']) {
        const userAgent = provider.newUserAgent()
        const typed = await userAgent.submit(await userAgent.get(authorizationUrl(provider, fieldsFor(demand))), { loginName })
        const request = typed.url.searchParams.get('request') ?? ''
        const start = await userAgent.get(`${provider.issuer}/ui/login/recovery?request=${request}`)
        await userAgent.submit(start, { loginName })
        const mails = await takeMails(provider)
        assert.deepEqual(
          mails.map(({ text }) => /Hello Ann (\w+)/.exec(text)?.[1]),
          orgId === undefined ? [] : [orgId],
          `${demand} ${loginName}`,
        )
        provider.clock.advance(3600)
      }
    }
  })
})
