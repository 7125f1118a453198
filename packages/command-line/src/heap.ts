// The heap of V8. It leaves garbage as long as the machine has memory: on a large machine a process takes several times what it uses.
// Services share their machine with others, and documents of a million users pass in pieces, so V8 is told to collect sooner.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of the young generation: two halves, of which one is filled at a time. */
const youngGeneration = 16 * 1024 * 1024
/** From two halves of 1 MiB each, with which V8 begins. It counts only one of them while it has no memory for the other. */
const largestGrowth = 8

/**
 * Keeps the heap of this process small from now on; `giveMemoryBack` shrinks one that has grown. Does nothing on Bun and Deno, which have
 * other heaps.
 */
export function collectSooner(): void {
  if (hasOtherHeap()) return
  // The heap may double before it is collected, instead of growing fourfold.
  setFlagsFromString('--heap-growing-percent=100')
  boundYoungGeneration()
}

/**
 * Lets the young generation grow as soon as much survives in it, but not to stay at the 128 MB that V8 would give it. In one that is too
 * small, most of what an import reads is moved twice. V8 takes a greatest size only at the start of a process, so growing is switched off when
 * the size is reached, and on again after V8 has given memory back.
 */
function boundYoungGeneration(): void {
  let factor = 0
  let tooLarge = youngGeneration
  const bound = (): void => {
    const size = sizeOfYoungGeneration()
    const next = Math.max(1, Math.min(largestGrowth, Math.floor(youngGeneration / size)))
    if (next !== factor) setFlagsFromString(`--semi-space-growth-factor=${next}`)
    factor = next
    if (size <= tooLarge) return
    // It has grown several times within one turn of the event loop, for instance while a large text was parsed.
    tooLarge = Number.POSITIVE_INFINITY
    setTimeout(() => {
      giveMemoryBack()
      // Larger still if the options of the process demand it.
      tooLarge = Math.max(youngGeneration, sizeOfYoungGeneration())
    }, 1000).unref()
  }
  bound()
  new PerformanceObserver(bound).observe({ entryTypes: ['gc'] })
}

function sizeOfYoungGeneration(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
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
