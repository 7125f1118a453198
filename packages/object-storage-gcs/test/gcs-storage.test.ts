// Objects in and out of a stand-in that asks for real tokens, and everything it may refuse.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inspect } from 'node:util'
import { isObjectStorageError } from '@symbolon/transfer'
import { gcsStorage } from '../src/index.ts'
import { bytes, collect, texts } from './chunks.ts'
import { gcsBucket, inside, keyFile, partOf, startGcsServer } from './gcs-server.ts'
import type { GcsServer } from './gcs-server.ts'

const never = new AbortController().signal
let server: GcsServer

before(async () => {
  server = await startGcsServer()
})
beforeEach(() => {
  server.requests.length = 0
  server.disturbances.length = 0
})
after(() => server?.close())

interface Changed {
  readonly bucket?: string
  readonly serviceAccountJson?: string
  readonly at?: GcsServer
}

async function open(path: string, { bucket = gcsBucket, at = server, serviceAccountJson = at.serviceAccountJson }: Changed = {}) {
  return await gcsStorage({ endpoint: at.endpoint, tokenEndpoint: at.tokenEndpoint }).open({ bucket, path, serviceAccountJson })
}
const write = async (path: string, chunks: AsyncIterable<Uint8Array>, signal = never, changed: Changed = {}) =>
  await (await open(path, changed)).write(chunks, signal)
const read = async (path: string, signal = never, changed: Changed = {}) => await collect((await open(path, changed)).read(signal))
const textOf = async (path: string) => new TextDecoder().decode(await read(path))

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isObjectStorageError(error) ? error.code : `no ObjectStorageError but ${String(error)}`
}

test('what was written is read, small, empty and in many chunks, also under an odd name', async () => {
  await write('small.json', texts('{"orgs":', '[]}'))
  assert.equal(await textOf('small.json'), '{"orgs":[]}')
  await write('empty.json', texts())
  assert.equal(await textOf('empty.json'), '')
  await write('a folder/üß %2e%2e+&=.json', texts('odd'))
  assert.equal(await textOf('a folder/üß %2e%2e+&=.json'), 'odd')
  assert.ok(server.objects.has('a folder/üß %2e%2e+&=.json'))
  await write('large.json', bytes(20))
  assert.deepEqual(await read('large.json'), await collect(bytes(20)))
})

test('one token serves an operation', async () => {
  await write('token.json', bytes(20))
  assert.equal(server.requests.filter((request) => request === 'POST /token').length, 1)
})

test('nothing stands under the name when the source fails, and the session is given up', async () => {
  async function* broken(megabytes: number): AsyncGenerator<Uint8Array> {
    yield* bytes(megabytes)
    throw new Error('the database is away')
  }
  await write('kept.json', texts('before'))
  for (const [name, megabytes] of [
    ['early.json', 1],
    ['late.json', 20],
    ['kept.json', 9],
  ] as const) {
    await assert.rejects(write(name, broken(megabytes)), /the database is away/)
  }
  assert.equal(await codeOf(read('early.json')), 'object_missing')
  assert.equal(await codeOf(read('late.json')), 'object_missing')
  assert.equal(await textOf('kept.json'), 'before')
  assert.equal(server.sessions.size, 0)
})

test("an aborted write and an aborted read end with the signal's reason", async () => {
  const controller = new AbortController()
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield* bytes(9)
    controller.abort(new Error('the time is over'))
    yield* bytes(9)
  }
  await assert.rejects(write('aborted.json', slow(), controller.signal), /the time is over/)
  assert.equal(await codeOf(read('aborted.json')), 'object_missing')
  await assert.rejects(read('small.json', controller.signal), /the time is over/)
  const second = new AbortController()
  server.disturbances.push(
    () => undefined,
    async () => {
      second.abort(new Error('the time is over'))
      return await new Promise<Response>(() => undefined)
    },
  )
  await assert.rejects(read('small.json', second.signal), /the time is over/)
})

