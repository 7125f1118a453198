// A provider inside of an application on Deno.
import { createApplication } from '@symbolon/example-embedded/application'

declare const Deno: {
  serve(
    address: { hostname: string; port: number },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname: string } }) => Promise<Response>,
  ): unknown
}

const port = Number(process.env['PORT'] ?? 8080)
const answer = await createApplication(`http://localhost:${port}`)

Deno.serve({ hostname: 'localhost', port }, async (request, { remoteAddr }) => await answer(request, remoteAddr.hostname))
