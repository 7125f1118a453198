// What keeps the service from starting: one clear line on stderr, exit code 1, and nothing changed.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCertificate } from '../support/certificate.ts'
import { contentsOf, freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'

interface Refusal {
  readonly title: string
  readonly settings: Readonly<Record<string, string>>
  /** What the line has to say. */
  readonly says: RegExp
  readonly arrange?: (directory: string) => Promise<void>
}

const refusals: readonly Refusal[] = [
  { title: 'an unknown setting', settings: { SYMBOLON_PROT: '8080' }, says: /SYMBOLON_PROT is not a known setting.*--help/ },
  {
    title: 'a misspelt setting that resembles a known one',
    settings: { SYMBOLON_DATABASE: 'x' },
    says: /Did you mean SYMBOLON_DATABASE_URL\?/,
  },
  { title: 'a port that is not a number', settings: { SYMBOLON_PORT: '80a' }, says: /SYMBOLON_PORT must be a port number/ },
  { title: 'a port out of range', settings: { SYMBOLON_PORT: '70000' }, says: /SYMBOLON_PORT must be a port number/ },
  {
    title: 'an issuer with a query',
    settings: { SYMBOLON_ISSUER: 'https://id.example/x?y' },
    says: /SYMBOLON_ISSUER must be an address such as .* without query or trailing slash/,
  },
  { title: 'an issuer on plain http elsewhere', settings: { SYMBOLON_ISSUER: 'http://id.example' }, says: /plain http is for localhost/ },
  {
    title: 'a database of another kind',
    settings: { SYMBOLON_DATABASE_URL: 'mysql://x' },
    says: /SYMBOLON_DATABASE_URL must be file:PATH/,
  },
  {
    title: 'a lifetime without a unit',
    settings: { SYMBOLON_ACCESS_TOKEN_LIFETIME: '12' },
    says: /SYMBOLON_ACCESS_TOKEN_LIFETIME must be a duration/,
  },
  { title: 'a master key that is too short', settings: { SYMBOLON_MASTER_KEY: 'c2hvcnQ=' }, says: /SYMBOLON_MASTER_KEY must be 32 bytes/ },
  {
    title: 'a master key given twice',
    settings: { SYMBOLON_MASTER_KEY: btoa('x'.repeat(32)), SYMBOLON_MASTER_KEY_FILE: 'key' },
    says: /SYMBOLON_MASTER_KEY and SYMBOLON_MASTER_KEY_FILE exclude each other/,
  },
  {
    title: 'a master key file that is not there',
    settings: { SYMBOLON_MASTER_KEY_FILE: 'nowhere/key' },
    says: /nowhere\/key does not exist\. Put the key of the instance there\. Only for a new instance, make one: /,
  },
  {
    title: 'a master key file that holds something else, without quoting it',
    settings: { SYMBOLON_MASTER_KEY_FILE: 'key' },
    arrange: async (directory) => await writeFile(join(directory, 'key'), 'hunter2\n'),
    says: /master key file key must hold 32 bytes as base64(?!.*hunter2)/,
  },
  {
    title: 'an empty master key file',
    settings: { SYMBOLON_MASTER_KEY_FILE: 'key' },
    arrange: async (directory) => await writeFile(join(directory, 'key'), ''),
    says: /master key file key must hold 32 bytes as base64/,
  },
  {
    title: 'a name for a mail server that is not there',
    settings: { SYMBOLON_SMTP_CLIENT_NAME: 'id.acme.example' },
    says: /needs SYMBOLON_SMTP_URL/,
  },
  { title: 'a certificate without its key', settings: { SYMBOLON_TLS_CERT_FILE: 'cert.pem' }, says: /belong together/ },
  {
    title: 'a certificate that is not there',
    settings: { SYMBOLON_TLS_CERT_FILE: 'cert.pem', SYMBOLON_TLS_KEY_FILE: 'key.pem' },
    says: /SYMBOLON_TLS_CERT_FILE: cert\.pem cannot be read/,
  },
  {
    title: 'an invalid certificate',
    settings: { SYMBOLON_TLS_CERT_FILE: 'cert.pem', SYMBOLON_TLS_KEY_FILE: 'key.pem' },
    arrange: async (directory) => {
      for (const name of ['cert.pem', 'key.pem']) await writeFile(join(directory, name), 'no PEM')
    },
    says: /cert\.pem and key\.pem are not a certificate and its private key/,
  },
  {
    title: 'the key of another certificate',
    settings: { SYMBOLON_TLS_CERT_FILE: 'cert.pem', SYMBOLON_TLS_KEY_FILE: 'key.pem' },
    arrange: async (directory) => {
      const [{ certificate }, { privateKey }] = [await createCertificate(), await createCertificate()]
      await writeFile(join(directory, 'cert.pem'), certificate)
      await writeFile(join(directory, 'key.pem'), privateKey)
    },
    says: /cert\.pem and key\.pem are not a certificate and its private key/,
  },
  // https://www.rfc-editor.org/rfc/rfc5737: no machine has this address.
  {
    title: 'an address of another machine',
    settings: { SYMBOLON_HOST: '192.0.2.1' },
    says: /Set SYMBOLON_HOST to an address of this machine/,
  },
  {
    title: 'a Postgres server that is not there',
    settings: { SYMBOLON_DATABASE_URL: 'postgres://symbolon@127.0.0.1:1/symbolon', SYMBOLON_MASTER_KEY: btoa('x'.repeat(32)) },
    says: /The Postgres server 127\.0\.0\.1:1 does not answer: .*ECONNREFUSED.*Check the address, TLS, and that the server runs/,
  },
  {
    title: 'a file for the password of the database that is not there',
    settings: { SYMBOLON_DATABASE_URL: 'postgres://symbolon@127.0.0.1:1/symbolon', SYMBOLON_DATABASE_PASSWORD_FILE: 'nowhere' },
    says: /SYMBOLON_DATABASE_PASSWORD_FILE cannot be read/,
  },
  { title: 'a document that is not there', settings: { SYMBOLON_APPLY: 'nowhere.json' }, says: /nowhere\.json cannot be read/ },
  {
    title: 'a document that is not JSON, without quoting it',
    settings: { SYMBOLON_APPLY: 'broken.json' },
    arrange: async (directory) => await writeFile(join(directory, 'broken.json'), '{"orgs":[{"password":"hunter2"'),
    says: /broken\.json: not valid JSON(?!.*hunter2)/,
  },
  {
    title: 'a document of the wrong shape',
    settings: { SYMBOLON_APPLY: 'wrong.json' },
    arrange: async (directory) => await writeFile(join(directory, 'wrong.json'), '{"orgs":[{"orgId":7}]}'),
    says: /wrong\.json: .*orgs\[0\]\.orgId/,
  },
  {
    title: 'a database directory that cannot be made',
    settings: { SYMBOLON_DATABASE_URL: 'file:a-file/below/symbolon.db', SYMBOLON_MASTER_KEY: btoa('x'.repeat(32)) },
    arrange: async (directory) => await writeFile(join(directory, 'a-file'), ''),
    says: /The directory a-file\/below cannot be written/,
  },
  {
    title: 'a file that is not a database',
    settings: { SYMBOLON_DATABASE_URL: 'file:text.db', SYMBOLON_MASTER_KEY: btoa('x'.repeat(32)) },
    arrange: async (directory) => await writeFile(join(directory, 'text.db'), 'this is a text file, not a database'.repeat(100)),
    says: /text\.db/,
  },
  {
    title: 'a database whose master key is gone',
    settings: {},
    arrange: async (directory) => {
      await mkdir(join(directory, '.symbolon'))
      await writeFile(join(directory, '.symbolon/symbolon.db'), '')
    },
    says: /its master key \.symbolon\/master-key does not.*Put the key back/,
  },
]

for (const { title, settings, says, arrange } of refusals) {
  test(`refuses to start with ${title}`, async () => {
    const directory = await temporaryDirectory()
    await arrange?.(directory.path)
    const before = await contentsOf(directory.path)
    const { code, stdout, stderr } = await runSymbolon([], { SYMBOLON_PORT: String(await freePort()), ...settings }, directory.path)
    assert.equal(code, 1, stderr)
    assert.match(stderr, says)
    assert.match(stderr, /^symbolon: [^\n]+\n$/, 'one line')
    assert.equal(stdout, '')
    // The empty lock file stays: to remove a lock file is a race.
    const left = Object.entries(await contentsOf(directory.path)).filter(([name]) => !name.endsWith('-lock'))
    assert.deepEqual(Object.fromEntries(left), before)
    await directory.dispose()
  })
}

test('refuses a port in use before anything is written', async () => {
  const directory = await temporaryDirectory()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { code, stderr } = await runSymbolon([], { SYMBOLON_PORT: String(port) }, directory.path)
  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`^symbolon: Port ${port} on 127\\.0\\.0\\.1 is in use\\..*SYMBOLON_PORT[^\\n]*\\n$`))
  assert.deepEqual(await contentsOf(directory.path), {})
  taken.close()
  await directory.dispose()
})

