import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mended, whenKnown } from '../src/index.ts'
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

test('an error is mended whether it is thrown or rejected', async () => {
  const mend = (error: unknown): string => {
    assert.equal(error, failure)
    return 'mended'
  }
  const thrown = mended((): string => {
    throw failure
  }, mend)
  assert.equal(thrown, 'mended')
  assert.equal(await mended<string>(() => Promise.reject(failure), mend), 'mended')
  assert.equal(
    mended(() => 'well', mend),
    'well',
  )
})
