// Go's grammar of durations, value by value. The expected values are those of time.ParseDuration.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseGoDuration } from '../src/requests/go-duration.ts'
import { leastBusyTime } from '../../../test/support/processor-time.ts'

const [second, minute, hour] = [1_000_000_000n, 60_000_000_000n, 3_600_000_000_000n]

const accepted: Readonly<Record<string, bigint>> = {
  '0': 0n,
  '+0': 0n,
  '-0': 0n,
  '5s': 5n * second,
  '30s': 30n * second,
  '1478s': 1478n * second,
  '-5s': -5n * second,
  '+5s': 5n * second,
  '5.0s': 5n * second,
  '5.6s': 5_600_000_000n,
  '5.s': 5n * second,
  '.5s': second / 2n,
  '1.0s': second,
  '1.004s': 1_004_000_000n,
  '100.00100s': 100_001_000_000n,
  '10ns': 10n,
  '11us': 11_000n,
  '12\u00b5s': 12_000n,
  '12\u03bcs': 12_000n,
  '13ms': 13_000_000n,
  '14s': 14n * second,
  '15m': 15n * minute,
  '16h': 16n * hour,
  '3h30m': 3n * hour + 30n * minute,
  '10.5s4m': 4n * minute + 10_500_000_000n,
  '-2m3.4s': -(2n * minute + 3_400_000_000n),
  '1h2m3s4ms5us6ns': hour + 2n * minute + 3n * second + 4_005_006n,
  '39h9m14.425s': 39n * hour + 9n * minute + 14_425_000_000n,
  '1h1h': 2n * hour,
  '52763797000ns': 52_763_797_000n,
  '0.3333333333333333333h': 20n * minute,
  '9007199254740993ns': 9_007_199_254_740_993n,
  '9223372036854775807ns': 9_223_372_036_854_775_807n,
  '9223372036854775.807us': 9_223_372_036_854_775_807n,
  '9223372036s854ms775us807ns': 9_223_372_036_854_775_807n,
  '-9223372036854775808ns': -9_223_372_036_854_775_808n,
  '-9223372036854775.808us': -9_223_372_036_854_775_808n,
  '0.100000000000000000000h': 6n * minute,
  '0.830103483285477580700h': 49n * minute + 48n * second + 372_539_827n,
}

const refused: readonly string[] = [
  '',
  '3',
  '-',
  '+',
  's',
  '.',
  '-.',
  '.s',
  '+.s',
  '1d',
  '\x85\x85',
  '\xffff',
  'hello \xffff world',
  '\uFFFD',
  ' 5s',
  '5s ',
  '5 s',
  '1e3s',
  '5S',
  '1h-30m',
  '--5s',
  '5..5s',
  '5.5.5s',
  '1h 30m',
  '0x5s',
  '٣s',
  '5s\n',
  'Infinity',
  'NaN',
  '3000000h',
  '9223372036854775808ns',
  '9223372036854775.808us',
  '9223372036854ms775us808ns',
  '-9223372036854775809ns',
  `1${'0'.repeat(400)}s`,
]

test('every duration of Go has its value', () => {
  for (const [text, nanoseconds] of Object.entries(accepted)) assert.equal(parseGoDuration(text), nanoseconds, text)
})

test('text that is not a Go duration is refused', () => {
  for (const text of refused) assert.equal(parseGoDuration(text), undefined, JSON.stringify(text))
})

test('a text of ten times the length takes some ten times as long', async () => {
  for (const textOf of [
    (length: number) => '1s'.repeat(length),
    (length: number) => '1'.repeat(10 * length),
    (length: number) => `.${'1'.repeat(length)}s`,
  ]) {
    const timeOf = async (text: string): Promise<number> => await leastBusyTime(async () => parseGoDuration(text), 0)
    const [short, long] = [await timeOf(textOf(20_000)), await timeOf(textOf(200_000))]
    // A quadratic reading would take a hundred times as long; short times are not exact.
    assert.ok(long < 40 * Math.max(short, 1), `${short} ms and ${long} ms`)
  }
  assert.equal(parseGoDuration('1s'.repeat(200_000)), 200_000n * second)
  assert.equal(parseGoDuration('1'.repeat(1_000_000)), undefined)
})
