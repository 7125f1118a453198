// Loops of thousands of rounds on the main thread, with a break after every few hundred in which other requests get their turn: the
// formats that need them have no native code that all runtimes share.
import { setImmediate } from 'node:timers/promises'

/** A round over the longest secret takes some 10 microseconds, 30 at most. */
const roundsPerSlice = 400

/** Calls `work` for each round in order. */
export async function inSlices(rounds: number, work: (round: number) => void): Promise<void> {
  for (let begin = 0; begin < rounds; begin += roundsPerSlice) {
    if (begin > 0) await setImmediate()
    const end = Math.min(begin + roundsPerSlice, rounds)
    for (let round = begin; round < end; round++) work(round)
  }
}
