// Scopes that demand an organization: only its users get a code or a token, whatever session is active, and whatever the browser sends.
import { pendingRequestLimit } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { alice, bob, clientSecret, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answerOf } from '../../support/authorization-answer.ts'
import { accountsOf, browserOf, chooseAccount } from '../../support/browser-sessions.ts'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { acmeSam, partnerSam, pat, roleDocument } from '../../support/role-document.ts'

const ofAcme = 'openid urn:symbolon:iam:org:id:acme'
const ofPartner = 'openid urn:symbolon:iam:org:id:partner'
const partnerDomain = 'openid urn:symbolon:iam:org:domain:primary:partner.example'

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ document: roleDocument() })))
after(async () => await provider.close())

const visit = async (userAgent: UserAgent, fields: Readonly<Record<string, string>>): Promise<Page> =>
  await userAgent.get(authorizationUrl(provider, fields))

function assertRefused(page: Page, error: string): void {
  const { parameters } = answerOf(page)
  assert.equal(parameters['error'], error, JSON.stringify(parameters))
  assert.equal(parameters['state'], 'the-state')
  assert.ok(!('code' in parameters))
}

async function subjectOf(page: Page): Promise<unknown> {
  const { body } = await redeem(provider, codeOf(page))
  return decodeJwt(String(body['id_token'])).sub
}

for (const [says, scope] of [
  ['id', ofPartner],
  ['primary domain', partnerDomain],
] as const) {
  test(`a user of the organization that is demanded by ${says} signs in`, async () => {
    assert.equal(await subjectOf(await authorize(provider, { scope }, provider.newUserAgent(), pat)), 'pat')
  })

  test(`a user of another organization than that demanded by ${says} gets access_denied, and no code`, async () => {
    const userAgent = provider.newUserAgent()
    assertRefused(await authorize(provider, { scope }, userAgent, alice), 'access_denied')
    // Alice has signed in all the same, and may answer others.
    assert.equal(await subjectOf(await visit(userAgent, { prompt: 'none' })), 'alice')
    // Back again, she is not offered, and the refusal shows a page: another user may sign in.
    assert.equal(await subjectOf(await authorize(provider, { scope }, userAgent, pat)), 'pat')
  })

  test(`prompt=none and sessions of other organizations than that demanded by ${says} are login_required`, async () => {
    assertRefused(await visit(await browserOf(provider, alice), { scope, prompt: 'none' }), 'login_required')
    assertRefused(await visit(await browserOf(provider, alice, bob), { scope, prompt: 'none' }), 'login_required')
  })

  test(`of several sessions the one of the organization demanded by ${says} answers without a question`, async () => {
    const userAgent = await browserOf(provider, alice, pat, bob)
    assert.equal(await subjectOf(await visit(userAgent, { scope })), 'pat')
    assert.equal(await subjectOf(await visit(userAgent, { scope, prompt: 'none' })), 'pat')
  })
}

test('only users of the organization are offered, and with prompt=none a choice among them is interaction_required', async () => {
  const userAgent = await browserOf(provider, alice, pat, bob)
  assert.deepEqual(accountsOf(await visit(userAgent, {})), ['alice@acme.example', 'bob@acme.example', 'pat@partner.example'])
  for (const prompt of [{}, { prompt: 'select_account' }]) {
    const page = await visit(userAgent, { scope: ofAcme, ...prompt })
    assert.deepEqual(accountsOf(page), ['alice@acme.example', 'bob@acme.example'])
    assert.equal(await subjectOf(await chooseAccount(userAgent, page, 'bob')), 'bob')
  }
  assertRefused(await visit(userAgent, { scope: ofAcme, prompt: 'none' }), 'interaction_required')
  const accounts = await visit(userAgent, { scope: ofPartner, prompt: 'select_account' })
  assert.deepEqual(accountsOf(accounts), ['pat@partner.example'])
})

test('the session of another organization cannot be chosen by sending its id', async () => {
  const userAgent = await browserOf(provider, alice, bob, pat)
  const everybody = await visit(userAgent, { prompt: 'select_account' })
  const ofPat = everybody.forms.map(({ fields }) => fields['sessionId']).filter((id) => id !== undefined)
  const page = await visit(userAgent, { scope: ofAcme, prompt: 'select_account' })
  const offered = page.forms.map(({ fields }) => fields['sessionId'])
  const [stranger] = ofPat.filter((id) => !offered.includes(id))
  assert.ok(stranger !== undefined)
  const after = await userAgent.submit(page, { sessionId: stranger })
  assert.equal(after.redirectedTo, undefined)
  assert.deepEqual(accountsOf(after), ['alice@acme.example', 'bob@acme.example'])
})

test('the end of the flow asks the scope itself, whatever became of the request on the way', async () => {
  const userAgent = provider.newUserAgent()
  const page = await visit(userAgent, { scope: ofPartner })
  const { authorizationRequests } = provider.storage.stores
  const pending = await authorizationRequests?.take(page.url.searchParams.get('request') ?? '', provider.clock.now())
  assert.ok(pending?.request.organization !== undefined)
  const { organization: _, ...request } = pending.request
  await authorizationRequests?.insert({ ...pending, request }, { source: 'test', limit: pendingRequestLimit })
  assertRefused(await signIn(userAgent, page, alice), 'access_denied')
})

