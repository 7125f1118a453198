// A request that waits for its user: bound to its browser, answered once, from what was stored, while it and its client last.
// https://www.rfc-editor.org/rfc/rfc9700#section-4.7
import { alice, bob, redirectUri, refreshOf, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { answerOf, assertDisplayed, assertError, pageKind } from '../../support/authorization-answer.ts'
import { browserOf, chooseAccount, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl, codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())
const url = (fields: Readonly<Record<string, string | undefined>> = {}): string => authorizationUrl(provider, fields)
const resumeUrl = (page: Page): string => `${provider.issuer}/oauth/v2/authorize/resume?request=${page.url.searchParams.get('request')}`
const stateOf = (page: Page): string | undefined => answerOf(page).parameters['state']

for (const order of [
  ['first', 'second'],
  ['second', 'first'],
] as const) {
  test(`two tabs with a request each, the ${order[0]} finished before the ${order[1]}: both end well`, async () => {
    const userAgent = provider.newUserAgent()
    const tabs = { first: await userAgent.get(url({ state: 'first' })), second: await userAgent.get(url({ state: 'second' })) }
    for (const name of order) {
      const page = await signIn(userAgent, tabs[name], alice)
      assert.equal(stateOf(page), name)
      assert.equal((await redeem(provider, codeOf(page))).status, 200)
    }
  })

  test(`two tabs, two people, the ${order[0]} finished before the ${order[1]}: each gets their own`, async () => {
    const userAgent = provider.newUserAgent()
    const tabs = { first: await userAgent.get(url({ state: 'first' })), second: await userAgent.get(url({ state: 'second' })) }
    const people = { first: alice, second: bob }
    for (const name of order) {
      const named = await userAgent.submit(tabs[name], { loginName: people[name].loginName })
      const token = await idTokenOf(provider, await signIn(userAgent, named, people[name]))
      assert.equal(token.sub, people[name].id)
    }
  })
}

test('two tabs at the password page: the second password is not needed, and does no harm', async () => {
  const userAgent = provider.newUserAgent()
  const names = [await userAgent.get(url({ state: 'one' })), await userAgent.get(url({ state: 'two' }))]
  const [one, two] = [
    await userAgent.submit(names[0]!, { loginName: alice.loginName }),
    await userAgent.submit(names[1]!, { loginName: alice.loginName }),
  ]
  assert.equal(stateOf(await userAgent.submit(one, { password: alice.password })), 'one')
  assert.equal(stateOf(await userAgent.submit(two, { password: 'whatever' })), 'two', 'the session is there, so nothing is asked')
})

test('a form that is posted twice gives one answer, and an error page for the other', async () => {
  const userAgent = provider.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(url()), { loginName: alice.loginName })
  assert.ok(codeOf(await userAgent.submit(page, { password: alice.password })) !== '')
  const second = await userAgent.submit(page, { password: alice.password })
  assert.equal(pageKind(second), 'error')
  assert.equal(second.redirectedTo, undefined)
})

test('of resumes at the same time exactly one gets the answer', async () => {
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(1)
  const page = await userAgent.get(url({ prompt: 'select_account' }))
  const cookie = userAgent.cookies.header(new URL(provider.issuer), { crossSite: false, method: 'GET' }) ?? ''
  await userAgent.submit(page, {}, 0, { follow: false })
  const responses = await Promise.all(
    Array.from({ length: 8 }, async () => await provider.fetch(new Request(resumeUrl(page), { headers: { cookie } }))),
  )
  assert.deepEqual(responses.map(({ status }) => status).sort(), [303, ...Array.from({ length: 7 }, () => 400)])
})

test('AZ-14 the back button after the answer shows an error page, never a second code', async () => {
  const userAgent = provider.newUserAgent()
  const name = await userAgent.get(url())
  const password = await userAgent.submit(name, { loginName: alice.loginName })
  assert.ok(codeOf(await userAgent.submit(password, { password: alice.password })) !== '')
  for (const old of [name.url, password.url, resumeUrl(name), `${provider.issuer}/ui/login/accounts${name.url.search}`]) {
    const page = await userAgent.get(old)
    assertDisplayed(page, 400, 'This sign-in has expired')
    assert.equal(page.headers.get('cache-control'), 'no-store')
  }
})

test('AZ-26 a request that was begun in one browser cannot be seen, finished or resumed in another', async () => {
  const [victim, attacker] = [await browserOf(provider, alice), provider.newUserAgent()]
  const begun = await attacker.get(url())
  for (const target of [
    begun.url,
    resumeUrl(begun),
    `${provider.issuer}/ui/login/accounts${begun.url.search}`,
    `${provider.issuer}/ui/login/other-user${begun.url.search}`,
  ]) {
    assertDisplayed(await victim.get(target), 400, 'This sign-in has expired')
  }
  assert.equal(pageKind(await victim.submit(begun, { loginName: alice.loginName })), 'error')
  const cookie = attacker.cookies.list().find(({ name }) => name.includes('request'))
  assert.ok(cookie !== undefined)
  victim.cookies.set(cookie.name, 'x'.repeat(43), new URL(provider.issuer))
  assertDisplayed(await victim.get(resumeUrl(begun)), 400)
  assert.ok(codeOf(await signIn(attacker, await attacker.get(begun.url), bob)) !== '', 'its own browser goes on with it')
})

