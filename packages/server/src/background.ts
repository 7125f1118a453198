// Work in the background: by timers, or when the host asks for it where a runtime has no timers between requests.
import type { AnyRepeatedTask, Context, StoreName } from '@symbolon/core-protocol'

/** Work that is repeated while the provider is open. */
export interface BackgroundWork {
  /**
   * Does what is due, and handles its own errors.
   * @param stopping aborts when the provider closes, which waits for the run
   */
  readonly run: (stopping: AbortSignal) => Promise<void>
  /** Milliseconds between the end of one run and the beginning of the next. */
  readonly pause: () => number
}

/** Background work of an open provider. */
export interface Background {
  /** Does everything that is due, one after the other, and never at the same time as a timer does. */
  tick(): Promise<void>
  /** Stops the timers, and waits for runs under way. */
  stop(): Promise<void>
}

/** @param timers whether the work repeats by itself */
export function startBackground(works: readonly BackgroundWork[], timers: boolean): Background {
  const repeated = works.map((work) => startWork(work, timers))
  return {
    async tick() {
      for (const { run } of repeated) await run()
    },
    async stop() {
      await Promise.all(repeated.map(({ stop }) => stop()))
    },
  }
}

function startWork(work: BackgroundWork, timers: boolean): { run(): Promise<void>; stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    await (running = running.then(async () => {
      if (!stopping.signal.aborted) await work.run(stopping.signal)
    }))
  }

  function schedule(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => void run().then(schedule), work.pause())
    keepNoProcess(timer)
  }

  if (timers) schedule()
  return {
    run,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

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

/** On Node and Deno: the timer alone does not keep the process alive. */
export function keepNoProcess(timer: ReturnType<typeof setTimeout>): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
