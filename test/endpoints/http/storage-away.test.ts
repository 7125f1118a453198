// The database is away: an honest 503 that says when to come back, a redirect or a page at the authorization endpoint, nothing about the
// inside, and one line for the operator. The tests close the real database under the provider, or let single calls fail.
import { StorageUnavailable } from '@symbolon/core-protocol'
import { alice, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authorize, authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertSecurityHeaders } from '../../support/security-headers.ts'

/** The error of a driver; only the operator may see any of it. */
const inside = 'connect ECONNREFUSED db-primary.internal:5432 as symbolon: SELECT secret_digest FROM clients'
const away = (): StorageUnavailable => new StorageUnavailable('The database did not answer', { cause: new Error(inside) })

function assertNothingInside(text: string): void {
  assert.doesNotMatch(text, /ECONNREFUSED|internal|SELECT|clients|SQLITE|sqlite|libsql|\bat [A-Za-z.]+ \(|node_modules|\.ts:\d/)
}

function errorLines(provider: TestProvider, from: number): readonly string[] {
  return provider.logged
    .slice(from)
    .filter(({ level }) => level === 'error')
    .map(({ event }) => event)
}

describe('the database is away', () => {
  test('DB-05 every endpoint that needs it responds with 503 with Retry-After, and the others go on', async () => {
    const provider = await startTestProvider()
    const userAgent = provider.newUserAgent()
    const page = await authorize(provider, {}, userAgent)
    const tokens = await redeem(provider, codeOf(page))
    const second = await provider.newUserAgent().get(authorizationUrl(provider))
    await provider.storage.close()

    const from = provider.logged.length
    const token = await postToken(
      provider,
      { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri },
      { authorization: basicHeader('basic', clientSecret) },
    )
    // The row of this token is not in memory, so the database is asked.
    const userinfo = await userinfoOf(provider, `symbolon_at_${'1'.repeat(11)}${'A'.repeat(43)}`)
    for (const answer of [token, userinfo]) {
      assert.equal(answer.status, 503)
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assert.equal(answer.body['error'], 'server_error')
      assertNothingInside(JSON.stringify(answer.body))
    }
    assert.deepEqual(errorLines(provider, from), ['storage_unavailable', 'storage_unavailable'])

    // What was looked up before is known without the database, and so is where the application expects an answer. Nothing can be revoked
    // meanwhile, so a token that is known stays valid.
    assert.equal((await userinfoOf(provider, tokens.body['access_token'])).status, 200)
    const known = await userAgent.get(authorizationUrl(provider))
    assert.equal(known.redirectedTo?.searchParams.get('error'), 'temporarily_unavailable')

    for (const url of [
      authorizationUrl(provider, { client_id: 'post' }),
      second.url.href,
      `${provider.issuer}/oauth/v2/authorize/resume${second.url.search}`,
    ]) {
      const line = provider.logged.length
      const shown = await userAgent.get(url)
      assert.equal(shown.status, 503, url)
      assert.match(shown.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(shown.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assertNothingInside(shown.text)
      assert.deepEqual(errorLines(provider, line), ['storage_unavailable'], url)
    }
    for (const path of ['/.well-known/openid-configuration', '/oauth/v2/keys', '/ui/login/assets/style.css']) {
      const response = await provider.fetch(new Request(provider.issuer + path))
      assert.equal(response.status, 200, path)
    }
    await provider.close()
  })

  test('DB-05 once the redirect URI is known, the application gets temporarily_unavailable by redirect', async () => {
    for (const responseMode of ['query', 'fragment', 'form_post']) {
      const { storage, fail, repair } = faultyStorage()
      const provider = await startTestProvider({ storage })
      fail('authorizationRequests.insert', away())
      const from = provider.logged.length
      const page = await provider.newUserAgent().get(authorizationUrl(provider, { response_mode: responseMode }))
      const answer =
        responseMode === 'form_post'
          ? new URLSearchParams(page.forms[0]?.fields)
          : responseMode === 'fragment'
            ? new URLSearchParams(page.redirectedTo?.hash.slice(1))
            : page.redirectedTo?.searchParams
      assert.equal(answer?.get('error'), 'temporarily_unavailable', responseMode)
      assert.equal(answer.get('state'), 'the-state')
      assert.equal(answer.get('iss'), provider.issuer)
      assertNothingInside(`${page.redirectedTo?.href} ${page.text}`)
      assert.deepEqual(errorLines(provider, from), ['storage_unavailable'])
      repair()
      codeOf(await authorize(provider))
      await provider.close()
    }
  })

  const calls = ['sessions.list', 'users.findActive', 'clients.admits', 'authorizationCodes.insert', 'authorizationRequests.take']
  for (const call of calls) {
    test(`DB-05 ${call} fails when the browser comes back: redirect, and the next attempt succeeds`, async () => {
      const { storage, fail, repair } = faultyStorage()
      const provider = await startTestProvider({ storage })
      const userAgent = provider.newUserAgent()
      const signedIn = await authorize(provider, {}, userAgent)
      codeOf(signedIn)
      const posted = await userAgent.post(
        `${provider.issuer}/oauth/v2/authorize`,
        Object.fromEntries(new URL(authorizationUrl(provider)).searchParams),
        { follow: false },
      )
      assert.equal(posted.status, 303)
      fail(call, away())
      const page = await userAgent.get(new URL(posted.headers.get('location') ?? '', provider.issuer))
      assert.equal(page.redirectedTo?.searchParams.get('error'), 'temporarily_unavailable', page.text.slice(0, 300))
      assert.equal(page.redirectedTo.href.startsWith(`${redirectUri}?`), true)
      assertNothingInside(page.redirectedTo.href)
      repair()
      codeOf(await userAgent.get(authorizationUrl(provider)))
      await provider.close()
    })
  }

  test('DB-05 before the redirect URI is known no browser is redirected', async () => {
    const { storage, fail } = faultyStorage()
    const provider = await startTestProvider({ storage })
    fail('clients.find', away())
    for (const fields of [{}, { redirect_uri: 'https://evil.example/' }]) {
      const page = await provider.newUserAgent().get(authorizationUrl(provider, fields))
      assert.equal(page.status, 503)
      assert.equal(page.headers.get('location'), null)
      assertNothingInside(page.text)
    }
    await provider.close()
  })

  test('DB-05 a step of the login responds with 503 and a page, and goes on when the database is back', async () => {
    const { storage, fail, repair } = faultyStorage()
    const provider = await startTestProvider({ storage })
    const userAgent = provider.newUserAgent()
    const start = await userAgent.get(authorizationUrl(provider))
    for (const call of ['authorizationRequests.find', 'authorizationRequests.update', 'clients.find']) {
      fail(call, away())
      const from = provider.logged.length
      const page = await userAgent.submit(start, { loginName: alice.loginName })
      assert.equal(page.status, 503, call)
      assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assertNothingInside(page.text)
      assert.deepEqual(errorLines(provider, from), ['storage_unavailable'], call)
      repair()
    }
    codeOf(await signIn(userAgent, start, alice))
    await provider.close()
  })

  test('DB-05 a response to another origin reports it too, so that a web page can react', async () => {
    const { storage, fail } = faultyStorage()
    const provider = await startTestProvider({ storage })
    fail('clients.find', away())
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://app.example' }
    const body = 'grant_type=authorization_code&code=x&client_id=public'
    const response = await provider.fetch(new Request(`${provider.issuer}/oauth/v2/token`, { method: 'POST', headers, body }))
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://app.example')
    assertSecurityHeaders(response, 'token')
    fail('clients.hasOrigin', away())
    const blind = await provider.fetch(new Request(`${provider.issuer}/oauth/v2/token`, { method: 'POST', headers, body }))
    assert.equal(blind.status, 503)
    assertSecurityHeaders(blind, 'token')
    await provider.close()
  })

  test('an unexpected failure is a 500 that says nothing, and its stack stands in the log', async () => {
    const { storage, fail } = faultyStorage()
    const provider = await startTestProvider({ storage })
    fail('clients.find', new Error(inside))
    const answer = await postToken(provider, { grant_type: 'authorization_code', code: 'x', client_id: 'public' })
    assert.equal(answer.status, 500)
    assert.deepEqual(answer.body, { error: 'server_error', error_description: 'The server met an unexpected condition.' })
    const line = provider.logged.find(({ event }) => event === 'unexpected_error')
    assert.match(String(line?.fields['reason']), /ECONNREFUSED/)
    await provider.close()
  })
})
