// The time limit for a call to the server. It ends a wait, but not one whose answer has arrived.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { within } from '../src/within.ts'

const server = createServer()
let [client, peer]: readonly [Socket?, Socket?] = []
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  ;[[peer]] = await Promise.all([accepted, once(client, 'connect')])
})
after(() => {
  client?.destroy()
  peer?.destroy()
  server.close()
})

test('RL-08 an answer that arrived while the event loop was blocked is taken, though its limit has passed', async () => {
  const limit = 20
  for (let round = 0; round < 5; round += 1) {
    // Timers come first in the turn after this one, then sockets.
    await nextTurn()
    const answer = await within(limit, async () => {
      const answered = once(client ?? assert.fail(), 'data')
      // The kernel has the bytes when this call returns.
      peer?.write(`answer ${round}`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * limit)
      return String((await answered)[0])
    })
    assert.equal(answer, `answer ${round}`)
  }
})

test('work that does not end is StorageUnavailable, and knows that its limit is reached', async () => {
  let reached: (() => boolean) | undefined
  await assert.rejects(
    within(20, async (limit) => {
      reached = () => limit.reached
      assert.equal(limit.reached, false)
      return await limit.overdue
    }),
    StorageUnavailable,
  )
  assert.equal(reached?.(), true)
  await assert.rejects(
    within(20, async () => await new Promise(() => undefined)),
    StorageUnavailable,
  )
})

test('work that ends or fails in time does so, and the limit is never reached', async () => {
  let reached: (() => boolean) | undefined
  assert.equal(
    await within(60_000, async (limit) => {
      reached = () => limit.reached
      return 'done'
    }),
    'done',
  )
  await assert.rejects(
    within(60_000, async () => {
      throw new RangeError('mine')
    }),
    RangeError,
  )
  assert.equal(reached?.(), false)
})
