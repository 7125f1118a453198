// Symbolon as it ships, without rate limits: libSQL in a file, with every acknowledged write synced. Arguments: the directory of the database,
// and the number of valid access tokens in it beside the one that is needed.
import { define } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultLifetimes, serve } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { join } from 'node:path'
import { composeSymbolon } from 'symbolon'
import { announce } from '../announcement.ts'
import { app, clientSecret, codeChallenge, codeScope, connections, nonce, redirectUri, user, userScope } from '../credentials.ts'
import { fillWithTokens } from './many-tokens.ts'
import { applyOrganization } from './organization.ts'

type FurnishContext = Context<'authorizationCodes' | 'clients' | 'directory' | 'issuance' | 'users'>

const [, , directory, tokens] = process.argv
if (directory === undefined) throw new TypeError('The directory of the database is missing')

const database = `file:${join(directory, 'bench.db')}`
const masterKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
const hashing = secretHashing()
const refreshTokens: string[] = []
let provider: Provider | undefined
let inside: FurnishContext | undefined

const served = await serve(
  { answer: async (request, peer) => (await provider?.answer(request, peer)) ?? { status: 503, fields: {}, body: null } },
  { hostname: '127.0.0.1', port: 0 },
)
const furnish = define({
  kind: 'task',
  name: 'furnish',
  stores: ['authorizationCodes', 'clients', 'directory', 'issuance', 'users'],
  async run(context: FurnishContext) {
    inside = context
    if (refreshTokens.length > 0) return
    await applyOrganization(context, hashing)
    for (let line = 0; line < connections; line += 1) refreshTokens.push(await refreshToken(context))
  },
})

provider = await compose()
// A first refresh issues the access token of the user.
const prepared = await fetch(`http://127.0.0.1:${served.port}/oauth/v2/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${btoa(`${app}:${clientSecret}`)}` },
  body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshTokens[0] ?? '' }),
})
const answer: unknown = await prepared.json()
const member = (name: string): string => String(typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined)
refreshTokens[0] = member('refresh_token')

if (tokens !== undefined) {
  await provider.close()
  await fillWithTokens(database, Number(tokens))
  provider = await compose()
}

announce(
  {
    port: served.port,
    paths: { token: '/oauth/v2/token', introspection: '/oauth/v2/introspect', userinfo: '/oidc/v1/userinfo', keys: '/oauth/v2/keys' },
    scope: 'openid',
    accessToken: member('access_token'),
    refreshTokens,
    liveTokens: Number(tokens ?? 0),
  },
  makeCodes,
)

async function compose(): Promise<Provider> {
  return await composeSymbolon({
    issuer: `http://127.0.0.1:${served.port}`,
    vendor: 'symbolon',
    lifetimes: { ...defaultLifetimes, authorizationCode: 600 },
    rateLimit: 'off',
    storage: libsql({ url: database }),
    masterKey,
    hashing,
    tasks: [furnish],
  })
}

async function refreshToken(context: FurnishContext): Promise<string> {
  const client = await context.stores.clients.find(app)
  const kind = [...context.registry.tokenKinds.values()].find((each) => each.member === 'refresh_token')
  if (client === undefined || kind === undefined) throw new TypeError('The app or the refresh token grant is missing')
  const { token, row } = kind.make({
    id: context.randomToken().slice(0, 22),
    client,
    subject: user.id,
    scope: userScope.split(' '),
    audience: [app, 'portal'],
    authentication: { at: context.now(), amr: ['pwd'], acr: '1' },
  })
  await context.stores.issuance.commit({ refreshToken: row })
  return token
}

/** Creates codes as the authorization endpoint stores them. */
async function makeCodes(count: number): Promise<readonly string[]> {
  const codes: string[] = []
  // Writes of one batch share a transaction.
  while (codes.length < count) codes.push(...(await Promise.all(Array.from({ length: Math.min(500, count - codes.length) }, makeCode))))
  return codes
}

async function makeCode(): Promise<string> {
  if (inside === undefined) throw new TypeError('Nothing is composed')
  const { registry, randomToken, now } = inside
  const client = await inside.stores.clients.find(app)
  const owner = await inside.stores.users.findActive(user.id)
  if (owner === undefined) throw new TypeError('There is no user')
  const time = now()
  const session = { id: randomToken(), userId: user.id, authenticatedAt: time, factors: [], createdAt: time, expiresAt: time + 864_000_000 }
  const answered = await registry.responseTypes.get('code')?.respond({
    request: {
      clientId: app,
      redirectUri,
      responseType: 'code',
      responseMode: 'query',
      scope: codeScope.split(' '),
      nonce,
      codeChallenge,
      prompt: [],
      uiLocales: [],
    },
    client: client ?? noClient(),
    session,
    user: owner,
    amr: ['pwd'],
    acr: '1',
  })
  const code = answered !== undefined && 'parameters' in answered ? answered.parameters['code'] : undefined
  if (code === undefined) throw new TypeError('No code was issued')
  return code
}

function noClient(): never {
  throw new TypeError('The app is missing')
}
