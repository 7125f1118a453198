// The same program on Node, Bun and Deno.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { runtimes } from '../../../test/support/runtimes.ts'
import { bytes } from './chunks.ts'
import { startS3Server } from './s3-server.ts'
import type { S3Server } from './s3-server.ts'

let server: S3Server
before(async () => {
  server = await startS3Server()
})
after(async () => await server?.close())

for (const { name, command } of runtimes) {
  test(`objects go out and in on ${name}`, async () => {
    const [binary, ...args] = command('packages/object-storage-s3/test/programs/round-trip.ts', '/tmp')
    const { stdout } = await promisify(execFile)(binary, [...args, server.endpoint, `${name}.json`])
    let [length, sum] = [0, 0]
    for await (const chunk of bytes(12)) {
      length += chunk.byteLength
      for (const byte of chunk) sum = (sum + byte) % 1_000_003
    }
    assert.deepEqual(JSON.parse(stdout), { length, sum, code: 'object_missing' })
  })
}
