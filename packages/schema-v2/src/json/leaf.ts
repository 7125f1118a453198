// A leaf: a value of the document that is no object and no list. It reads every accepted JSON form and gives one normal form.
// Its message is fixed text about what is expected; what was received is never part of it, so no secret can leave through an error.

import * as v from 'valibot'

/** The schema of a value that is no object and no list. */
export interface LeafSchema<T> extends v.GenericSchema<unknown, T> {
  /** The value that means the same as absence; `message` leaves it out. */
  readonly zero: T | undefined
}

/** Of a schema: what stands for a value that does not fit, where absence would be the laxer choice. Without it the member is absent. */
export interface Stricter<T = unknown> {
  readonly stricter: T
}

/** @param value in a form that the schema reads */
export function stricter<TSchema extends v.GenericSchema, const T>(schema: TSchema, value: T): TSchema & Stricter<T> {
  return Object.assign(schema, { stricter: value })
}

/** Of a schema: a value that does not fit costs the object, because nothing stricter than its absence can be said. */
export interface Decisive {
  readonly decisive: true
}

/** Marks a schema: a value that does not fit costs the object. */
export function decisive<TSchema extends v.GenericSchema>(schema: TSchema): TSchema & Decisive {
  return Object.assign(schema, { decisive: true as const })
}

/** `read` answers undefined for what it does not accept. */
export function leaf<T>(expected: string, read: (input: unknown) => T | undefined, zero?: T): LeafSchema<T> {
  const schema = v.pipe(
    v.unknown(),
    v.rawTransform<unknown, T>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message: expected })
      return NEVER
    }),
  )
  return Object.assign(schema, { zero })
}
