// What no endpoint answered for: an honest status, nothing about the inside, one line in the log.
import { define, OAuthError, StorageUnavailable, TooManyRequests } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoint, get, issuer, login, options, recordingLog, responseTypeGrant, text } from './parts.ts'
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

  test('OAuthError: the response of its code, as JSON or as a page, and no error line', async () => {
    const thrown = new OAuthError('invalid_request', 'The badge is missing.', inside)
    const { response, text: body, lines } = await answerTo(thrown)
    assert.equal(response.status, 400)
    assert.deepEqual(JSON.parse(body), { error: 'invalid_request', error_description: 'The badge is missing.' })
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    )
    assert.equal((await answerTo(new TooManyRequests(7))).response.headers.get('retry-after'), '7')
    const refuse = endpoint({ handle: async () => await Promise.reject(thrown) })
    const provider = await createProvider(options({ endpoints: [refuse], grants: [responseTypeGrant()], login: login() }))
    const page = await provider.fetch(new Request(`${issuer}/here`, { headers: { accept: 'text/html' } }))
    assert.equal(await page.text(), 'shown: invalid_request')
    await provider.close()
  })

  test('OAuthError: the limits see the response, whether the endpoint returns it or throws it, at once or later', async () => {
    const thrown = new OAuthError('invalid_grant', 'The badge is wrong.')
    const statuses: number[] = []
    const limit = define({
      kind: 'limit',
      name: 'a limit',
      stores: [],
      guard: () => () => ({ admitted: true, answered: ({ status }) => void statuses.push(status) }),
    })
    const later = endpoint({ handle: async () => await Promise.reject(thrown) })
    const atOnce = endpoint({
      path: '/there',
      name: 'there',
      handle: () => {
        throw thrown
      },
    })
    const provider = await createProvider(options({ endpoints: [later, atOnce], limits: [limit] }))
    for (const path of ['/here', '/there']) assert.equal((await get(provider, path)).status, 400)
    assert.deepEqual(statuses, [400, 400])
    await provider.close()
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

  test('a page for an error that fails once is rendered again, and the log has both errors', async () => {
    const { log, lines } = recordingLog()
    let pages = 0
    const broken = login({
      async displayError() {
        pages += 1
        if (pages === 1) throw new Error('broken template')
        return text('the page')
      },
    })
    const handle = (): Promise<Answer> => Promise.reject(new Error(inside))
    // Without a grant that uses the browser there is no login.
    const parts = { log, login: broken, grants: [responseTypeGrant()], endpoints: [endpoint({ handle })] }
    const provider = await createProvider(options(parts))
    const response = await get(provider, '/here', { headers: { accept: 'text/html' } })
    assert.equal(await response.text(), 'the page')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const errors = lines.filter(({ event }) => event === 'unexpected_error').map(({ fields }) => String(fields['reason']))
    assert.deepEqual([errors.length, errors[0]?.includes(inside), errors[1]?.includes('broken template')], [2, true, true])
    await provider.close()
  })

  test('an answer whose log record fails is finished once', async () => {
    const { log, lines } = recordingLog()
    const full = {
      ...log,
      info(event: string, fields = {}) {
        log.info(event, fields)
        if (event === 'request') throw new Error('The log is full')
      },
    }
    for (const handle of [(): Answer => text('at once'), async (): Promise<Answer> => text('later')]) {
      const provider = await createProvider(options({ log: full, endpoints: [endpoint({ handle })] }))
      await assert.rejects(get(provider, '/here'), /The log is full/)
      assert.deepEqual(
        lines
          .splice(0)
          .filter(({ event }) => event === 'request' || event === 'unexpected_error')
          .map(({ event }) => event),
        ['request'],
      )
      await provider.close()
    }
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
