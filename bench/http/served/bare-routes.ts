// The cost of the work without a provider: hono routes that read the same form, compute the same digests and signatures, look the token up in a
// map, and send the same headers and a response of the same size. They check the client secret and nothing else.
import { serve } from '@hono/node-server'
import { createSealing, digest } from '@symbolon/core-protocol'
import { Hono } from 'hono'
import { Server } from 'node:http'
import { announce } from '../announcement.ts'
import {
  app,
  claimsOf,
  clientSecret,
  codeScope,
  connections,
  jwtRobot,
  nonce,
  opaqueRobot,
  user,
  users,
  userScope,
} from '../credentials.ts'
import type { CommittedRows } from './committed-rows.ts'
import { crossOriginHeaders, introspectionHeaders, keepAlive, keySetHeaders } from './headers.ts'
import { createSigner } from './signer.ts'
import { writeTokens } from './token-file.ts'

const [, , directory = '', liveTokens = '0'] = process.argv

/** @param rows what a token response waits for; nothing is stored without it */
export async function serveBare(rows?: CommittedRows): Promise<void> {
  const { keySet, sign } = await createSigner()
  const sealing = await createSealing(crypto.getRandomValues(new Uint8Array(32)))
  const secretDigest = digest(clientSecret)
  /** The users of the live tokens, by digest. */
  const subjects = new Map<string, string>()
  const claims = new Map(users.map((id) => [id, claimsOf(id)]))
  const keySetText = JSON.stringify(keySet)

  const bare = new Hono()
  bare.post('/token', async (context) => {
    const form = new URLSearchParams(await context.req.text())
    const clientId = authenticate(context.req.header('authorization'))
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return answer(await redeem(form.get('code') ?? '', form.get('code_verifier') ?? ''), crossOriginHeaders)
      case 'refresh_token':
        return answer(await refresh(form.get('refresh_token') ?? ''), crossOriginHeaders)
      default:
        return answer(await credentials(clientId, form.get('scope') ?? ''), crossOriginHeaders)
    }
  })
  bare.post('/introspect', async (context) => {
    const form = new URLSearchParams(await context.req.text())
    const clientId = authenticate(context.req.header('authorization'))
    const subject = subjects.get(digest(form.get('token') ?? ''))
    if (subject === undefined) return answer({ active: false }, introspectionHeaders)
    const facts = claims.get(subject)
    return answer(
      {
        ...facts,
        active: true,
        iss: 'http://127.0.0.1:12345',
        sub: subject,
        aud: [app, 'portal'],
        client_id: clientId,
        username: facts?.['preferred_username'],
        scope: userScope,
        token_type: 'Bearer',
        jti: constantId,
        iat: 1_700_000_000,
        nbf: 1_700_000_000,
        exp: 1_700_043_200,
      },
      introspectionHeaders,
    )
  })
  bare.get('/userinfo', (context) => {
    const subject = subjects.get(digest(context.req.header('authorization')?.slice('Bearer '.length) ?? ''))
    if (subject === undefined) return answer({ error: 'invalid_token' }, crossOriginHeaders)
    return answer({ ...claims.get(subject), sub: subject }, crossOriginHeaders)
  })
  bare.get('/keys', () => textAnswer(keySetText, keySetHeaders))

  const tokens = Array.from({ length: Number(liveTokens) }, opaqueToken)
  tokens.forEach((token, number) => subjects.set(digest(token), users[number % users.length] ?? user))
  const server = serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
    announce(
      {
        port,
        paths: { token: '/token', introspection: '/introspect', userinfo: '/userinfo', keys: '/keys' },
        scope: 'openid',
        refreshTokens: Array.from({ length: connections }, () => rows?.newRefreshToken() ?? randomToken()),
        tokens: writeTokens(directory, tokens),
      },
      async (count) => rows?.newCodes(count) ?? Array.from({ length: count }, randomToken),
    ),
  )
  if (server instanceof Server) server.keepAliveTimeout = keepAlive

  function authenticate(authorization = ''): string {
    const [clientId = '', secret = ''] = atob(authorization.slice('Basic '.length)).split(':')
    if (digest(secret) !== secretDigest) throw new TypeError('The secret is wrong')
    return clientId
  }

  async function credentials(clientId: string, scope: string): Promise<Readonly<Record<string, unknown>>> {
    const time = Date.now()
    if (clientId === jwtRobot) {
      return tokenResponse(await sign({ ...times(time), sub: clientId, aud: [clientId], client_id: clientId, scope }, 'at+jwt'), scope)
    }
    const accessToken = opaqueToken()
    await rows?.insert({
      accessTokenDigest: digest(accessToken),
      clientId,
      subject: opaqueRobot,
      scope: [scope],
      audience: [clientId],
      time,
    })
    return tokenResponse(accessToken, scope)
  }

  async function redeem(code: string, verifier: string): Promise<Readonly<Record<string, unknown>>> {
    const time = Date.now()
    const codeDigest = digest(code)
    digest(verifier)
    const accessToken = opaqueToken()
    const [idToken] = await Promise.all([
      sign({ ...idTokenOf(accessToken, time), nonce, c_hash: codeDigest.slice(0, 22) }, 'JWT'),
      rows?.redeem(code, codeDigest, issuedTo(accessToken, codeScope, time)),
    ])
    return { ...tokenResponse(accessToken, codeScope), id_token: idToken }
  }

  async function refresh(token: string): Promise<Readonly<Record<string, unknown>>> {
    const time = Date.now()
    // Digests of the family, the token and its successor.
    digest(token.slice(0, 22))
    const tokenDigest = digest(token)
    const separator = token.indexOf('.') + 1
    const successor = `${token.slice(0, separator)}${sealing.derive('refresh token', token)}`
    const successorDigest = digest(successor)
    const accessToken = opaqueToken()
    const [idToken] = await Promise.all([
      sign(idTokenOf(accessToken, time), 'JWT'),
      rows?.rotate(token, tokenDigest, successorDigest, issuedTo(accessToken, userScope, time)),
    ])
    return { ...tokenResponse(accessToken, userScope), id_token: idToken, refresh_token: successor }
  }
}

