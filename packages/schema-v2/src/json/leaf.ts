// A leaf: a value of the document that is no object and no list. It reads every accepted JSON form and gives one normal form.
// Its message is fixed text about what is expected; what was received is never part of it, so no secret can leave through an error.

import * as v from 'valibot'

export interface LeafSchema<T> extends v.GenericSchema<unknown, T> {
  /** The value that means the same as absence; `message` leaves it out. */
  readonly zero: T | undefined
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
