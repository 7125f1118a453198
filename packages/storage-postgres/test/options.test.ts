// Invalid options fail when the storage is created.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '../src/index.ts'
import { readOptions } from '../src/options.ts'

test('a URL names user, password, host, port, database, and settings of the server', () => {
  const { host, port, user, password, database, settings } = readOptions({
    url: 'postgres://ann%40x:p%2Fw@db.test:6543/my%20db?options=-c%20search_path%3Dsymbolon',
  })
  assert.deepEqual(
    { host, port, user, password, database, settings },
    { host: 'db.test', port: 6543, user: 'ann@x', password: 'p/w', database: 'my db', settings: '-c search_path=symbolon' },
  )
  const least = readOptions({ url: 'postgresql://ann@[::1]/db' })
  assert.deepEqual([least.host, least.port, least.password, least.settings], ['::1', 5432, undefined, undefined])
  const socket = readOptions({ url: 'postgres://ann@localhost/db?host=/var/run/postgresql' })
  assert.deepEqual([socket.host, socket.tls], ['/var/run/postgresql', 'disable'])
})

test('any other URL is refused', () => {
  for (const url of [
    '',
    'file:a.db',
    'postgres://',
    'postgres://db.test',
    'postgres://db.test/db',
    'postgres://ann@db.test',
    'postgres://ann@db.test/',
    'postgres://ann@db.test/a/b',
    'postgres://ann@db.test/db#x',
    'postgres://ann@/db',
    'postgres://ann@localhost/db?host=db.test',
    'postgres://ann@db.test/db?host=/tmp',
    'postgres://ann@db.test/db?port=1',
    'postgres://a%zz@db.test/db',
    'postgres://a%00@db.test/db',
  ]) {
    assert.throws(() => postgres({ url }), { name: 'TypeError', code: 'invalid_storage_url' }, url)
  }
})

test('TLS parameters of the URL are refused with the option that is meant', () => {
  for (const parameter of ['sslmode=require', 'sslmode=disable', 'sslrootcert=/ca.pem', 'ssl=true'])
    assert.throws(() => postgres({ url: `postgres://ann@db.test/db?${parameter}` }), /parameter ssl.*TLS is set by tls and ca/)
})

test('TLS is verified unless the server is on the loopback interface, or it is switched off', () => {
  const tlsOf = (host: string): string => readOptions({ url: `postgres://ann@${host}/db` }).tls
  for (const host of ['db.test', '10.0.0.1', '127.0.0.1.nip.test', '[2001:db8::1]', 'localhost.test'])
    assert.equal(tlsOf(host), 'verify-full')
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]']) assert.equal(tlsOf(host), 'disable')
  assert.equal(readOptions({ url: 'postgres://ann@localhost/db', tls: 'verify-full' }).tls, 'verify-full')
  assert.equal(readOptions({ url: 'postgres://ann@db.test/db', tls: 'disable' }).tls, 'disable')
  assert.throws(() => postgres({ url: 'postgres://ann@db.test/db', tls: 'disable', ca: 'x' }), { code: 'invalid_tls' })
  assert.throws(() => postgres({ url: 'postgres://ann@localhost/db?host=/tmp', tls: 'verify-full' }), { code: 'invalid_tls' })
})

test('the password is given once', () => {
  assert.equal(readOptions({ url: 'postgres://ann@db.test/db', password: 'x' }).password, 'x')
  assert.throws(() => postgres({ url: 'postgres://ann:y@db.test/db', password: 'x' }), { code: 'invalid_storage_url' })
})

test('limits are whole numbers in their ranges', () => {
  const url = 'postgres://ann@db.test/db'
  for (const poolSize of [1, 1001, 2.5, Number.NaN]) assert.throws(() => postgres({ url, poolSize }), { code: 'invalid_pool_size' })
  for (const waitLimit of [0, 600_001, 1.5]) assert.throws(() => postgres({ url, waitLimit }), { code: 'invalid_wait_limit' })
  for (const statementTimeout of [-1, 600_001, 1.5])
    assert.throws(() => postgres({ url, statementTimeout }), { code: 'invalid_statement_timeout' })
  assert.doesNotThrow(() => postgres({ url, poolSize: 2, waitLimit: 1, statementTimeout: 0 }))
})
