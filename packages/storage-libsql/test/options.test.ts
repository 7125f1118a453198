// Invalid options fail when the storage is created.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { readOptions } from '../src/options.ts'

test('the URL of a file, of memory and of a server is accepted', () => {
  for (const url of [
    'file:a.db',
    'file:./a.db',
    'file:/tmp/a.db',
    'file:///tmp/a.db',
    'file://localhost/tmp/a.db',
    'file:a%20b.db',
    ':memory:',
  ])
    assert.doesNotThrow(() => libsql({ url }))
  for (const url of ['libsql://db.test', 'http://127.0.0.1:8080', 'https://db.test', 'ws://127.0.0.1:1', 'wss://db.test']) {
    assert.doesNotThrow(() => libsql({ url, authToken: 'x' }))
  }
})

test('any other URL is refused', () => {
  for (const url of [
    '',
    'a.db',
    'file:',
    'file:a.db?mode=ro',
    'file:a.db#x',
    'file::memory:',
    'file:dir/',
    'postgres://x',
    'file://host/a.db',
    'file:////tmp/a.db',
    'file:a%zz.db',
    'file:a%00.db',
    'http:///x',
    'http://',
  ]) {
    assert.throws(() => libsql({ url }), { name: 'TypeError', code: 'invalid_storage_url' }, url)
  }
})

test('an authToken for a file and an invalid waitLimit are refused', () => {
  assert.throws(() => libsql({ url: 'file:a.db', authToken: 'x' }), { name: 'TypeError', code: 'unexpected_auth_token' })
  for (const waitLimit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => libsql({ url: ':memory:', waitLimit }), { name: 'TypeError', code: 'invalid_wait_limit' }, String(waitLimit))
  }
})

test('an invalid number of tokens in memory is refused', () => {
  for (const accessTokensInMemory of [-1, 1.5, Number.NaN, 5_000_001, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => libsql({ url: ':memory:', accessTokensInMemory }),
      { name: 'TypeError', code: 'invalid_access_tokens_in_memory' },
      String(accessTokensInMemory),
    )
  }
  for (const accessTokensInMemory of [0, 1, 5_000_000]) assert.doesNotThrow(() => libsql({ url: ':memory:', accessTokensInMemory }))
})

test('the path of a file is absolute and percent-decoded', () => {
  const pathOf = (url: string): string => {
    const target = readOptions({ url })
    return target.kind === 'local' ? target.path : target.kind
  }
  assert.equal(pathOf('file:///tmp/a%20b.db'), '/tmp/a b.db')
  assert.equal(pathOf('file:/tmp/../a.db'), '/a.db')
  assert.equal(pathOf('file:a.db'), resolve('a.db'))
  // The driver would call this host.
  assert.equal(pathOf('file:http://127.0.0.1/a.db'), resolve('http:/127.0.0.1/a.db'))
})
