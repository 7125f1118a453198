// What a start takes is several times what the service needs to wait for requests: a heap that grew with the modules and their text.
// V8 keeps it until something needs memory again, so it is asked once to give it back.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export function giveMemoryBack(): void {
  // Other runtimes have other heaps.
  if ('Bun' in globalThis || 'Deno' in globalThis) return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // https://nodejs.org/api/cli.html#--expose-gc. The last resort is the one that shrinks the heap.
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [{ type: 'major', execution: 'sync', flavor: 'last-resort' }])
}
