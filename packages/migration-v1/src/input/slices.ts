// Cuts chunks of any size into slices of a few milliseconds of work, and lets other work of the process run in between.

const SLICE = 32 * 1024

/** So many bytes between two turns of the event loop: a source in memory would otherwise never give one. */
const TURN = 4 * SLICE

export async function* slices(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let sinceTurn = 0
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SLICE) {
      const slice = chunk.subarray(start, start + SLICE)
      yield slice
      sinceTurn += slice.length
      if (sinceTurn < TURN) continue
      sinceTurn = 0
      await new Promise<void>((resolve) => void setTimeout(resolve))
    }
  }
}
