// What no endpoint answered for: an honest status, nothing about the inside, one line in the log.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoint, get, issuer, options, recordingLog, text } from './parts.ts'
import type { Line } from './parts.ts'
import { createProvider } from '../src/index.ts'

const inside = 'SELECT secret FROM clients at /srv/symbolon/db.ts:7'

async function answerTo(thrown: unknown): Promise<{ readonly response: Response; readonly text: string; readonly lines: readonly Line[] }> {
  const { log, lines } = recordingLog()
  const handle = async (): Promise<Answer> => await Promise.reject(thrown)
  const provider = await createProvider(options({ log, endpoints: [endpoint({ handle })] }))
  const response = await provider.fetch(new Request(`${issuer}/here`), { remoteAddress: '192.0.2.1' })
  const text = await response.text()
  await provider.close()
  return { response, text, lines }
}

function assertJsonError(response: Response, text: string): void {
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  const body = JSON.parse(text) as Record<string, unknown>
  assert.deepEqual(Object.keys(body), ['error', 'error_description'])
  assert.equal(body['error'], 'server_error')
  assert.doesNotMatch(text, /SELECT|srv|\.ts|Error:|\n/)
}

describe('an endpoint that throws', () => {
  test('StorageUnavailable: 503 with Retry-After, and the cause stays inside', async () => {
    const { response, text, lines } = await answerTo(new StorageUnavailable('The database did not answer', { cause: new Error(inside) }))
    assert.equal(response.status, 503)
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/)
    assertJsonError(response, text)
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error').map(({ event }) => event),
      ['storage_unavailable'],
    )
    assert.doesNotMatch(JSON.stringify(lines), /SELECT/)
  })

  test('SecretHashingBusy: 503 with the wait that it names', async () => {
    const busy = Object.assign(new Error(inside), { code: 'secret_hashing_busy', retryAfterSeconds: 7 })
    const { response, text, lines } = await answerTo(busy)
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '7')
    assertJsonError(response, text)
    assert.deepEqual(
      lines.filter(({ level }) => level !== 'info').map(({ event }) => event),
      ['secret_hashing_busy'],
    )
  })

  for (const [name, thrown] of Object.entries<unknown>({
    'an error': new Error(inside),
    'a type error': new TypeError(inside),
    'a string': inside,
    nothing: undefined,
    'an object': { inside },
    'a response': new Response(inside),
  })) {
    test(`${name}: 500 without internals, and one error line`, async () => {
      const { response, text, lines } = await answerTo(thrown)
      assert.equal(response.status, 500)
      assert.equal(response.headers.get('retry-after'), null)
      assertJsonError(response, text)
      assert.deepEqual(
        lines.filter(({ level }) => level === 'error').map(({ event }) => event),
        ['unexpected_error'],
      )
      assert.deepEqual(
        lines.filter(({ event }) => event === 'request').map(({ fields }) => fields['status']),
        [500],
      )
    })
  }

  test('an endpoint that throws at once, before it is a promise, is caught too', async () => {
    const { log } = recordingLog()
    const handle = (): Promise<Answer> => {
      throw new Error(inside)
    }
    const provider = await createProvider(options({ log, endpoints: [endpoint({ handle })] }))
    const response = await get(provider, '/here')
    assert.equal(response.status, 500)
    assertJsonError(response, await response.text())
    await provider.close()
  })

  test('the next request is answered', async () => {
    let broken = true
    const handle = async (): Promise<Answer> => {
      if (broken) throw new Error(inside)
      return text('fine')
    }
    const provider = await createProvider(options({ endpoints: [endpoint({ handle })] }))
    assert.equal((await get(provider, '/here')).status, 500)
    broken = false
    assert.equal((await get(provider, '/here')).status, 200)
    await provider.close()
  })
})
