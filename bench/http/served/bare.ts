// The cost of the work without a provider: the same form, the same digests and signatures, and responses of the same size. It stores nothing,
// and checks only the client secret.
import { serve } from '@hono/node-server'
import { createSealing, digest } from '@symbolon/core-protocol'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { announce } from '../announcement.ts'
import { app, clientSecret, codeScope, connections, jwtRobot, nonce, opaqueRobot, user, userScope } from '../credentials.ts'

const { privateKey, publicKey } = await generateKeyPair('ES256')
const keySet = { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', alg: 'ES256', kid: 'bench' }] }
const sealing = await createSealing(crypto.getRandomValues(new Uint8Array(32)))
const secretDigest = digest(clientSecret)
const claims = {
  sub: user.id,
  name: `${user.firstName} ${user.lastName}`,
  given_name: user.firstName,
  family_name: user.lastName,
  preferred_username: `${user.userName}@acme.example`,
  updated_at: 1_700_000_000,
  email: user.email,
  email_verified: true,
}

const bare = new Hono()
bare.post('/token', async (context) => {
  const form = new URLSearchParams(await context.req.text())
  const clientId = authenticate(context.req.header('authorization'))
  context.header('cache-control', 'no-store')
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return context.json(await redeem(form.get('code') ?? '', form.get('code_verifier') ?? ''))
    case 'refresh_token':
      return context.json(await refresh(form.get('refresh_token') ?? ''))
    default:
      return context.json(await credentials(clientId, form.get('scope')))
  }
})
bare.post('/introspect', async (context) => {
  const form = new URLSearchParams(await context.req.text())
  const clientId = authenticate(context.req.header('authorization'))
  const jti = digest(form.get('token') ?? '')
  context.header('cache-control', 'no-store')
  const token = {
    client_id: clientId,
    aud: [app],
    scope: userScope,
    token_type: 'Bearer',
    jti,
    iss: 'http://127.0.0.1',
    iat: 1_700_000_000,
  }
  return context.json({ ...claims, active: true, username: claims.preferred_username, ...token, nbf: token.iat, exp: token.iat + 43_200 })
})
bare.get('/userinfo', (context) => {
  digest(context.req.header('authorization')?.slice('Bearer '.length) ?? '')
  context.header('cache-control', 'no-store')
  return context.json(claims)
})
bare.get('/keys', (context) => context.json(keySet))

serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  announce(
    {
      port,
      paths: { token: '/token', introspection: '/introspect', userinfo: '/userinfo', keys: '/keys' },
      scope: opaqueRobot,
      accessToken: randomToken(),
      refreshTokens: Array.from({ length: connections }, randomToken),
    },
    async (count) => Array.from({ length: count }, randomToken),
  ),
)

function authenticate(authorization = ''): string {
  const [clientId = '', secret = ''] = atob(authorization.slice('Basic '.length)).split(':')
  if (digest(secret) !== secretDigest) throw new TypeError('The secret is wrong')
  return clientId
}

async function credentials(clientId: string, scope: string | null): Promise<Readonly<Record<string, unknown>>> {
  const accessToken =
    clientId === jwtRobot
      ? await sign({ sub: clientId, client_id: clientId, aud: [clientId], scope, jti: randomToken() }, 'at+jwt')
      : opaque()
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 43_200, scope }
}

async function redeem(code: string, verifier: string): Promise<Readonly<Record<string, unknown>>> {
  digest(code)
  digest(verifier)
  const accessToken = opaque()
  const idToken = await sign({ ...idTokenOf(accessToken), nonce, c_hash: digest(code).slice(0, 22) }, 'JWT')
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 43_200, id_token: idToken, scope: codeScope }
}

async function refresh(token: string): Promise<Readonly<Record<string, unknown>>> {
  // Digests of the family, the token and its successor.
  digest(token.slice(0, 22))
  digest(token)
  const successor = sealing.derive('refresh token', token)
  digest(successor)
  const accessToken = opaque()
  const idToken = await sign(idTokenOf(accessToken), 'JWT')
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 43_200,
    id_token: idToken,
    refresh_token: successor,
    scope: userScope,
  }
}

function opaque(): string {
  const token = randomToken()
  digest(token)
  return token
}

function idTokenOf(accessToken: string): Readonly<Record<string, unknown>> {
  return { sub: user.id, aud: app, azp: app, auth_time: 1_700_000_000, acr: '1', amr: ['pwd'], at_hash: digest(accessToken).slice(0, 22) }
}

async function sign(payload: Readonly<Record<string, unknown>>, typ: string): Promise<string> {
  return await new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ })
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(privateKey)
}

function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}
