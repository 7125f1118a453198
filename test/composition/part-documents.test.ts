// A part applies documents with the rights of a caller, as a registration of clients does.
import { auditTrail, authenticateCaller, callerStores, define, json } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { documents } from '@symbolon/provisioning'
import { libsql } from '@symbolon/storage-libsql'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masterKey } from '../support/provider.ts'
import { ownerToken, wholeDocument } from '../support/whole-provider.ts'
import { issuer } from './compositions.ts'

const helperToken = 'symbolon_pat_helper-0123456789-0123456789-0123456789'

/** Registers a client in a project, with the rights of the user of the token. */
const register: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'bearer_token',
  name: 'register',
  path: '/acme/register',
  methods: ['POST'],
  cors: 'none',
  stores: [...callerStores, 'personalAccessTokens'],
  async handle(request, context) {
    const { applyAs } = context.registry.documents ?? {}
    if (applyAs === undefined) return json(404, {})
    const caller = await authenticateCaller(request, {}, context)
    if (caller === undefined) return json(401, {})
    const app = { projectId: 'portal', name: 'Registered', redirectUris: ['https://registered.example/cb'] }
    const document = { orgs: [{ orgId: 'acme', oidcApps: [{ appId: 'registered', app }] }] }
    const { entries } = await applyAs(document, caller.user, {})
    return json(
      200,
      entries.find(({ kind }) => kind === 'oidcApp'),
    )
  },
})

async function start(withDocuments: boolean): Promise<Provider> {
  return await createProvider({
    issuer,
    masterKey,
    storage: libsql({ url: ':memory:' }),
    parts: [register],
    audit: auditTrail,
    timers: false,
    ...(withDocuments ? { documents: documents({ hashing: secretHashing() }) } : {}),
  })
}

async function call(provider: Provider, token: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await provider.fetch(new Request(`${issuer}/acme/register`, { method: 'POST', headers }))
  return (await response.json()) as Record<string, unknown>
}

test('a document of a part has the rights of the caller, and not those of the host', async () => {
  const provider = (await start(true)) as Provider & { apply(document: unknown): Promise<unknown> }
  const { orgs: [org] = [], ...rest } = wholeDocument()
  const tokens = [...(org?.personalAccessTokens ?? []), { tokenId: 'helper-token', userId: 'robot', token: helperToken }]
  await provider.apply({ ...rest, orgs: [{ ...org, personalAccessTokens: tokens }] })
  const { action, reason } = await call(provider, helperToken)
  assert.deepEqual([action, reason], ['refused', 'permission_denied'])
  const created = await call(provider, ownerToken)
  assert.equal(created['action'], 'created')
  const { clientId, clientSecret } = created['generated'] as Readonly<Record<string, string>>
  assert.ok(clientId !== undefined && (clientSecret ?? '').length >= 32)
  assert.equal((await call(provider, ownerToken))['action'], 'same')
  await provider.close()
})

test('a part sees no documents where none are composed', async () => {
  const provider = await start(false)
  assert.deepEqual(await call(provider, ownerToken), {})
  await provider.close()
})
