// Symbolon as it ships, without rate limits: libSQL in a file, with every acknowledged write synced, or the Postgres database of
// BENCH_DATABASE_URL. Arguments: the directory of the database file, the number of live access tokens, and `robot` if they belong to the
// service user instead of the users. With BENCH_ISSUER it joins the instance that made the database. BENCH_TOKENS_IN_MEMORY is the number of
// access tokens that are kept in memory, and BENCH_CLIENTS the number of further service users.
import { define } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultLifetimes, serve } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { join } from 'node:path'
import { composeSymbolon } from 'symbolon'
import { announce } from '../announcement.ts'
import { app, codeChallenge, codeScope, connections, nonce, opaqueRobot, redirectUri, user, users, userScope } from '../credentials.ts'
import { issueToRobot, issueToUsers } from './issue-tokens.ts'
import { applyOrganization } from './organization.ts'
import { writeTokens } from './token-file.ts'

type FurnishContext = Context<'authorizationCodes' | 'clients' | 'directory' | 'issuance' | 'users'>

const [, , directory, liveTokens = '0', holder] = process.argv
if (directory === undefined) throw new TypeError('The directory of the database is missing')

const tokenPath = '/oauth/v2/token'
const {
  BENCH_DATABASE_URL: databaseUrl,
  BENCH_ISSUER: joined,
  BENCH_MASTER_KEY: givenKey,
  BENCH_TOKENS_IN_MEMORY: inMemory,
  BENCH_CLIENTS: clients = '0',
} = process.env
const file = { url: `file:${join(directory, 'bench.db')}`, ...(inMemory === undefined ? {} : { accessTokensInMemory: Number(inMemory) }) }
const storage = databaseUrl === undefined ? libsql(file) : postgres({ url: databaseUrl })
const masterKey = givenKey ?? Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
const hashing = secretHashing()
const refreshTokens: string[] = []
/** One for each user, to issue the live tokens with. */
const ofUsers: string[] = []
/** Answers requests once everything is composed. */
let answer: Provider['answer'] = async () => ({ status: 503, fields: {}, body: null })
let inside: FurnishContext | undefined

const served = await serve({ answer: (request, peer) => answer(request, peer) }, { hostname: '127.0.0.1', port: 0 })
const furnish = define({
  kind: 'task',
  name: 'furnish',
  stores: ['authorizationCodes', 'clients', 'directory', 'issuance', 'users'],
  async run(context: FurnishContext) {
    inside = context
    if (refreshTokens.length > 0 || joined !== undefined) return
    await applyOrganization(context, hashing, Number(clients))
    for (let line = 0; line < connections; line += 1) refreshTokens.push(await refreshToken(context, user))
    if (Number(liveTokens) > 0) ofUsers.push(...(await Promise.all(users.map(async (id) => await refreshToken(context, id)))))
  },
})

const provider = await composeSymbolon({
  issuer: joined ?? `http://127.0.0.1:${served.port}`,
  vendor: 'symbolon',
  lifetimes: { ...defaultLifetimes, authorizationCode: 600 },
  rateLimit: 'off',
  storage,
  masterKey,
  hashing,
  tasks: [furnish],
})

answer = provider.answer
const tokenUrl = `http://127.0.0.1:${served.port}${tokenPath}`
const live =
  holder === 'robot'
    ? await issueToRobot(provider.fetch, tokenUrl, Number(liveTokens))
    : await issueToUsers(provider.fetch, tokenUrl, ofUsers, Number(liveTokens))

announce(
  {
    port: served.port,
    paths: { token: tokenPath, introspection: '/oauth/v2/introspect', userinfo: '/oidc/v1/userinfo', keys: '/oauth/v2/keys' },
    scope: 'openid',
    refreshTokens,
    tokens: writeTokens(directory, live, holder === 'robot' ? [opaqueRobot] : users),
  },
  makeCodes,
)

async function refreshToken(context: FurnishContext, subject: string): Promise<string> {
  const client = await context.stores.clients.find(app)
  const kind = [...context.registry.tokenKinds.values()].find((each) => each.member === 'refresh_token')
  if (client === undefined || kind === undefined) throw new TypeError('The app or the refresh token grant is missing')
  const { token, row } = kind.make({
    id: context.randomToken().slice(0, 22),
    client,
    subject,
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
  const owner = await inside.stores.users.findActive(user)
  if (owner === undefined) throw new TypeError('There is no user')
  const time = now()
  const session = { id: randomToken(), userId: user, authenticatedAt: time, factors: [], createdAt: time, expiresAt: time + 864_000_000 }
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
