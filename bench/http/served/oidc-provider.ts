// oidc-provider with the same clients, token formats and algorithms; it keeps tokens in memory.
import { exportJWK, generateKeyPair } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { ClientMetadata } from 'oidc-provider'
import { announce } from '../announcement.ts'
import {
  app,
  claimsOf,
  clientSecret,
  codeChallenge,
  codeScope,
  connections,
  jwtRobot,
  nonce,
  opaqueRobot,
  redirectUri,
  user,
  users,
  userScope,
} from '../credentials.ts'
import { memoryAdapter } from './memory-adapter.ts'
import { writeTokens } from './token-file.ts'

const [, , directory = '', liveTokens = '0'] = process.argv

const api = 'https://api.example'
const { privateKey } = await generateKeyPair('ES256', { extractable: true })

const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: memoryAdapter,
  jwks: { keys: [{ ...(await exportJWK(privateKey)), kty: 'EC', use: 'sig', alg: 'ES256', kid: 'bench' }] },
  clients: [
    robot(opaqueRobot),
    robot(jwtRobot),
    {
      client_id: app,
      client_secret: clientSecret,
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  claims: {
    openid: ['sub'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
    email: ['email', 'email_verified'],
  },
  scopes: ['openid', 'offline_access', 'api'],
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 43_200,
    AuthorizationCode: 600,
    ClientCredentials: 43_200,
    IdToken: 43_200,
    RefreshToken: 2_592_000,
    Grant: 7_776_000,
  },
  findAccount: (_, accountId) => ({
    accountId,
    claims: async () => ({ sub: accountId, ...claimsOf(accountId) }),
  }),
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_, client) => (client.clientId === jwtRobot ? api : []),
      getResourceServerInfo: () => ({ scope: 'api', audience: api, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } }),
    },
  },
})
const callback = provider.callback()
server.on('request', (request, response) => void callback(request, response))

const client = (await provider.Client.find(app)) ?? noClient()
const refreshTokens: string[] = []
for (let connection = 0; connection < connections; connection += 1) {
  const grantId = await newGrant(user, userScope)
  const authTime = Math.floor(Date.now() / 1000)
  const facts = { client, accountId: user, grantId, scope: userScope, gty: 'authorization_code', claims: {}, authTime, rotations: 0 }
  refreshTokens.push(await new provider.RefreshToken(facts).save())
}
const tokens: string[] = []
if (Number(liveTokens) > 0) {
  const grants = await Promise.all(users.map(async (accountId) => ({ accountId, grantId: await newGrant(accountId, userScope) })))
  for (let number = 0; number < Number(liveTokens); number += 1) {
    const grant = grants[number % grants.length] ?? noClient()
    tokens.push(await new provider.AccessToken({ client, ...grant, scope: userScope, gty: 'authorization_code', claims: {} }).save())
  }
}

announce(
  {
    port,
    paths: { token: '/token', introspection: '/token/introspection', userinfo: '/me', keys: '/jwks' },
    scope: 'api',
    refreshTokens,
    tokens: writeTokens(directory, tokens),
  },
  makeCodes,
)

async function newGrant(accountId: string, scope: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: app })
  grant.addOIDCScope(scope)
  return await grant.save()
}

async function makeCodes(count: number): Promise<readonly string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    codes.push(
      await new provider.AuthorizationCode({
        client,
        accountId: user,
        authTime: Math.floor(Date.now() / 1000),
        claims: {},
        codeChallenge,
        codeChallengeMethod: 'S256',
        grantId: await newGrant(user, codeScope),
        gty: 'authorization_code',
        nonce,
        redirectUri,
        scope: codeScope,
      }).save(),
    )
  }
  return codes
}

function robot(clientId: string): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    id_token_signed_response_alg: 'ES256',
  }
}

function noClient(): never {
  throw new TypeError('The app is missing')
}
