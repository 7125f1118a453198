// The page where users type the code and decide. https://www.rfc-editor.org/rfc/rfc8628#section-3.3, #section-5
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, bob, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { authorize } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import {
  askForCode,
  begin,
  decide,
  deviceDocumentWith,
  devicePath,
  openRequest,
  poll,
  startDeviceProvider,
  titleOf,
} from '../../support/device.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError } from '../../support/signed-in.ts'

const issuer = 'https://id.example'
let provider: TestProvider
beforeEach(async () => void (provider = await startDeviceProvider()))
afterEach(async () => await provider.close())

async function signedIn(user = alice): Promise<{ userAgent: UserAgent; page: Page }> {
  const userAgent = provider.newUserAgent()
  return { userAgent, page: await signIn(userAgent, await userAgent.get(`${issuer}/device`), user) }
}

const wrongCode = /This code is wrong or has expired/

test('the short address leads to the page, with a code and nothing else of the link', async () => {
  const location = async (query: string): Promise<string | null> =>
    (await provider.fetch(new Request(`${issuer}/device${query}`))).headers.get('location')
  assert.equal(await location(''), devicePath)
  assert.equal(await location('?user_code=wdjb%20mjht'), `${devicePath}?user_code=WDJB-MJHT`)
  for (const query of ['?user_code=WDJB', '?user_code=https://evil.example', '?next=//evil.example'])
    assert.equal(await location(query), devicePath, query)
})

test('§3.3 a user types the code as it comes, and decides', async () => {
  const begun = await begin(provider)
  const { userAgent, page } = await signedIn()
  assert.equal(titleOf(page), 'Connect a device')
  const typed = ` ${begun.userCode.toLowerCase().replace('-', ' ')}.`
  const shown = await userAgent.submit(page, { user_code: typed })
  assert.equal(titleOf(shown), 'Allow access?')
  assert.ok(shown.text.includes(begun.userCode))
  assert.equal(titleOf(await userAgent.submit(shown, { decision: 'allow' })), 'Device connected')
  assert.equal((await poll(provider, begun.deviceCode)).status, 200)
})

test('DV-04 §3.3.1 the complete address decides nothing, and the page shows the code, the application, its place and two equal buttons', async () => {
  const { body } = await askForCode(provider, { scope: 'openid email custom' }, { 'user-agent': 'TV (Linux; Tizen)' }, '203.0.113.9')
  const complete = String(body['verification_uri_complete'])
  const { page } = await openRequest(provider, { complete })
  assertError(await poll(provider, String(body['device_code'])), 400, 'authorization_pending')
  for (const text of [
    String(body['user_code']),
    'Television requests access',
    'Linux, 203.0.113.0/24',
    'just now',
    'alice',
    'Your email address',
  ])
    assert.ok(page.text.includes(text), text)
  const buttons = [...page.text.matchAll(/<button type="submit" class="([^"]*)" name="decision" value="(\w+)">/g)]
  assert.deepEqual(
    buttons.map(([, look, value]) => [look, value]),
    [
      ['secondary', 'deny'],
      ['secondary', 'allow'],
    ],
  )
  assert.doesNotMatch(page.text, /autofocus/)
})

test('DV-04 §5.4 the page says so if the request comes from another network than the browser', async () => {
  const text = async (remoteAddress: string): Promise<string> => {
    const { body } = await askForCode(provider, {}, {}, '203.0.113.9')
    const { page } = await openRequest(
      provider,
      { complete: String(body['verification_uri_complete']) },
      provider.newUserAgent(remoteAddress),
    )
    return page.text
  }
  assert.match(await text('198.51.100.1'), /comes from another network/)
  assert.doesNotMatch(await text('203.0.113.80'), /comes from another network/)
})

test('DV-03 §5.1 the sign-in comes before the code is looked up: no answer reveals to a visitor whether a code lives', async () => {
  const { complete } = await begin(provider)
  const visit = async (url: string): Promise<string> => {
    const { url: at, text } = await provider.newUserAgent().get(url)
    return `${at.pathname} ${titleOf({ text }) ?? ''}`
  }
  assert.equal(await visit(complete), await visit(`${issuer}/device?user_code=BBBB-BBBB`))
})

test('DV-02 §5.1 after five wrong codes of a user no code is looked up, not even the right one, for ten minutes', async () => {
  const begun = await begin(provider)
  const { userAgent, page } = await signedIn()
  let shown = page
  for (let count = 0; count < 5; count++) {
    shown = await userAgent.submit(shown, { user_code: `BBBB-BBB${'BCDFG'.charAt(count)}` })
    assert.match(shown.text, wrongCode)
  }
  shown = await userAgent.submit(shown, { user_code: begun.userCode })
  assert.match(shown.text, /too many wrong codes/)
  const { page: other } = await openRequest(provider, begun, provider.newUserAgent(), bob)
  assert.equal(titleOf(other), 'Allow access?', 'another user may go on')
  provider.clock.advance(601)
  const next = await begin(provider)
  assert.equal(titleOf((await openRequest(provider, next, userAgent)).page), 'Allow access?')
})

