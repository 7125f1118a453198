// The commands on a Postgres database, which a service uses meanwhile.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { setUpByLink } from '../support/setup-link.ts'
import { startTestService } from '../support/service.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  const url = await server.createDatabase()
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  const settings = { SYMBOLON_DATABASE_URL: url }
  const run = async (...args: readonly string[]) => await runSymbolon(args, settings, directory.path)

  before(async () => void (directory = await temporaryDirectory()))
  after(async () => await directory.dispose())

  test('documents are applied, exported and imported while a service runs, which finds them at once', async () => {
    const organization = {
      orgId: 'acme',
      org: { name: 'Acme' },
      humanUsers: [{ userId: 'ann', user: { userName: 'ann', profile: { firstName: 'Ann', lastName: 'Lee' } } }],
    }
    await writeFile(join(directory.path, 'acme.json'), JSON.stringify({ orgs: [organization] }))
    const service = await startTestService({ settings, tls: false, directory: directory.path })
    try {
      const applied = await run('apply', 'acme.json')
      assert.equal(applied.code, 0, applied.stderr + applied.stdout)
      const exported = await run('export', '--org', 'acme', 'out.json')
      assert.equal(exported.code, 0, exported.stderr)
      assert.match(exported.stdout, /^Exported 2 objects of 1 organizations/)
      const imported = await run('import', 'out.json')
      // Ann has no password.
      assert.equal(imported.code, 2, imported.stderr)
      assert.match(imported.stdout, /Objects: 3 same\./)
      const keys = await run('keys', 'list')
      assert.equal(keys.code, 0, keys.stderr)
      assert.match(keys.stdout, /RS256/)
    } finally {
      await service.stop()
    }
    const [user] = await server.run(url, "select user_name from users where user_id = 'ann'")
    assert.equal(user?.['user_name'], 'ann')
  })

  test('of two services that start on an empty database at once, one creates the administrator and has the link', async () => {
    const together = {
      SYMBOLON_DATABASE_URL: await server.createDatabase(),
      SYMBOLON_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
    }
    const services = await Promise.all([1, 2].map(async () => await startTestService({ settings: together, tls: false })))
    try {
      const files = services.flatMap((service) => /^ +file with the link +(\S+)$/m.exec(service.stdout())?.[1] ?? [])
      assert.equal(files.length, 1)
      // Their issuers differ, which the second one says.
      const said = services.filter((service) => service.stdout().includes('need the same SYMBOLON_ISSUER'))
      assert.equal(said.length, 1)
      const first = services.find((service) => !said.includes(service))
      assert.ok(first !== undefined)
      const link = (await readFile(files[0] ?? '', 'utf8')).trim()
      const credentials = { loginName: 'admin@symbolon.localhost', password: 'a password for the first minutes' }
      const console = await setUpByLink(first.newUserAgent(), link, credentials)
      assert.equal(console.url.href, `${first.issuer}/ui/console`)
    } finally {
      await Promise.all(services.map(async (service) => await service.stop()))
    }
  })

  test('backup and restore name the tools of Postgres', async () => {
    for (const command of ['backup', 'restore']) {
      const { code, stderr } = await run(command, 'copy.db')
      assert.equal(code, 1)
      assert.match(stderr, /^symbolon: A Postgres database cannot be backed up or restored by this command\. Use pg_dump[^\n]*\n$/)
    }
  })

  test('a database that does not exist is one line that says how to create it, without the password', async () => {
    const missing = new URL(url)
    missing.password = 'a-secret-password'
    missing.pathname = '/missing'
    const { code, stderr } = await runSymbolon(['keys', 'list'], { SYMBOLON_DATABASE_URL: missing.href }, directory.path)
    assert.equal(code, 1)
    assert.match(stderr, /^symbolon: The database missing does not exist\. Create it: create database missing [^\n]+\n$/)
    assert.ok(!stderr.includes('a-secret-password'))
  })
}