/** As long as the identifiers of Symbolon's tokens. */
const constantId = `${'i'.repeat(22)}.1700000000000.${'i'.repeat(16)}.${'i'.repeat(43)}`

function answer(body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>>): Response {
  return textAnswer(JSON.stringify(body), headers)
}

/** On Bun, `@hono/node-server` sends a body without a length in chunks. */
function textAnswer(text: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { headers: 'Bun' in globalThis ? { ...headers, 'content-length': String(Buffer.byteLength(text)) } : headers })
}

function tokenResponse(accessToken: string, scope: string): Readonly<Record<string, unknown>> {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 43_200, scope }
}

/** The facts of an access token of the user. */
function issuedTo(accessToken: string, scope: string, time: number): Parameters<CommittedRows['insert']>[0] {
  return { accessTokenDigest: digest(accessToken), clientId: app, subject: user, scope: scope.split(' '), audience: [app, 'portal'], time }
}

function idTokenOf(accessToken: string, time: number): Readonly<Record<string, unknown>> {
  return { ...times(time), sub: user, aud: app, azp: app, at_hash: digest(accessToken).slice(0, 22) }
}

/** The claims that all tokens have. */
function times(time: number): Readonly<Record<string, unknown>> {
  const seconds = Math.floor(time / 1000)
  const jti = `${randomToken().slice(0, 22)}${constantId.slice(22)}`
  return { iss: 'http://127.0.0.1:12345', jti, iat: seconds, exp: seconds + 43_200, auth_time: seconds, acr: '1', amr: ['pwd'] }
}

/** As long as Symbolon's access tokens. */
function opaqueToken(): string {
  const secret = randomToken()
  return `symbolon_at_${secret.slice(0, 11)}${secret}`
}

function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}
