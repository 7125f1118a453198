// Whether a new instance demands a second factor of its administrators.
import { define } from '@symbolon/core-protocol'
import type { Context, Storage } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bootstrap } from '../src/bootstrap.ts'
import { passkeyRulesOf, readConfiguration } from '../src/configuration.ts'

let directory = ''
before(async () => void (directory = await mkdtemp(join(tmpdir(), 'symbolon-demand-'))))
after(async () => await rm(directory, { recursive: true, force: true }))

/** Starts on the storage. @returns whether the instance demands the factor then */
async function startOn(storage: Storage, issuer: string, documents: readonly OrgDocument[] = []): Promise<boolean> {
  let demands: boolean | undefined
  const { task } = bootstrap({
    hashing: secretHashing(),
    passkeys: passkeyRulesOf(readConfiguration({})),
    documents: documents.map((document) => readDocument(document)),
    secretsFile: join(directory, 'secrets'),
    example: false,
    setupLink: { kind: 'shown' },
    shared: false,
  })
  const look = define({
    kind: 'task',
    name: 'look',
    stores: ['policies'],
    async run({ stores }: Context<'policies'>) {
      demands = (await stores.policies.findLoginPolicy(undefined)).forceMfaForAdministrators
    },
  })
  const provider = await createProvider({ issuer, masterKey: new Uint8Array(32).fill(7), storage, tasks: [task, look] })
  await provider.close()
  assert.ok(demands !== undefined)
  return demands
}

const anyOrg: OrgDocument = { orgs: [{ orgId: 'acme', org: { name: 'Acme' } }] }
const boundaryOf = (boundaryPolicy: NonNullable<OrgDocument['instance']>['boundaryPolicy']): OrgDocument => ({
  ...anyOrg,
  instance: boundaryPolicy === undefined ? {} : { boundaryPolicy },
})

for (const [issuer, demands] of [
  ['https://id.acme.example', true],
  ['https://localhost.acme.example', true],
  ['https://acme.example/auth', true],
  ['http://localhost:8080', false],
  ['https://localhost:8443', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080/auth', false],
] as const) {
  test(`AD-68 a new instance with the issuer ${issuer} demands ${demands ? 'a' : 'no'} second factor of administrators`, async () => {
    assert.equal(await startOn(libsql({ url: ':memory:' }), issuer), demands)
    assert.equal(await startOn(libsql({ url: ':memory:' }), issuer, [anyOrg]), demands, 'with documents')
  })
}

test('AD-68 a document that has the policy decides itself', async () => {
  const start = async (...documents: readonly OrgDocument[]): Promise<boolean> =>
    await startOn(libsql({ url: ':memory:' }), 'https://id.acme.example', documents)
  assert.equal(await start(boundaryOf({ forceMfaForAdministrators: false })), false)
  assert.equal(await start(boundaryOf({ trustedOrganizations: ['acme'] })), false)
  assert.equal(await start(boundaryOf({ forceMfaForAdministrators: true })), true)
  assert.equal(await start(boundaryOf({})), false)
})

test('AD-68 an instance that exists keeps what it has: a later start changes nothing', async () => {
  const url = `file:${join(directory, 'existing.db')}`
  assert.equal(await startOn(libsql({ url }), 'http://localhost:8080'), false)
  assert.equal(await startOn(libsql({ url }), 'https://id.acme.example'), false)
  assert.equal(await startOn(libsql({ url }), 'https://id.acme.example', [anyOrg]), false)
  assert.equal(await startOn(libsql({ url }), 'https://id.acme.example', [boundaryOf({ forceMfaForAdministrators: true })]), true)
  assert.equal(await startOn(libsql({ url }), 'http://localhost:8080'), true)
})
