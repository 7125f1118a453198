// What the work costs without a provider: the same form, the same digests and signatures, nothing stored, nothing checked but the secret.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { announce } from '../announcement.ts'
import { app, clientSecret, connections, jwtRobot, opaqueRobot, user, userScope } from '../credentials.ts'

const encoder = new TextEncoder()
const { privateKey, publicKey } = await generateKeyPair('ES256')
const keySet = { keys: [{ ...await exportJWK(publicKey), use: 'sig', alg: 'ES256', kid: 'bench' }] }
const derivation = await crypto.subtle.importKey('raw', crypto.getRandomValues(new Uint8Array(32)), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const secretDigest = await digest(clientSecret)
const claims = { sub: user.id, name: `${user.firstName} ${user.lastName}`, email: user.email, email_verified: true }
const randomToken = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const bare = new Hono()
bare.post('/token', async (context) => {
  const form = new URLSearchParams(await context.req.text())
  const clientId = await authenticate(context.req.header('authorization'))
  context.header('cache-control', 'no-store')
  if (form.get('grant_type') === 'refresh_token') return context.json(await refresh(form.get('refresh_token') ?? ''))
  const scope = form.get('scope')
  if (clientId === jwtRobot) {
    return context.json({ access_token: await sign({ sub: clientId, client_id: clientId, scope, jti: randomToken() }, 'at+jwt'), token_type: 'Bearer', expires_in: 43_200, scope })
  }
  return context.json({ access_token: await opaque(), token_type: 'Bearer', expires_in: 43_200, scope })
})
bare.post('/introspect', async (context) => {
  const form = new URLSearchParams(await context.req.text())
  const clientId = await authenticate(context.req.header('authorization'))
  const jti = await digest(form.get('token') ?? '')
  context.header('cache-control', 'no-store')
  return context.json({ ...claims, active: true, client_id: clientId, aud: [app], scope: userScope, token_type: 'Bearer', jti })
})
bare.get('/userinfo', async (context) => {
  await digest(context.req.header('authorization')?.slice('Bearer '.length) ?? '')
  context.header('cache-control', 'no-store')
  return context.json(claims)
})
bare.get('/keys', (context) => context.json(keySet))

serve({ fetch: bare.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce({
  port,
  paths: { token: '/token', introspection: '/introspect', userinfo: '/userinfo', keys: '/keys' },
  scope: opaqueRobot,
  accessToken: randomToken(),
  refreshTokens: Array.from({ length: connections }, randomToken),
}))

async function authenticate(authorization = ''): Promise<string> {
  const [clientId = '', secret = ''] = atob(authorization.slice('Basic '.length)).split(':')
  if (await digest(secret) !== secretDigest) throw new TypeError('The secret is wrong')
  return clientId
}

async function refresh(token: string): Promise<Readonly<Record<string, unknown>>> {
  // The family and the token, the successor and its digest, the access token and its hash in the ID token.
  await digest(token.slice(0, 22))
  await digest(token)
  const successor = base64url(new Uint8Array(await crypto.subtle.sign('HMAC', derivation, encoder.encode(token))))
  await digest(successor)
  const accessToken = await opaque()
  const idToken = await sign({ sub: user.id, aud: app, azp: app, at_hash: (await digest(accessToken)).slice(0, 22) }, 'JWT')
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 43_200, id_token: idToken, refresh_token: successor, scope: userScope }
}

async function opaque(): Promise<string> {
  const token = randomToken()
  await digest(token)
  return token
}

async function sign(payload: Readonly<Record<string, unknown>>, typ: string): Promise<string> {
  return await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'bench', typ }).setIssuedAt().setExpirationTime('12h').sign(privateKey)
}

async function digest(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
