// A provider in front of a SvelteKit application that was built with adapter-node. Not in `hooks.server.ts`: before a hook runs, SvelteKit
// answers 403 to every posted form without its own `Origin`, and the servers that post to the token endpoint send none.
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import { nodeHandler } from '@symbolon/server'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'

const port = Number(process.env['PORT'] ?? 3000)
const origin = `http://localhost:${port}`
// SvelteKit reads it when its handler is loaded.
process.env['ORIGIN'] = origin
const { handler } = (await import(new URL('build/handler.js', import.meta.url).href)) as {
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void
}
const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
const answer = nodeHandler(provider)

createServer((request, response) => {
  // Routes find the provider in `platform.req`.
  answer(request, response, () => handler(Object.assign(request, { provider }), response))
}).listen(port, 'localhost', () => console.log(`${origin}, with a provider at ${origin}/auth`))