test('a refusal of the storage has a code and a message of this package', async () => {
  assert.equal(await codeOf(read('missing.json')), 'object_missing')
  assert.equal(await codeOf(write('x', texts('x'), never, { bucket: 'nowhere' })), 'bucket_missing')
  const other = await startGcsServer()
  try {
    assert.equal(await codeOf(read('small.json', never, { serviceAccountJson: other.serviceAccountJson })), 'credentials_refused')
  } finally {
    other.close()
  }
  for (const [role, code] of [
    ['create', 'permission_missing'],
    ['view', 'object_missing'],
  ] as const) {
    const limited = await startGcsServer({ roles: [role] })
    try {
      assert.equal(await codeOf(read('x', never, { at: limited })), code)
      assert.equal(
        await codeOf(write('x', texts('x'), never, { at: limited })),
        role === 'create' ? 'no ObjectStorageError but undefined' : 'permission_missing',
      )
    } finally {
      limited.close()
    }
  }
})

test('SS-15 the answer of the storage is neither shown nor part of the error', async () => {
  const silent = async (work: Promise<unknown>): Promise<void> =>
    await assert.rejects(work, (error: Error) => {
      assert.ok(isObjectStorageError(error))
      assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), new RegExp(inside))
      return true
    })
  for (const status of [403, 401, 400]) {
    const away = (): Response => Response.json({ error: { message: inside, errors: [{ message: inside }] } }, { status })
    server.disturbances.push(() => undefined, away)
    await silent(read('small.json'))
    server.disturbances.push(() => undefined, away)
    await silent(write('x', texts('x')))
    server.disturbances.push(
      () => undefined,
      () => undefined,
      away,
    )
    await silent(write('x', texts('x')))
  }
  server.disturbances.push(() => Response.json({ error: inside, error_description: inside }, { status: 400 }))
  await silent(read('small.json'))
  const other = await startGcsServer()
  try {
    await silent(read('missing.json'))
    await silent(write('x', texts('x'), never, { bucket: 'nowhere' }))
    await silent(read('small.json', never, { serviceAccountJson: other.serviceAccountJson }))
  } finally {
    other.close()
  }
  const limited = await startGcsServer({ roles: [] })
  try {
    await silent(read('x', never, { at: limited }))
    await silent(write('x', texts('x'), never, { at: limited }))
  } finally {
    limited.close()
  }
})

test('what passes is tried again: a busy storage, a chunk that got lost, an answer that got lost', async () => {
  const busy = (): Response => new Response(null, { status: 503 })
  const pass = (): undefined => undefined
  server.disturbances.push(pass, busy)
  assert.equal(await textOf('small.json'), '{"orgs":[]}')
  // Token, session, first chunk, second chunk: the second is refused, asked about, sent again.
  server.disturbances.push(pass, pass, pass, busy)
  await write('busy.json', bytes(20))
  assert.deepEqual(await read('busy.json'), await collect(bytes(20)))
  // A download that stops in the middle is taken up again.
  const { bytes: all = new Uint8Array(), generation = 0 } = server.objects.get('busy.json') ?? {}
  server.disturbances.push(pass, partOf({ bytes: all, generation }, 100_000))
  assert.deepEqual(await read('busy.json'), await collect(bytes(20)))
  // An object that was replaced meanwhile does not become the second half of the first.
  server.disturbances.push(pass, partOf({ bytes: all, generation: 1 }, 10))
  assert.equal(await codeOf(read('busy.json')), 'object_missing')
})

test('SS-12 no redirect is followed, and no session elsewhere is opened', async () => {
  const elsewhere = await startGcsServer()
  try {
    const pass = (): undefined => undefined
    for (const status of [301, 302, 307, 308]) {
      const away = (): Response =>
        new Response(null, { status, headers: { location: `${elsewhere.endpoint}/storage/v1/b/exports/o/small.json` } })
      server.disturbances.push(pass, away)
      assert.equal(await codeOf(read('small.json')), 'bucket_elsewhere')
      server.disturbances.push(pass, away)
      assert.equal(await codeOf(write('x', texts('x'))), 'bucket_elsewhere')
      server.disturbances.push(away, away, away, away)
      assert.equal(await codeOf(read('small.json')), 'storage_unavailable')
      server.disturbances.length = 0
    }
    server.disturbances.push(pass, () => new Response(null, { status: 200, headers: { location: `${elsewhere.endpoint}/session/1` } }))
    assert.equal(await codeOf(write('x', texts('x'))), 'bucket_elsewhere')
    assert.deepEqual(elsewhere.requests, [])
  } finally {
    elsewhere.close()
  }
})

