// The settings of a Postgres database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfiguration } from '../src/configuration.ts'
import { openStorage, shownUrl } from '../src/storage.ts'

const url = 'postgres://ann@db.test/db'

test('every setting of Postgres is read', () => {
  const { databaseUrl, postgres } = readConfiguration({
    SYMBOLON_DATABASE_URL: url,
    SYMBOLON_DATABASE_PASSWORD_FILE: 'password',
    SYMBOLON_DATABASE_TLS: 'verify-full',
    SYMBOLON_DATABASE_TLS_CA_FILE: 'ca.pem',
    SYMBOLON_DATABASE_POOL_SIZE: '25',
    SYMBOLON_DATABASE_STATEMENT_TIMEOUT: '0s',
    SYMBOLON_DATABASE_NAMED_STATEMENTS: 'off',
  })
  assert.equal(databaseUrl, url)
  assert.deepEqual(postgres, {
    passwordFile: 'password',
    tls: 'verify-full',
    caFile: 'ca.pem',
    poolSize: 25,
    statementTimeout: 0,
    namedStatements: false,
  })
  const { postgres: timed } = readConfiguration({ SYMBOLON_DATABASE_URL: url, SYMBOLON_DATABASE_STATEMENT_TIMEOUT: '45s' })
  assert.equal(timed.statementTimeout, 45_000)
})

test('a setting of another database is refused, because it would have no effect', () => {
  const refused: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ SYMBOLON_DATABASE_URL: url, SYMBOLON_DATABASE_AUTH_TOKEN: 'x' }, /^SYMBOLON_DATABASE_AUTH_TOKEN is not for Postgres\./],
    [{ SYMBOLON_DATABASE_TLS: 'disable' }, /^SYMBOLON_DATABASE_TLS is not for this database, but for Postgres\./],
    [{ SYMBOLON_DATABASE_URL: url, SYMBOLON_DATABASE_POOL_SIZE: '1' }, /SYMBOLON_DATABASE_POOL_SIZE must be a number, 2 to 1000/],
    [{ SYMBOLON_DATABASE_URL: url, SYMBOLON_DATABASE_STATEMENT_TIMEOUT: '11m' }, /SYMBOLON_DATABASE_STATEMENT_TIMEOUT must be 10m at most/],
    [{ SYMBOLON_DATABASE_URL: url, SYMBOLON_DATABASE_TLS: 'require' }, /SYMBOLON_DATABASE_TLS must be disable or verify-full/],
  ]
  for (const [settings, message] of refused) assert.throws(() => readConfiguration(settings), { code: 'invalid_configuration', message })
})

test('wrong settings and files that are missing are errors of the start', async () => {
  const open = async (settings: Readonly<Record<string, string>>): Promise<unknown> =>
    await openStorage(readConfiguration({ SYMBOLON_DATABASE_URL: url, ...settings })).open([])
  const code = 'invalid_configuration'
  await assert.rejects(open({ SYMBOLON_DATABASE_URL: `${url}?sslmode=require` }), { code, message: /TLS is set by tls and ca/ })
  await assert.rejects(open({ SYMBOLON_DATABASE_PASSWORD_FILE: 'no-such-file' }), {
    code,
    message: /^SYMBOLON_DATABASE_PASSWORD_FILE cannot be read/,
  })
  await assert.rejects(open({ SYMBOLON_DATABASE_TLS_CA_FILE: 'no-such-file' }), { code, message: /^SYMBOLON_DATABASE_TLS_CA_FILE cannot/ })
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-'))
  const file = join(directory, 'password')
  await writeFile(file, 'secret\n')
  await assert.rejects(open({ SYMBOLON_DATABASE_URL: 'postgres://ann:x@db.test/db', SYMBOLON_DATABASE_PASSWORD_FILE: file }), {
    code,
    message: /The password is given twice/,
  })
  await rm(directory, { recursive: true })
})

test('a URL is shown without its password', () => {
  const shown = (databaseUrl: string): string => shownUrl({ databaseUrl })
  assert.equal(shown('postgres://ann:se:cr@et@db.test/db'), 'postgres://ann@db.test/db')
  assert.equal(shown('postgres://ann@db.test/db'), 'postgres://ann@db.test/db')
  assert.equal(shown('file:.symbolon/symbolon.db'), 'file:.symbolon/symbolon.db')
  assert.equal(shown('http://127.0.0.1:8080'), 'http://127.0.0.1:8080')
})
