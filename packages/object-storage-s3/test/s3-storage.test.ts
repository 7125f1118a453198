// Objects in and out of a real S3 server, and everything it may refuse.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { isObjectStorageError } from '@symbolon/transfer'
import type { S3Object } from '@symbolon/transfer'
import { s3Storage } from '../src/index.ts'
import { bytes, collect, texts } from './chunks.ts'
import { s3Bucket, s3Credentials, startS3Server } from './s3-server.ts'
import type { S3Server } from './s3-server.ts'

const never = new AbortController().signal
let server: S3Server

before(async () => {
  server = await startS3Server()
})
after(async () => await server?.close())

const object = (path: string, changed: Partial<S3Object> = {}): S3Object => ({
  bucket: s3Bucket,
  path,
  endpoint: server.endpoint,
  ...s3Credentials,
  ...changed,
})
const open = async (reference: S3Object) => await s3Storage({ endpoints: [server.endpoint] }).open(reference)
const write = async (reference: S3Object, chunks: AsyncIterable<Uint8Array>, signal = never) =>
  await (await open(reference)).write(chunks, signal)
const read = async (reference: S3Object, signal = never) => await collect((await open(reference)).read(signal))

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isObjectStorageError(error) ? error.code : `no ObjectStorageError but ${String(error)}`
}

/** Starts a storage with the given responses. @returns its origin */
async function standIn(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly endpoint: string; close(): void }> {
  const standing = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => standing.once('listening', resolve))
  return { endpoint: `http://127.0.0.1:${(standing.address() as AddressInfo).port}`, close: () => standing.close().closeAllConnections() }
}

test('what was written is read, small and in many parts, also under an odd name', async () => {
  await write(object('small.json'), texts('{"orgs":', '[]}'))
  assert.equal(new TextDecoder().decode(await read(object('small.json'))), '{"orgs":[]}')
  await write(object('empty.json'), texts())
  assert.equal((await read(object('empty.json'))).byteLength, 0)
  await write(object('a folder/üß %2e%2e+&=.json'), texts('odd'))
  assert.equal(new TextDecoder().decode(await read(object('a folder/üß %2e%2e+&=.json'))), 'odd')
  await write(object('large.json'), bytes(20))
  assert.deepEqual(await read(object('large.json')), await collect(bytes(20)))
})

test('nothing stands under the name when the source fails, early or after several parts', async () => {
  async function* broken(megabytes: number): AsyncGenerator<Uint8Array> {
    yield* bytes(megabytes)
    throw new Error('the database is away')
  }
  for (const [name, megabytes] of [
    ['early.json', 1],
    ['late.json', 20],
  ] as const) {
    await assert.rejects(write(object(name), broken(megabytes)), /the database is away/)
    assert.equal(await codeOf(read(object(name))), 'object_missing')
  }
})

test('what stood under the name stays when the writing fails', async () => {
  await write(object('kept.json'), texts('before'))
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* texts('after')
    throw new Error('no')
  }
  await assert.rejects(write(object('kept.json'), broken()), /no/)
  assert.equal(new TextDecoder().decode(await read(object('kept.json'))), 'before')
})

