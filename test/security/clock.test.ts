// Clocks that disagree, that jump, and the very moment at which something expires.
import { alice, clientSecret, generateClientKey, signIn } from '@symbolon/test-kit'
import type { ClientKeyPair, Page, UserAgent } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { assertionClaims, clientAssertion, introspectWith, presentAssertion, signJws } from '../support/jws.ts'
import type { TestProvider } from '../support/provider.ts'
import { signedIn } from '../support/signed-in.ts'
import { ownerToken, robotSecret, startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

const hour = 3600
const tenYears = 10 * 365.25 * 24 * hour
/** Seconds. */
const lifetimes = {
  accessToken: 600,
  idToken: 600,
  authorizationCode: 60,
  authorizationRequest: 1800,
  session: 7200,
  refreshTokenIdle: 3000,
  refreshToken: 9000,
  refreshTokenReuse: 10,
}
const expiringToken = 'symbolon_pat_expiring-0123456789-0123456789-0123456'
const asAll = { authorization: basicHeader('all', clientSecret) }

let provider: TestProvider
let keys: { readonly client: ClientKeyPair; readonly machine: ClientKeyPair }
before(async () => {
  keys = { client: await generateClientKey('client-key', 'ES256'), machine: await generateClientKey('machine-key', 'ES256') }
  provider = await startWholeProvider({ document: wholeDocument([keys.client], keys.machine), lifetimes })
})
after(async () => await provider.close())

let start = 0
/** Every test begins at the same time: at the beginning of a second, and a day after everything was made. */
beforeEach(() => {
  if (start === 0) start = Math.ceil(provider.clock.now() / 1000) * 1000 + 24 * hour * 1000
  at(0)
})

/** Sets the clock to so many seconds after the beginning of the test. */
function at(seconds: number): void {
  provider.clock.advance((start + seconds * 1000 - provider.clock.now()) / 1000)
}

async function refresh(token: unknown): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token) }, asAll)
}

async function profileGrant(claims: Readonly<Record<string, unknown>>): Promise<TokenAnswer> {
  const payload = assertionClaims(provider, { iss: 'keyed', sub: 'keyed', ...claims })
  const assertion = await signJws({ alg: 'ES256', kid: keys.machine.id }, payload, keys.machine.privateKey)
  return await postToken(provider, { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'openid' })
}

/** All tokens of a sign-in to the app `all`, which has a refresh token. */
async function allTokens(): Promise<TokenAnswer['body']> {
  return await (await signedIn(provider)).tokens('all', { scope: 'openid offline_access' })
}

async function tokenStatus(token: unknown): Promise<number> {
  return (await userinfoOf(provider, token)).status
}

describe('clocks that disagree', () => {
  test("TM-01 a client's clock may be ten seconds off, and no more", async () => {
    const now = start / 1000
    for (const [claims, right] of [
      [{ iat: now + 10, exp: now + 70 }, true],
      [{ iat: now + 11, exp: now + 70 }, false],
      [{ iat: now + 60, exp: now + 120 }, false],
      [{ iat: now - 70, exp: now - 9 }, true],
      [{ iat: now - 70, exp: now - 10 }, false],
      [{ iat: now - 120, exp: now - 60 }, false],
      [{ nbf: now + 10 }, true],
      [{ nbf: now + 11 }, false],
      [{ iat: now - 120, exp: now + 1 }, true],
      [{ iat: now - 3610, exp: now + 60 }, true],
      [{ iat: now - 3611, exp: now + 60 }, false],
    ] as const) {
      const client = await presentAssertion(provider, await clientAssertion(provider, keys.client, claims))
      assert.equal(client.body['error'], right ? 'invalid_grant' : 'invalid_client', JSON.stringify(claims))
      assert.equal((await profileGrant(claims)).status, right ? 200 : 400, JSON.stringify(claims))
    }
  })

  test('TM-02 servers whose clocks are 30 seconds apart take each other’s tokens, codes and sessions', async () => {
    const { userAgent, code, tokens } = await signedIn(provider)
    for (const clientId of ['jwt', 'all']) {
      at(0)
      const { access_token: token } = await tokens(clientId)
      const fresh = await code({ client_id: clientId })
      at(-30)
      assert.equal(await tokenStatus(token), 200, `${clientId}: its token, 30 seconds before it was issued`)
      const early = await redeem(provider, fresh, {}, { authorization: basicHeader(clientId, clientSecret) })
      assert.equal(early.status, 200, JSON.stringify(early.body))
      assert.equal(await tokenStatus(early.body['access_token']), 200)
      assert.notEqual(
        (await userAgent.get(authorizationUrl(provider, { client_id: clientId, prompt: 'none' }))).redirectedTo?.searchParams.get('code'),
        null,
      )
      at(30)
      assert.equal(await tokenStatus(early.body['access_token']), 200)
    }
  })
})

