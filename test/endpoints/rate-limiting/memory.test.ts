// What is remembered of peers is bounded, however many there are.
import { defineEndpoint } from '@symbolon/core-protocol'
import { rateLimiting } from '@symbolon/rate-limiting'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Provider } from '@symbolon/server'
import { basicHeader } from '../../support/code-flow.ts'
import { masterKey } from '../../support/provider.ts'

const issuer = 'https://id.example'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
let provider: Provider
let answered = 0

before(async () => {
  // Stands for the real one, and refuses at once: what is looked at are the limits.
  const refusing = defineEndpoint({
    name: 'introspection', stores: [], path: '/oauth/v2/introspect', methods: ['POST'], member: 'introspection_endpoint', cors: 'none',
    async handle() {
      answered++
      return new Response(null, { status: 401 })
    },
  })
  const limits = [rateLimiting({ maxKeys: 2000 })]
  provider = await createProvider({ issuer, masterKey, storage: libsql({ url: ':memory:' }), log: silent, endpoints: [refusing], limits })
})
after(async () => await provider.close())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

async function ask(from: number, to: number): Promise<void> {
  for (let count = from; count < to; count++) {
    // Names of 200 characters, each from an address of its own.
    const authorization = basicHeader(`${count}`.padEnd(200, 'x'), 'a guessed secret')
    const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
    await provider.fetch(new Request(`${issuer}/oauth/v2/introspect`, { method: 'POST', headers: { authorization } }), { remoteAddress: address })
  }
}

test('DS-04 failures of 40,000 clients from as many addresses take no more memory than those of 10,000', async () => {
  await ask(0, 10_000)
  const first = usedBytes()
  await ask(10_000, 40_000)
  const growth = usedBytes() - first
  assert.equal(answered, 40_000, 'each of them is counted for itself')
  // 30,000 keys of 200 characters would be 6 MB and more.
  assert.ok(growth < 3_000_000, `${growth} bytes more`)
})
