// What the example guarantees without a provider: escaping, one-time responses, limited sessions, and readable errors.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { AuthorizationResponseError } from 'openid-client'
import type { SignedIn } from '../src/login.ts'
import { problemPage, signedInPage } from '../src/pages.ts'
import { describeError, loginFailed } from '../src/problems.ts'
import { isTrustworthy } from '../src/provider.ts'
import { createRelyingParty } from '../src/relying-party.ts'
import type { PendingLogin } from '../src/session.ts'
import { createSessions } from '../src/session.ts'

const SETTING = { issuer: 'https://provider.example', clientId: 'example' }
const OPTIONS = { issuer: 'https://provider.example', clientId: 'example', origin: 'http://localhost:8081' }
const HOSTILE = '<script>alert("1")</script>'
const ESCAPED = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'

const SIGNED_IN: SignedIn = {
  idToken: 'header.payload.signature-of-the-id-token',
  idTokenClaims: { sub: 'user-1', iat: 1_700_000_000, amr: ['pwd'] },
  userInfo: { outcome: 'received', claims: { sub: 'user-1', name: 'Ada' } },
  tokenResponse: { tokenType: 'bearer', scope: 'openid profile', expiresIn: 3600 },
  shortenedTokens: [{ name: 'access_token', start: 'abcdefgh', length: 40 }],
}

describe('pages', () => {
  it('shows the claims of the ID token and of userinfo, and the members of the token response', async () => {
    const page = String(await signedInPage(SETTING, SIGNED_IN))
    for (const part of ['Hello, Ada', '<dd>user-1</dd>', '2023-11-14 22:13:20 UTC', 'openid profile', '3600 seconds']) {
      assert.ok(page.includes(part), part)
    }
  })

  it('never shows a whole token', async () => {
    const page = String(await signedInPage(SETTING, SIGNED_IN))
    assert.ok(!page.includes(SIGNED_IN.idToken))
    assert.match(page, /<details>[^]*abcdefgh… \(40 characters\)[^]*<\/details>/)
  })

  it('escapes the names and values of claims everywhere', async () => {
    const claims = { sub: HOSTILE, [HOSTILE]: 'value', nested: { deep: HOSTILE } }
    const userInfo = { outcome: 'received', claims: { sub: HOSTILE, name: HOSTILE } } as const
    const page = String(await signedInPage(SETTING, { ...SIGNED_IN, idTokenClaims: claims, userInfo }))
    assert.ok(!page.includes('<script'))
    assert.ok(page.includes(`Hello, ${ESCAPED}`))
    assert.ok(page.includes(`<dt>${ESCAPED}</dt>`))
  })

  it('shows a claim with an impossible time', async () => {
    const page = String(await signedInPage(SETTING, { ...SIGNED_IN, idTokenClaims: { sub: 'user-1', auth_time: 1e300 } }))
    assert.ok(page.includes('<dd>1e+300</dd>'))
  })

  it('escapes the error that the provider sent', async () => {
    const error = authorizationError({ error: HOSTILE, error_description: HOSTILE })
    const page = String(await problemPage(SETTING, loginFailed(error, undefined)))
    assert.ok(!page.includes('<script'))
    assert.ok(page.includes(`<dd>${ESCAPED}</dd>`))
  })
})

describe('problems', () => {
  it('explains login_required as the expected response to prompt=none only', () => {
    const error = authorizationError({ error: 'login_required' })
    assert.equal(loginFailed(error, 'none').title, 'A person has to act first')
    assert.equal(loginFailed(error, undefined).title, 'The provider refused the sign-in')
  })

  it('shows the message and code of an error and its causes, and nothing else', () => {
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
    assert.equal(describeError(new TypeError('fetch failed', { cause: refused })), 'fetch failed: ECONNREFUSED')
    assert.equal(describeError(new Error('invalid response', { cause: { body: { access_token: 'secret' } } })), 'invalid response')
  })
})

describe('sessions', () => {
  it('end after their lifetime', () => {
    const { sessions, clock } = sessionsOnClock()
    const { id } = sessions.keepPendingLogin(undefined, pendingLogin('a'))
    clock.now = 999
    assert.ok(sessions.find(id))
    clock.now = 1000
    assert.equal(sessions.find(id), undefined)
    assert.equal(sessions.takePendingLogin(id, 'a'), undefined)
  })

  it('return a pending login once, to its own session only, and keep that of another tab', () => {
    const { sessions } = sessionsOnClock()
    const { id } = sessions.keepPendingLogin(undefined, pendingLogin('a'))
    sessions.keepPendingLogin(id, pendingLogin('b'))
    const stranger = sessions.keepPendingLogin(undefined, pendingLogin('c'))
    assert.equal(sessions.takePendingLogin(stranger.id, 'a'), undefined)
    assert.equal(sessions.takePendingLogin(id, 'a')?.state, 'a')
    assert.equal(sessions.takePendingLogin(id, 'a'), undefined)
    const signedIn = sessions.signIn(id, SIGNED_IN)
    assert.equal(sessions.takePendingLogin(signedIn.id, 'b')?.state, 'b')
  })

  it('get a new id by signing in, and the old id opens nothing', () => {
    const { sessions } = sessionsOnClock()
    const before = sessions.keepPendingLogin(undefined, pendingLogin('a'))
    const after = sessions.signIn(before.id, SIGNED_IN)
    assert.notEqual(after.id, before.id)
    assert.equal(sessions.find(before.id), undefined)
    assert.equal(sessions.find(after.id)?.signedIn, SIGNED_IN)
  })

  it('are limited in number, as are the pending logins in each: the oldest are removed first', () => {
    const { sessions } = sessionsOnClock()
    const ids = ['a', 'b', 'c', 'd'].map((state) => sessions.keepPendingLogin(undefined, pendingLogin(state)).id)
    assert.deepEqual(
      ids.map((id) => sessions.find(id) !== undefined),
      [false, true, true, true],
    )
    for (const state of ['e', 'f']) sessions.keepPendingLogin(ids[3], pendingLogin(state))
    assert.equal(sessions.takePendingLogin(ids[3], 'd'), undefined)
    assert.ok(sessions.takePendingLogin(ids[3], 'e'))
  })
})

