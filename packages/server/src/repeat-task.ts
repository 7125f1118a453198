// Repeats a task while the provider is open.
import type { AnyRepeatedTask, Context, StoreName } from '@symbolon/core-protocol'
import { keepNoProcess } from './background-timer.ts'

/** @returns stops the task, and waits for a run under way */
export function repeatTask({ name, interval, repeat }: AnyRepeatedTask, context: Context<StoreName>): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function runOnce(): Promise<void> {
    try {
      await repeat(context, stopping.signal)
    } catch (error) {
      context.log.warn('task_failed', { task: name, reason: String(error) })
    }
    schedule()
  }

  function schedule(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = runOnce()
    }, interval)
    keepNoProcess(timer)
  }

  schedule()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
