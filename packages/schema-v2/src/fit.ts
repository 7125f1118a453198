// Reads what matches the schema. A malformed member is left out and its object is kept. Where absence would be laxer than the intended
// value, a stricter value is used instead. Where no stricter value exists, the object around the member is left out.

import * as v from 'valibot'
import type { Decisive, Stricter } from './json/leaf.ts'
import { isEmptyPlace, isListSchema } from './json/list.ts'
import { isJsonObject, isMessageSchema, schemaOf, snakeCase } from './json/message.ts'
import type { Field, JsonObject, MessageSchema } from './json/message.ts'
import type { PathKey } from './json/paths.ts'
import { inspectInput } from './json/unknown-members.ts'
import { readValue } from './read.ts'
import type { ReadValue } from './read.ts'

/** A place that does not match the schema. */
export interface Misfit {
  /** The place in the input, in the spelling of the input. */
  readonly path: readonly PathKey[]
  /** The expected value. It continues a sentence that begins with the path, as in a DocumentError. */
  readonly expected: string
  /** Whether a stricter value is used instead. Otherwise the place is left out. */
  readonly stricter: boolean
  /** The malformed value. It must never be reported. */
  readonly input: unknown
}

/** The part of a value that matches the schema, and the places that do not. */
export interface FittingValue<T> {
  /** Undefined if nothing is left. */
  readonly read: ReadValue<T> | undefined
  /** The innermost malformed places. */
  readonly misfits: readonly Misfit[]
}

/** @throws DocumentError for input that is nested too deep */
export function readFitting<TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  place: readonly PathKey[] = [],
): FittingValue<v.InferOutput<TSchema>> {
  const { success, output } = v.safeParse(schema, input, { abortEarly: true })
  if (success) return { read: { value: output, ...inspectInput(input, schema, place) }, misfits: [] }
  const misfits: Misfit[] = []
  const fitted = fit(schema, input, place, misfits)
  return { read: fitted === misfit ? undefined : readValue(schema, fitted, place), misfits }
}

const misfit = Symbol('misfit')

function fit(schema: v.GenericSchema, input: unknown, path: readonly PathKey[], misfits: Misfit[]): unknown {
  if (isMessageSchema(schema) && isJsonObject(input)) return fitMessage(schema, input, path, misfits)
  if (isListSchema(schema) && Array.isArray(input)) {
    return input.map((entry: unknown, index) => (isEmptyPlace(entry) ? entry : fitEntry(schema.item, entry, [...path, index], misfits)))
  }
  const { success, issues } = v.safeParse(schema, input, { abortEarly: true })
  if (success) return input
  misfits.push({ path, expected: issues[0].message, stricter: false, input })
  return misfit
}

function fitEntry(schema: v.GenericSchema, entry: unknown, path: readonly PathKey[], misfits: Misfit[]): unknown {
  const since = misfits.length
  const fitted = fit(schema, entry, path, misfits)
  if (fitted !== misfit) return fitted
  return isStricter(schema) ? standIn(schema, misfits, since) : null
}

/** @param since the first misfit of the place; all from there become one */
function standIn({ stricter }: Stricter, misfits: Misfit[], since: number): unknown {
  const [found] = misfits.splice(since)
  if (found !== undefined) misfits.push({ ...found, stricter: true })
  return stricter
}

function fitMessage(schema: MessageSchema, input: JsonObject, path: readonly PathKey[], misfits: Misfit[]): unknown {
  const members = new Map<string, unknown>()
  const seen = new Set<string>()
  let whole = true

  /** @param since the first misfit of the member */
  function lost(spelling: string, field: Field | undefined, since: number): void {
    if (field !== undefined && isDecisive(field)) whole = false
    const memberSchema = schemaOf(field)
    if (memberSchema === undefined || !isStricter(memberSchema)) return void members.delete(spelling)
    members.set(spelling, standIn(memberSchema, misfits, since))
  }

  for (const [spelling, value] of Object.entries(input)) {
    const name = schema.spellings.get(spelling)
    const field = name === undefined ? undefined : schema.fields[name]
    if (name === undefined || field === undefined || value === null || value === undefined) {
      members.set(spelling, value)
      continue
    }
    const since = misfits.length
    if (seen.has(name)) {
      misfits.push({
        path: [...path, spelling],
        expected: 'occurs in both spellings; keep one of them',
        stricter: false,
        input: value,
      })
      members.delete(name)
      members.delete(snakeCase(name))
      lost(spelling, field, since)
      continue
    }
    seen.add(name)
    const fitted = fit(schemaOf(field) ?? v.never(), value, [...path, spelling], misfits)
    if (fitted === misfit) lost(spelling, field, since)
    else members.set(spelling, fitted)
  }
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!('required' in field) || seen.has(name)) continue
    whole = false
    misfits.push({ path: [...path, name], expected: 'is missing; add it', stricter: false, input: undefined })
  }
  return whole ? Object.fromEntries(members) : misfit
}

function isStricter(schema: v.GenericSchema): schema is v.GenericSchema & Stricter {
  return 'stricter' in schema
}

function isDecisive(field: Field): boolean {
  const schema: (v.GenericSchema & Partial<Decisive>) | undefined = schemaOf(field)
  return 'required' in field || schema?.decisive === true
}
