// A part declares members of client metadata and types of audit events: documents, the API, its OpenAPI document, the console and clients in
// code take them without a line elsewhere.
import { clientMetadata, define, defineClient, json, OAuthError } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { managementConsole } from '@symbolon/console'
import { managementEndpoints } from '@symbolon/management-api'
import type { OpenApiDocument } from '@symbolon/management-api'
import type { ApplyReport } from '@symbolon/provisioning'
import { bool, choice, list, text, uri } from '@symbolon/schema-v2'
import type { OidcApp, OrgDocument } from '@symbolon/schema-v2'
import { libsql } from '@symbolon/storage-libsql'
import { bob, clientSecret, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as v from 'valibot'
import { testHashing } from '../support/hashing.ts'
import { manage } from '../support/management-request.ts'
import { documentedApi } from '../support/openapi.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { ownerToken, startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

declare module '@symbolon/core-protocol' {
  interface ClientMetadata {
    readonly acme_strict: boolean
    readonly acme_mode: 'calm' | 'quick'
    readonly acme_uris: readonly string[]
    readonly acme_note: string
  }
  interface AuditEventTypes {
    readonly acme_probed: true
  }
}

/** Returns what the part reads of a client. */
const probe: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'probe',
  path: '/acme/probe/:client',
  methods: ['GET'],
  stores: ['clients'],
  cors: 'none',
  clientMetadata: {
    acme_strict: { schema: bool(), texts: { en: { label: 'Strict', help: 'Refuses more.' }, de: { label: 'Streng' } } },
    acme_mode: { schema: choice('calm', 'quick') },
    acme_uris: { schema: list(uri()) },
    acme_note: { schema: text(20), clientKinds: ['oidc', 'api'] },
  },
  auditEvents: {
    acme_probed: {
      en: { title: 'Probed', sentence: 'The probe read {object}' },
      de: { title: 'Geprüft', sentence: 'Die Probe las {object}' },
    },
  },
  async handle({ path }, { stores, registry, audit }) {
    const client = await stores.clients.find(path.slice(path.lastIndexOf('/') + 1))
    if (client === undefined) return json(404, {})
    await audit({ type: 'acme_probed', subject: { kind: 'client', id: client.clientId } })
    const names = ['acme_strict', 'acme_mode', 'acme_uris', 'acme_note'] as const
    try {
      return json(200, Object.fromEntries(names.map((name) => [name, clientMetadata(client, name, registry) ?? null])))
    } catch (error) {
      return json(400, error instanceof OAuthError ? { error: error.error } : {})
    }
  },
})

const app = { projectId: 'portal', name: 'Shop', redirectUris: ['https://shop.example/cb'] }
const shop = (metadata: Readonly<Record<string, unknown>> | undefined): OidcApp =>
  ({ appId: 'shop', clientId: 'shop', clientSecret, app, ...(metadata === undefined ? {} : { clientMetadata: metadata }) }) as OidcApp

function documentWith(metadata: Readonly<Record<string, unknown>> | undefined): OrgDocument {
  const { orgs: [org, ...others] = [], ...rest } = wholeDocument()
  assert.ok(org !== undefined)
  return { ...rest, orgs: [{ ...org, oidcApps: [...(org.oidcApps ?? []), shop(metadata)] }, ...others] }
}

const sendLink = (): Promise<never> => Promise.reject(new Error('not sent'))
const console_ = managementConsole({ hashing: testHashing, storages: {}, sendLink })
const parts = { endpoints: [...console_.endpoints, ...managementEndpoints({ hashing: testHashing, sendLink })], clients: console_.clients }

const folder = await mkdtemp(join(tmpdir(), 'symbolon-metadata-'))
after(async () => await rm(folder, { recursive: true, force: true }))

let provider: TestProvider
before(async () => {
  const document = documentWith({ acme_strict: true })
  const members = [...(document.instanceMembers ?? []), { userId: bob.id, roles: ['IAM_OWNER'] }]
  provider = await startWholeProvider({
    ...parts,
    endpoints: [...parts.endpoints, probe],
    document: { ...document, instanceMembers: members },
  })
})
after(async () => await provider.close())

async function read(client = 'shop', from: Pick<TestProvider, 'fetch' | 'issuer'> = provider): Promise<Readonly<Record<string, unknown>>> {
  const response = await from.fetch(new Request(`${from.issuer}/acme/probe/${client}`))
  return { status: response.status, ...((await response.json()) as object) }
}

