// Whole sign-ins, good and bad, with values that must not be found again: not in the log, not in the lines that the command writes,
// not on a page that the user did not type them into.
import { acmeDocument, alice, bob, clientSecret, generateClientKey, redirectUri, signIn } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { SignJWT } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { lineLog } from 'symbolon'
import { authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { codeVerifier } from '../../support/signed-in.ts'

const wrong = {
  password: 'wrong-password-canary-2b7c',
  secret: 'wrong-secret-canary-5f0a-and-some-more-characters',
  code: 'wrong-code-canary-81d3',
  verifier: 'wrong-verifier-canary-44e9-and-some-more-characters',
  token: 'wrong-token-canary-0c6b',
  assertion: 'wrong-assertion-canary-e1f2',
  cookie: 'wrong-cookie-canary-7a9d',
  csrf: 'wrong-csrf-canary-3d5e',
}

describe('the log', () => {
  let provider: TestProvider
  let key: ClientKeyPair
  /** Everything secret that was sent or given out. */
  const secrets = new Map<string, string>([
    ...Object.entries(wrong),
    ['alice', alice.password],
    ['bob', bob.password],
    ['client secret', clientSecret],
    ...['basic', 'jwt'].map((id): [string, string] => [`credentials of ${id}`, basicHeader(id, clientSecret).slice('Basic '.length)]),
    ['wrong credentials', basicHeader('basic', wrong.secret).slice('Basic '.length)],
  ])
  let pages = ''

  const keep = (name: string, value: unknown): string => {
    assert.ok(typeof value === 'string' && value.length >= 16, name)
    secrets.set(`${name} ${secrets.size}`, value)
    return value
  }

  before(async () => {
    key = await generateClientKey('client-key', 'ES256')
    provider = await startTestProvider({ document: acmeDocument([key]) })
    await signInWell()
    await signInBadly()
    await misuseUrls()
  })
  after(async () => await provider.close())

  async function signInWell(): Promise<void> {
    for (const clientId of ['basic', 'jwt', 'public', 'key', 'post']) {
      const userAgent = provider.newUserAgent()
      const { verifier, challenge } = await codeVerifier()
      const start = await userAgent.get(
        authorizationUrl(provider, {
          client_id: clientId,
          ...challenge,
          state: keep('state', crypto.randomUUID()),
          nonce: keep('nonce', crypto.randomUUID()),
        }),
      )
      keep('csrf', start.forms[0]?.fields['csrf'])
      const code = keep('code', codeOf(await signIn(userAgent, start, alice)))
      for (const { value } of userAgent.cookies.list()) keep('cookie', value)
      keep('verifier', verifier)
      const answer = await redeem(provider, code, { code_verifier: verifier, ...(await credentials(clientId)) }, headers(clientId))
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      keep('id token', answer.body['id_token'])
      assert.equal((await userinfoOf(provider, keep('access token', answer.body['access_token']))).status, 200)
      // A code that is used again revokes what it gave.
      assert.equal(
        (await redeem(provider, code, { code_verifier: verifier, ...(await credentials(clientId)) }, headers(clientId))).status,
        400,
      )
    }
  }

  async function credentials(clientId: string): Promise<Record<string, string>> {
    if (clientId === 'public') return { client_id: clientId }
    if (clientId === 'post') return { client_id: clientId, client_secret: clientSecret }
    if (clientId !== 'key') return {}
    const assertion = await new SignJWT({ iss: 'key', sub: 'key', jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: key.id })
      .setAudience(provider.issuer)
      .setIssuedAt(Math.floor(provider.clock.now() / 1000))
      .setExpirationTime(Math.floor(provider.clock.now() / 1000) + 60)
      .sign(key.privateKey)
    return {
      client_assertion: keep('assertion', assertion),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
  }

  function headers(clientId: string): Record<string, string> {
    return ['basic', 'jwt'].includes(clientId) ? { authorization: basicHeader(clientId, clientSecret) } : {}
  }

  async function signInBadly(): Promise<void> {
    const userAgent = provider.newUserAgent()
    const start = await userAgent.get(authorizationUrl(provider))
    const refused = await signIn(userAgent, start, { loginName: bob.loginName, password: wrong.password })
    pages += refused.text
    pages += (await userAgent.submit(refused, { password: wrong.password, csrf: wrong.csrf })).text
    pages += (await userAgent.submit(refused, { password: `${wrong.password}${'x'.repeat(2000)}` })).text
    const form = { code: wrong.code, redirect_uri: redirectUri, grant_type: 'authorization_code' }
    await postToken(provider, { ...form, code_verifier: wrong.verifier }, { authorization: basicHeader('basic', clientSecret) })
    await postToken(provider, form, { authorization: basicHeader('basic', wrong.secret) })
    await postToken(provider, { ...form, client_id: 'post', client_secret: wrong.secret })
    await postToken(provider, {
      ...form,
      client_assertion: wrong.assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
    await postToken(provider, `${new URLSearchParams(form)}&code=${wrong.code}&%zz`)
    await userinfoOf(provider, wrong.token)
    await userinfoOf(provider, `${wrong.token} "`)
    for (const path of ['/ui/login', '/oauth/v2/authorize/resume', '/oauth/v2/authorize']) {
      const cookie = `__Host-symbolon-session=${wrong.cookie}; __Host-symbolon-request-${start.url.searchParams.get('request') ?? ''}=${wrong.cookie}`
      pages += await (await provider.fetch(new Request(`${provider.issuer}${path}${start.url.search}`, { headers: { cookie } }))).text()
    }
  }

  /** Secrets where no secret belongs. */
  async function misuseUrls(): Promise<void> {
    const query = new URLSearchParams({
      code: wrong.code,
      access_token: wrong.token,
      client_secret: wrong.secret,
      password: wrong.password,
      id_token_hint: wrong.assertion,
      state: wrong.cookie,
    })
    for (const path of ['/oidc/v1/userinfo', '/oauth/v2/token', '/oauth/v2/authorize', '/ui/login', '/oauth/v2/keys', '/nothing']) {
      const response = await provider.fetch(
        new Request(`${provider.issuer}${path}?${query}`, { headers: { referer: `https://app.example/?code=${wrong.code}` } }),
      )
      pages += await response.text()
    }
    await provider.newUserAgent().get(authorizationUrl(provider, { id_token_hint: wrong.assertion, prompt: 'none' }))
  }

  test('LK-01 it holds no password, secret, code, verifier, token, assertion, cookie, state or nonce', () => {
    const log = JSON.stringify(provider.logged)
    assert.ok(provider.logged.length > 60 && secrets.size > 40)
    for (const event of [
      'token_issued',
      'token_refused',
      'login_failed',
      'login_succeeded',
      'authorization_code_reused',
      'login_form_refused',
    ]) {
      assert.ok(
        provider.logged.some((line) => line.event === event),
        event,
      )
    }
    for (const [name, secret] of secrets)
      assert.ok(!log.includes(secret) && !log.includes(encodeURIComponent(secret)), `${name} in the log`)
  })

  test('LK-01 the lines of the command hold none of them either, at the level debug', async () => {
    const lines = await writtenLines(provider.logged)
    assert.equal(lines.length, provider.logged.length)
    for (const [name, secret] of secrets) assert.ok(!lines.join('\n').includes(secret), `${name} in a line`)
  })

  test('LK-01 a field that is named like a secret is not written', async () => {
    const names = [
      'password',
      'access_token',
      'clientSecret',
      'cookie',
      'authorization',
      'client_assertion',
      'code_verifier',
      'code',
      'passwordHash',
    ]
    const lines = await writtenLines(names.map((name) => ({ level: 'info', event: 'test', fields: { [name]: wrong.secret } })))
    assert.equal(lines.length, names.length)
    assert.ok(!lines.join('\n').includes(wrong.secret))
  })

  test('LK-01 no error page shows what was sent to it', () => {
    assert.ok(pages.length > 1000)
    for (const [name, secret] of Object.entries(wrong)) assert.ok(!pages.includes(secret), `${name} on a page`)
  })

  test('LK-03 a request is logged by its path, without the query', () => {
    const lines = provider.logged.filter(({ event }) => event === 'request')
    assert.ok(lines.length > 30)
    for (const { fields } of lines) {
      assert.deepEqual(Object.keys(fields).toSorted(), ['method', 'milliseconds', 'path', 'status'])
      assert.match(String(fields['path']), /^\/[^?#]*$/)
    }
  })

  test('LK-02 line breaks, escape sequences and quotes make no second line, and leave no control character in one', async () => {
    const from = provider.logged.length
    const hostile = [
      'a\r\nb',
      '\u001b[2J\u001b[31mred',
      '"}\n{"level":"error","event":"forged"}',
      '\u2028\u2029',
      '\u0000',
      '\u009b31m',
      "';--",
    ]
    for (const each of hostile) {
      const userAgent = provider.newUserAgent()
      const start = await userAgent.get(authorizationUrl(provider))
      await signIn(userAgent, start, { loginName: each, password: 'no password' })
      await provider.fetch(
        new Request(`${provider.issuer}/${encodeURIComponent(each)}`, { headers: { 'user-agent': each.replace(/[^\x20-\x7e]/g, '?') } }),
      )
      await postToken(provider, { grant_type: each, client_id: each, code: each })
      await postToken(provider, { grant_type: 'authorization_code', client_id: each, code: each })
    }
    const records = [
      ...provider.logged.slice(from),
      { level: 'info', event: 'test', fields: { reason: hostile.join(' '), event: 'forged', level: 'error', time: '0' } },
    ]
    const lines = await writtenLines(records)
    assert.equal(lines.length, records.length)
    for (const line of lines) {
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f]/)
      const record = JSON.parse(line) as Record<string, unknown>
      assert.notEqual(record['event'], 'forged')
      assert.match(String(record['time']), /^20\d\d-/)
    }
  })
})

/** What the command writes for these records. */
async function writtenLines(records: TestProvider['logged']): Promise<readonly string[]> {
  let written = ''
  const { write } = process.stderr
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    written += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
    return true
  }
  try {
    const log = lineLog('debug')
    for (const { level, event, fields } of records) {
      const flat = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
      )
      if (level === 'error') log.error(event, flat)
      else if (level === 'warn') log.warn(event, flat)
      else log.info(event, flat)
    }
    // The lines of a turn are written at its end.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.stderr.write = write
  }
  return written.split('\n').filter((line) => line !== '')
}
