// The heap of V8 in commands that work through a large document once.
import { setFlagsFromString } from 'node:v8'

/**
 * Collects garbage before the heap has quadrupled: an import of 100,000 users needs 264 instead of 331 MB, and 5 % less processor time. The flags
 * are set at run time because they cannot stand in the first line of the command: `env` of BusyBox has no `-S`. Bun and Deno have other heaps.
 */
export function keepHeapSmall(): void {
  if ('Bun' in globalThis || 'Deno' in globalThis) return
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--no-parallel-scavenge')
}
