// The confirmation of a sign-out: when it is required, what the response does, and that another site cannot forge it.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
import { endSessionEndpoint } from '@symbolon/core-protocol'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserOf, idTokenOf, signInAs } from '../../support/browser-sessions.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import {
  assertQuestion,
  assertRefusedPage,
  assertSignedOutPage,
  endSession,
  endSessionPath,
  isSignedIn,
  leadsTo,
  signedOutUri,
  silentAnswer,
} from '../../support/end-session.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

const basic = { client_id: 'basic', post_logout_redirect_uri: signedOutUri, state: 's' }
let provider: TestProvider
before(async () => void (provider = await startTestProvider()))
after(async () => await provider.close())

test('a request without a hint is answered with a question, however often it is asked', async () => {
  const userAgent = await browserOf(provider, alice)
  for (const fields of [{}, { state: 's' }, { client_id: 'basic' }, basic, { ui_locales: 'en' }, {}]) {
    assertQuestion(await endSession(provider, userAgent, fields))
    assert.equal(await silentAnswer(provider, userAgent), 'code')
  }
})

test('the answer ends the sessions, and leads to the URI of the client', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  const page = await userAgent.submit(await endSession(provider, userAgent, basic))
  assertSignedOutPage(page, 'You are signed out', `${signedOutUri}?state=s`)
  assert.equal(await isSignedIn(provider, userAgent), false)
})

test('the question is asked in the language of the request', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await endSession(provider, userAgent, { ui_locales: 'de' })
  assertQuestion(page)
  assert.match(page.text, /<html lang="de"/)
  assertSignedOutPage(await userAgent.submit(page), 'Sie sind abgemeldet')
})

test('without a signed-in user there is no confirmation, and the browser returns to the application', async () => {
  const stranger = provider.newUserAgent()
  assertSignedOutPage(await endSession(provider, stranger))
  assert.equal(leadsTo(await endSession(provider, stranger, basic)), `${signedOutUri}?state=s`)
})

test('the form is answered a second time as it was the first', async () => {
  const userAgent = await browserOf(provider, alice)
  const asked = await endSession(provider, userAgent, basic)
  for (let time = 1; time <= 2; time++) {
    const page = await userAgent.submit(asked)
    assertSignedOutPage(page, 'You are signed out', `${signedOutUri}?state=s`)
  }
})

test('ES-06 a form that another site or another browser made ends nothing', async () => {
  const userAgent = await browserOf(provider, alice)
  const [form] = (await endSession(provider, await browserOf(provider, alice), basic)).forms
  assert.ok(form !== undefined)
  const forged: readonly Readonly<Record<string, string>>[] = [
    form.fields,
    { ...form.fields, csrf: '' },
    { ...form.fields, csrf: 'x' },
    { ...form.fields, csrf: 'x'.repeat(43) },
    { request: '', csrf: 'x' },
  ]
  for (const fields of forged) {
    assertQuestion(await userAgent.post(provider.issuer + endSessionPath, fields))
    await userAgent.post(provider.issuer + endSessionPath, fields, { crossSite: true })
    assert.equal(await silentAnswer(provider, userAgent), 'code')
  }
})

test('the answer counts for the sessions that were there when the question was asked', async () => {
  const userAgent = await browserOf(provider, alice)
  const asked = await endSession(provider, userAgent)
  await signInAs(provider, userAgent, bob)
  // Another person has come: whether they want to sign out, they are asked.
  assertQuestion(await userAgent.submit(asked))
  assert.equal(await silentAnswer(provider, userAgent), 'interaction_required')
})

test('what the form carries is checked again', async () => {
  const userAgent = await browserOf(provider, alice)
  const asked = await endSession(provider, userAgent)
  const wrong = [
    new URLSearchParams({ ...basic, post_logout_redirect_uri: 'https://evil.example/' }),
    new URLSearchParams({ id_token_hint: 'x' }),
    'client_id=a&client_id=b',
    '%zz',
  ]
  for (const request of wrong) assertRefusedPage(await userAgent.submit(asked, { request: String(request) }))
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('without the confirmation no user is asked, and a URI without a client leads nowhere', async () => {
  const own = await startTestProvider({ endpoints: [endSessionEndpoint({ confirmation: 'off' })] })
  for (const fields of [{}, { client_id: 'basic' }, { post_logout_redirect_uri: signedOutUri, state: 's' }]) {
    const userAgent = await browserOf(own, alice)
    assertSignedOutPage(await endSession(own, userAgent, fields))
    assert.equal(await isSignedIn(own, userAgent), false)
  }
  const page = await endSession(own, await browserOf(own, alice), basic)
  assert.equal(page.redirectedTo?.href, `${signedOutUri}?state=s`)
  const bobs = await browserOf(own, bob)
  const alices = await idTokenOf(own, await (await browserOf(own, alice)).get(authorizationUrl(own)))
  await endSession(own, bobs, { id_token_hint: alices.text })
  assert.equal(await silentAnswer(own, bobs), 'code')
  await own.close()
})
