// Symbolon as it ships, without rate limits: libSQL in a file, every acknowledged write synced. argv: the directory of the database.
import { applyDocument } from '@symbolon/admin-api'
import { defineStartTask } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultLifetimes, serve } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { join } from 'node:path'
import { composeSymbolon } from 'symbolon'
import { announce } from '../announcement.ts'
import { app, clientSecret, connections, jwtRobot, opaqueRobot, user, userScope } from '../credentials.ts'

type FurnishContext = Context<'clients' | 'directory' | 'refreshTokens'>

const [, , directory] = process.argv
if (directory === undefined) throw new TypeError('The directory of the database is missing')

const hashing = secretHashing()
const provider = Promise.withResolvers<Provider>()
const served = await serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request, peer) => await (await provider.promise).fetch(request, peer),
})
const refreshTokens: string[] = []

const furnish = defineStartTask({
  name: 'furnish',
  stores: ['clients', 'directory', 'refreshTokens'],
  async run(context: FurnishContext) {
    await applyOrganization(context)
    for (let line = 0; line < connections; line += 1) await issue(context)
  },
})

provider.resolve(await composeSymbolon({
  issuer: `http://127.0.0.1:${served.port}`,
  vendor: 'symbolon',
  lifetimes: defaultLifetimes,
  rateLimit: 'off',
  storage: libsql({ url: `file:${join(directory, 'bench.db')}` }),
  masterKey: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
  hashing,
  tasks: [furnish],
}))

// The access token of the user comes from a first refresh.
const prepared = await fetch(`http://127.0.0.1:${served.port}/oauth/v2/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${btoa(`${app}:${clientSecret}`)}` },
  body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshTokens[0] ?? '' }),
})
const answer: unknown = await prepared.json()
const member = (name: string): string => String(typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined)
refreshTokens[0] = member('refresh_token')

announce({
  port: served.port,
  paths: { token: '/oauth/v2/token', introspection: '/oauth/v2/introspect', userinfo: '/oidc/v1/userinfo', keys: '/oauth/v2/keys' },
  scope: 'openid',
  accessToken: member('access_token'),
  refreshTokens,
})

async function applyOrganization({ stores, sealing, now, randomToken, issuer }: FurnishContext): Promise<void> {
  const document = readDocument({
    orgs: [{
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ orgId: 'acme', domainName: 'acme.example', isVerified: true, isPrimary: true }],
      projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
      humanUsers: [{
        userId: user.id,
        user: {
          userName: user.userName,
          profile: { firstName: user.firstName, lastName: user.lastName },
          email: { email: user.email, isEmailVerified: true },
        },
      }],
      machineUsers: [
        { userId: opaqueRobot, user: { userName: opaqueRobot, name: 'Robot' }, clientSecret },
        {
          userId: jwtRobot,
          user: { userName: jwtRobot, name: 'Robot', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' },
          clientSecret,
          accessTokenSigningAlg: 'ES256',
        },
      ],
      oidcApps: [{
        appId: app,
        clientId: app,
        clientSecret,
        idTokenSigningAlg: 'ES256',
        app: {
          projectId: 'portal',
          name: 'App',
          redirectUris: ['https://app.example/cb'],
          grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
        },
      }],
    }],
  })
  const report = await applyDocument(document, {
    directory: stores.directory, hashing, sealing, now, randomToken, issuerHost: new URL(issuer).hostname, failed: (error) => console.error(error),
  })
  const refused = report.entries.find(({ action }) => action === 'refused')
  if (refused !== undefined) throw new TypeError(`${refused.path}: ${refused.reason ?? 'refused'}`)
}

async function issue(context: FurnishContext): Promise<void> {
  const client = await context.stores.clients.find(app)
  const kind = [...context.registry.tokenKinds.values()].find((each) => each.member === 'refresh_token')
  if (client === undefined || kind === undefined) throw new TypeError('The app or the refresh token grant is missing')
  refreshTokens.push(await kind.issue({
    id: context.randomToken().slice(0, 22),
    client,
    subject: user.id,
    scope: userScope.split(' '),
    audience: [app, 'portal'],
    authentication: { at: context.now(), amr: ['pwd'], acr: '1' },
  }))
}
