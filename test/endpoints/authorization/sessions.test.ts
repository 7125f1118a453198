// How long a sign-in counts: the session's lifetime, the password's by the login policy, and the user's own state.
import { alice, bob, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { assertError, pageKind } from '../../support/authorization-answer.ts'
import { accountsOf, browserOf, chooseAccount, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const hour = 3600
const day = 24 * hour
/** Sessions that outlive every password, so that either limit can be seen alone. */
const provider = await startTestProvider({ lifetimes: { session: 100 * day } })
after(() => provider.close())
const url = (fields: Readonly<Record<string, string | undefined>> = {}): string => authorizationUrl(provider, fields)

test('a password counts for 240 hours, then it is asked again in the same session', async () => {
  const userAgent = provider.newUserAgent()
  const first = await idTokenOf(provider, await authorize(provider, {}, userAgent))
  provider.clock.advance(240 * hour - 1)
  assert.equal((await idTokenOf(provider, await userAgent.get(url({ prompt: 'none' })))).auth_time, first.auth_time)
  provider.clock.advance(1)
  assertError(await userAgent.get(url({ prompt: 'none' })), 'login_required')
  const page = await userAgent.get(url())
  assert.equal(pageKind(page), 'password')
  assert.equal(page.forms[0]?.fields['loginName'], alice.loginName)
  const renewed = await idTokenOf(provider, await signIn(userAgent, page, alice))
  assert.deepEqual([renewed.auth_time, renewed.sid], [first.auth_time + 240 * hour, first.sid])
})

test('several sessions: those whose password is too old say so, and are asked when chosen', async () => {
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(200 * hour)
  codeOf(await signIn(userAgent, await userAgent.get(url({ prompt: 'create' })), bob))
  provider.clock.advance(50 * hour)
  const page = await userAgent.get(url())
  assert.deepEqual(accountsOf(page), [alice.loginName, bob.loginName])
  assert.equal(page.text.split('Signed out').length - 1, 1)
  assert.equal((await idTokenOf(provider, await chooseAccount(userAgent, page, bob.loginName))).sub, bob.id)
  assert.equal(pageKind(await chooseAccount(userAgent, await userAgent.get(url()), alice.loginName)), 'password')
})

test("the organization's login policy decides how long a password counts", async () => {
  await provider.apply(acmeWith({ loginPolicy: { allowUsernamePassword: true, passwordCheckLifetime: '7200s' } }))
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(2 * hour - 1)
  assert.ok(codeOf(await userAgent.get(url())) !== '')
  provider.clock.advance(1)
  assert.equal(pageKind(await userAgent.get(url())), 'password')
  await provider.apply(acmeWith({ loginPolicy: { allowUsernamePassword: true, passwordCheckLifetime: '864000s' } }))
})

test('a session ends, and the browser has no session', async () => {
  const brief = await startTestProvider({ lifetimes: { session: 8 * hour } })
  const userAgent = await browserOf(brief, alice)
  brief.clock.advance(8 * hour - 1)
  assert.ok(codeOf(await userAgent.get(authorizationUrl(brief, { prompt: 'none' }))) !== '')
  brief.clock.advance(1)
  assertError(await userAgent.get(authorizationUrl(brief, { prompt: 'none' })), 'login_required')
  assert.equal(pageKind(await userAgent.get(authorizationUrl(brief))), 'login_name')
  const first = await idTokenOf(brief, await authorize(brief, {}, userAgent))
  brief.clock.advance(10)
  const other = await idTokenOf(brief, await authorize(brief, {}, brief.newUserAgent()))
  assert.notEqual(first.sid, other.sid)
  await brief.close()
})

test('a user who is locked, switched off or removed has no session from then on', async () => {
  for (const state of ['USER_STATE_LOCKED', 'USER_STATE_INACTIVE', 'USER_STATE_DELETED'] as const) {
    const profile = { firstName: 'Carol', lastName: 'Coming' }
    const carol = { loginName: 'carol@acme.example', password: 'a password of carol' }
    const user = { userName: 'carol', password: carol.password, profile }
    await provider.apply(acmeWith({ humanUsers: [{ userId: 'carol', user, state: 'USER_STATE_ACTIVE' }] }))
    const userAgent = await browserOf(provider, carol)
    assert.ok(codeOf(await userAgent.get(url({ prompt: 'none' }))) !== '')
    await provider.apply(acmeWith({ humanUsers: [{ userId: 'carol', user, state }] }))
    assertError(await userAgent.get(url({ prompt: 'none' })), 'login_required')
    assert.equal(pageKind(await userAgent.get(url())), 'login_name')
    if (state === 'USER_STATE_DELETED') {
      provider.clock.advance(1)
      await provider.apply(acmeWith({ humanUsers: [{ userId: 'carol', user, state: 'USER_STATE_ACTIVE' }] }))
      assertError(await userAgent.get(url({ prompt: 'none' })), 'login_required')
    }
  }
})

test('the sessions of a browser serve every client', async () => {
  await provider.apply(acmeWith({ oidcApps: [portalApp('second', { redirectUris: [redirectUri] }, { clientSecret })] }))
  const userAgent = await browserOf(provider, alice)
  for (const clientId of ['basic', 'post', 'second'])
    assert.ok(codeOf(await userAgent.get(url({ client_id: clientId, prompt: 'none' }))) !== '')
})

test('a session cookie that was cut, doubled or made up opens nothing', async () => {
  const userAgent = await browserOf(provider, alice)
  const cookie = userAgent.cookies.list().find(({ name }) => name === '__Host-symbolon-session')
  assert.ok(cookie !== undefined)
  const visit = async (header: string): Promise<string> => {
    const response = await provider.fetch(new Request(url({ prompt: 'none' }), { headers: { cookie: header } }))
    return new URL(response.headers.get('location') ?? '').searchParams.get('error') ?? 'none'
  }
  assert.equal(await visit(`${cookie.name}=${cookie.value}`), 'none')
  for (const header of [
    `${cookie.name}=${cookie.value.slice(1)}`,
    `${cookie.name}=`,
    `${cookie.name}=${cookie.value}; ${cookie.name}=x`,
    `symbolon-session=${cookie.value}`,
    `${cookie.name}=${'x'.repeat(43)}`,
    cookie.value,
  ])
    assert.equal(await visit(header), 'login_required', header)
})
