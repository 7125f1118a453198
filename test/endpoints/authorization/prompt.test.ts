// The parameters prompt and max_age: when the user is asked, and what for.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { alice, bob, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertError, pageKind } from '../../support/authorization-answer.ts'
import { accountsOf, browserOf, chooseAccount, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())
const url = (fields: Readonly<Record<string, string | undefined>> = {}): string => authorizationUrl(provider, fields)

test('AZ-11 prompt=none without a session is login_required, by redirect at once', async () => {
  const userAgent = provider.newUserAgent()
  const page = await userAgent.get(url({ prompt: 'none', state: 's'.repeat(128) }))
  assertError(page, 'login_required', { state: 's'.repeat(128) })
  assert.equal(page.visited.length, 1)
  assert.equal(page.text, '')
  assert.deepEqual(userAgent.cookies.list(), [])
})

test('prompt=none with a session is answered at once, with the same subject and auth_time', async () => {
  const userAgent = provider.newUserAgent()
  const first = await idTokenOf(provider, await authorize(provider, {}, userAgent))
  provider.clock.advance(100)
  const page = await userAgent.get(url({ prompt: 'none' }))
  assert.equal(page.visited.length, 1)
  const second = await idTokenOf(provider, page)
  assert.deepEqual([second.sub, second.auth_time, second.sid], [first.sub, first.auth_time, first.sid])
})

test('prompt=none with several sessions is interaction_required', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  assertError(await userAgent.get(url({ prompt: 'none' })), 'interaction_required')
  assert.equal((await idTokenOf(provider, await userAgent.get(url({ prompt: 'none', login_hint: 'bob' })))).sub, 'bob')
})

test('prompt=none with a session that is too old for max_age is login_required', async () => {
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(61)
  assertError(await userAgent.get(url({ prompt: 'none', max_age: '60' })), 'login_required')
  assert.ok(codeOf(await userAgent.get(url({ prompt: 'none', max_age: '62' }))) !== '')
})

test('without prompt one session is used, several are offered', async () => {
  assert.ok(codeOf(await (await browserOf(provider, alice)).get(url())) !== '')
  const userAgent = await browserOf(provider, alice, bob)
  const page = await userAgent.get(url())
  assert.deepEqual(accountsOf(page), [alice.loginName, bob.loginName])
  assert.equal((await idTokenOf(provider, await chooseAccount(userAgent, page, bob.loginName))).sub, bob.id)
  assert.deepEqual(accountsOf(await userAgent.get(url())), [alice.loginName, bob.loginName], 'a choice holds for one request')
})

test('AZ-14 prompt=login asks for the credentials again, and auth_time is of the new sign-in', async () => {
  const userAgent = provider.newUserAgent()
  const first = await idTokenOf(provider, await authorize(provider, {}, userAgent))
  provider.clock.advance(10)
  const page = await userAgent.get(url({ prompt: 'login' }))
  assert.equal(pageKind(page), 'login_name')
  const second = await idTokenOf(provider, await signIn(userAgent, page, alice))
  assert.equal(second.auth_time, first.auth_time + 10)
  assert.equal(second.sid, first.sid, 'it is the same session')
})

test('AZ-14 prompt=login cannot be skipped by the resume URL, by choosing an account, or by a second look', async () => {
  const userAgent = await browserOf(provider, alice)
  provider.clock.advance(1)
  const page = await userAgent.get(url({ prompt: 'login' }))
  const request = page.url.searchParams.get('request') ?? ''
  const resumed = await userAgent.get(`${provider.issuer}/oauth/v2/authorize/resume?request=${request}`)
  assert.equal(pageKind(resumed), 'login_name')
  const accounts = await userAgent.get(`${provider.issuer}/ui/login/accounts?request=${request}`)
  assert.deepEqual(accountsOf(accounts), [alice.loginName])
  const chosen = await chooseAccount(userAgent, accounts, alice.loginName)
  assert.equal(pageKind(chosen), 'password')
  assert.equal(pageKind(await userAgent.get(`${provider.issuer}/oauth/v2/authorize/resume?request=${request}`)), 'password')
  assert.equal(pageKind(await userAgent.submit(chosen, { password: 'wrong' })), 'password')
  assert.ok(codeOf(await signIn(userAgent, chosen, alice)) !== '')
})