describe('the relying party', () => {
  it('offers to sign in, without a request to the provider', async () => {
    const response = await get('/')
    const page = await response.text()
    assert.equal(response.status, 200)
    for (const href of ['/login', '/login?prompt=login', '/login?prompt=select_account', '/login?prompt=none']) {
      assert.ok(page.includes(`href="${href}"`), href)
    }
  })

  it('allows no scripts, inline styles or framing, and forms only to itself and the provider', async () => {
    const response = await get('/')
    assert.equal(
      response.headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; form-action 'self' https://provider.example; frame-ancestors 'none'; base-uri 'none'",
    )
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(await response.text(), /<script|<style|style=|\son\w+=/)
  })

  it('serves its stylesheet as a file', async () => {
    const response = await get('/style.css')
    assert.equal(response.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(await response.text(), /prefers-color-scheme: dark/)
  })

  it('responds with 400 to a callback without a pending login, and repeats none of its parameters', async () => {
    for (const request of [
      new Request('http://localhost:8081/callback?code=stolen&state=unknown'),
      new Request('http://localhost:8081/callback?error=planted&error_description=planted'),
      new Request('http://localhost:8081/callback', { method: 'POST', body: new URLSearchParams({ code: 'stolen', state: 'unknown' }) }),
    ]) {
      const response = await createRelyingParty(OPTIONS).fetch(request)
      const page = await response.text()
      assert.equal(response.status, 400)
      assert.match(page, /No sign-in is waiting for this answer/)
      assert.doesNotMatch(page, /stolen|planted/)
    }
  })

  it('says what to do when the provider is not running', async () => {
    const issuer = `http://127.0.0.1:${await closedPort()}`
    const response = await createRelyingParty({ ...OPTIONS, issuer }).fetch(new Request('http://localhost:8081/login'))
    const page = await response.text()
    assert.equal(response.status, 503)
    assert.match(page, /The provider cannot be reached[^]*ECONNREFUSED[^]*Try again/)
    assert.equal(response.headers.get('set-cookie'), null)
  })

  it('refuses a max_age that is not a number', async () => {
    const response = await get('/login?max_age=soon')
    assert.equal(response.status, 400)
    assert.match(await response.text(), /max_age/)
  })

  it('signs out only by a form of its pages', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const foreign = new Request('http://localhost:8081/logout', { method: 'POST', headers: { ...headers, origin: 'https://evil.example' } })
    assert.equal((await createRelyingParty(OPTIONS).fetch(foreign)).status, 403)
    const own = new Request('http://localhost:8081/logout', { method: 'POST', headers: { ...headers, origin: OPTIONS.origin } })
    const response = await createRelyingParty(OPTIONS).fetch(own)
    assert.equal(response.status, 303)
    assert.equal(response.headers.get('location'), '/')
    assert.match(response.headers.get('set-cookie') ?? '', /^relying-party-8081=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('responds to an unknown path with a page', async () => {
    const response = await get('/nowhere')
    assert.equal(response.status, 404)
    assert.match(await response.text(), /There is no such page/)
  })

  it('allows plain http only for a provider on a loopback host', () => {
    for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://provider.example']) {
      assert.equal(isTrustworthy(new URL(issuer)), true, issuer)
    }
    for (const issuer of ['http://provider.example', 'http://localhost.example', 'http://127.0.0.1.example', 'ftp://localhost']) {
      assert.equal(isTrustworthy(new URL(issuer)), false, issuer)
    }
  })

  it('refuses wrong options at construction', () => {
    for (const wrong of [{ issuer: 'http://provider.example' }, { issuer: 'provider' }, { origin: 'http://localhost:8081/' }]) {
      assert.throws(() => createRelyingParty({ ...OPTIONS, ...wrong }), TypeError)
    }
  })
})

function get(path: string): Promise<Response> {
  return createRelyingParty(OPTIONS).fetch(new Request(`http://localhost:8081${path}`))
}

function authorizationError(parameters: Record<string, string>): AuthorizationResponseError {
  return new AuthorizationResponseError('refused', { cause: new URLSearchParams(parameters) })
}

function pendingLogin(state: string): PendingLogin {
  return { state, nonce: 'nonce', codeVerifier: 'verifier', prompt: undefined, maxAge: undefined }
}

function sessionsOnClock() {
  const clock = { now: 0 }
  let count = 0
  const sessions = createSessions({ now: () => clock.now, randomId: () => `id-${++count}`, lifetime: 1000, capacity: 3, pendingLogins: 2 })
  return { sessions, clock }
}

/** A port that nothing listens on, so that a connection is refused. */
function closedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
