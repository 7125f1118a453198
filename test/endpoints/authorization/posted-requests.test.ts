// Requests that come as a form: a post of another site brings no cookies, so it is stored and decided at the GET that follows.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { alice, bob, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf, assertDisplayed, assertError, pageKind } from '../../support/authorization-answer.ts'
import { browserOf, idTokenOf } from '../../support/browser-sessions.ts'
import { codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())

const endpoint = `${provider.issuer}/oauth/v2/authorize`
const fields = { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'the-state' }
const crossSite = { crossSite: true, headers: { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' } }

test('a request that another site posts is answered from the session of the browser', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await userAgent.post(endpoint, fields, crossSite)
  assert.deepEqual(
    page.visited.map(({ pathname }) => pathname),
    ['/oauth/v2/authorize', '/oauth/v2/authorize/resume'],
  )
  assert.equal(answerOf(page).parameters['state'], 'the-state')
  assert.equal((await idTokenOf(provider, page)).sub, alice.id)
})

test('a post is never decided at once: it answers 303, sets no cookie, and says nothing of the request', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await userAgent.post(endpoint, fields, { follow: false })
  assert.equal(page.status, 303)
  assert.match(page.headers.get('location') ?? '', /^\/oauth\/v2\/authorize\/resume\?request=[A-Za-z0-9_-]{22}$/)
  assert.deepEqual(page.headers.getSetCookie(), [])
})

test('a request that is posted without a session leads to the login and back', async () => {
  const userAgent = provider.newUserAgent()
  const page = await userAgent.post(endpoint, { ...fields, response_mode: 'form_post' }, crossSite)
  assert.equal(pageKind(page), 'login_name')
  const { mode, parameters } = answerOf(await signIn(userAgent, page, alice))
  assert.equal(mode, 'form_post')
  assert.equal((await redeem(provider, parameters['code'] ?? '')).status, 200)
})

test('prompt, max_age and hints of a posted request count as those of a query', async () => {
  assertError(await provider.newUserAgent().post(endpoint, { ...fields, prompt: 'none' }, crossSite), 'login_required')
  const userAgent = await browserOf(provider, alice, bob)
  assertError(await userAgent.post(endpoint, { ...fields, prompt: 'none' }, crossSite), 'interaction_required')
  assert.equal(codeOf(await userAgent.post(endpoint, { ...fields, prompt: 'none', login_hint: 'bob' }, crossSite)).length, 43)
  provider.clock.advance(10)
  assert.equal(pageKind(await userAgent.post(endpoint, { ...fields, prompt: 'login', login_hint: 'bob' }, crossSite)), 'password')
  assert.equal(pageKind(await userAgent.post(endpoint, { ...fields, max_age: '5', login_hint: 'bob' }, crossSite)), 'password')
})

test('errors of a posted request are reported at once, each at the right place', async () => {
  const userAgent = provider.newUserAgent()
  assertError(await userAgent.post(endpoint, { ...fields, scope: 'profile' }, crossSite), 'invalid_scope')
  assertError(
    await userAgent.post(
      endpoint,
      {
        ...fields,
        scope: 'profile',
        response_mode: 'form_post',
      },
      crossSite,
    ),
    'invalid_scope',
    { mode: 'form_post' },
  )
  assertDisplayed(await userAgent.post(endpoint, { ...fields, redirect_uri: 'https://evil.example/cb' }, crossSite), 400, 'not registered')
})

test('AZ-26 a posted request belongs to the browser that comes back first', async () => {
  const [first, second] = [await browserOf(provider, alice), await browserOf(provider, bob)]
  const page = await provider.newUserAgent().post(endpoint, { ...fields, prompt: 'login' }, { ...crossSite, follow: false })
  const resume = new URL(page.headers.get('location') ?? '', provider.issuer)
  assert.equal(pageKind(await first.get(resume)), 'login_name')
  assertDisplayed(await second.get(resume), 400, 'This sign-in has expired')
  assert.equal(pageKind(await first.get(resume)), 'login_name')
})