test('AZ-27 a request lasts half an hour', async () => {
  const userAgent = provider.newUserAgent()
  const [early, late] = [await userAgent.get(url()), await userAgent.get(url())]
  provider.clock.advance(29 * 60)
  assert.ok(codeOf(await signIn(userAgent, early, alice)) !== '')
  provider.clock.advance(2 * 60)
  assertDisplayed(await userAgent.get(late.url), 400, 'Go back to the application and start again.')
  assertDisplayed(await userAgent.get(resumeUrl(late)), 400, 'Go back to the application and start again.')
  assert.equal(pageKind(await userAgent.submit(late, { loginName: alice.loginName })), 'error')
})

test('RU-17 AZ-06 what the login forms carry besides their own fields is not read: the stored request is answered', async () => {
  const evil = {
    redirect_uri: 'https://evil.example/cb',
    response_type: 'id_token token',
    client_id: 'post',
    state: 'evil',
    response_mode: 'fragment',
    scope: 'openid email',
  }
  const userAgent = provider.newUserAgent()
  const password = await userAgent.submit(await userAgent.get(url()), { loginName: alice.loginName, ...evil })
  const page = await userAgent.submit(
    {
      ...password,
      forms: password.forms.map((form) => ({ ...form, action: `${form.action}?${new URLSearchParams(evil)}` })),
    },
    { password: alice.password, ...evil },
  )
  const { mode, to, parameters } = answerOf(page)
  assert.deepEqual([mode, to, parameters['state']], ['query', redirectUri, 'the-state'])
  const { status, body } = await redeem(provider, codeOf(page))
  assert.deepEqual([status, body['scope']], [200, 'openid'])
})

test('RU-17 a form whose request or token was changed is refused', async () => {
  const userAgent = provider.newUserAgent()
  const [one, two] = [await userAgent.get(url({ state: 'one' })), await userAgent.get(url({ state: 'two' }))]
  const other = two.forms[0]?.fields['request'] ?? ''
  for (const fields of [{ request: other }, { csrf: '' }, { csrf: 'x'.repeat(43) }, { request: 'x' }, { request: '' }]) {
    assert.equal(pageKind(await userAgent.submit(one, { loginName: alice.loginName, ...fields })), 'error')
  }
})

test('RU-20 whatever follows a post is a 303 to a page that is got, or the page that goes on by itself', async () => {
  const userAgent = provider.newUserAgent()
  const name = await userAgent.get(url())
  const named = await userAgent.submit(name, { loginName: alice.loginName }, 0, { follow: false })
  assert.equal(named.status, 303)
  const password = await userAgent.get(name.url)
  const refused = await userAgent.submit(password, { password: 'wrong' }, 0, { follow: false })
  assert.equal(refused.status, 303)
  const signedIn = await userAgent.submit(password, { password: alice.password }, 0, { follow: false })
  for (const page of [signedIn, await userAgent.get(name.url, { follow: false })]) {
    assert.equal(page.status, 200)
    assert.match(refreshOf(page.text) ?? '', /^\/oauth\/v2\/authorize\/resume\?request=/)
  }
  assert.equal((await userAgent.get(resumeUrl(name))).status, 303)
})

test('AZ-24 a client that is switched off while the user types gets no code', async () => {
  const app = portalApp('fading', { redirectUris: [redirectUri] })
  for (const change of [
    { ...app, state: 'STATE_INACTIVE' as const },
    { ...app, state: 'STATE_REMOVED' as const },
    portalApp('fading', { redirectUris: ['https://app.example/elsewhere'] }),
  ]) {
    await provider.apply(acmeWith({ oidcApps: [{ ...app, state: 'STATE_ACTIVE' }] }))
    const userAgent = await browserOf(provider, alice)
    const page = await userAgent.get(url({ client_id: 'fading', prompt: 'select_account' }))
    assert.equal(pageKind(page), 'account_selection')
    await provider.apply(acmeWith({ oidcApps: [change] }))
    const finished = await chooseAccount(userAgent, page, alice.loginName)
    assertDisplayed(finished, 400)
    assertDisplayed(await userAgent.get(resumeUrl(page)), 400)
  }
})

test('AZ-24 a client that loses its response type, or has to use PKCE from now on, gets an error and no code', async () => {
  for (const [change, error] of [
    [{ responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN' as const] }, 'unauthorized_client'],
    [{ authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' as const }, 'invalid_request'],
  ] as const) {
    await provider.apply(acmeWith({ oidcApps: [portalApp('changing', { redirectUris: [redirectUri] })] }))
    const userAgent = await browserOf(provider, alice)
    const page = await userAgent.get(url({ client_id: 'changing', prompt: 'select_account' }))
    await provider.apply(acmeWith({ oidcApps: [portalApp('changing', { redirectUris: [redirectUri], ...change })] }))
    assertError(await chooseAccount(userAgent, page, alice.loginName), error)
  }
})

test('sixteen requests of a browser are remembered, the oldest are forgotten', async () => {
  const userAgent = provider.newUserAgent()
  const pages: Page[] = []
  for (let i = 0; i < 20; i++) pages.push(await userAgent.get(url({ state: `state-${i}` })))
  assert.equal(userAgent.cookies.list().length, 16)
  assertDisplayed(await userAgent.get(pages[3]!.url), 400)
  assert.equal(stateOf(await signIn(userAgent, pages[4]!, alice)), 'state-4')
  assert.equal(stateOf(await signIn(userAgent, pages[19]!, alice)), 'state-19')
})
