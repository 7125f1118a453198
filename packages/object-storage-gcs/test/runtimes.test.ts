// The same program on Node, Bun and Deno.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { runtimes } from '../../../test/support/runtimes.ts'
import { bytes } from './chunks.ts'
import { partOf, startGcsServer } from './gcs-server.ts'
import type { GcsServer } from './gcs-server.ts'

let server: GcsServer
before(async () => {
  server = await startGcsServer()
})
after(() => server?.close())

for (const { name, command } of runtimes) {
  test(`objects go out and in on ${name}, and a redirect is not followed`, async () => {
    const redirect = (context: { readonly req: { readonly path: string } }) => {
      server.disturbances.push(redirect)
      return context.req.path.endsWith('/redirected') ? new Response(null, { status: 302, headers: { location: `${server.endpoint}/storage/v1/b/exports/o/${name}` } }) : undefined
    }
    server.disturbances.splice(0, Infinity, redirect)
    const [binary, ...args] = command('packages/object-storage-gcs/test/programs/round-trip.ts', '/tmp')
    const { stdout } = await promisify(execFile)(binary, [...args, server.endpoint, server.serviceAccountJson, name])
    let [length, sum] = [0, 0]
    for await (const chunk of bytes(12)) {
      length += chunk.byteLength
      for (const byte of chunk) sum = (sum + byte) % 1_000_003
    }
    assert.deepEqual(JSON.parse(stdout), { length, sum, codes: ['object_missing', 'bucket_elsewhere'] })
  })

  test(`an operation that is broken off leaves nothing to wait for on ${name}`, async () => {
    const silent = { bytes: new Uint8Array(1000), generation: 7 }
    const disturb: GcsServer['disturbances'][number] = (context) => {
      server.disturbances.push(disturb)
      const { method } = context.req
      if (method === 'GET') return partOf(silent, 10, 'is silent')(context)
      if (method !== 'PUT') return undefined
      return server.sessions.get(context.req.query('upload_id') ?? '')?.name === 'busy' ? new Response(null, { status: 503 }) : silence()
    }
    server.disturbances.splice(0, Infinity, disturb)
    const [binary, ...args] = command('packages/object-storage-gcs/test/programs/broken-off.ts', '/tmp')
    const { stdout } = await promisify(execFile)(binary, [...args, server.endpoint, server.serviceAccountJson], { timeout: 20_000 })
    const { endedAt, names } = JSON.parse(stdout) as { readonly endedAt: number, readonly names: readonly string[] }
    assert.deepEqual(names, ['TimeoutError', 'TimeoutError', 'TimeoutError'])
    assert.ok(Date.now() - endedAt < 2500)
    assert.equal(server.sessions.size, 0)
  })
}

async function silence(): Promise<Response> {
  return await new Promise((resolve) => setTimeout(() => resolve(new Response()), 20_000).unref())
}
