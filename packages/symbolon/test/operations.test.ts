// The operations listener: health checks, and nothing else.
import { fromRequest } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import type { Readiness } from '@symbolon/server'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../src/operations.ts'
import type { Operations } from '../src/operations.ts'

const ready: Readiness = { reason: undefined, clockOffset: undefined }
const peer = { remoteAddress: '127.0.0.1' }

async function ask(listener: Operations, path: string, method = 'GET'): Promise<Answer> {
  return await listener.answer(fromRequest(new Request(`http://localhost:9090${path}`, { method })), peer)
}

test('the process is live before the service is ready, and while the database is away', async () => {
  const states: (Readiness | undefined)[] = [undefined, { reason: 'storage_unavailable', clockOffset: undefined }, ready]
  const answers = []
  for (const state of states) {
    const listener = operations({ readiness: async () => state })
    answers.push(await Promise.all(['/livez', '/healthz', '/readyz'].map(async (path) => (await ask(listener, path)).status)))
  }
  assert.deepEqual(answers, [
    [200, 200, 503],
    [200, 200, 503],
    [200, 200, 200],
  ])
})

test('a service that is about to end is live, and not ready', async () => {
  const listener = operations({ readiness: async () => ready })
  assert.equal((await ask(listener, '/readyz')).status, 200)
  listener.endSoon()
  assert.equal((await ask(listener, '/readyz')).status, 503)
  assert.equal((await ask(listener, '/livez')).status, 200)
})

test('a service that begins to end while it is asked is not ready', async () => {
  const asked = Promise.withResolvers<Readiness>()
  const listener = operations({ readiness: async () => await asked.promise })
  const answer = ask(listener, '/readyz')
  listener.endSoon()
  asked.resolve(ready)
  assert.equal((await answer).status, 503)
})

test('an answer says yes or no, and neither why nor which version runs', async () => {
  const listener = operations({ readiness: async () => ({ reason: 'storage_unavailable', clockOffset: 7 }) })
  assert.deepEqual(await Promise.all(['/livez', '/readyz', '/metric'].map(async (path) => (await ask(listener, path)).body)), [
    'live\n',
    'not ready\n',
    'not found\n',
  ])
})

test('other paths and methods are refused, and answers are never stored', async () => {
  const listener = operations({ readiness: async () => ready })
  assert.equal((await ask(listener, '/')).status, 404)
  assert.equal((await ask(listener, '/oauth/v2/token', 'POST')).status, 404)
  const posted = await ask(listener, '/readyz', 'POST')
  assert.equal(posted.status, 405)
  assert.equal(posted.fields['allow'], 'GET, HEAD')
  assert.equal((await ask(listener, '/readyz', 'HEAD')).status, 200)
  assert.equal(posted.fields['cache-control'], 'no-store')
})
