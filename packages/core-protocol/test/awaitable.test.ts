// Values that are known or promised: what is done with them, and with errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKnown, catching, whenKnown, whenSettled } from '../src/index.ts'
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

test('values that are all known are used in the same turn, and others after the last has come', async () => {
  assert.deepEqual(allKnown([1, 'a', undefined]), [1, 'a', undefined])
  const promised = allKnown([1, later()])
  assert.ok(promised instanceof Promise)
  assert.deepEqual(await promised, [1, 1])
  await assert.rejects(async () => await allKnown([1, Promise.reject(failure)]), failure)
})

test('a promise that rejects is handled, and an error of what uses a value is not', async () => {
  const double = (value: number): number => value * 2
  const handle = (): number => 0
  assert.equal(whenSettled(known, double, handle), 2)
  assert.equal(await whenSettled(later(), double, handle), 2)
  assert.equal(await whenSettled(Promise.reject(failure), double, handle), 0)
  const fail = (): number => {
    throw failure
  }
  assert.throws(() => whenSettled(known, fail, handle), failure)
  await assert.rejects(async () => await whenSettled(later(), fail, handle), failure)
})
