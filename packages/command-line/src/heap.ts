// The heap of V8. It leaves garbage as long as the machine has memory: on a large machine a process takes several times what it uses.
// Services share their machine with others, and documents of a million users pass in pieces, so V8 is told to collect sooner.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of each half of the young generation, of which one is filled at a time. */
const largestHalf = 8 * 1024 * 1024

/**
 * Keeps the heap of this process small from now on; `giveMemoryBack` shrinks one that has grown. Does nothing on Bun and Deno, which have
 * other heaps.
 */
export function collectSooner(): void {
  if (hasOtherHeap()) return
  // The heap may double before it is collected, instead of growing fourfold.
  setFlagsFromString('--heap-growing-percent=100')
  // With a young generation of 16 MB, it takes longer to wake other threads for a collection than they save.
  setFlagsFromString('--no-parallel-scavenge')
  boundYoungGeneration()
}

/**
 * Lets the young generation grow when much survives in it: in one that is too small, most of what an import reads is moved twice. V8 would let
 * it grow to 128 MB, and takes another greatest size only at the start of a process. So growing is switched off at 16 MB, and on again after V8
 * has given memory back.
 */
function boundYoungGeneration(): void {
  let factor = 0
  /** Bytes of a half that may stay. The memory of a larger one is given back once. */
  let accepted = largestHalf
  const bound = (): void => {
    const half = halfOfYoungGeneration()
    const next = 2 ** Math.max(0, Math.round(Math.log2(largestHalf / half)))
    if (next !== factor) setFlagsFromString(`--semi-space-growth-factor=${next}`)
    factor = next
    const growth = Math.round(Math.log2(half / accepted))
    if (growth < 0) accepted = largestHalf
    if (growth <= 0) return
    // It has grown several times within one turn of the event loop, for instance while a large text was parsed. If it is as large afterwards,
    // the options of the process demand that.
    accepted = half
    setTimeout(giveMemoryBack, 1000).unref()
  }
  bound()
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] })
}

/** Not half of `space_size`: V8 may have memory for one half only. */
function halfOfYoungGeneration(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return space === undefined ? largestHalf : space.space_used_size + space.space_available_size
}

/**
 * Returns memory to the system after a start, which takes several times what the service needs to wait for requests: V8 would keep it
 * until something else needs memory. Does nothing on Bun and Deno.
 */
export function giveMemoryBack(): void {
  if (hasOtherHeap()) return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // https://nodejs.org/api/cli.html#--expose-gc. The flavor `last-resort` is the one that shrinks the heap.
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'major', execution: 'sync', flavor: 'last-resort' }])
}

function hasOtherHeap(): boolean {
  return 'Bun' in globalThis || 'Deno' in globalThis
}