async function rowsOf(metadata: Readonly<Record<string, unknown>>, target = provider): Promise<ApplyReport['entries']> {
  const { entries } = await target.apply(documentWith(metadata))
  return entries.filter(({ key, member }) => key.includes('shop') && member?.startsWith('clientMetadata') === true)
}

describe('client metadata of a part', () => {
  test('a document sets members, and a value that means the same as absence is not stored', async () => {
    assert.deepEqual(await rowsOf({ acme_strict: false, acme_mode: 'quick', acme_uris: ['https://a.example'], acme_note: 'n' }), [])
    assert.deepEqual(await read(), { status: 200, acme_strict: null, acme_mode: 'quick', acme_uris: ['https://a.example'], acme_note: 'n' })
    const { content } = (await provider.storage.stores.directory?.get({ kind: 'oidcApp', key: ['shop'] })) ?? {}
    assert.deepEqual(content?.['clientMetadata'], { acme_mode: 'quick', acme_note: 'n', acme_uris: ['https://a.example'] })
  })

  test('an app with a malformed value is refused and keeps what it had: the value can be a demand', async () => {
    await rowsOf({ acme_strict: true })
    const rows = await rowsOf({ acme_strict: 'yes', acme_note: 'new' })
    assert.deepEqual(
      rows.map(({ action, reason, member }) => [action, reason, member]),
      [['refused', 'client_metadata_malformed', 'clientMetadata.acme_strict']],
    )
    assert.deepEqual(await read(), { status: 200, acme_strict: true, acme_mode: null, acme_uris: null, acme_note: null })
  })

  test('a member that no part declares is kept with a notice, also under a name that every object has', async () => {
    for (const metadata of [
      { acme_note: 'kept', other_member: { deep: [1] } },
      { acme_note: 'kept', constructor: { valueOf: 1 } },
      { acme_note: 'kept', constructor: { valueOf: 1, toString: 2 } },
      { acme_note: 'kept', other_member: { deep: [1] } },
    ]) {
      const rows = await rowsOf(metadata)
      const [, other = ''] = Object.keys(metadata)
      assert.deepEqual(
        rows.map(({ action, reason, member }) => [action, reason, member]),
        [['notice', 'client_metadata_unknown', `clientMetadata.${other}`]],
      )
      const { content } = (await provider.storage.stores.directory?.get({ kind: 'oidcApp', key: ['shop'] })) ?? {}
      assert.deepEqual(content?.['clientMetadata'], metadata)
    }
  })

  test('names and sizes have bounds', async () => {
    for (const metadata of [{ 'Not-A-Name': 1 }, { acme_note: 'x'.repeat(9000) }, { ['x'.repeat(65)]: 1 }])
      await assert.rejects(async () => await provider.apply(documentWith(metadata)), { name: 'DocumentError' })
  })

  test('the API refuses a malformed value, merges a patch, and documents the members', async () => {
    const path = '/orgs/acme/oidcApps/shop'
    const patch = async (metadata: unknown): Promise<Response> =>
      await manage(provider, ownerToken, 'PATCH', path, { clientMetadata: metadata })
    const refused = await patch({ acme_strict: 3 })
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /client_metadata_malformed/)
    assert.equal((await patch({ acme_strict: true, other_member: null, acme_uris: ['https://b.example'] })).status, 200)
    assert.deepEqual(await read(), { status: 200, acme_strict: true, acme_mode: null, acme_uris: ['https://b.example'], acme_note: 'kept' })

    const response = await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))
    const api = documentedApi((await response.json()) as OpenApiDocument)
    const valid = (name: string, metadata: unknown): boolean =>
      api.validate(`#/components/schemas/${name}`, { appId: 'shop', app, clientMetadata: metadata }).valid
    assert.ok(valid('OidcApp', { acme_strict: true, acme_mode: 'calm', acme_uris: ['https://b.example'], further: 1 }))
    assert.ok(!valid('OidcApp', { acme_strict: 'yes' }))
    assert.ok(!valid('OidcApp', { acme_mode: 'wild' }))
    assert.ok(!valid('OidcApp', { acme_mode: null }))
    assert.ok(valid('OidcAppPatch', { acme_mode: null }))
  })

  test('the console has a field for each member in the language of the user, and stores what is typed', async () => {
    const browser = provider.newUserAgent()
    await signIn(browser, await browser.get(`${provider.issuer}/ui/console`), bob)
    const page = await browser.get(`${provider.issuer}/ui/console/orgs/acme/apps/shop`)
    assert.match(page.text, /Strict<[\s\S]*Refuses more\./)
    const form = page.forms.find(({ fields }) => 'clientMetadata.acme_note' in fields)
    assert.ok(form !== undefined, page.text)
    await browser.submit(
      { ...page, forms: [form] },
      { 'clientMetadata.acme_mode': 'calm', 'clientMetadata.acme_uris': 'https://c.example\nhttps://d.example' },
    )
    const uris = ['https://c.example', 'https://d.example']
    assert.deepEqual(await read(), { status: 200, acme_strict: true, acme_mode: 'calm', acme_uris: uris, acme_note: 'kept' })
  })

  test('events of a type of the part are in the log of the console and in the API, and a filter finds them', async () => {
    await read()
    const answer = await manage(provider, ownerToken, 'GET', '/events?type=acme_probed')
    const { items } = (await answer.json()) as { readonly items: readonly { readonly type: string }[] }
    assert.deepEqual([answer.status, new Set(items.map(({ type }) => type))], [200, new Set(['acme_probed'])])
    assert.equal((await manage(provider, ownerToken, 'GET', '/events?type=acme_other')).status, 400)
    const document = await (await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))).text()
    // The parameter of both lists, and the event itself.
    assert.equal(document.match(/"acme_probed"/g)?.length, 3)
    const browser = provider.newUserAgent()
    await signIn(browser, await browser.get(`${provider.issuer}/ui/console`), bob)
    const { text } = await browser.get(`${provider.issuer}/ui/console/events?type=acme_probed`)
    assert.match(text, /<option value="acme_probed" selected>Probed<\/option>/)
    assert.match(text, /The probe read/)
  })

  test('a client in code has the members, and a wrong one is refused at the start', async () => {
    const redirectUris = ['https://in-code.example/cb']
    const start = async (metadata: object): Promise<TestProvider> => {
      const client = defineClient({ clientId: 'in-code', redirectUris, clientMetadata: metadata })
      return await startTestProvider({ clients: [client], endpoints: [probe] })
    }
    const inCode = await start({ acme_mode: 'calm' })
    assert.deepEqual(await read('in-code', inCode), { status: 200, acme_strict: null, acme_mode: 'calm', acme_uris: null, acme_note: null })
    await inCode.close()
    await assert.rejects(start({ acme_mood: 'calm' }), { code: 'client_unusable', message: /Did you mean 'acme_mode'/ })
    await assert.rejects(start({ acme_mode: 'wild' }), { code: 'client_unusable', message: /acme_mode/ })
  })

  test('a part with a malformed declaration is refused at the start', async () => {
    const start = async (more: object): Promise<TestProvider> =>
      await startTestProvider({ endpoints: [{ ...probe, ...more } as AnyEndpoint] })
    for (const member of [
      'text',
      {},
      { schema: v.boolean() },
      { schema: bool(), texts: { en: {} } },
      { schema: bool(), clientKinds: ['all'] },
    ])
      await assert.rejects(start({ clientMetadata: { acme_strict: member } }), { code: 'invalid_part', message: /acme_strict/ })
    for (const texts of ['text', {}, { en: { title: 'Only a title' } }, { de: { title: 'T', sentence: 'S' } }])
      await assert.rejects(start({ auditEvents: { acme_probed: texts } }), { code: 'invalid_part', message: /acme_probed/ })
    await assert.rejects(start({ auditEvents: { login_failed: { en: { title: 'T', sentence: 'S' } } } }), { code: 'duplicate_member' })
  })

  test('without the part nothing acts, and what was stored meanwhile is checked when the part is composed again', async () => {
    const storage = libsql({ url: `file:${join(folder, 'metadata.db')}` })
    const without = await startTestProvider({ document: documentWith({ acme_strict: 'yes', acme_note: 'n' }), storage })
    const rows = await rowsOf({ acme_strict: 'yes', acme_note: 'n' }, without)
    assert.deepEqual(
      rows.map(({ action, reason, member }) => [action, reason, member]),
      ['acme_strict', 'acme_note'].map((name) => ['notice', 'client_metadata_unknown', `clientMetadata.${name}`]),
    )
    await without.close()
    const again = await startTestProvider({ document: {}, storage, endpoints: [probe] })
    const { status, error } = await read('shop', again)
    assert.deepEqual([status, error], [400, 'unauthorized_client'])
    await again.close()
  })
})
