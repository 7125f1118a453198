// A leaf: a value of the document that is neither an object nor a list. It reads every accepted JSON form and returns one normal form. Its
// message is a fixed text about the expected value. The received value is never part of it, so that no error discloses a secret.

import type * as v from 'valibot'
import { failure, issueOf, schemaThat } from './schema-that.ts'

/** A JSON Schema. https://json-schema.org/draft/2020-12 */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schema of a value that is neither an object nor a list. */
export interface LeafSchema<T> extends v.GenericSchema<unknown, T> {
  /** The values that a new document should hold. The schema also reads other spellings of them, which files from elsewhere hold. */
  readonly json: JsonSchema
  /** The value that means the same as absence; `message` leaves it out. */
  readonly zero: T | undefined
}

/** Of a schema: the value that replaces a malformed one where absence would be laxer. Without it a malformed member is absent. */
export interface Stricter<T = unknown> {
  readonly stricter: T
}

/** @param value in a form that the schema reads */
export function stricter<TSchema extends v.GenericSchema, const T>(schema: TSchema, value: T): TSchema & Stricter<T> {
  return Object.assign(schema, { stricter: value })
}

/** Of a schema: a malformed value makes the whole object malformed, because no stricter value exists. */
export interface Decisive {
  readonly decisive: true
}

/** Marks a schema: a malformed value makes the whole object malformed. */
export function decisive<TSchema extends v.GenericSchema>(schema: TSchema): TSchema & Decisive {
  return Object.assign(schema, { decisive: true as const })
}

/** Marks a leaf: the value is given, and never shown again. */
export function writeOnly<TSchema extends LeafSchema<unknown>>(schema: TSchema): TSchema {
  return Object.assign(schema, { json: { ...schema.json, writeOnly: true } })
}

/** Whether a schema is that of a leaf. */
export function isLeafSchema(schema: unknown): schema is LeafSchema<unknown> {
  return typeof schema === 'object' && schema !== null && 'json' in schema
}

/** `read` returns undefined for values that it does not accept. */
export function leaf<T>(json: JsonSchema, expected: string, read: (input: unknown) => T | undefined, zero?: T): LeafSchema<T> {
  const schema = schemaThat<T>((input, config) => {
    const value = read(input)
    return value === undefined ? failure(input, [issueOf(input, config, expected)]) : { typed: true, value }
  })
  return Object.assign(schema, { json, zero })
}
