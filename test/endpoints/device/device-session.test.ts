// A device is approved only where its session is stored.
import type { Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { begin, openRequest, poll, startDeviceProvider } from '../../support/device.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError } from '../../support/signed-in.ts'

let provider: TestProvider
afterEach(async () => await provider.close())

test('a device whose session cannot be stored is not approved', async () => {
  const inner = libsql({ url: ':memory:' })
  let fails = false
  const storage: Storage = {
    ...inner,
    async open(names, own) {
      const opened = await inner.open(names, own)
      const { sessions } = opened.stores
      if (sessions === undefined) return opened
      const insert: typeof sessions.insert = async (...session) => {
        if (fails) throw new Error('The process ends here.')
        await sessions.insert(...session)
      }
      return { ...opened, stores: { ...opened.stores, sessions: { ...sessions, insert } } }
    },
  }
  provider = await startDeviceProvider({ storage })
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  fails = true
  await userAgent.submit(page, { decision: 'allow' })
  fails = false
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
})

test('DV-06 of two tabs that allow, one device session remains', async () => {
  provider = await startDeviceProvider()
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  await Promise.all([1, 2].map(async () => await userAgent.submit(page, { decision: 'allow' })))
  const sessions = await provider.storage.stores.sessions?.listOfUser(alice.id, provider.clock.now(), { limit: 10 })
  assert.equal(sessions?.length, 2, 'of the browser and of the device')
})