test('right codes do not count as guesses', async () => {
  const { userAgent } = await signedIn()
  for (let count = 0; count < 6; count++) {
    const { page } = await openRequest(provider, await begin(provider), userAgent)
    assert.equal(titleOf(await userAgent.submit(page, { decision: 'deny' })), 'Access denied')
  }
})

test('DV-08 a code is found once: after the decision, and after its expiry, it is as wrong as any other', async () => {
  const [decided, expired] = [await begin(provider), await begin(provider)]
  await decide(provider, decided)
  const { userAgent } = await signedIn()
  assert.match((await userAgent.get(decided.complete)).text, wrongCode)
  provider.clock.advance(300)
  assert.match((await userAgent.get(expired.complete)).text, wrongCode)
})

test('DV-06 of two tabs that decide, one does', async () => {
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  const answers = await Promise.all(['allow', 'deny'].map(async (decision) => await userAgent.submit(page, { decision })))
  assert.equal(answers.filter(({ text }) => wrongCode.test(text)).length, 1)
})

test('DV-07 a form from another site, or with the token of another session, decides nothing', async () => {
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  const headers = { origin: 'https://evil.example' }
  assert.equal((await userAgent.submit(page, { decision: 'allow' }, 0, { headers })).status, 403)
  assert.equal((await userAgent.submit(page, { decision: 'allow' }, 0, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403)
  const asked = await userAgent.submit(page, { decision: 'allow', csrf: 'x'.repeat(43) })
  assert.equal(titleOf(asked), 'Connect a device')
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
})

test('DV-12 a session that is older than ten minutes proves itself again before it decides', async () => {
  const { userAgent } = await signedIn()
  provider.clock.advance(601)
  const begun = await begin(provider)
  const asked = await userAgent.get(begun.complete)
  assert.ok('password' in (asked.forms[0]?.fields ?? {}), asked.text)
  assert.equal(titleOf(await signIn(userAgent, asked, alice)), 'Allow access?')
})

test('DV-10 an organization that the scope demands admits only its users', async () => {
  const begun = await begin(provider, { scope: 'openid urn:symbolon:iam:org:id:elsewhere' })
  const { userAgent, page } = await openRequest(provider, begun)
  assert.notEqual(titleOf(page), 'Allow access?')
  const form = { ...page.forms[0]?.fields, user_code: begun.userCode, decision: 'allow' }
  await userAgent.post(`${issuer}${devicePath}`, form, { headers: { origin: issuer } })
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
})

test('of several users in the browser the chosen one decides', async () => {
  const userAgent = provider.newUserAgent()
  for (const user of [alice, bob]) await authorize(provider, { prompt: 'login' }, userAgent, user)
  const begun = await begin(provider)
  const choice = await userAgent.get(begun.complete)
  const bobs = choice.forms.findIndex((_, index) => choice.text.split('<form')[index + 1]?.includes('bob'))
  const shown = await userAgent.submit(choice, {}, bobs)
  assert.ok(shown.text.includes('bob'), shown.text)
  assert.equal(titleOf(await userAgent.submit(shown, { decision: 'allow' })), 'Device connected')
  const { body } = await poll(provider, begun.deviceCode)
  assert.notEqual((await decode(provider, body['id_token'], 'JWT')).payload['sub'], alice.id)
})

for (const [title, changed] of [
  ['is switched off', { state: 'STATE_INACTIVE' }],
  ['lost the grant', { grantTypes: ['OIDC_GRANT_TYPE_REFRESH_TOKEN'] }],
] as const) {
  test(`DV-11 an application that ${title} has no codes and no tokens`, async () => {
    const [waiting, approved] = [await begin(provider), await begin(provider)]
    await decide(provider, approved)
    await provider.apply(deviceDocumentWith(changed))
    assert.match((await openRequest(provider, waiting)).page.text, wrongCode)
    const { status } = await poll(provider, approved.deviceCode)
    assert.ok(status >= 400, String(status))
  })
}

test('DV-11 a user who is locked before the device polls gives it no tokens', async () => {
  const begun = await begin(provider)
  await decide(provider, begun)
  const document = deviceDocumentWith({})
  const [org] = document.orgs ?? []
  const humanUsers = (org?.humanUsers ?? []).map((user) => ({ ...user, state: 'USER_STATE_LOCKED' as const }))
  await provider.apply({ ...document, orgs: [{ ...org, humanUsers }] } as OrgDocument)
  assertError(await poll(provider, begun.deviceCode), 400, 'invalid_grant')
})

test('DV-11 a user whom the application does not admit gets a page that says so, and the device nothing', async () => {
  const [org] = deviceDocumentWith({}).orgs ?? []
  const projects = (org?.projects ?? []).map((each) => ({ ...each, project: { ...each.project, projectRoleCheck: true } }))
  await provider.apply({ orgs: [{ ...org, projects }] } as OrgDocument)
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun, provider.newUserAgent(), bob)
  const refused = await userAgent.submit(page, { decision: 'allow' })
  assert.equal(refused.status, 403)
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
})
