// A list. Faulty exports hold empty places: null or {} (a message without members). They are skipped, and later entries keep their index in
// errors. `inputPaths` maps a value that was read back to its place.

import type * as v from 'valibot'
import { isJsonObject } from './message.ts'
import { failure, issueOf, issuesInside, schemaThat } from './schema-that.ts'

/** The schema of a list. */
export interface ListSchema<TItem extends v.GenericSchema> extends v.GenericSchema<unknown, readonly v.InferOutput<TItem>[]> {
  readonly item: TItem
}

/** A list. Empty places, null or `{}`, are left out. */
export function list<TItem extends v.GenericSchema>(item: TItem): ListSchema<TItem> {
  const schema = schemaThat<readonly v.InferOutput<TItem>[]>((input, config) => {
    if (!Array.isArray(input)) return failure(input, [issueOf(input, config, 'must be a list')])
    const places: readonly unknown[] = input
    const entries: v.InferOutput<TItem>[] = []
    const issues: v.BaseIssue<unknown>[] = []
    for (const [index, place] of places.entries()) {
      if (isEmptyPlace(place)) continue
      const entry = item['~run']({ value: place }, config)
      if (entry.issues === undefined) {
        entries.push(entry.value)
        continue
      }
      issues.push(...issuesInside(entry.issues, { type: 'array', origin: 'value', input: input as unknown[], key: index, value: place }))
      if (config.abortEarly === true) break
    }
    return issues.length === 0 ? { typed: true, value: entries } : failure(input, issues)
  })
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
