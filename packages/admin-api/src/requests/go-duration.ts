// Durations in the format of Go, `1h30m`, because the interface defines `timeout` so: exactly the grammar of time.ParseDuration, with its
// limits and its rounding. https://pkg.go.dev/time#ParseDuration

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  // Both letters: micro sign (U+00B5) and Greek mu (U+03BC).
  ['\u00b5s', 1000n],
  ['\u03bcs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

/** The value at which a 64-bit number of nanoseconds overflows. */
const limit = 2n ** 63n

/** @returns nanoseconds; undefined when the text is not a duration */
export function parseGoDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-')
  const magnitude = negative || text.startsWith('+') ? text.slice(1) : text
  if (magnitude === '0') return 0n
  const total = sum(magnitude)
  if (total === undefined) return undefined
  if (negative) return -total
  // The limit is 2^63 ns. -2^63 is a duration, +2^63 overflows.
  return total < limit ? total : undefined
}

function sum(text: string): bigint | undefined {
  const part = /([0-9]*)(?:(\.)([0-9]*))?([^0-9.]+)/gy
  let total = 0n
  let end = 0
  while (end < text.length) {
    const [, whole = '', , decimals = '', unit = ''] = part.exec(text) ?? []
    const nanoseconds = whole === '' && decimals === '' ? undefined : amount(whole, decimals, units.get(unit))
    if (nanoseconds === undefined) return undefined
    total += nanoseconds
    if (total > limit) return undefined
    end = part.lastIndex
  }
  return text === '' ? undefined : total
}

function amount(whole: string, decimals: string, unit: bigint | undefined): bigint | undefined {
  if (unit === undefined || whole.replace(/^0+/, '').length > 19) return undefined
  const value = BigInt(whole === '' ? '0' : whole)
  if (value > limit / unit) return undefined
  const total = value * unit + fraction(decimals, unit)
  return total > limit ? undefined : total
}

/** In floating point, as in Go. Decimals beyond 64 bits are dropped. */
function fraction(decimals: string, unit: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of decimals) {
    const next = value * 10n + BigInt(digit)
    if (value > (limit - 1n) / 10n || next > limit) break
    value = next
    scale *= 10
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)))
}