test("an aborted write ends with the signal's reason and leaves nothing under the name", async () => {
  const controller = new AbortController()
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield* bytes(20)
    controller.abort(new Error('the time is over'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    yield* texts('never')
  }
  await assert.rejects(write(object('aborted.json'), slow(), controller.signal), /the time is over/)
  assert.equal(await codeOf(read(object('aborted.json'))), 'object_missing')
  await assert.rejects(write(object('aborted.json'), texts('x'), controller.signal), /the time is over/)
})

test("an aborted read ends with the signal's reason", async () => {
  const controller = new AbortController()
  const storage = await standIn((_, response) => {
    response.writeHead(200, { 'content-length': '1000000', etag: '"1"' })
    response.write('x')
  })
  try {
    const opened = await s3Storage({ endpoints: [storage.endpoint] }).open(object('x', { endpoint: storage.endpoint }))
    setTimeout(() => controller.abort(new Error('the time is over')), 50)
    await assert.rejects(collect(opened.read(controller.signal)), /the time is over/)
  } finally {
    storage.close()
  }
})

test('a refusal of the storage has a code and a message of this package', async () => {
  assert.equal(await codeOf(read(object('missing.json'))), 'object_missing')
  assert.equal(await codeOf(read(object('x', { bucket: 'nowhere' }))), 'bucket_missing')
  assert.equal(await codeOf(write(object('x', { bucket: 'nowhere' }), texts('x'))), 'bucket_missing')
  assert.equal(await codeOf(read(object('small.json', { secretAccessKey: 'wrong' }))), 'credentials_refused')
  assert.equal(await codeOf(write(object('x', { secretAccessKey: 'wrong' }), texts('x'))), 'credentials_refused')
  assert.equal(await codeOf(read(object('small.json', { accessKeyId: 'UNKNOWN' }))), 'credentials_refused')
})

test('SS-15 what the storage answers is not shown', async () => {
  const secret = 'internal-host-17.storage.example'
  for (const [status, code] of [
    [403, 'permission_missing'],
    [401, 'credentials_refused'],
    [400, 'storage_unavailable'],
  ] as const) {
    const storage = await standIn(
      (_, response) => void response.writeHead(status).end(`<Error><Code>${secret}</Code><Message>${secret}</Message></Error>`),
    )
    try {
      const opened = await s3Storage({ endpoints: [storage.endpoint] }).open(object('x', { endpoint: storage.endpoint }))
      await assert.rejects(collect(opened.read(never)), (error: Error) => {
        assert.ok(isObjectStorageError(error))
        assert.equal(error.code, code)
        assert.doesNotMatch(error.message, new RegExp(secret))
        return true
      })
    } finally {
      storage.close()
    }
  }
})

test('a download that breaks is taken up again, and one that changed meanwhile is not', async () => {
  const content = await collect(bytes(1))
  for (const changed of [false, true]) {
    let requests = 0
    const storage = await standIn((request, response) => {
      requests += 1
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (from > 0 && (changed || request.headers['if-match'] !== '"1"')) return void response.writeHead(412).end()
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': String(content.byteLength - from), etag: '"1"' })
      if (requests > 2) return void response.end(content.subarray(from))
      response.write(content.subarray(from, from + 300_000), () => setTimeout(() => response.destroy(), 50))
    })
    try {
      const opened = await s3Storage({ endpoints: [storage.endpoint] }).open(object('x', { endpoint: storage.endpoint }))
      if (changed) assert.equal(await codeOf(collect(opened.read(never))), 'storage_unavailable')
      else assert.deepEqual(await collect(opened.read(never)), content)
      assert.equal(requests, changed ? 2 : 3)
    } finally {
      storage.close()
    }
  }
})

test('SS-12 a redirect is not followed', async () => {
  let hits = 0
  const inside = await standIn((_, response) => {
    hits += 1
    response.end('inside')
  })
  try {
    for (const status of [301, 302, 307, 308]) {
      const storage = await standIn((_, response) => void response.writeHead(status, { location: `${inside.endpoint}/exports/x` }).end())
      try {
        const opened = await s3Storage({ endpoints: [storage.endpoint] }).open(object('x', { endpoint: storage.endpoint }))
        assert.equal(await codeOf(collect(opened.read(never))), 'bucket_elsewhere')
        assert.equal(await codeOf(opened.write(texts('x'), never)), 'bucket_elsewhere')
      } finally {
        storage.close()
      }
    }
    assert.equal(hits, 0)
  } finally {
    inside.close()
  }
})

test('SS-06 SS-07 nothing of the machine is used: no endpoint, credential, region or profile of its environment', async () => {
  let hits = 0
  const elsewhere = await standIn((_, response) => {
    hits += 1
    response.end()
  })
  const names = [
    'AWS_ENDPOINT_URL',
    'AWS_ENDPOINT_URL_S3',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_REGION',
    'AWS_PROFILE',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_EC2_METADATA_SERVICE_ENDPOINT',
  ]
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = elsewhere.endpoint
  try {
    await write(object('environment.json'), texts('x'))
    assert.equal(new TextDecoder().decode(await read(object('environment.json'))), 'x')
    assert.equal(await codeOf(read(object('environment.json', { accessKeyId: 'UNKNOWN' }))), 'credentials_refused')
    assert.equal(hits, 0)
  } finally {
    names.forEach((name, index) => {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    })
    elsewhere.close()
  }
})

test('SS-11 only endpoints of the operator are gone to, in the form in which they are written', async () => {
  const storage = s3Storage({ endpoints: ['https://s3.example', 'http://minio.internal:9000', 'https://s3.eu-central-1.amazonaws.com'] })
  const code = async (endpoint: string, ssl?: boolean) =>
    await codeOf(storage.open({ bucket: 'exports', path: 'x', endpoint, ...s3Credentials, ...(ssl === undefined ? {} : { ssl }) }))
  for (const endpoint of [
    '127.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '[fd00::1]',
    '2130706433',
    '0x7f.1',
    'localhost',
    's3.example:22',
    's3.example:80',
    'http://s3.example',
    'https://s3.example@evil.tld',
    'https://evil.tld/?s3.example',
    'https://evil.tld#s3.example',
    's3.example.evil.tld',
    'evil.tld',
    'https://s3.example/../x',
    'https://user:pw@s3.example',
    'ftp://s3.example',
    'file:///etc/passwd',
    'S3.EXAMPLE',
    's3.example\\@evil.tld',
    's3.ex\u0061mple.',
    '',
    'minio.internal:9000',
    'https://minio.internal:9000',
    '//s3.example',
    's3%2eexample',
    'https:s3.example',
    'https://s3.example//',
  ])
    assert.equal(await code(endpoint), 'endpoint_not_allowed', endpoint)
  assert.equal(await code('s3.example', false), 'endpoint_not_allowed')
  assert.equal(await code('https://s3.example', false), 'endpoint_not_allowed')
  for (const [endpoint, ssl] of [
    ['s3.example', undefined],
    ['s3.example', true],
    ['https://s3.example', undefined],
    ['https://s3.example/', true],
    ['s3.example:443', true],
    ['https://s3.example:443', undefined],
    ['minio.internal:9000', false],
    ['http://minio.internal:9000', undefined],
    ['s3.eu-central-1.amazonaws.com', true],
  ] as const)
    assert.match(await code(endpoint, ssl), /^no ObjectStorageError/, endpoint)
})

test('without endpoints no request is sent, and a list with values other than origins is refused at the start', async () => {
  assert.equal(await codeOf(s3Storage({ endpoints: [] }).open(object('x'))), 'endpoint_not_allowed')
  for (const endpoint of ['s3.example', 'https://s3.example/', 'https://s3.example/path', 'ftp://s3.example', '*']) {
    assert.throws(() => s3Storage({ endpoints: [endpoint] }), { name: 'TypeError', code: 'endpoint_malformed' })
  }
})
