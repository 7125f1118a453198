// Repeated tasks: they run while the provider is open, with their own stores, and stop when it closes.
import { define } from '@symbolon/core-protocol'
import type { AnyRepeatedTask, Context } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProvider } from '../src/index.ts'
import { options, recordingLog } from './parts.ts'

const repeated = (repeat: (context: Context<'sessions'>, stopping: AbortSignal) => Promise<void>): AnyRepeatedTask =>
  define({ kind: 'repeated_task', name: 'work', stores: ['sessions'], interval: 1, repeat })

test('a repeated task runs again and again, with the stores that it declared', async () => {
  const seen: string[][] = []
  let third = (): void => undefined
  const ran = new Promise<void>((resolve) => (third = resolve))
  const task = repeated(async ({ stores }) => {
    seen.push(Object.keys(stores))
    if (seen.length === 3) third()
  })
  const provider = await createProvider(options({ tasks: [task] }))
  await ran
  await provider.close()
  const runs = seen.length
  assert.deepEqual(seen[0], ['sessions'])
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(seen.length, runs, 'it ran after the provider was closed')
})

test('an error of a repeated task is logged, and the next run follows', async () => {
  const { log, lines } = recordingLog()
  let runs = 0
  let second = (): void => undefined
  const ran = new Promise<void>((resolve) => (second = resolve))
  const task = repeated(async () => {
    if (++runs === 2) second()
    throw new Error('no luck')
  })
  const provider = await createProvider(options({ tasks: [task], log }))
  await ran
  await provider.close()
  assert.ok(lines.some(({ event, fields }) => event === 'task_failed' && fields['task'] === 'work'))
})

test('close signals a run under way to stop, and waits for it', async () => {
  let began = (): void => undefined
  const running = new Promise<void>((resolve) => (began = resolve))
  let ended = false
  const task = repeated(async (_context, stopping) => {
    began()
    await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()))
    ended = true
  })
  const provider = await createProvider(options({ tasks: [task] }))
  await running
  await provider.close()
  assert.equal(ended, true)
})
