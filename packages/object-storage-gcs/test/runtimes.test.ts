// The same program on Node, Bun and Deno.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
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
      return context.req.path.endsWith('/redirected')
        ? new Response(null, { status: 302, headers: { location: `${server.endpoint}/storage/v1/b/exports/o/${name}` } })
        : undefined
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
    const underWay = new Set<string>()
    const all = Promise.withResolvers<void>()
    const begun = (operation: string): void => {
      if (underWay.add(operation).size === 3) all.resolve()
    }
    const download = { bytes: new Uint8Array(1000), generation: 7 }
    const disturb: GcsServer['disturbances'][number] = (context) => {
      server.disturbances.push(disturb)
      const { method } = context.req
      if (method === 'GET') return partOf(download, 10, 'is silent')(context)
      if (method !== 'PUT') return undefined
      const upload = server.sessions.get(context.req.query('upload_id') ?? '')?.name ?? ''
      begun(upload)
      // Its tries come to an end, so they begin when the others are under way.
      return upload === 'busy' ? all.promise.then(() => new Response(null, { status: 503 })) : new Promise(() => undefined)
    }
    server.disturbances.splice(0, Infinity, disturb)
    const [binary, ...args] = command('packages/object-storage-gcs/test/programs/broken-off.ts', '/tmp')
    const child = spawn(binary, [...args, server.endpoint, server.serviceAccountJson], { stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.startsWith('reading\n')) begun('download')
    })
    const ended = once(child, 'close')
    try {
      await Promise.race([all.promise, ended])
      child.stdin.end('break off\n')
      // An operation by itself would wait for a minute.
      const late = setTimeout(() => child.kill('SIGKILL'), 50_000)
      const [code] = await ended
      clearTimeout(late)
      assert.deepEqual([code, said], [0, 'reading\nbroken off, broken off, broken off\n'])
      assert.equal(server.sessions.size, 0)
    } finally {
      child.kill('SIGKILL')
    }
  })
}
