// Reads of one organization come one after the other, and those of others meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SerialReads } from '../src/serial-reads.ts'

test('DS-46 work of one key runs one after the other, in order, also after a failure, and leaves nothing behind', async () => {
  const reads = new SerialReads()
  const order: string[] = []
  let running = 0
  const work = async (name: string): Promise<string> =>
    await reads.run('large', async () => {
      running += 1
      assert.equal(running, 1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      order.push(name)
      running -= 1
      if (name === 'fails') throw new Error(name)
      return name
    })
  const all = await Promise.allSettled(['a', 'fails', 'b', 'c'].map(work))
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(order, ['a', 'fails', 'b', 'c'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(reads.size, 0)
})

test('DS-46 work of another key does not wait', async () => {
  const reads = new SerialReads()
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = reads.run('large', async () => await promise)
  assert.equal(await reads.run('small', async () => 'done'), 'done')
  resolve()
  await held
})
