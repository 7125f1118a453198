// Values that are known or promised: what is done with them, and with errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catching, whenKnown } from '../src/index.ts'
import type { Awaitable } from '../src/index.ts'

const failure = new Error('failed')
const known: Awaitable<number> = 1
const later = (): Awaitable<number> => Promise.resolve(1)

test('a known value is used in the same turn, and one that is not known after it has come', async () => {
  assert.equal(
    whenKnown(known, (value) => value + 1),
    2,
  )
  const used = whenKnown(later(), (value) => value + 1)
  assert.ok(used instanceof Promise)
  assert.equal(await used, 2)
})

test('what is made of a known value may be a promise', async () => {
  assert.equal(await whenKnown(known, () => later()), 1)
})

test('an error is handled in the same way whether it is thrown or rejected', async () => {
  const handle = (error: unknown): string => {
    assert.equal(error, failure)
    return 'handled'
  }
  const thrown = catching((): string => {
    throw failure
  }, handle)
  assert.equal(thrown, 'handled')
  assert.equal(await catching<string>(() => Promise.reject(failure), handle), 'handled')
  assert.equal(
    catching(() => 'well', handle),
    'well',
  )
})
