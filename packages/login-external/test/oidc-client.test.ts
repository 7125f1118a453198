// The relying party against an OpenID Provider that is wrong in one way at a time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guardedFetch } from '@symbolon/outgoing'
import { oidc } from '../src/index.ts'
import type { ClientServices, ExternalIdentity, ExternalProvider, RefusalReason, SignInStart } from '../src/index.ts'
import { clientId, clientSecret, createUpstream, issuer, redirectUri } from './upstream.ts'
import type { Upstream, UpstreamOptions } from './upstream.ts'

/** Ahead of the runtime's clock: the provider's clock decides. */
const now = (): number => Date.UTC(2040, 0, 1)
const start: SignInStart = { redirectUri, state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) }

interface Parties {
  readonly upstream: Upstream
  readonly services: ClientServices
  readonly provider: ExternalProvider
}

async function withUpstream(options: UpstreamOptions = {}): Promise<Parties> {
  const upstream = await createUpstream(now, options)
  const fetch = guardedFetch({ fetch: upstream.fetch, resolve: async () => ['8.8.8.8'] })
  const provider = oidc({ id: 'upstream', name: 'Upstream', issuer, clientId, clientSecret })
  return { upstream, services: { fetch, now }, provider }
}

async function signIn({ upstream, services, provider }: Parties, checks: Partial<SignInStart> = {}): Promise<ExternalIdentity> {
  const url = await provider.start({ ...start, ...checks }, services)
  return await provider.finish(upstream.authorize(url), { ...start, ...checks }, services)
}

async function refused(parties: Parties, reason: RefusalReason = 'failed', checks: Partial<SignInStart> = {}): Promise<void> {
  await assert.rejects(signIn(parties, checks), { name: 'ExternalSignInRefused', reason })
}