test('a login hint, or an ID token hint, of a user of another organization opens nothing', async () => {
  const userAgent = await browserOf(provider, alice)
  const { body } = await redeem(provider, codeOf(await visit(userAgent, {})))
  assertRefused(await visit(userAgent, { scope: ofPartner, prompt: 'none', login_hint: alice.loginName }), 'login_required')
  assertRefused(await visit(userAgent, { scope: ofPartner, prompt: 'none', id_token_hint: String(body['id_token']) }), 'login_required')
})

test('an unknown organization, and two at once, match no user: the restriction is never dropped', async () => {
  for (const scope of [
    'openid urn:symbolon:iam:org:id:unknown',
    'openid urn:symbolon:iam:org:domain:primary:unknown.example',
    // A domain of the organization that is not its primary one, and the id in other letters.
    'openid urn:symbolon:iam:org:domain:primary:second.example',
    'openid urn:symbolon:iam:org:id:ACME',
    `${ofAcme} urn:symbolon:iam:org:id:partner`,
    `${partnerDomain} urn:symbolon:iam:org:id:acme`,
  ]) {
    const userAgent = provider.newUserAgent()
    assertRefused(await authorize(provider, { scope }, userAgent, alice), 'access_denied')
    assertRefused(await visit(userAgent, { scope, prompt: 'none' }), 'login_required')
  }
  const scope = `${partnerDomain} urn:symbolon:iam:org:id:partner`
  assert.equal(await subjectOf(await authorize(provider, { scope }, provider.newUserAgent(), pat)), 'pat')
})

test('the primary domain completes a bare user name, of which there may be several in the instance', async () => {
  const bare = ({ password }: Credentials): Credentials => ({ loginName: 'sam', password })
  for (const [domain, sam, id] of [
    ['acme.example', acmeSam, 'acme-sam'],
    ['partner.example', partnerSam, 'partner-sam'],
  ] as const) {
    const scope = `openid urn:symbolon:iam:org:domain:primary:${domain}`
    assert.equal(await subjectOf(await authorize(provider, { scope }, provider.newUserAgent(), bare(sam))), id)
  }
  const without = await authorize(provider, {}, provider.newUserAgent(), bare(acmeSam))
  assert.equal(without.redirectedTo, undefined, 'alone it identifies no user')
  const wrong = await authorize(provider, { scope: partnerDomain }, provider.newUserAgent(), bare(acmeSam))
  assert.equal(wrong.redirectedTo, undefined, 'and the password of the other is wrong')
})

test('a posted request is held to the organization after its way back', async () => {
  const userAgent = await browserOf(provider, alice)
  const url = new URL(authorizationUrl(provider, { scope: ofPartner, prompt: 'none' }))
  const page = await userAgent.post(url.origin + url.pathname, Object.fromEntries(url.searchParams), { crossSite: true })
  assertRefused(page, 'login_required')
})

test('a user who leaves the organization between the code and the token gets no token', async () => {
  const own = await startTestProvider({ document: roleDocument() })
  const code = codeOf(await authorize(own, { scope: partnerDomain }, own.newUserAgent(), pat))
  const domains = [
    { orgId: 'partner', domainName: 'partner.example', isVerified: true },
    { orgId: 'partner', domainName: 'renamed.example', isVerified: true, isPrimary: true },
  ]
  await own.apply(roleDocument({ partner: { domains } }))
  const { status, body } = await redeem(own, code)
  assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
  await own.close()
})

test('claims of the organization are those of now: what is not true any more is not said', async () => {
  const own = await startTestProvider({ document: roleDocument() })
  const { body } = await redeem(own, codeOf(await authorize(own, { scope: partnerDomain }, own.newUserAgent(), pat)))
  const domains = [
    { orgId: 'partner', domainName: 'partner.example', isVerified: true },
    { orgId: 'partner', domainName: 'renamed.example', isVerified: true, isPrimary: true },
  ]
  const claims = async (): Promise<readonly string[]> => Object.keys((await userinfoOf(own, body['access_token'])).body)
  assert.ok((await claims()).includes('urn:symbolon:iam:org:domain:primary'))
  await own.apply(roleDocument({ partner: { domains } }))
  assert.deepEqual(await claims(), ['sub'])
  await own.close()
})

test('a service user asks for its own organization, or gets nothing', async () => {
  const own = await startTestProvider({ document: roleDocument(), grants: [clientCredentials()] })
  const headers = { authorization: basicHeader('batch', clientSecret) }
  const ask = async (scope: string) => await postToken(own, { grant_type: 'client_credentials', scope }, headers)
  assert.equal((await ask(ofAcme)).status, 200)
  for (const scope of [ofPartner, partnerDomain, 'openid urn:symbolon:iam:org:id:unknown']) {
    const { status, body } = await ask(scope)
    assert.deepEqual([status, body['error']], [400, 'invalid_grant'])
  }
  await own.close()
})