test('refuses a wrong master key for an existing database, and leaves the database as it is', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory.path, 'empty.json'), '{"orgs":[]}')
  const made = await runSymbolon(['apply', 'empty.json'], { SYMBOLON_MASTER_KEY: btoa('x'.repeat(32)) }, directory.path)
  assert.equal(made.code, 0, made.stderr)
  // The shared memory of connections is created by each. The file of the log stays after `apply` and goes after a start: SQLite keeps house
  // there (https://www.sqlite.org/walformat.html#the_write_ahead_log_file). Without a byte it holds nothing; with one it has to be as it was.
  const emptyFile = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const kept = async (): Promise<object> =>
    Object.fromEntries(
      Object.entries(await contentsOf(directory.path)).filter(
        ([name, digest]) => !name.endsWith('-shm') && !(name.endsWith('-wal') && digest === emptyFile),
      ),
    )
  const before = await kept()
  for (const args of [[], ['apply', 'empty.json']]) {
    const settings = { SYMBOLON_MASTER_KEY: btoa('y'.repeat(32)), SYMBOLON_PORT: String(await freePort()) }
    const { code, stderr } = await runSymbolon(args, settings, directory.path)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^symbolon: The database [^\n]+ was made with another master key than SYMBOLON_MASTER_KEY\. Set the right key\.\n$/,
    )
    assert.deepEqual(await kept(), before)
  }
  await directory.dispose()
})

test('refuses an unknown command and an unknown option', async () => {
  const directory = await temporaryDirectory()
  for (const args of [['strat'], ['--hlep'], ['apply'], ['apply', 'a', 'b']]) {
    const { code, stderr } = await runSymbolon(args, {}, directory.path)
    assert.equal(code, 1, args.join(' '))
    assert.match(stderr, /^symbolon: [^\n]+/)
  }
  await directory.dispose()
})
