// Long loops on the main thread that let other requests run in between, for formats without native code in all runtimes.
import { setImmediate } from 'node:timers/promises'

/** A round over the longest secret takes about 10 microseconds, at most 30. */
const roundsPerSlice = 400

/** Calls `work` for each round in order, and yields to the event loop between slices. */
export async function runInSlices(rounds: number, work: (round: number) => void): Promise<void> {
  for (let begin = 0; begin < rounds; begin += roundsPerSlice) {
    if (begin > 0) await setImmediate()
    const end = Math.min(begin + roundsPerSlice, rounds)
    for (let round = begin; round < end; round++) work(round)
  }
}
