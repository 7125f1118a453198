// SS-18: a request goes to the addresses that were checked, over TLS, on every runtime. The name has no address here, so that another look-up of it would fail.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createCertificate } from '../support/certificate.ts'
import { bun, deno, node } from '../support/runtimes.ts'

const host = 'pinned.invalid'
let folder: string
let port: number
let file: string
const seen: (string | undefined)[] = []
const { certificate, privateKey } = await createCertificate([host])
const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
  seen.push(request.headers.host)
  request.resume().on('end', () => {
    const text = `${request.method} ${request.url}`
    if (request.url === '/hangs') response.write('half')
    else if (request.url === '/path') response.end(text)
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text))
  })
})
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symbolon-pinned-'))
  file = join(folder, 'certificate.pem')
  await writeFile(file, certificate)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

async function run(runtime: typeof node, name: string): Promise<readonly string[]> {
  const [binary, ...args] = runtime.command('test/security/programs/send-to-addresses.ts', folder)
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file, DENO_CERT: file }
  const { stdout } = await promisify(execFile)(binary, [...args, String(port), name], { env })
  return JSON.parse(stdout) as readonly string[]
}

for (const runtime of [node, bun, deno]) {
  test(`SS-18 ${runtime.name} connects to the checked address, and checks the certificate by the name`, async () => {
    seen.length = 0
    const [plain, compressed, hanging = ''] = await run(runtime, host)
    assert.deepEqual([plain, compressed], ['POST /path', 'POST /compressed'])
    assert.match(hanging, /^failed: /)
    assert.deepEqual(
      seen,
      Array.from({ length: 3 }, () => `${host}:${port}`),
    )
    seen.length = 0
    const others = await run(runtime, 'other.invalid')
    assert.ok(
      others.every((each) => each.startsWith('failed: ')),
      others.join(),
    )
    assert.deepEqual(seen, [], 'a certificate of another name')
  })
}
