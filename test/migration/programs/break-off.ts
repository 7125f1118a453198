// A server whose one answer fails in the middle, as an export does when the database goes away. Prints its port.
import { serve } from '@symbolon/server'

const { port } = await serve(
  {
    async answer() {
      let chunks = 0
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          chunks += 1
          await new Promise((resolve) => setTimeout(resolve, 20))
          if (chunks < 4) controller.enqueue(new TextEncoder().encode(`{"orgs":[${' '.repeat(10_000)}`))
          else controller.error(new Error('the database is away'))
        },
      })
      return { status: 200, fields: { 'content-type': 'application/json' }, body }
    },
  },
  { hostname: '127.0.0.1', port: 0 },
)
process.stdout.write(`${port}\n`)
