// What is remembered of clients and their addresses is bounded, however many there are.
import { define } from '@symbolon/core-protocol'
import { rateLimiting } from '@symbolon/rate-limiting'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { masterKey } from '../../support/provider.ts'

const issuer = 'https://id.example'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** Of each limit. */
const maxKeys = 200
let provider: Provider

before(async () => {
  // Stands for the real one, and refuses at once: what is looked at are the limits.
  const refusing = define({
    kind: 'endpoint',
    takes: 'client_authentication',
    name: 'introspection',
    stores: [],
    path: '/oauth/v2/introspect',
    methods: ['POST'],
    member: 'introspection_endpoint',
    cors: 'none',
    async handle() {
      return { status: 401, fields: {}, body: null }
    },
  })
  // The clock stands still: no bucket is forgotten because it is full again.
  const { now } = createClock()
  const storage = libsql({ url: ':memory:' })
  provider = await createProvider({
    issuer,
    masterKey,
    storage,
    log: silent,
    endpoints: [refusing],
    limits: [rateLimiting({ maxKeys })],
    now,
    monotonic: now,
  })
})
after(async () => await provider.close())

/** Each client comes from a different address. */
async function ask(count: number): Promise<number> {
  const authorization = basicHeader(`${count}`.padEnd(200, 'x'), 'a guessed secret')
  const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
  const request = new Request(`${issuer}/oauth/v2/introspect`, { method: 'POST', headers: { authorization } })
  return (await provider.fetch(request, { remoteAddress: address })).status
}

async function askUntilLimited(count: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) if ((await ask(count)) === 429) return
  assert.fail(`client ${count} is never limited`)
}

test('DS-04 a client that is limited is forgotten when as many others failed as are remembered, and not before', async () => {
  await askUntilLimited(0)
  for (let count = 1; count < maxKeys; count++) assert.equal(await ask(count), 401, 'each of them is counted for itself')
  assert.equal(await ask(0), 429)
  for (let count = maxKeys; count < 3 * maxKeys; count++) assert.equal(await ask(count), 401)
  assert.equal(await ask(0), 401)
})