test('AZ-14 the same URL asks again every time', async () => {
  const userAgent = provider.newUserAgent()
  for (let times = 0; times < 2; times++) {
    provider.clock.advance(1)
    const page = await userAgent.get(url({ prompt: 'login' }))
    assert.equal(pageKind(page), 'login_name')
    assert.ok(codeOf(await signIn(userAgent, page, alice)) !== '')
  }
})

test('prompt=login lets another user sign in', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await userAgent.get(url({ prompt: 'login' }))
  assert.equal((await idTokenOf(provider, await signIn(userAgent, page, bob))).sub, bob.id)
})

test('prompt=select_account offers the sessions, one included, and a new one', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await userAgent.get(url({ prompt: 'select_account' }))
  assert.deepEqual(accountsOf(page), [alice.loginName])
  assert.equal((await idTokenOf(provider, await chooseAccount(userAgent, page, alice.loginName))).sub, alice.id)

  const again = await userAgent.get(url({ prompt: 'select_account' }))
  const other = /href="(\/ui\/login\/other-user[^"]*)"/.exec(again.text)?.[1] ?? ''
  const finished = await signIn(userAgent, await userAgent.get(new URL(other.replaceAll('&amp;', '&'), provider.issuer)), bob)
  assert.equal((await idTokenOf(provider, finished)).sub, bob.id)
  assert.equal(
    pageKind(await provider.newUserAgent().get(url({ prompt: 'select_account' }))),
    'login_name',
    'without a session there is nothing to select',
  )
})

test('prompt=select_account login: the selected account proves itself again', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  provider.clock.advance(1)
  const page = await chooseAccount(userAgent, await userAgent.get(url({ prompt: 'select_account login' })), bob.loginName)
  assert.equal(pageKind(page), 'password')
  assert.equal((await idTokenOf(provider, await signIn(userAgent, page, bob))).sub, bob.id)
})

test('AZ-25 prompt=create shows the login page, and no path takes a registration', async () => {
  const userAgent = await browserOf(provider, alice)
  const page = await userAgent.get(url({ prompt: 'create' }))
  assert.equal(pageKind(page), 'login_name')
  assert.equal((await idTokenOf(provider, await signIn(userAgent, page, bob))).sub, bob.id)
  for (const path of ['/ui/login/register', '/ui/login/create', '/ui/login/registration']) {
    assert.equal(
      (
        await userAgent.post(provider.issuer + path, {
          ...page.forms[0]?.fields,
          loginName: 'mallory',
          password: 'a long password',
        })
      ).status,
      404,
    )
  }
})

test('prompt=consent changes nothing, also together with another value', async () => {
  const userAgent = await browserOf(provider, alice)
  assert.ok(codeOf(await userAgent.get(url({ prompt: 'consent' }))) !== '')
  assert.equal(pageKind(await userAgent.get(url({ prompt: 'consent login' }))), 'login_name')
  assertError(await userAgent.get(url({ prompt: 'consent none' })), 'invalid_request')
})

test('AZ-15 max_age=0 asks again, every time', async () => {
  const userAgent = await browserOf(provider, alice)
  for (let times = 0; times < 2; times++) {
    provider.clock.advance(1)
    const page = await userAgent.get(url({ max_age: '0' }))
    assert.equal(pageKind(page), 'password')
    provider.clock.advance(600)
    assert.ok(codeOf(await signIn(userAgent, page, alice)) !== '', 'however long the user took')
  }
})

test('AZ-16 a session that is older than max_age is asked again, and auth_time is returned', async () => {
  const userAgent = provider.newUserAgent()
  const first = await idTokenOf(provider, await authorize(provider, { max_age: '15000' }, userAgent))
  provider.clock.advance(59)
  const kept = await idTokenOf(provider, await userAgent.get(url({ max_age: '60' })))
  assert.equal(kept.auth_time, first.auth_time)
  provider.clock.advance(2)
  const page = await userAgent.get(url({ max_age: '60' }))
  assert.equal(pageKind(page), 'password')
  const renewed = await idTokenOf(provider, await signIn(userAgent, page, alice))
  assert.equal(renewed.auth_time, first.auth_time + 61)
  assert.equal(renewed.sub, first.sub)
})

test('several sessions, chosen one too old for max_age: its password is asked', async () => {
  const userAgent = await browserOf(provider, alice, bob)
  provider.clock.advance(100)
  const page = await userAgent.get(url({ max_age: '60' }))
  assert.deepEqual(accountsOf(page), [alice.loginName, bob.loginName])
  assert.equal(pageKind(await chooseAccount(userAgent, page, alice.loginName)), 'password')
})
