// `symbolon master-key …`: the master key is replaced while the service runs, and everything that it protects stays.
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { basicHeader } from '../support/code-flow.ts'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { robotSecret } from '../support/service-users.ts'
import { memberToken, ownedDocument, ownerToken } from '../support/signing-keys.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
before(async () => void (directory = await temporaryDirectory()))
after(async () => await directory.dispose())

const keyFile = (): string => join(directory.path, '.symbolon', 'master-key')
const newKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

async function masterKey(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const database = { SYMBOLON_DATABASE_URL: `file:${join(directory.path, 'symbolon.db')}` }
  return await runSymbolon(['master-key', ...args], { ...database, ...settings }, directory.path)
}

async function start(): Promise<TestService> {
  return await startTestService({ directory: directory.path, tls: false, document: ownedDocument() })
}

const keySetOf = async (service: TestService): Promise<JSONWebKeySet> =>
  (await (await service.fetch(new Request(`${service.issuer}/oauth/v2/keys`))).json()) as JSONWebKeySet

/** The private keys of the service open, and are those of the key set. */
async function assertSigns(service: TestService, keySet: JSONWebKeySet): Promise<void> {
  const response = await service.fetch(
    new Request(`${service.issuer}/oauth/v2/token`, {
      method: 'POST',
      headers: { authorization: basicHeader('robot-jwt', robotSecret), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&scope=openid',
    }),
  )
  const { access_token: token = '' } = (await response.json()) as { readonly access_token?: string }
  assert.equal((await jwtVerify(token, createLocalJWKSet(keySet))).payload.sub, 'robot-jwt')
}

test('a running service takes a new master key, and starts with it alone when the old one is forgotten', async () => {
  const service = await start()
  const through = async (action: string, token: string = ownerToken): Promise<Finished> =>
    await masterKey([action, '--server', service.issuer], { SYMBOLON_TOKEN: token })
  let keySet: JSONWebKeySet
  let [old, fresh]: readonly string[] = []
  try {
    keySet = await keySetOf(service)
    const [first = ''] = (await readFile(keyFile(), 'utf8')).split('\n')
    ;[old, fresh] = [first, newKey()]

    const nothing = await through('rotate')
    assert.match(nothing.stdout, /^Nothing to add: the first configured key opens the instance already\.$/m)
    assert.match((await through('forget')).stdout, /^Nothing to forget: no other key opens it\.$/m)
    assert.match((await through('rotate', memberToken)).stderr, /answered 403/)

    // The new key alone cannot open what it has never opened: the service says so, and goes on.
    await writeFile(keyFile(), `${fresh}\n`)
    const refused = await through('rotate')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /answered 400: No configured master key opens the instance/)
    assert.match((await through('forget')).stderr, /answered 400/)

    await writeFile(keyFile(), `${fresh}\n${old}\n`)
    const added = await through('rotate')
    assert.equal(added.code, 0, added.stderr)
    assert.match(added.stdout, /^Added [\w-]{12}\. Give the new key to every instance, then take the old one away\.$/m)
    assert.equal(added.stdout.match(/^ {2}[\w-]{12}$/gm)?.length, 2)
    assert.match((await through('forget')).stdout, /^Nothing to forget: take the old key out of the configuration first\.$/m)
    for (const { stdout, stderr } of [added, refused]) assert.ok(![old, fresh].some((key) => (stdout + stderr).includes(key)))

    await writeFile(keyFile(), `${fresh}\n`)
    assert.match((await through('list')).stdout, /not in the configuration that was read/)
    const forgotten = await through('forget')
    assert.match(forgotten.stdout, /^Forgot [\w-]{12}\./m)
    await assertSigns(service, keySet)
    assert.ok(![old, fresh].some((key) => service.output().includes(key)))
  } finally {
    await service.stop()
  }

  const again = await start()
  try {
    assert.deepEqual(await keySetOf(again), keySet)
    await assertSigns(again, keySet)
  } finally {
    await again.stop()
  }
  await writeFile(keyFile(), `${old}\n`)
  await assert.rejects(start(), /was made with another master key/)
  await writeFile(keyFile(), `${fresh}\n`)
})

test('without a server the command replaces the master key in the database', async () => {
  const old = (await readFile(keyFile(), 'utf8')).trim()
  const fresh = newKey()
  const both = { SYMBOLON_MASTER_KEY: `${fresh},${old}` }
  const added = await masterKey(['rotate'], both)
  assert.equal(added.code, 0, added.stderr)
  assert.match(added.stdout, /^Added [\w-]{12}\./m)
  assert.match((await masterKey(['rotate'], both)).stdout, /^Nothing to add/m)
  assert.match((await masterKey(['forget'], { SYMBOLON_MASTER_KEY: fresh })).stdout, /^Forgot [\w-]{12}\./m)
  assert.match((await masterKey(['list'], { SYMBOLON_MASTER_KEY: old })).stderr, /was made with another master key/)
  assert.equal((await masterKey(['list'], { SYMBOLON_MASTER_KEY: fresh })).stdout.match(/^ {2}[\w-]{12}$/gm)?.length, 1)
})

test('a start with a new key before the old one adds the new key, and records it once', async () => {
  const directoryOfKey = await temporaryDirectory()
  const [old, fresh] = [newKey(), newKey()]
  const startWith = async (key: string): Promise<void> =>
    await (await startTestService({ directory: directoryOfKey.path, tls: false, settings: { SYMBOLON_MASTER_KEY: key } })).stop()
  try {
    await startWith(old)
    await assert.rejects(startWith(fresh), /was made with another master key/)
    await startWith(`${fresh},${old}`)
    await startWith(fresh)
    const settings = { SYMBOLON_MASTER_KEY: `${fresh},${old}` }
    const service = await startTestService({ directory: directoryOfKey.path, tls: false, settings, document: ownedDocument() })
    const request = new Request(`${service.issuer}/manage/v1/events?type=master_key_added`, {
      headers: { authorization: `Bearer ${ownerToken}` },
    })
    const { items } = (await (await service.fetch(request)).json()) as { readonly items: readonly { readonly subject: object }[] }
    await service.stop()
    assert.equal(items.length, 1)
    await startWith(old)
  } finally {
    await directoryOfKey.dispose()
  }
})
