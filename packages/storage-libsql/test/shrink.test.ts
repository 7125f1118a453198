// The file shrinks after removals, also one that an earlier release made, and while others write.
import type { AuthorizationRequest } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const request: AuthorizationRequest = {
  clientId: 'c',
  redirectUri: 'https://rp.test/cb',
  responseType: 'code',
  responseMode: 'query',
  scope: ['openid'],
  prompt: [],
  uiLocales: [],
  state: 'x'.repeat(15_000),
}
const room = { source: 'home', limit: 1e9 }

for (const [title, made] of [
  ['a new file', async () => undefined],
  [
    'a file from before',
    async (path: string) => {
      await (await libsql({ url: `file:${path}` }).open(['authorizationRequests'])).close()
      await throughAnotherConnection(path, async (client) => await client.executeMultiple('pragma auto_vacuum = none; vacuum'))
    },
  ],
] as const) {
  test(`${title} shrinks to its rows, while others write`, async () => {
    const path = temporaryPath()
    await made(path)
    const {
      stores: { authorizationRequests: store },
      shrink,
      close,
    } = await libsql({ url: `file:${path}` }).open(['authorizationRequests'])
    assert.ok(store !== undefined && shrink !== undefined)
    for (let index = 0; index < 1000; index += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, each) => store.insert({ id: `r${index + each}`, request, createdAt: 1, expiresAt: 2 }, room)),
      )
    }
    while ((await store.deleteExpired(2, 500)) > 0);
    assert.ok(statSync(path).size > 10_000_000)
    const shrinking = shrink()
    for (let index = 0; index < 20; index++) await store.insert({ id: `q${index}`, request, createdAt: 1, expiresAt: 9 }, room)
    await shrinking
    await shrink()
    assert.ok(statSync(path).size < 3_000_000, `${statSync(path).size} bytes while it is open`)
    for (let index = 0; index < 20; index++) assert.ok((await store.find(`q${index}`, 3)) !== undefined)
    await close()
    assert.ok(statSync(path).size < 3_000_000, `${statSync(path).size} bytes`)
    await throughAnotherConnection(path, async (client) => {
      const {
        rows: [row = {}],
      } = await client.execute('pragma integrity_check')
      assert.deepEqual(Object.values(row), ['ok'])
    })
  })
}
