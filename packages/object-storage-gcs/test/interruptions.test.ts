// Connections that break, storages that are busy, operations that end early, and bytes that changed on the way.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { isObjectStorageError } from '@symbolon/transfer'
import type { Context } from 'hono'
import { gcsStorage } from '../src/index.ts'
import { bytes, collect, texts } from './chunks.ts'
import { gcsBucket, headersOf, inside, partOf, startGcsServer } from './gcs-server.ts'
import type { GcsServer } from './gcs-server.ts'

const never = new AbortController().signal
const megabyte = 1024 * 1024
const name = 'object.json'

interface Storage extends GcsServer {
  readonly write: (chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal) => Promise<void>
  readonly chunks: (signal?: AbortSignal) => AsyncIterable<Uint8Array>
  readonly read: (signal?: AbortSignal) => Promise<Uint8Array>
}
type Disturb = GcsServer['disturbances'][number]
type Disturbance = Disturb | 'takes all, and breaks' | 'takes a part, and breaks' | 'is silent from now on'

/** A separate storage, because the tests run concurrently. */
async function withStorage(disturbances: readonly Disturbance[], work: (storage: Storage) => Promise<void>): Promise<void> {
  const server = await startGcsServer({ roles: ['create', 'delete', 'view'] })
  try {
    const { endpoint, tokenEndpoint, serviceAccountJson } = server
    const object = await gcsStorage({ endpoint, tokenEndpoint }).open({ bucket: gcsBucket, path: name, serviceAccountJson })
    server.disturbances.push(...disturbances.map((each) => disturbanceOf(each, server)))
    const chunks = (signal = never): AsyncIterable<Uint8Array> => object.read(signal)
    await work({
      ...server,
      chunks,
      read: async (signal) => await collect(chunks(signal)),
      write: async (source, signal = never) => await object.write(source, signal),
    })
  } finally {
    server.close()
  }
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return isObjectStorageError(error) ? error.code : `no ObjectStorageError but ${String(error)}`
}

const pass = (): undefined => undefined
const busy = (): Response => new Response(inside, { status: 503, headers: { 'content-type': 'text/plain' } })
const silence = async (): Promise<Response> => await new Promise(() => undefined)

function disturbanceOf(disturbance: Disturbance, server: GcsServer): Disturb {
  if (typeof disturbance === 'function') return disturbance
  if (disturbance === 'is silent from now on') return silentFromNowOn(server)
  return takes(disturbance === 'takes all, and breaks' ? Infinity : megabyte, server)
}

/** Answers nothing but requests that clean up. */
function silentFromNowOn({ disturbances }: GcsServer): Disturb {
  const disturb: Disturb = (context) => {
    disturbances.push(disturb)
    return context.req.method === 'DELETE' ? undefined : silence()
  }
  return disturb
}

/** The storage stores a share of the request, and its response is lost. */
function takes(share: number, server: GcsServer) {
  return async ({ req }: Context): Promise<Response> => {
    const headers = new Headers(req.raw.headers)
    const [, from = ''] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? []
    if (share < Infinity) headers.set('content-range', `bytes ${from}-${Number(from) + share - 1}/*`)
    for (const length of ['content-length', 'transfer-encoding']) headers.delete(length)
    server.disturbances.unshift(pass)
    await (await fetch(req.url, { method: 'PUT', headers, body: (await req.arrayBuffer()).slice(0, share) })).arrayBuffer()
    return busy()
  }
}

describe('an upload goes on', { concurrency: true }, () => {
  for (const [when, disturbances] of [
    ['the storage is busy when the session is opened', [pass, busy, busy]],
    ['the storage is busy for the first chunk', [pass, pass, busy]],
    ['the storage is busy for the last chunk', [pass, pass, pass, pass, busy]],
    ['the storage is busy for a chunk, and when it is asked how much there is', [pass, pass, pass, busy, busy, busy]],
    ['the storage is busy for every chunk once', [pass, pass, busy, pass, busy, pass, busy, pass]],
    ['the storage stores a chunk, and the response is lost', [pass, pass, pass, 'takes all, and breaks']],
    ['the storage stores a part of a chunk, and the response is lost', [pass, pass, pass, 'takes a part, and breaks']],
    ['the storage stores the last chunk, and the response is lost', [pass, pass, pass, pass, 'takes all, and breaks']],
  ] as const) {
    test(`when ${when}`, async () => {
      await withStorage(disturbances, async ({ write, objects, sessions, disturbances: left }) => {
        await write(bytes(17))
        assert.deepEqual(objects.get(name)?.bytes, await collect(bytes(17)))
        assert.deepEqual([left.length, sessions.size], [0, 0])
      })
    })
  }
})

describe('a download goes on', { concurrency: true }, () => {
  test('when the storage is busy, and when the connection breaks', async () => {
    const object = { bytes: await collect(bytes(3)), generation: 7 }
    await withStorage([pass, busy, busy, partOf(object, 100_000), busy, busy], async ({ read, objects, requests }) => {
      objects.set(name, object)
      assert.deepEqual(await read(), object.bytes)
      // Token, two refusals, the part, two refusals, the rest.
      assert.equal(requests.length, 7)
    })
  })

  test('with nothing else than the rest', async () => {
    const object = { bytes: await collect(bytes(1)), generation: 7 }
    const whole = (): Response => new Response('all of it', { headers: headersOf(object) })
    for (const [disturbances, code] of [
      [[partOf({ ...object, generation: 6 }, 10)], 'object_missing'],
      [[partOf(object, 10), whole, whole, whole], 'storage_unavailable'],
    ] as const) {
      await withStorage([pass, ...disturbances], async ({ read, objects, disturbances: left }) => {
        objects.set(name, object)
        assert.equal(await codeOf(read()), code)
        assert.equal(left.length, 0)
      })
    }
  })
})

