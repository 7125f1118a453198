// The heap of V8. It leaves garbage as long as the machine has memory: on a large machine a process takes several times what it uses.
// Services share their machine with others, and documents of a million users pass in pieces, so V8 is told to collect sooner.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Keeps the heap of this process small from now on; `giveMemoryBack` shrinks one that has grown. Does nothing on Bun and Deno, which have
 * other heaps.
 */
export function collectSooner(): void {
  if (hasOtherHeap()) return
  // The heap may double before it is collected, instead of growing fourfold. The young generation keeps its first size.
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--semi-space-growth-factor=1')
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