test('SS-12 no redirect is followed in the middle either, and none to the storage itself', async () => {
  const elsewhere = await startGcsServer()
  try {
    const pass = (): undefined => undefined
    const busy = (): Response => new Response(null, { status: 503 })
    const whole = { bytes: await collect(bytes(1)), generation: 1 }
    for (const [status, to] of [
      [301, elsewhere],
      [302, elsewhere],
      [307, elsewhere],
      [308, elsewhere],
      [307, server],
      [308, server],
    ] as const) {
      const away = (): Response => new Response(null, { status, headers: { location: `${to.endpoint}/storage/v1/b/exports/o/small.json` } })
      for (const [before, work] of [
        [[pass], async () => await read('small.json')],
        [[pass, partOf(whole, 10)], async () => await read('small.json')],
        [[pass], async () => await write('x', texts('x'))],
        [[pass, pass], async () => await write('x', texts('x'))],
        [[pass, pass, pass], async () => await write('x', bytes(9))],
        ...(status === 308 ? ([[[pass, pass, busy], async () => await write('x', texts('x'))]] as const) : []),
      ] as const) {
        server.requests.length = 0
        server.disturbances.push(...before, away)
        assert.equal(await codeOf(work()), 'bucket_elsewhere')
        assert.equal(server.requests.filter((request) => !request.startsWith('DELETE ')).length, before.length + 1)
      }
    }
    assert.deepEqual(elsewhere.requests, [])
  } finally {
    elsewhere.close()
  }
})

test('SS-06 SS-07 nothing of the machine is used: no credentials file, no metadata server, no emulator', async () => {
  await surrounded(async () => {
    assert.equal(await textOf('small.json'), '{"orgs":[]}')
    await write('surrounded.json', bytes(9))
    assert.deepEqual(await read('surrounded.json'), await collect(bytes(9)))
    assert.equal(await codeOf(open('small.json', { serviceAccountJson: btoa('{}') })), 'credentials_invalid')
  })
})

test('SS-07 without an endpoint it is Google that is asked, whatever the environment says', async (context) => {
  const { fetch } = globalThis
  const asked = new Set<string>()
  const google = new URL('https://storage.googleapis.com')
  context.mock.method(globalThis, 'fetch', async (url: URL, request: RequestInit) => {
    asked.add(url.origin)
    const answer = await fetch(`${server.endpoint}${url.pathname}${url.search}`, request)
    const location = answer.headers.get('location')
    return location === null ? answer : new Response(null, { headers: { location: location.replace(server.endpoint, google.origin) } })
  })
  await surrounded(async () => {
    const object = await gcsStorage().open({ bucket: gcsBucket, path: 'google.json', serviceAccountJson: server.serviceAccountJson })
    await object.write(texts('"asked"'), never)
    assert.equal(new TextDecoder().decode(await collect(object.read(never))), '"asked"')
  })
  assert.deepEqual([...asked], ['https://oauth2.googleapis.com', google.origin])
})

/** With every variable that Google's libraries heed set to another server, which must hear nothing. */
async function surrounded(work: () => Promise<void>): Promise<void> {
  const elsewhere = await startGcsServer()
  const names = [
    'GOOGLE_APPLICATION_CREDENTIALS',
    'STORAGE_EMULATOR_HOST',
    'GCE_METADATA_HOST',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_UNIVERSE_DOMAIN',
    'METADATA_SERVER_DETECTION',
  ]
  for (const name of names) process.env[name] = elsewhere.endpoint
  try {
    await work()
    assert.deepEqual(elsewhere.requests, [])
  } finally {
    for (const name of names) delete process.env[name]
    elsewhere.close()
  }
}