describe('SS-15 a storage that stays busy is unavailable', { concurrency: true }, () => {
  const disturbances = [pass, ...Array.from({ length: 20 }, () => busy)]
  for (const [what, work] of [
    ['a download', async ({ read }: Storage) => await read()],
    ['an upload', async ({ write }: Storage) => await write(texts('x'))],
  ] as const) {
    test(`for ${what}, after some tries and without its words`, async () => {
      await withStorage(disturbances, async (storage) => {
        await assert.rejects(work(storage), (error: Error) => {
          assert.equal('code' in error && error.code, 'storage_unavailable')
          assert.doesNotMatch(inspect(error, { depth: Infinity, showHidden: true }), new RegExp(inside))
          return true
        })
        assert.equal(storage.requests.length, 6)
      })
    })
  }
})

test('a download of other bytes than the stored ones fails', async () => {
  const object = { bytes: new TextEncoder().encode('{"orgs":[]}'), generation: 7 }
  const other = (headers: Readonly<Record<string, string>>) => (): Response =>
    new Response('{"args":[]}', { headers: { ...headersOf(object), ...headers } })
  // Of what is stored compressed and comes inflated, the sum says nothing.
  await withStorage(
    [pass, other({ 'content-length': '11' }), pass, other({ 'x-goog-stored-content-encoding': 'gzip' })],
    async ({ read }) => {
      assert.equal(await codeOf(read()), 'storage_unavailable')
      assert.equal(new TextDecoder().decode(await read()), '{"args":[]}')
    },
  )
})

test('an upload of which the storage keeps other bytes fails, and they are removed', async () => {
  await withStorage([], async ({ write, objects, disturbances, requests }) => {
    disturbances.push(pass, pass, async ({ req }) => {
      disturbances.unshift(pass)
      await req.arrayBuffer()
      await fetch(req.url, { method: 'PUT', headers: req.raw.headers, body: '{"args":[]}' })
      return await fetch(req.url, { method: 'PUT', headers: { authorization: req.header('authorization') ?? '' } })
    })
    assert.equal(await codeOf(write(texts('{"orgs":[]}'))), 'storage_unavailable')
    assert.ok(requests.includes(`DELETE /storage/v1/b/${gcsBucket}/o/${name}`))
    assert.equal(objects.size, 0)
  })
})

test('an upload takes from its source only what it can send', async () => {
  let taken = 0
  async function* source(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes(60)) {
      taken += chunk.byteLength
      yield chunk
    }
  }
  await withStorage([pass, pass, silence], async ({ write, requests }) => {
    const controller = new AbortController()
    const outcome = assert.rejects(write(source(), controller.signal), /enough/)
    while (requests.length < 3) await pause(10)
    await pause(300)
    assert.ok(taken < 12 * megabyte, String(taken))
    controller.abort(new Error('enough'))
    await outcome
  })
})

test('a download takes from the storage only what is read', async () => {
  let given = 0
  const endless = (): Response =>
    new Response(
      new ReadableStream({
        pull(controller) {
          given += megabyte
          controller.enqueue(new Uint8Array(megabyte))
        },
      }),
    )
  await withStorage([pass, endless], async ({ chunks }) => {
    for await (const chunk of chunks()) {
      assert.ok(chunk.byteLength > 0)
      await pause(500)
      break
    }
    // What the sockets between them hold.
    assert.ok(given < 24 * megabyte, String(given))
  })
})

describe('an operation ends with its time, and waits for nothing', { concurrency: true }, () => {
  const silentPart = partOf({ bytes: new Uint8Array(megabyte), generation: 7 }, 1000, 'is silent')
  for (const [when, disturbances, work] of [
    ['an upload waits for a token', [silence], upload],
    ['an upload waits for a session', [pass, silence], upload],
    ['an upload waits for a chunk to be taken', [pass, pass, silence], upload],
    ['an upload waits for the last chunk to be taken', [pass, pass, pass, silence], upload],
    ['an upload waits before it asks how much there is', [pass, pass, busy], upload],
    ['an upload waits between two tries', [pass, busy, busy, busy], upload],
    ['a download waits for a token', [silence], download],
    ['a download waits for an answer', [pass, silence], download],
    ['a download waits in the middle', [pass, silentPart], download],
    ['a download waits between two tries', [pass, busy, busy, busy], download],
  ] as const) {
    test(`when ${when}`, async () => {
      await withStorage([...disturbances, 'is silent from now on'], async (storage) => {
        const controller = new AbortController()
        const outcome = assert.rejects(work(storage, controller.signal), /the time is over/)
        while (storage.requests.length < disturbances.length) await pause(10)
        await pause(200)
        controller.abort(new Error('the time is over'))
        // The transport itself would wait for a minute.
        await Promise.race([outcome, pause(50_000, undefined, { ref: false }).then(() => assert.fail('it is still under way'))])
        assert.deepEqual([storage.objects.size, storage.sessions.size], [0, 0])
        const { length } = storage.requests
        // Longer than any pause before another try.
        await pause(1500)
        assert.equal(storage.requests.length, length)
      })
    })
  }

  async function upload({ write }: Storage, signal: AbortSignal): Promise<void> {
    await write(bytes(9), signal)
  }

  async function download({ read }: Storage, signal: AbortSignal): Promise<void> {
    await read(signal)
  }
})
