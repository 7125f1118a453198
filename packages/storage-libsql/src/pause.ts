// The pauses between two tries at a database that another program holds: short at first, at most 150 ms, of uneven length so that
// two who wait do not stay in step.
import { setTimeout as sleep } from 'node:timers/promises'

const shortest = 5
const longest = 100

export async function pause(round: number): Promise<void> {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  await sleep(Math.min(longest, shortest * 2 ** Math.min(round, 10)) * (0.5 + byte / 256))
}
