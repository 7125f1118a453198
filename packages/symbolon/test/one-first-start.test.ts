// Several processes that start on an empty database at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceStore } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { asFirstStart } from '../src/one-first-start.ts'
import type { StartOptions } from '../src/one-first-start.ts'

/** One tick of the event loop: no claim is renewed meanwhile. */
const options: StartOptions = { shared: true, pause: () => new Promise((resolve) => setImmediate(resolve)) }

async function withInstance(run: (instance: InstanceStore) => Promise<void>): Promise<void> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['instance'])
  assert.ok(stores.instance)
  await run(stores.instance).finally(close)
}

const start = async (instance: InstanceStore, run: (first: boolean) => Promise<void>, how = options): Promise<void> =>
  await asFirstStart({ now: () => 0, randomToken: () => crypto.randomUUID(), stores: { instance } }, how, run)

test('of several first starts one is the first, and the others go on when it has ended', async () => {
  await withInstance(async (instance) => {
    let ended = false
    const seen: boolean[] = []
    const run = async (first: boolean): Promise<void> => {
      assert.equal(first, !ended)
      await new Promise((resolve) => setImmediate(resolve))
      if (first) ended = true
      seen.push(first)
    }
    await Promise.all(Array.from({ length: 10 }, () => start(instance, run)))
    assert.deepEqual(seen, [true, ...Array.from({ length: 9 }, () => false)])
    await start(instance, run)
    assert.equal(seen.at(-1), false)
  })
})

test('a first start that fails leaves the next one to be the first, at once', async () => {
  await withInstance(async (instance) => {
    await assert.rejects(
      start(instance, async () => await Promise.reject(new Error('refused'))),
      /refused/,
    )
    const never = async (): Promise<never> => await Promise.reject(new Error('it waited'))
    await start(instance, async (first) => assert.equal(first, true), { shared: true, pause: never })
  })
})

test('a first start whose process is gone is taken over, and where no other process can be, at once', async () => {
  for (const shared of [true, false]) {
    await withInstance(async (instance) => {
      const gone = Promise.withResolvers<void>()
      const left = start(instance, async () => await gone.promise)
      let pauses = 0
      const pause = async (): Promise<void> => void (pauses += 1)
      await start(instance, async (first) => assert.equal(first, true), { shared, pause })
      assert.equal(pauses > 100, shared)
      gone.resolve()
      await left
    })
  }
})

test('a first start that another process renews for ever is not waited for without end', async () => {
  await withInstance(async (instance) => {
    await instance.setIfAbsent('first_start_claim', '0')
    let renewals = 0
    const pause = async (): Promise<void> => {
      await instance.replace('first_start_claim', String(renewals), String(renewals + 1))
      renewals += 1
    }
    const never = async (): Promise<never> => await Promise.reject(new Error('it began'))
    await assert.rejects(start(instance, never, { shared: true, pause }), {
      code: 'first_start_elsewhere',
      message: /^Another process has been at the first start of this database for ten minutes\. /,
    })
    assert.equal(renewals, 6000)
  })
})
