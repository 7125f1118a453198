// A queue for work on the native threads: first come, first served, within limits of concurrency, memory, length and waiting time. A job
// beyond the limits is refused at once, so that many sign-ins at the same time, or an attack, lead to 503 instead of an overload.
import type { SecretHashingBusy } from '@symbolon/core-protocol'
import type { Cost } from './schemes/scheme.ts'

/** The limits of a queue. */
export interface BoundedQueueLimits {
  /** Jobs that run at the same time. */
  readonly concurrency: number
  /** Jobs that wait. */
  readonly waiting: number
  readonly waitMilliseconds: number
  /** The memory of all jobs that run. */
  readonly memoryKiB: number
}

/** A queue. */
export interface BoundedQueue {
  /** Runs the job when its turn comes. Rejects with {@link SecretHashingBusy} if it does not come in time; the job then never runs. */
  run<Result>(cost: Cost, job: () => Promise<Result>): Promise<Result>
}

interface WaitingJob {
  readonly cost: Cost
  readonly begin: () => void
}

const maxRetryAfterSeconds = 30

/** Creates a queue. The caller must refuse a job that needs more memory than the limit: it would never run. */
export function boundedQueue(limits: BoundedQueueLimits): BoundedQueue {
  const waiting = new Set<WaitingJob>()
  const running = new Set<Cost>()

  function hasRoomFor(cost: Cost): boolean {
    return running.size < limits.concurrency && sum(running, 'memoryKiB') + cost.memoryKiB <= limits.memoryKiB
  }

  function busy(): SecretHashingBusy {
    const milliseconds =
      sum(running, 'milliseconds') +
      sum(
        [...waiting].map(({ cost }) => cost),
        'milliseconds',
      )
    const seconds = Math.ceil(milliseconds / limits.concurrency / 1000)
    return Object.assign(new Error('Too many secrets are being verified.'), {
      name: 'SecretHashingBusy',
      code: 'secret_hashing_busy' as const,
      retryAfterSeconds: Math.min(Math.max(seconds, 1), maxRetryAfterSeconds),
    })
  }

  async function begin<Result>(cost: Cost, job: () => Promise<Result>): Promise<Result> {
    const entry = { ...cost }
    running.add(entry)
    try {
      return await job()
    } finally {
      running.delete(entry)
      advance()
    }
  }

  /** Starts jobs in their order. A small job never overtakes a large one, which could otherwise wait forever. */
  function advance(): void {
    for (const head of waiting) {
      if (!hasRoomFor(head.cost)) return
      waiting.delete(head)
      head.begin()
    }
  }

  return {
    async run(cost, job) {
      if (waiting.size === 0 && hasRoomFor(cost)) return begin(cost, job)
      if (waiting.size >= limits.waiting) throw busy()
      return new Promise((resolve, reject) => {
        const entry: WaitingJob = {
          cost,
          begin: () => {
            clearTimeout(timer)
            resolve(begin(cost, job))
          },
        }
        const timer = setTimeout(() => {
          waiting.delete(entry)
          reject(busy())
          advance()
        }, limits.waitMilliseconds)
        waiting.add(entry)
      })
    },
  }
}

function sum(costs: Iterable<Cost>, member: keyof Cost): number {
  let total = 0
  for (const cost of costs) total += cost[member]
  return total
}
