// Admits work to the native threads: first come, first served, never more at once than the limits of threads and memory allow, never
// more waiting than the limit, never longer than the limit. Refusal is an error at once, so that a storm of logins (or an attack)
// costs a 503 and not the service.
import type { SecretHashingBusy } from '@symbolon/core-protocol'

/** What one job takes while it runs. The time is an estimate that only serves `Retry-After`. */
export interface Cost {
  readonly memoryKiB: number
  readonly milliseconds: number
}

export interface BoundedQueueLimits {
  readonly concurrency: number
  readonly waiting: number
  readonly waitMilliseconds: number
  readonly memoryKiB: number
}

export interface BoundedQueue {
  /** Runs the job when its turn comes; rejects with {@link SecretHashingBusy}, and then the job never runs. */
  run<Result>(cost: Cost, job: () => Promise<Result>): Promise<Result>
}

interface WaitingJob {
  readonly cost: Cost
  readonly begin: () => void
}

const longestRetryAfterSeconds = 30

/** A job that costs more memory than the whole budget would never begin: the caller refuses it before. */
export function boundedQueue(limits: BoundedQueueLimits): BoundedQueue {
  const waiting = new Set<WaitingJob>()
  const running = new Set<Cost>()

  function admits(cost: Cost): boolean {
    return running.size < limits.concurrency && sum(running, 'memoryKiB') + cost.memoryKiB <= limits.memoryKiB
  }

  function busy(): SecretHashingBusy {
    const milliseconds = sum(running, 'milliseconds') + sum([...waiting].map(({ cost }) => cost), 'milliseconds')
    const seconds = Math.ceil(milliseconds / limits.concurrency / 1000)
    return Object.assign(new Error('too many secrets are being verified'), {
      name: 'SecretHashingBusy',
      code: 'secret_hashing_busy' as const,
      retryAfterSeconds: Math.min(Math.max(seconds, 1), longestRetryAfterSeconds),
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

  /** Only the head may begin: a small job that overtook a large one could keep it waiting for ever. */
  function advance(): void {
    for (const head of waiting) {
      if (!admits(head.cost)) return
      waiting.delete(head)
      head.begin()
    }
  }

  return {
    async run(cost, job) {
      if (waiting.size === 0 && admits(cost)) return begin(cost, job)
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
