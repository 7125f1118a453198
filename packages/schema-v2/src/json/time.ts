// Duration and Timestamp of the protobuf JSON mapping (https://protobuf.dev/programming-guides/json/).
// Normal forms: "1.500s" and "2030-01-31T12:00:00.500Z" in UTC, each with 0, 3, 6 or 9 decimals, without loss of nanoseconds.

import { leaf } from './leaf.ts'
import type { LeafSchema } from './leaf.ts'

/** Bounds of a duration in seconds. */
export interface DurationRange {
  readonly min?: number
  readonly max?: number
  /** Set if zero means the same as absence. Otherwise "0s" is a separate value, and an absent lifetime takes the default. */
  readonly zeroIsAbsent?: boolean
}

/** The largest Duration of protobuf: 10 000 years. */
const TEN_THOUSAND_YEARS = 315_576_000_000

const DURATION = /^([+-]?)([0-9]{1,12})(?:\.([0-9]{1,9}))?s$/

/** A duration as protobuf JSON spells it, `3.5s`. */
export function duration(range: DurationRange = {}): LeafSchema<string> {
  const { min = -TEN_THOUSAND_YEARS, max = TEN_THOUSAND_YEARS } = range
  const bounds = range.max === undefined ? '' : ` from "${min}s" to "${max}s"`
  return leaf(
    { type: 'string', pattern: DURATION.source, description: `A duration in seconds, such as "10s" or "1.500s"${bounds}.` },
    `must be a duration in seconds, written like "10s" or "1.500s"${bounds}`,
    (input) => {
      const match = typeof input === 'string' ? DURATION.exec(input) : null
      if (match === null) return undefined
      const [, sign, whole = '', decimals = ''] = match
      const magnitude = `${BigInt(whole)}${fraction(decimals)}`
      const value = Number(magnitude) * (sign === '-' ? -1 : 1)
      if (value < min || value > max) return undefined
      return `${value < 0 ? '-' : ''}${magnitude}s`
    },
    range.zeroIsAbsent === true ? '0s' : undefined,
  )
}

/** A time as RFC 3339 spells it (https://www.rfc-editor.org/rfc/rfc3339#section-5.6). */
export function timestamp(): LeafSchema<string> {
  return leaf({ type: 'string', format: 'date-time' }, 'must be a time like "2030-01-31T12:00:00Z" (RFC 3339)', readTimestamp)
}

function readTimestamp(input: unknown): string | undefined {
  const pattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/
  const match = typeof input === 'string' ? pattern.exec(input) : null
  if (match === null) return undefined
  const [, local = '', decimals = '', sign, hours = '00', minutes = '00'] = match
  const localTime = Date.parse(`${local}Z`)
  // Engines read 30 February as 1 or 2 March. A date that does not come back unchanged does not exist.
  if (Number.isNaN(localTime) || secondsOf(localTime) !== local || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  const utc = secondsOf(sign === '-' ? localTime + offset : localTime - offset)
  // Years 0001 to 9999, as in protobuf's Timestamp. toISOString writes other years with a sign.
  return /^(?!0000)[0-9]{4}-/.test(utc) ? `${utc}${fraction(decimals)}Z` : undefined
}

function secondsOf(time: number): string {
  return new Date(time).toISOString().replace(/\.[0-9]{3}Z$/, '')
}

function fraction(decimals: string): string {
  const nanoseconds = decimals.padEnd(9, '0')
  if (nanoseconds === '000000000') return ''
  return `.${nanoseconds.replace(/(?:000){1,2}$/, '')}`
}
