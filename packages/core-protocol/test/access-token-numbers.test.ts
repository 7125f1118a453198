// The numbers of opaque access tokens.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { accessTokenNumbers } from '../src/tokens/access-token-numbers.ts'

const start = Date.UTC(2026, 10, 22)
const firstMillisecond = Date.UTC(2020, 0, 1)
const randomToken = (): string => randomBytes(32).toString('base64url')

/** The millisecond in the number. */
const timeOf = (number: number): number => firstMillisecond + Math.floor(number / 4096)

test('a number says the millisecond of issue and is an integer of at most 53 bits', () => {
  let time = start
  const draw = accessTokenNumbers({ now: () => time, randomToken })
  let last = -1
  for (let count = 0; count < 1000; count += 1, time += 1 + (count % 5)) {
    const number = draw()
    assert.ok(Number.isSafeInteger(number) && number > last, String(number))
    assert.equal(timeOf(number), time)
    last = number
  }
})

test('no number is drawn twice while the clock stands still, however many are drawn', () => {
  const draw = accessTokenNumbers({ now: () => start, randomToken })
  const numbers = Array.from({ length: 10_000 }, draw)
  assert.equal(new Set(numbers).size, 10_000)
  assert.deepEqual([...new Set(numbers.map(timeOf))], [start, start + 1, start + 2])
})

test('TK-25 a number does not reveal how many were drawn before it', () => {
  // The first and the hundredth number of a millisecond, for many milliseconds: both are anywhere in the range.
  const means = [1, 100].map((rank) => {
    let time = start
    const draw = accessTokenNumbers({ now: () => time, randomToken })
    let sum = 0
    for (let round = 0; round < 2000; round += 1, time += 1) {
      for (let count = 1; count < rank; count += 1) draw()
      sum += draw() % 4096
    }
    return sum / 2000
  })
  // The standard deviation of these means is 26.
  for (const mean of means) assert.ok(Math.abs(mean - 2047.5) < 160, means.join(', '))
})

test('two processes rarely draw the same number in a millisecond', () => {
  let time = start
  const [one, other] = [accessTokenNumbers({ now: () => time, randomToken }), accessTokenNumbers({ now: () => time, randomToken })]
  let same = 0
  for (; time < start + 20_000; time += 1) if (one() === other()) same += 1
  // Expected are 5.
  assert.ok(same < 30, String(same))
})

test('the random bits are those of the source', () => {
  const texts = Array.from({ length: 4 }, (_, index) => hash('sha256', `source ${index}`, 'base64url'))
  const drawWith = (): readonly number[] => {
    const given = [...texts]
    let time = start
    const draw = accessTokenNumbers({ now: () => time++, randomToken: () => given.shift() ?? assert.fail('too many texts were taken') })
    return Array.from({ length: 84 }, () => draw() % 4096)
  }
  assert.deepEqual(drawWith(), drawWith())
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const [first = ''] = texts
  assert.equal(drawWith()[0], digits.indexOf(first.charAt(0)) * 64 + digits.indexOf(first.charAt(1)))
})

test('a clock that is set back, stands before 2020 or after 2089, or counts fractions, gives numbers of 53 bits', () => {
  let time = start
  const draw = accessTokenNumbers({ now: () => time, randomToken })
  for (time of [start, start - 3_600_000, 0, -1, firstMillisecond - 1, firstMillisecond, start + 0.25, Date.UTC(2089, 11, 1), 8.64e15]) {
    const number = draw()
    assert.ok(Number.isSafeInteger(number) && number >= 0, `${number} at ${time}`)
  }
  time = start - 3_600_000
  assert.equal(timeOf(draw()), time)
})
