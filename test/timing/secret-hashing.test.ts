// What the rest of the process feels: no stall while secrets are verified, refusal under a storm, equal cost for absent users.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretHashingBusy } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { leastLongestTurn, processorTime } from '../support/processor-time.ts'

/** Milliseconds of the longest turn of the event loop. */
const limit = 50
const bcrypt11 = '$2b$11$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2' // about 110 ms each
const argon64MiB = '$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' // about 60 ms each

test('no turn of the event loop takes 50 ms while 12 secrets are verified', async (context) => {
  const hashing = secretHashing({ queueWaitMilliseconds: 60_000 })
  const hashes = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? bcrypt11 : argon64MiB))
  const longest = await leastLongestTurn(() => Promise.all(hashes.map((hash) => hashing.verify('wrong', hash))), limit)
  context.diagnostic(`the longest turn took ${longest.toFixed(1)} ms`)
  assert.ok(longest < limit, `a turn took ${longest} ms`)
})

test('no turn of the event loop takes 50 ms while a hash of a million rounds of SHA-crypt, which is the most that is taken, is verified', async (context) => {
  const hashing = secretHashing()
  // Made by glibc.
  const slow = '$6$rounds=1000000$saltstring$Hi7.Nr/y1fq0LMkA6r3ZbjxEUL7Cz3M2ysVh6gu/GltfJ2h089qQ3PKGiihgfeOI7uOCMQd7sjNqyMHeN6OIO.'
  const longest = await leastLongestTurn(async () => {
    assert.deepEqual(await hashing.verify('correct horse', slow), { valid: true, rehash: true })
  }, limit)
  context.diagnostic(`the longest turn took ${longest.toFixed(1)} ms`)
  assert.ok(longest < limit, `a turn took ${longest} ms`)
})

test('PW-12 of 500 verifications at once some succeed, the rest are refused as busy, and the process stays responsive', async (context) => {
  const hashing = secretHashing({ queueWaitMilliseconds: 500 })
  let outcomes: readonly PromiseSettledResult<unknown>[] = []
  const longest = await leastLongestTurn(async () => {
    outcomes = await Promise.allSettled(Array.from({ length: 500 }, () => hashing.verify('correct horse', bcrypt11)))
  }, limit)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  const answered = outcomes.filter(({ status }) => status === 'fulfilled')
  context.diagnostic(`${answered.length} answered, ${refused.length} refused, the longest turn took ${longest.toFixed(1)} ms`)
  assert.ok(refused.every((outcome) => outcome.status === 'rejected' && isSecretHashingBusy(outcome.reason)))
  assert.ok(answered.length > 0 && refused.length >= 448, `${answered.length} answered, ${refused.length} refused`)
  assert.ok(longest < limit, `a turn took ${longest} ms`)
  assert.equal((await hashing.verify('wrong', bcrypt11)).valid, false)
})

test('verifyAbsent costs as much as a wrong secret: medians of 15 within 30 %', async (context) => {
  const hashing = secretHashing()
  const hash = await hashing.hash('correct horse')
  await hashing.verifyAbsent('wrong horse')
  const wrong: number[] = []
  const absent: number[] = []
  for (let round = 0; round < 15; round++) {
    wrong.push(await processorTime(() => hashing.verify('wrong horse', hash)))
    absent.push(await processorTime(() => hashing.verifyAbsent('wrong horse')))
  }
  context.diagnostic(`wrong ${median(wrong).toFixed(1)} ms, absent ${median(absent).toFixed(1)} ms`)
  const difference = Math.abs(median(absent) / median(wrong) - 1)
  assert.ok(difference < 0.3, `differs by ${(difference * 100).toFixed(0)} %`)
})

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
