// One provider for the process. The development server loads modules again when they change, and routes are separate bundles: each would make a
// provider, and a database in a file lets only one of them in.
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import type { Provider } from '@symbolon/server'

const origin = process.env['ORIGIN'] ?? 'http://localhost:3000'
const held = globalThis as { provider?: Promise<Provider> }

export async function provider(): Promise<Provider> {
  return await (held.provider ??= createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`))
}

/** The handler of the provider's routes. */
export async function answer(request: Request): Promise<Response> {
  return await (await provider()).fetch(request)
}
