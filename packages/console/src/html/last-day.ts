// The day until whose end a credential is valid.
import type { FieldViolation } from '@symbolon/rest'
import { textField } from './form.ts'
import type { Markup } from './markup.ts'

const day = 86_400_000

/** The options of a field for the last day. */
export interface LastDayField {
  readonly name: string
  readonly label: string
  readonly help: string
  /** The typed value; undefined: the day in one year is proposed. */
  readonly value: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly errors: readonly FieldViolation[]
}

/** @returns the field; `readLastDay` reads it */
export function lastDayField({ name, label, help, value, now, errors }: LastDayField): Markup {
  const inOneYear = new Date(now + 365 * day).toISOString().slice(0, 10)
  return textField({ name, label, help, type: 'date', value: value ?? inOneYear, errors })
}

/** @returns the end of the day, in milliseconds since the epoch; undefined without a day; `wrong` for a date that is not valid or not in the future */
export function readLastDay(typed: string | null, now: number): number | 'wrong' | undefined {
  const text = (typed ?? '').trim()
  if (text === '') return undefined
  const end = Date.parse(`${text}T23:59:59Z`)
  return Number.isNaN(end) || end <= now ? 'wrong' : end
}
