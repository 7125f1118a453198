// Connections with TLS: only to the server whose certificate is verified for the name that was asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCertificate } from '../../../test/support/certificate.ts'
import { postgres } from '../src/index.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const tls = await createCertificate()
  const server = await startPostgres(programs, tls)
  const url = await server.createDatabase()

  test('with the authority of its certificate the server is reached by name and by address', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const storage = await postgres({ url: url.replace('127.0.0.1', host), tls: 'verify-full', ca: tls.certificate }).open(['instance'])
      await storage.stores.instance?.setIfAbsent('name', 'value')
      assert.equal(await storage.stores.instance?.get('name'), 'value')
      const encrypted = await server.run(
        url,
        "select count(*)::int as connections from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'symbolon' and ssl",
      )
      assert.ok(Number(encrypted[0]?.['connections']) > 0)
      await storage.close()
    }
  })

  test('a certificate of an unknown authority is refused, and one for another name', async () => {
    const code = 'storage_unreachable'
    await assert.rejects(postgres({ url, tls: 'verify-full' }).open([]), { code, message: /self-signed certificate/ })
    const other = await createCertificate()
    await assert.rejects(postgres({ url, tls: 'verify-full', ca: other.certificate }).open([]), { code })
    // The resolver takes it for 127.0.0.1, and the certificate does not have it.
    const renamed = postgres({ url: url.replace('127.0.0.1', '127.1'), tls: 'verify-full', ca: tls.certificate })
    await assert.rejects(renamed.open([]), { code, message: /does not match certificate/ })
  })
}