describe('a clock that jumps', () => {
  /** No answer of a token endpoint has a lifetime that is over, or a time that is out of order. */
  function assertSane({ status, body }: TokenAnswer): void {
    assert.ok(status === 200 || status === 400 || status === 401, `${status} ${JSON.stringify(body)}`)
    if (status !== 200) return
    assert.ok(Number(body['expires_in']) > 0 && Number(body['expires_in']) <= lifetimes.accessToken)
    for (const token of [body['access_token'], body['id_token']].filter(
      (each): each is string => typeof each === 'string' && each.split('.').length === 3,
    )) {
      const { iat = 0, exp = 0 } = decodeJwt(token)
      assert.ok(exp > iat && exp * 1000 > provider.clock.now(), 'its exp is ahead')
      assert.equal(iat, Math.floor(provider.clock.now() / 1000))
    }
  }

  async function finish(userAgent: UserAgent, page: Page): Promise<Page> {
    return await signIn(userAgent, page, alice)
  }

  for (const [name, jump] of [
    ['an hour ahead', hour],
    ['an hour back', -hour],
    ['ten years ahead', tenYears],
  ] as const) {
    test(`TM-02 ${name} in the middle of a sign-in: it goes on or starts again, and nothing fails`, async () => {
      const from = provider.logged.length
      const userAgent = provider.newUserAgent()
      const asked = await userAgent.get(authorizationUrl(provider, { client_id: 'all', scope: 'openid offline_access' }))
      at(jump)
      const page = await finish(userAgent, asked)
      assert.equal(page.status < 500, true)
      // Ahead, the request has expired; its page says so.
      if (jump > lifetimes.authorizationRequest) assert.equal(page.redirectedTo, undefined)
      const again = await authorize(provider, { client_id: 'all', scope: 'openid offline_access' }, provider.newUserAgent())
      const code = codeOf(again)
      at(2 * jump)
      const answer = await redeem(provider, code, {}, asAll)
      assertSane(answer)
      assert.equal(answer.status, jump > 0 ? 400 : 200)
      assert.deepEqual(
        provider.logged.slice(from).filter(({ level }) => level === 'error'),
        [],
      )
    })

    test(`TM-02 ${name}: every grant answers with times in order`, async () => {
      at(jump)
      assertSane({ status: 200, headers: new Headers(), body: await allTokens() })
      assertSane({ status: 200, headers: new Headers(), body: await (await signedIn(provider)).tokens('jwt') })
      assertSane(
        await postToken(provider, { grant_type: 'client_credentials', client_id: 'robot', client_secret: robotSecret, scope: 'openid' }),
      )
      const answer = await profileGrant({})
      assert.equal(answer.status, 200)
      assertSane(answer)
    })
  }

  test('TM-02 what expired by its own time is not taken, wherever the clock went in between', async () => {
    const tokens = await allTokens()
    const jwt = await (await signedIn(provider)).tokens('jwt')
    const { userAgent, code } = await signedIn(provider)
    const unused = await code()
    for (const jump of [hour, tenYears]) {
      at(jump)
      for (const token of [tokens['access_token'], jwt['access_token']]) assert.equal(await tokenStatus(token), 401)
      assert.equal((await redeem(provider, unused)).status, 400)
    }
    at(tenYears)
    assert.equal((await refresh(tokens['refresh_token'])).status, 400)
    const page = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
    assert.equal(page.redirectedTo?.searchParams.get('error'), 'login_required')
  })

  test('TM-02 what was used or revoked stays so when the clock is set back', async () => {
    const { code, tokens } = await signedIn(provider)
    const [used, revoked, rotated] = [await code(), await tokens('jwt'), await allTokens()]
    assert.equal((await redeem(provider, used)).status, 200)
    const revocation = await provider.fetch(
      new Request(`${provider.issuer}/oauth/v2/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader('jwt', clientSecret) },
        body: new URLSearchParams({ token: String(revoked['access_token']) }).toString(),
      }),
    )
    assert.equal(revocation.status, 200)
    const assertion = await clientAssertion(provider, keys.client)
    assert.equal(await introspectWith(provider, assertion), 200)
    assert.equal((await refresh(rotated['refresh_token'])).status, 200)
    at(20)
    for (const seconds of [tenYears, hour, 20, 0]) {
      at(seconds)
      assert.equal((await redeem(provider, used)).status, 400, 'the code')
      assert.equal(await tokenStatus(revoked['access_token']), 401, 'the revoked token')
      assert.equal((await presentAssertion(provider, assertion)).status, 401, 'the assertion')
    }
    at(20)
    assert.equal((await refresh(rotated['refresh_token'])).status, 400, 'the refresh token that was rotated')
  })

  test('TM-02 a session that a clock ten years ahead began does not last for ten years', async () => {
    at(tenYears)
    const { userAgent } = await signedIn(provider)
    at(0)
    const page = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
    assert.equal(page.redirectedTo?.searchParams.get('error'), 'login_required')
  })
})

describe('the moment of expiry', () => {
  /** Right one millisecond before, wrong at that moment and after it. */
  async function boundary(seconds: number, isRight: () => Promise<boolean>, what: string): Promise<void> {
    for (const [offset, right] of [
      [-0.001, true],
      [0, false],
      [0.001, false],
    ] as const) {
      at(seconds + offset)
      assert.equal(await isRight(), right, `${what} ${offset * 1000} ms from its expiry`)
    }
  }

  test('TM-03 access tokens, opaque and JWT, are expired at exp', async () => {
    const { tokens } = await signedIn(provider)
    for (const clientId of ['all', 'jwt']) {
      at(0)
      const { access_token: token } = await tokens(clientId)
      await boundary(lifetimes.accessToken, async () => (await tokenStatus(token)) === 200, clientId)
      const introspected = async (): Promise<boolean> => {
        const response = await provider.fetch(
          new Request(`${provider.issuer}/oauth/v2/introspect`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader('api', clientSecret) },
            body: new URLSearchParams({ token: String(token) }).toString(),
          }),
        )
        return ((await response.json()) as { active: boolean }).active
      }
      await boundary(lifetimes.accessToken, introspected, `${clientId} at introspection`)
    }
  })

  test('TM-03 authorization codes', async () => {
    for (const [offset, status] of [
      [-0.001, 200],
      [0, 400],
      [0.001, 400],
    ] as const) {
      at(0)
      const code = await (await signedIn(provider)).code()
      at(lifetimes.authorizationCode + offset)
      assert.equal((await redeem(provider, code)).status, status, String(offset))
    }
  })

  test('TM-03 refresh tokens', async () => {
    for (const [offset, status] of [
      [-0.001, 200],
      [0, 400],
      [0.001, 400],
    ] as const) {
      at(0)
      const { refresh_token: token } = await allTokens()
      at(lifetimes.refreshTokenIdle + offset)
      assert.equal((await refresh(token)).status, status, String(offset))
    }
  })

  test('TM-03 sessions', async () => {
    const { userAgent } = await signedIn(provider)
    await boundary(
      lifetimes.session,
      async () => (await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))).redirectedTo?.searchParams.has('code') === true,
      'the session',
    )
  })

  test('TM-03 authorization requests that wait', async () => {
    const userAgent = provider.newUserAgent()
    const asked = await userAgent.get(authorizationUrl(provider))
    await boundary(lifetimes.authorizationRequest, async () => (await userAgent.get(asked.url)).status === 200, 'the request')
  })

  test('TM-03 assertions of clients and of service users, ten seconds later', async () => {
    const exp = start / 1000 + 60
    const claims = (): Readonly<Record<string, unknown>> => ({ iat: start / 1000, exp, jti: crypto.randomUUID() })
    await boundary(
      60 + 10,
      async () =>
        (await presentAssertion(provider, await clientAssertion(provider, keys.client, claims()))).body['error'] === 'invalid_grant',
      'the client assertion',
    )
    await boundary(60 + 10, async () => (await profileGrant(claims())).status === 200, 'the grant assertion')
  })

  test('TM-03 personal access tokens, and keys', async () => {
    const expirationDate = new Date(start + 100_000).toISOString()
    const report = await provider.apply({
      orgs: [
        {
          orgId: 'acme',
          personalAccessTokens: [{ tokenId: 'expiring', userId: 'keyed', token: expiringToken, expirationDate, scopes: ['openid'] }],
          appKeys: [
            {
              id: 'client-key',
              projectId: 'portal',
              appId: 'key',
              clientId: 'key',
              type: 'KEY_TYPE_JSON',
              publicKey: keys.client.publicKey,
              expirationDate,
            },
          ],
        },
      ],
    })
    assert.equal(report.counts.refused, 0)
    await boundary(100, async () => (await tokenStatus(expiringToken)) === 200, 'the token')
    await boundary(
      100,
      async () => (await presentAssertion(provider, await clientAssertion(provider, keys.client))).body['error'] === 'invalid_grant',
      'the key',
    )
    assert.equal(await tokenStatus(ownerToken), 200, 'one without a date does not expire')
  })
})
