// What the rest of the process feels: no stall while secrets are verified, refusal under a storm, equal cost for absent users.
// Other work on the machine disturbs clocks, so each measurement may be repeated: work on the main thread would fail every time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretHashingBusy } from '@symbolon/core-protocol'
import { secretHashing } from '../src/index.ts'

const bcrypt11 = '$2b$11$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2' // about 110 ms each
const argon64MiB = '$argon2id$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' // about 60 ms each

/** The longest time in which no timer ran while the work was under way. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const beat = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(beat, 1)
  try {
    await work()
    beat()
  } finally {
    clearInterval(timer)
  }
  return longest
}

/** The first of at most four measurements that holds, or the last. */
async function measured(measure: () => Promise<number>, holds: (value: number) => boolean): Promise<number> {
  let value = await measure()
  for (let again = 0; again < 3 && !holds(value); again++) value = await measure()
  return value
}

test('the event loop never stalls for 50 ms while 30 verifications run', async (context) => {
  const hashing = secretHashing({ queueWaitMilliseconds: 60_000 })
  const jobs = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? bcrypt11 : argon64MiB))
  const stall = await measured(
    () => longestStall(() => Promise.all(jobs.map((hash) => hashing.verify('wrong', hash)))),
    (value) => value < 50,
  )
  context.diagnostic(`longest stall ${stall.toFixed(1)} ms`)
  assert.ok(stall < 50, `stalled for ${stall} ms`)
})

test('PW-12 of 500 verifications at once some succeed, the rest are refused as busy, and the process stays responsive', async (context) => {
  const hashing = secretHashing({ queueWaitMilliseconds: 500 })
  const outcomes: PromiseSettledResult<unknown>[] = []
  const stall = await measured(async () => longestStall(async () => {
    outcomes.splice(0)
    outcomes.push(...await Promise.allSettled(Array.from({ length: 500 }, () => hashing.verify('correct horse', bcrypt11))))
  }), (value) => value < 50)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  const answered = outcomes.filter(({ status }) => status === 'fulfilled')
  assert.ok(refused.every((outcome) => outcome.status === 'rejected' && isSecretHashingBusy(outcome.reason)))
  assert.ok(answered.length > 0 && refused.length >= 448, `${answered.length} answered, ${refused.length} refused`)
  context.diagnostic(`${answered.length} answered, ${refused.length} refused, longest stall ${stall.toFixed(1)} ms`)
  assert.ok(stall < 50, `stalled for ${stall} ms`)
  assert.equal((await hashing.verify('wrong', bcrypt11)).valid, false)
})

test('verifyAbsent takes as long as a wrong secret: medians of 15 within 30 %', async (context) => {
  const hashing = secretHashing()
  const hash = await hashing.hash('correct horse')
  const difference = async (): Promise<number> => {
    const wrong: number[] = []
    const absent: number[] = []
    for (let round = 0; round < 15; round++) {
      wrong.push(await duration(() => hashing.verify('wrong horse', hash)))
      absent.push(await duration(() => hashing.verifyAbsent('wrong horse')))
    }
    context.diagnostic(`wrong ${median(wrong).toFixed(1)} ms, absent ${median(absent).toFixed(1)} ms`)
    return Math.abs(median(absent) / median(wrong) - 1)
  }
  const found = await measured(difference, (value) => value < 0.3)
  assert.ok(found < 0.3, `differs by ${(found * 100).toFixed(0)} %`)
})

test('verifyAbsent goes through the queue and is refused when it is full, as verify is', async () => {
  const hashing = secretHashing({ concurrency: 1, queueLimit: 0 })
  const running = hashing.verify('wrong', bcrypt11)
  await assert.rejects(hashing.verifyAbsent('wrong'), isSecretHashingBusy)
  await assert.rejects(hashing.hash('secret'), isSecretHashingBusy)
  await running
  await hashing.verifyAbsent('wrong')
})

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