test('SS-01 SS-03 SS-04 SS-08 only the key file of a service account is taken, before anything is asked', async () => {
  const canary = `${server.endpoint}/canary`
  for (const serviceAccountJson of [
    '',
    'not base64!',
    btoa('not json'),
    btoa('[]'),
    btoa('null'),
    btoa('"x"'),
    'A'.repeat(10_000_000),
    keyFile({ type: 'external_account', credential_source: { url: canary } }),
    keyFile({ type: 'external_account', credential_source: { file: '/etc/passwd' } }),
    keyFile({ type: 'external_account', credential_source: { executable: { command: '/bin/sh' } } }),
    keyFile({ type: 'external_account_authorized_user', token_url: canary }),
    keyFile({ type: 'impersonated_service_account', service_account_impersonation_url: canary }),
    keyFile({ type: 'authorized_user', refresh_token: 'x', client_id: 'y', client_secret: 'z' }),
    keyFile({ type: 'gdch_service_account', token_uri: canary }),
    keyFile({ private_key: '' }),
    JSON.stringify({ type: 'service_account' }),
  ])
    assert.equal(await codeOf(open('x', { serviceAccountJson })), 'credentials_invalid')
  assert.deepEqual(server.requests, [])
})

test('SS-02 SS-04 the URLs of the file are never read', async () => {
  const { private_key: privateKey } = JSON.parse(atob(server.serviceAccountJson)) as { readonly private_key: string }
  const canary = await startGcsServer()
  try {
    const evil = canary.endpoint
    const serviceAccountJson = keyFile({
      private_key: privateKey,
      token_uri: `${evil}/token`,
      auth_uri: evil,
      auth_provider_x509_cert_url: evil,
      client_x509_cert_url: evil,
      service_account_impersonation_url: evil,
      quota_project_id: 'evil',
      token_url: evil,
      credential_source: { url: evil },
    })
    assert.deepEqual(new TextDecoder().decode(await read('small.json', never, { serviceAccountJson })), '{"orgs":[]}')
    assert.equal(
      await codeOf(open('x', { serviceAccountJson: keyFile({ private_key: privateKey, universe_domain: 'evil.tld' }) })),
      'credentials_invalid',
    )
    assert.deepEqual(canary.requests, [])
  } finally {
    canary.close()
  }
})

test('SS-05 a key that is too large, too small or none is refused without a request, and without work when it is too large', async (t) => {
  const small = await pem({ name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' })
  const curve = await pem({ name: 'ECDSA', namedCurve: 'P-256' })
  const large = `-----BEGIN PRIVATE KEY-----\n${btoa('x'.repeat(9300))}\n-----END PRIVATE KEY-----\n`
  const importKey = t.mock.method(crypto.subtle, 'importKey')
  for (const [privateKey, imports] of [
    [small, 1],
    [curve, 1],
    [large, 0],
    ['garbage', 0],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 1],
    ['x'.repeat(1_000_000), 0],
  ] as const) {
    importKey.mock.resetCalls()
    assert.equal(await codeOf(open('x', { serviceAccountJson: keyFile({ private_key: privateKey }) })), 'credentials_invalid')
    assert.equal(importKey.mock.callCount(), imports, privateKey.slice(0, 50))
  }
  assert.deepEqual(server.requests, [])
})

test('a malformed endpoint is refused at the start', () => {
  for (const options of [
    { endpoint: 'storage.example' },
    { endpoint: 'https://storage.example/' },
    { endpoint: 'ftp://x' },
    { tokenEndpoint: 'token' },
  ]) {
    assert.throws(() => gcsStorage(options), { name: 'TypeError', code: 'endpoint_malformed' })
  }
})

async function pem(algorithm: RsaHashedKeyGenParams | EcKeyGenParams): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const base64 = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))))
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`
}
