// Cuts chunks of any size into slices of a few milliseconds of work, and lets other work of the process run in between.

const slice = 16 * 1024

/** Milliseconds between two turns of the event loop: a source in memory would otherwise never give one. */
const turn = 5

/** @returns the chunks in slices of 16 KiB, with a turn of the event loop every five milliseconds */
export async function* slices(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let since = performance.now()
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += slice) {
      yield chunk.subarray(start, start + slice)
      if (performance.now() - since < turn) continue
      await new Promise<void>((resolve) => void setTimeout(resolve))
      since = performance.now()
    }
  }
}
