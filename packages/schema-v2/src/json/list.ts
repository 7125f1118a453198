// A list. Faulty exports hold empty places: null or {} (a message without members). They are skipped, and later entries keep their index in
// errors. `inputPaths` maps a value that was read back to its place.

import * as v from 'valibot'
import { isJsonObject } from './message.ts'

/** The schema of a list. */
export interface ListSchema<TItem extends v.GenericSchema> extends v.GenericSchema<unknown, readonly v.InferOutput<TItem>[]> {
  readonly item: TItem
}

const emptyPlace = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

/** A list. Empty places, null or `{}`, are left out. */
export function list<TItem extends v.GenericSchema>(item: TItem): ListSchema<TItem> {
  const schema = v.pipe(
    v.array(
      v.lazy((place) => (isEmptyPlace(place) ? emptyPlace : item)),
      'must be a list',
    ),
    v.transform((places): readonly v.InferOutput<TItem>[] => places.filter((place) => place !== undefined)),
  )
  return Object.assign(schema, { item })
}

/** Whether a schema is that of a list. */
export function isListSchema(schema: unknown): schema is ListSchema<v.GenericSchema> {
  return typeof schema === 'object' && schema !== null && 'item' in schema
}

/** Whether a place in a list is empty: null, or an object without members. */
export function isEmptyPlace(place: unknown): boolean {
  return place === null || (isJsonObject(place) && Object.keys(place).length === 0)
}
