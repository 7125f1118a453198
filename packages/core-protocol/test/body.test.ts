// Bodies: in one piece where their length is known, piece by piece where it is not, and never more of them than the limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BodyCollector, BodyTooLarge } from '../src/http/body.ts'
import { fromRequest } from '../src/http/request.ts'
import { OAuthError } from '../src/errors/oauth-error.ts'

const limit = 10

/** A body that records whether it was read. */
function bodyOf(...chunks: readonly string[]): { readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>; readonly taken: () => number } {
  let taken = 0
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const chunk = chunks[taken]
        taken += 1
        if (chunk === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, taken: () => taken }
}

function request(body: ReadableStream<Uint8Array<ArrayBuffer>>, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request('https://id.example/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

const read = async (of: Request): Promise<string> => new TextDecoder().decode(await fromRequest(of).body.bytes(limit))

test('a body up to the limit is read, whether or not its length is declared', async () => {
  for (const headers of [{}, { 'content-length': '10' }]) {
    assert.equal(await read(request(bodyOf('01234', '56789').stream, headers)), '0123456789')
  }
  assert.equal(await read(new Request('https://id.example/', { method: 'POST' })), '')
})

test('a body that is declared too long is refused before anything of it is read', async () => {
  const { stream, taken } = bodyOf('x'.repeat(11))
  await assert.rejects(read(request(stream, { 'content-length': '11' })), BodyTooLarge)
  assert.equal(taken(), 0)
})

test('a body that is longer than the limit is refused, whatever was declared', async () => {
  for (const headers of [{}, { 'content-length': '5' }, { 'content-length': 'five' }, { 'content-length': '5, 5' }]) {
    await assert.rejects(read(request(bodyOf('01234', '56789', 'x').stream, headers)), BodyTooLarge)
  }
})

test('with a transfer coding the declared length says nothing, and the body is read piece by piece up to the limit', async () => {
  const { stream, taken } = bodyOf(...Array.from({ length: 100 }, () => '01234'))
  await assert.rejects(read(request(stream, { 'content-length': '5', 'transfer-encoding': 'chunked' })), BodyTooLarge)
  assert.ok(taken() <= 4, String(taken()))
})

test('a piece whose memory the caller may free is a copy in the body', () => {
  for (const declared of [undefined, 2 * 1024 * 1024]) {
    const collector = new BodyCollector(2 * 1024 * 1024, declared)
    const pieces = [1, 2, 3].map((value) => new Uint8Array(1000).fill(value))
    for (const piece of pieces) if (collector.add(piece)) piece.buffer.transfer(0)
    const body = collector.bytes()
    assert.deepEqual([body.length, body[0], body[1000], body[2999]], [3000, 1, 2, 3])
    assert.deepEqual(
      pieces.map(({ length }) => length),
      [declared === undefined ? 1000 : 0, 0, 0],
    )
  }
})

test('a body that breaks off is an error of its sender', async () => {
  for (const headers of [{}, { 'content-length': '5' }]) {
    const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({ pull: (controller) => controller.error(new Error('reset')) })
    await assert.rejects(read(request(broken, headers)), (error) => error instanceof OAuthError && error.error === 'invalid_request')
  }
})
