// A provider inside of an application on Bun, which serves the default export of the main module.
import { createApplication } from '@symbolon/example-embedded/application'

/** Of Bun's types: https://bun.com/docs/api/http */
interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

const port = Number(process.env['PORT'] ?? 8080)
const answer = await createApplication(`http://localhost:${port}`)

export default {
  hostname: 'localhost',
  port,
  development: false,
  fetch: async (request: Request, server: BunServer) => await answer(request, server.requestIP(request)?.address),
}
