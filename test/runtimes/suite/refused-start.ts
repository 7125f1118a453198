// What keeps the service from starting is one line on stderr, and exit code 1. One refusal for each part of a runtime that takes part in it;
// all refusals, on Node, are in test/quickstart/refused-start.test.ts.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe } from 'node:test'
import { createCertificate } from '../../support/certificate.ts'
import { freePort, runSymbolon, temporaryDirectory } from '../../support/run-command.ts'
import type { Stage } from '../stage.ts'
import { withService } from '../with-service.ts'

const masterKey = (letter: string): string => btoa(letter.repeat(32))

export function refusedStartSuite({ runtime, test }: Stage): void {
  /** Starts in the directory, and expects that the one line says so. */
  async function assertRefused(directory: string, settings: Readonly<Record<string, string>>, says: RegExp): Promise<void> {
    const { code, stdout, stderr } = await runSymbolon([], { SYMBOLON_PORT: String(await freePort()), ...settings }, directory, runtime)
    assert.match(stderr, says)
    assert.match(stderr, /^symbolon: [^\n]+\n$/, 'one line')
    assert.equal(code, 1)
    assert.equal(stdout, '')
  }

  async function inDirectory(run: (directory: string) => Promise<void>): Promise<void> {
    const directory = await temporaryDirectory()
    await run(directory.path).finally(directory.dispose)
  }

  describe('a refused start', () => {
    test('a bad value', async () =>
      await inDirectory(async (directory) => {
        await assertRefused(directory, { SYMBOLON_PORT: '80a' }, /SYMBOLON_PORT must be a port number/)
      }))

    test('a port in use', async () =>
      await inDirectory(async (directory) => {
        const taken = createServer()
        await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
        const address = taken.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        await assertRefused(directory, { SYMBOLON_PORT: String(port) }, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use`))
        taken.close()
      }))

    test('an address of another machine', async () =>
      await inDirectory(async (directory) => {
        await assertRefused(directory, { SYMBOLON_HOST: '192.0.2.1' }, /Cannot listen on 192\.0\.2\.1/)
      }))

    test('a directory that cannot be written', async () =>
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'a-file'), '')
        const settings = { SYMBOLON_DATABASE_URL: 'file:a-file/below/symbolon.db' }
        await assertRefused(directory, settings, /The directory a-file\/below cannot be written/)
      }))

    test('a file that is not a database', async () =>
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'text.db'), 'this is a text file, not a database'.repeat(100))
        await assertRefused(directory, { SYMBOLON_DATABASE_URL: 'file:text.db', SYMBOLON_MASTER_KEY: masterKey('x') }, /text\.db/)
      }))

    test('a wrong master key', async () =>
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'empty.json'), '{"orgs":[]}')
        const made = await runSymbolon(['apply', 'empty.json'], { SYMBOLON_MASTER_KEY: masterKey('x') }, directory, runtime)
        assert.equal(made.code, 0, made.stderr)
        await assertRefused(directory, { SYMBOLON_MASTER_KEY: masterKey('y') }, /made with another master key than SYMBOLON_MASTER_KEY/)
      }))

    test('a database file that another process serves', async () =>
      await inDirectory(async (directory) => {
        await withService({ runtime, directory, tls: false }, async () => {
          await assertRefused(directory, { SYMBOLON_DATABASE_URL: 'file:symbolon.db' }, /Another process uses \S+symbolon\.db/)
        })
      }))

    test('a certificate with the key of another', async () =>
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'certificate.pem'), (await createCertificate()).certificate)
        await writeFile(join(directory, 'key.pem'), (await createCertificate()).privateKey)
        // Deno compares them only when it listens.
        const message =
          runtime.name === 'Deno' ? /Cannot listen/ : /certificate\.pem and key\.pem are not a certificate and its private key/
        await assertRefused(directory, { SYMBOLON_TLS_CERT_FILE: 'certificate.pem', SYMBOLON_TLS_KEY_FILE: 'key.pem' }, message)
      }))
  })
}
