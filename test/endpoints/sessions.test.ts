// Sessions of browsers: whose they are, when they end, and that nothing but the request says where a browser goes.
import { alice, bob, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { authorizationUrl, authorize } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const sessionLifetime = 10 * 86_400

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ lifetimes: { session: sessionLifetime } })))
after(async () => await provider.close())

async function signedIn(credentials = alice) {
  const userAgent = provider.newUserAgent()
  const page = await authorize(provider, {}, userAgent, credentials)
  assert.ok(page.redirectedTo?.searchParams.has('code'))
  return userAgent
}

/** The error that the application gets when no page may be shown. */
async function silent(cookie: string): Promise<string | null> {
  const response = await provider.fetch(new Request(authorizationUrl(provider, { prompt: 'none' }), { headers: { cookie } }))
  const answer = new URL(response.headers.get('location') ?? '').searchParams
  return answer.has('code') ? 'code' : answer.get('error')
}

const cookieOf = (userAgent: Awaited<ReturnType<typeof signedIn>>): string =>
  userAgent.cookies.header(new URL(provider.issuer), { crossSite: false, method: 'GET' }) ?? ''

test('LG-03 two session cookies count as none: another host of the domain may have set one', async () => {
  const [own, other] = [cookieOf(await signedIn()), cookieOf(await signedIn(bob))]
  assert.equal(await silent(own), 'code')
  for (const both of [`${own}; ${other}`, `${other}; ${own}`, `${own}; ${own}`, `${own}; __Host-symbolon-session=`]) {
    assert.equal(await silent(both), 'login_required', both)
  }
})

test('LG-14 a deactivated, locked or removed user has no session, and a user who comes back has none of the old sessions', async () => {
  for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_DELETED'] as const) {
    const person = { userName: 'mortal', password: 'a password for a while', profile: { firstName: 'M', lastName: 'T' } }
    const be = async (given: typeof state | 'USER_STATE_ACTIVE'): Promise<void> => {
      provider.clock.advance(1)
      await provider.apply(acmeWith({ humanUsers: [{ userId: 'mortal', state: given, user: person }] }))
    }
    await be('USER_STATE_ACTIVE')
    const cookie = cookieOf(await signedIn({ id: 'mortal', loginName: 'mortal@acme.example', password: person.password }))
    assert.equal(await silent(cookie), 'code')
    await be(state)
    assert.equal(await silent(cookie), 'login_required', state)
    await be('USER_STATE_ACTIVE')
    assert.equal(await silent(cookie), 'login_required', `${state} and back`)
  }
})

test('LG-17 nothing but the redirect URI of the request says where a browser goes', async () => {
  const elsewhere = ['//evil.example', '/\\evil.example', '/%09/evil.example', 'https:evil.example', 'https://evil.example']
  const names = ['continue', 'return', 'return_to', 'returnUrl', 'next', 'url', 'target', 'redirect', 'RelayState']
  for (const target of elsewhere) {
    const extra = Object.fromEntries(names.map((name) => [name, target]))
    const userAgent = provider.newUserAgent()
    const page = await authorize(provider, extra, userAgent)
    assert.equal(`${page.redirectedTo?.origin}${page.redirectedTo?.pathname}`, redirectUri)
    for (const visited of page.visited) assert.equal(visited.origin, provider.issuer)
    const first = await provider.newUserAgent().get(`${authorizationUrl(provider)}&${new URLSearchParams(extra)}`)
    assert.ok(!first.text.includes('evil.example'))
  }
})

test('LG-19 a session ends when its lifetime does, counted from its last proof, and a password counts for its own', async () => {
  const userAgent = await signedIn()
  const cookie = cookieOf(userAgent)
  provider.clock.advance(sessionLifetime - 1)
  assert.equal(await silent(cookie), 'code')
  provider.clock.advance(1)
  assert.equal(await silent(cookie), 'login_required')
  const again = await signedIn()
  const { stores } = provider.storage
  await provider.apply(acmeWith({ loginPolicy: { allowUsernamePassword: true, passwordCheckLifetime: '3600s' } }))
  assert.equal((await stores.policies?.findLoginPolicy('acme'))?.passwordCheckLifetime, 3_600_000)
  provider.clock.advance(3599)
  assert.equal(await silent(cookieOf(again)), 'code')
  provider.clock.advance(1)
  assert.equal(await silent(cookieOf(again)), 'login_required')
})
