// Repeats a task while the provider is open.
import type { AnyRepeatedTask, Context, StoreName } from '@symbolon/core-protocol'
import type { BackgroundWork } from './background.ts'

/** @returns the runs of the task, whose errors are logged */
export function repeatTask({ name, interval, repeat }: AnyRepeatedTask, context: Context<StoreName>): BackgroundWork {
  return {
    pause: () => interval,
    async run(stopping) {
      try {
        await repeat(context, stopping)
      } catch (error) {
        context.log.warn('task_failed', { task: name, reason: String(error) })
      }
    },
  }
}
