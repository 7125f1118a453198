// Buckets fill up with time, and their memory is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenBuckets } from '../src/memory/token-buckets.ts'
import type { TokenBuckets } from '../src/memory/token-buckets.ts'

/** @returns how many of the attempts got a token */
function tryAll(buckets: TokenBuckets, key: string, now: number, tries: number): number {
  let admitted = 0
  for (let count = 0; count < tries; count++) {
    if (buckets.wait(key, now) > 0) continue
    buckets.take(key, now)
    admitted++
  }
  return admitted
}

const rate = { burst: 5, perMinute: 60 }

test('a bucket gives its burst, then one token for each interval, and is full again in the end', () => {
  const buckets = createTokenBuckets(rate, 10)
  assert.equal(tryAll(buckets, 'a', 0, 100), 5)
  assert.equal(buckets.wait('a', 0), 1000)
  assert.equal(tryAll(buckets, 'a', 999, 100), 0)
  assert.equal(tryAll(buckets, 'a', 1000, 100), 1)
  assert.equal(tryAll(buckets, 'a', 3500, 100), 2)
  assert.equal(tryAll(buckets, 'a', 1_000_000, 100), 5)
})

test('each key has its own bucket', () => {
  const buckets = createTokenBuckets(rate, 10)
  tryAll(buckets, 'a', 0, 100)
  assert.equal(tryAll(buckets, 'b', 0, 100), 5)
})

test('asking for the wait takes no token and stores no key', () => {
  const buckets = createTokenBuckets(rate, 10)
  for (let count = 0; count < 100; count++) assert.equal(buckets.wait('a', 0), 0)
  assert.equal(buckets.size, 0)
})

test('taking from an empty bucket does not delay the next token', () => {
  const buckets = createTokenBuckets(rate, 10)
  for (let count = 0; count < 100; count++) buckets.take('a', 0)
  assert.equal(buckets.wait('a', 0), 1000)
})

test('a token that is given back leaves a full bucket, also after the clock was set back', () => {
  const buckets = createTokenBuckets(rate, 10)
  buckets.take('a', 3_600_000)
  buckets.giveBack('a', 3_600_000)
  assert.equal(buckets.size, 0)
  assert.equal(tryAll(buckets, 'a', 0, 100), 5)
})

test('a clock that is set back does not empty a bucket for longer than its depth', () => {
  const buckets = createTokenBuckets(rate, 10)
  tryAll(buckets, 'a', 86_400_000, 100)
  assert.ok(buckets.wait('a', 0) <= 1000)
  buckets.take('a', 0)
  assert.equal(tryAll(buckets, 'a', 1000, 100), 1)
})

test('DS-04 of 100,000 keys the latest stay in memory, up to the limit', () => {
  const buckets = createTokenBuckets(rate, 1000)
  for (let count = 0; count < 100_000; count++) {
    for (let times = 0; times < 5; times++) buckets.take(`key ${count}`, 0)
    assert.ok(buckets.size <= 1000)
  }
  assert.equal(buckets.size, 1000)
  assert.equal(buckets.wait('key 99999', 0), 1000)
  assert.equal(buckets.wait('key 0', 0), 0)
})

test('DS-04 a key in use stays in memory while others come and go', () => {
  const buckets = createTokenBuckets(rate, 1000)
  for (let count = 0; count < 100_000; count++) {
    buckets.take(`key ${count}`, 0)
    if (count % 500 === 0) buckets.take('busy', 0)
  }
  assert.ok(buckets.wait('busy', 0) > 0)
})

test('DS-04 full buckets are removed as others are added', () => {
  const buckets = createTokenBuckets(rate, 100_000)
  for (let count = 0; count < 50_000; count++) buckets.take(`old ${count}`, 0)
  for (let count = 0; count < 50_000; count++) buckets.take(`new ${count % 10}`, 10_000 + count)
  assert.ok(buckets.size <= 10, String(buckets.size))
})

test('after a flood each new key removes two that are full, so that the memory shrinks', () => {
  const buckets = createTokenBuckets(rate, 100)
  for (let count = 0; count < 10; count++) buckets.take(`flood ${count}`, 0)
  assert.equal(buckets.size, 10)
  const sizes = ['a', 'b', 'c', 'd', 'e'].map((key) => {
    buckets.take(key, 1_000_000)
    return buckets.size
  })
  assert.deepEqual(sizes, [9, 8, 7, 6, 5])
})
