// An application with a provider inside, as the examples for the frameworks are, seen from outside: by a browser and by openid-client.
import { createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import * as openid from 'openid-client'

const ada = { loginName: 'ada', password: 'the difference engine' }

/** Reaches the application. */
type Send = (input: Request | string, init?: RequestInit) => Promise<Response>

/** The routes of the application itself work next to the provider, with their body parsers. */
export async function checkHost(origin: string, fetch: Send = globalThis.fetch): Promise<void> {
  assert.match(await (await fetch(`${origin}/`)).text(), /^The home page of the application\.$/)
  assert.equal((await fetch(`${origin}/unknown-path`)).status, 404)
  const body = JSON.stringify({ parsed: true })
  const echoed = await fetch(`${origin}/echo`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  assert.deepEqual(await echoed.json(), { parsed: true })
}

/**
 * Discovery, the code flow with a sign-in by forms, refresh, userinfo, a protected route of the application, revocation and sign-out. Servers that
 * post forms send no `Origin`, which some frameworks refuse.
 */
export async function checkProvider(origin: string, issuer: string, fetch: Send = globalThis.fetch): Promise<void> {
  const configuration = await openid.discovery(new URL(issuer), 'notes', undefined, openid.None(), {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    [openid.customFetch]: async (url, { body, headers, method }) =>
      await fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
  })
  assert.equal(configuration.serverMetadata().issuer, issuer)
  const userAgent = createUserAgent(async (request) => await fetch(request, { redirect: 'manual' }))
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const started = await userAgent.get(
    openid.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}/callback`,
      scope: 'openid profile offline_access',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  )
  assert.ok(started.url.href.startsWith(`${issuer}/ui/login`), started.url.href)
  const back = await signIn(userAgent, started, ada)
  assert.ok(back.url.href.startsWith(`${origin}/callback?`), back.text.slice(0, 500))
  const tokens = await openid.authorizationCodeGrant(configuration, back.url, { pkceCodeVerifier: verifier, expectedState: state })
  assert.equal(tokens.claims()?.sub, '1815')
  const refreshed = await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
  assert.equal((await openid.fetchUserInfo(configuration, refreshed.access_token, '1815')).name, 'Ada Lovelace')

  const me = async (headers: Record<string, string>): Promise<Response> => await fetch(`${origin}/api/me`, { headers })
  const authorization = `Bearer ${refreshed.access_token}`
  assert.deepEqual(await (await me({ authorization })).json(), { hello: 'Ada Lovelace' })
  await openid.tokenRevocation(configuration, refreshed.access_token)
  for (const headers of [{}, { authorization }]) {
    const refused = await me(headers)
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer /)
    await refused.body?.cancel()
  }
  const left = await userAgent.get(openid.buildEndSessionUrl(configuration, { id_token_hint: tokens.id_token ?? '' }))
  assert.equal(left.status, 200)
  const again = await userAgent.get(
    openid.buildAuthorizationUrl(configuration, {
      redirect_uri: `${origin}/callback`,
      scope: 'openid',
      prompt: 'none',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    }),
  )
  assert.equal(again.url.searchParams.get('error'), 'login_required')
}