describe('a sign-in at an OpenID Provider', () => {
  test('asks for a code with state, nonce and PKCE S256', async () => {
    const { provider, services } = await withUpstream()
    const url = await provider.start({ ...start, loginHint: 'ada' }, services)
    const { code_challenge: challenge, ...parameters } = Object.fromEntries(url.searchParams)
    assert.equal(url.origin + url.pathname, `${issuer}/authorize`)
    assert.match(challenge ?? '', /^[\w-]{43}$/)
    assert.deepEqual(parameters, {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge_method: 'S256',
      login_hint: 'ada',
    })
  })

  test('returns the identity with the claims of the ID token and of userinfo', async () => {
    const parties = await withUpstream({
      claims: { given_name: 'Ada' },
      userinfo: { given_name: 'Eve', family_name: 'Byron', email: 'ada@acme.example', email_verified: true, preferred_username: 'ada' },
    })
    assert.deepEqual(await signIn(parties), {
      idpId: 'upstream',
      idpName: 'Upstream',
      externalId: 'sub-1',
      externalName: 'ada',
      userName: 'ada',
      email: { address: 'ada@acme.example', verified: true },
      firstName: 'Ada',
      lastName: 'Byron',
    })
  })

  test('an address of the ID token is not verified by what userinfo says of another', async () => {
    const parties = await withUpstream({
      claims: { email: 'victim@acme.example' },
      userinfo: { email: 'eve@evil.example', email_verified: true },
    })
    assert.deepEqual((await signIn(parties)).email, { address: 'victim@acme.example', verified: false })
  })

  for (const [name, options] of [
    ['another audience', { claims: { aud: 'another client' } }],
    ['several audiences without an authorized party', { claims: { aud: [clientId, 'another client'] } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another nonce', { claims: { nonce: 'another nonce' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an expiry that has passed', { claims: { exp: Math.floor(now() / 1000) - 3600 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['the algorithm none', { signing: 'none' }],
    ['a key that is not published', { signing: 'unpublished' }],
  ] as const satisfies readonly (readonly [string, UpstreamOptions])[]) {
    test(`XI-02 refuses an ID token with ${name}`, async () => await refused(await withUpstream(options)))
  }

  test('XI-02 accepts a key that was rotated between two sign-ins, and between start and callback', async () => {
    const parties = await withUpstream()
    await signIn(parties)
    await parties.upstream.rotate()
    assert.equal((await signIn(parties)).externalId, 'sub-1')
    const url = await parties.provider.start(start, parties.services)
    await parties.upstream.rotate()
    assert.equal((await parties.provider.finish(parties.upstream.authorize(url), start, parties.services)).externalId, 'sub-1')
  })

  test('refuses userinfo of another subject', async () => await refused(await withUpstream({ userinfo: { sub: 'sub-2' } })))

  test('refuses an answer whose iss is missing or of another server', async () => {
    await refused(await withUpstream({ authorizationResponse: { iss: 'https://evil.example' } }))
    const parties = await withUpstream()
    const url = await parties.provider.start(start, parties.services)
    const response = parties.upstream.authorize(url)
    response.delete('iss')
    await assert.rejects(parties.provider.finish(response, start, parties.services), { reason: 'failed' })
  })

  test('refuses an answer to another state, and a code of another sign-in', async () => {
    await refused(await withUpstream({ authorizationResponse: { state: 'state-2' } }))
    const parties = await withUpstream()
    const other = await parties.provider.start({ ...start, codeVerifier: 'w'.repeat(43) }, parties.services)
    await assert.rejects(parties.provider.finish(parties.upstream.authorize(other), start, parties.services), { reason: 'failed' })
  })

  test('refuses a discovery document of another issuer before the user is sent there', async () => {
    const { provider, services } = await withUpstream({ issuer: 'https://evil.example' })
    await assert.rejects(provider.start(start, services), { reason: 'failed' })
  })

  test('a refusal names the claim that differs, with both values, and never the nonce', async () => {
    const messageOf = async (options: UpstreamOptions): Promise<string> => {
      try {
        await signIn(await withUpstream(options))
      } catch (error) {
        return error instanceof Error ? error.message : ''
      }
      return 'signed in'
    }
    assert.match(await messageOf({ claims: { iss: `${issuer}/` } }), /iss is "https:[^"]+\/", expected "https:[^"]+[^/]"/)
    assert.match(await messageOf({ claims: { aud: 'another client' } }), /aud is "another client", expected "/)
    assert.match(await messageOf({ claims: { nonce: 'of another browser' } }), /: nonce$/)
    assert.match(await messageOf({ issuer: 'https://evil.example' }), /issuer is "https:\/\/evil\.example/)
  })

  test('a refusal of the user is distinguished from a failure', async () => {
    await refused(await withUpstream({ authorizationResponse: { error: 'access_denied' } }), 'denied')
    await refused(await withUpstream({ authorizationResponse: { error: 'server_error' } }), 'failed')
  })

  test('asks for a new authentication, and checks that the ID token says so', async () => {
    const at = Math.floor(now() / 1000)
    const fresh = { maxAge: 0, freshSince: now() }
    const { provider, services } = await withUpstream()
    const { searchParams } = await provider.start({ ...start, ...fresh }, services)
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0'])
    assert.equal((await signIn(await withUpstream({ claims: { auth_time: at } }), fresh)).externalId, 'sub-1')
    await refused(await withUpstream({ claims: { auth_time: at - 3600 } }), 'failed', fresh)
    await refused(await withUpstream(), 'failed', fresh)
  })

  test('passes on the age unchanged, and accepts an authentication that is not older', async () => {
    const at = Math.floor(now() / 1000)
    const within = { maxAge: 28_800, freshSince: now() - 28_800_000 }
    const { provider, services } = await withUpstream()
    const { searchParams } = await provider.start({ ...start, ...within }, services)
    assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], [null, '28800'])
    assert.equal((await signIn(await withUpstream({ claims: { auth_time: at - 28_700 } }), within)).externalId, 'sub-1')
    await refused(await withUpstream({ claims: { auth_time: at - 28_900 } }), 'failed', within)
  })

  test('an address that the provider calls verified in text is verified', async () => {
    for (const [word, verified] of [
      ['true', true],
      [true, true],
      ['TRUE', false],
      ['false', false],
      ['', false],
      [1, false],
      [null, false],
    ] as const) {
      const { email } = await signIn(await withUpstream({ claims: { email: 'ada@acme.example', email_verified: word } }))
      assert.deepEqual(email, { address: 'ada@acme.example', verified }, String(word))
    }
  })

  test('uses discovered metadata for five minutes at the start, and discovers it again at the callback', async () => {
    const { upstream, provider, services } = await withUpstream()
    await Promise.all(Array.from({ length: 10 }, async () => await provider.start(start, services)))
    await provider.start(start, services)
    assert.deepEqual(upstream.requests, ['GET /.well-known/openid-configuration'])
    await provider.start(start, { ...services, now: () => now() + 300_000 })
    assert.equal(upstream.requests.length, 2)
  })

  test('asks again after a discovery that failed', async () => {
    const { upstream, provider, services } = await withUpstream({ issuer: 'https://evil.example' })
    await assert.rejects(provider.start(start, services), { reason: 'failed' })
    upstream.options = {}
    assert.equal((await provider.start(start, services)).origin, issuer)
  })
})
