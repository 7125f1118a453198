// What a host asks of a provider in addition to responses: its paths, upkeep on request, events.
import { define, onEvent } from '@symbolon/core-protocol'
import type { AnyAudit, AnyRepeatedTask, AuditEvent, HostEvent } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createProvider } from '../src/index.ts'
import { endpoint, issuer, options, recordingLog, text, withProvider } from './parts.ts'

describe('paths', () => {
  const page = endpoint({ path: '/ui/things/:name' })

  test('the paths of a provider are its own, in either spelling, and no others are', async () => {
    await withProvider({ endpoints: [page] }, async ({ owns, paths }) => {
      for (const url of ['/ui/things/a', `${issuer}/ui/things/a?b=c`, '/ui/thing%73/a', `${issuer}/.well-known/openid-configuration`])
        assert.equal(owns({ url }), true, url)
      for (const url of ['/', '/ui/things', '/ui/things/a/b', 'http://[', `${issuer}/ui`]) assert.equal(owns({ url }), false, url)
      assert.deepEqual(paths, [
        '/.well-known/openid-configuration',
        '/oauth/v2/keys',
        '/.well-known/oauth-authorization-server',
        '/ui/things/:name',
      ])
    })
  })

  test('tryFetch answers on own paths, with a 404 of an endpoint too, and leaves the others to the host', async () => {
    const missing = endpoint({ path: '/missing', handle: async () => text('no such thing', 404) })
    await withProvider({ endpoints: [page, missing] }, async ({ tryFetch }) => {
      assert.equal((await tryFetch(new Request(`${issuer}/ui/things/a`)))?.status, 200)
      assert.equal((await tryFetch(new Request(`${issuer}/missing`)))?.status, 404)
      assert.equal(await tryFetch(new Request(`${issuer}/elsewhere`)), undefined)
    })
  })
})

describe('tick', () => {
  const counting = (count: () => void): AnyRepeatedTask =>
    define({ kind: 'repeated_task', name: 'work', stores: [], interval: 1, repeat: async () => count() })

  test('without timers, work is done when the host says so, and at no other time', async () => {
    let runs = 0
    const work = counting(() => (runs += 1))
    const provider = await createProvider(options({ tasks: [work], timers: false }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(runs, 0)
    await provider.tick()
    assert.equal(runs, 1)
    await Promise.all([provider.tick(), provider.tick()])
    assert.equal(runs, 3)
    await provider.close()
    await provider.tick()
    assert.equal(runs, 3, 'it worked after it was closed')
  })

  test('tick removes expired rows and rotates keys that are due', async () => {
    let time = Date.now()
    const { log, lines } = recordingLog()
    const provider = await createProvider(
      options({ timers: false, now: () => time, monotonic: () => time, log, keys: { rotationInterval: 1000 } }),
    )
    await provider.tick()
    assert.ok(!lines.some(({ event }) => event === 'signing_key_rotated'))
    time += 1_000_000
    await provider.tick()
    assert.ok(lines.some(({ event }) => event === 'signing_key_rotated'))
    await provider.close()
  })
})

describe('audit', () => {
  const event: AuditEvent = { type: 'session_ended', subject: { kind: 'session', id: 's' } }
  const raising = endpoint({
    handle: async (_request, { audit }) => {
      await audit(event)
      return text('done')
    },
  })
  const sink = (record: (events: readonly AuditEvent[]) => Promise<void>, essential?: boolean): AnyAudit =>
    define({ kind: 'audit', name: 'sink', stores: [], record, ...(essential === undefined ? {} : { essential }) })

  test('every sink is given the event, and a listener cannot change it for another', async () => {
    const heard: HostEvent[] = []
    const recorded: AuditEvent[] = []
    const listener = onEvent((given) => {
      heard.push(structuredClone(given))
      Object.assign(given.subject ?? {}, { id: 'changed' })
    })
    const trail = sink(async (events) => {
      await nextTurn()
      recorded.push(...events)
    })
    await withProvider({ endpoints: [raising], audit: [listener, trail], now: () => 42 }, async ({ fetch }) => {
      assert.equal((await fetch(new Request(`${issuer}/here`))).status, 200)
    })
    assert.deepEqual(heard, [{ ...event, at: 42 }])
    assert.deepEqual(recorded, [event])
  })

  test('a listener that fails or never ends changes no answer, and its failure is logged', async () => {
    const { log, lines } = recordingLog()
    let release = (): void => undefined
    const listeners = [
      onEvent(() => {
        throw new Error('no')
      }),
      onEvent(async () => await new Promise<void>((resolve) => (release = resolve))),
    ]
    await withProvider({ endpoints: [raising], audit: listeners, log }, async ({ fetch }) => {
      assert.equal((await fetch(new Request(`${issuer}/here`))).status, 200)
      while (!lines.some(({ event: name }) => name === 'audit_sink_failed')) await nextTurn()
      release()
    })
  })

  test('a sink is essential unless it says otherwise: what it cannot record does not happen', async () => {
    const failing = sink(async () => await Promise.reject(new Error('full')))
    await withProvider({ endpoints: [raising], audit: [failing] }, async ({ fetch }) => {
      assert.equal((await fetch(new Request(`${issuer}/here`))).status, 500)
    })
  })

  test('what is under way is recorded before the provider closes', async () => {
    let done = false
    const slow = sink(async () => {
      await nextTurn()
      await nextTurn()
      done = true
    }, false)
    await withProvider({ endpoints: [raising], audit: slow }, async ({ fetch }) => {
      await fetch(new Request(`${issuer}/here`))
    })
    assert.equal(done, true)
  })
})
