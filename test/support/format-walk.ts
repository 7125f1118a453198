// Walks over the format of documents: the members that it has, and where the document of the effects has them.
import type { Effects } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import * as v from 'valibot'
import { replaceAt } from '../../packages/schema-v2/test/walk.ts'
import { effectsDocument } from './effects.ts'

/** `*` stands for every entry of a list. */
export type Pattern = readonly string[]
export type Place = readonly (string | number)[]

export interface Node {
  readonly pattern: Pattern
  readonly schema: v.GenericSchema
  readonly effect: Effects
}

/** @returns the values of an enumeration; undefined for any other schema */
export function enumeratedIn(schema: v.GenericSchema): readonly string[] | undefined {
  const { issues } = v.safeParse(schema, Symbol('none'))
  const [, names] = /^must be one of (.+)$/.exec(issues?.[0].message ?? '') ?? []
  return names?.split(', ')
}

/** The places of the table, each as deep as the table distinguishes parts. */
export function nodesOf(schema: v.GenericSchema, effect: Effects, pattern: Pattern): readonly Node[] {
  const item = itemOf(schema)
  if (item !== undefined && typeof effect === 'object' && !Array.isArray(effect)) return nodesOf(item, effect, [...pattern, '*'])
  const fields = fieldsOf(schema)
  if (fields === undefined || typeof effect === 'string' || Array.isArray(effect)) return [{ pattern, schema, effect }]
  const table = effect as Readonly<Record<string, Effects>>
  return fields.flatMap(([name, field]) => nodesOf(field, table[name] ?? assert.fail(`${name} is not in the table`), [...pattern, name]))
}

/** The members below a place that have no members themselves. */
export function leavesOf(schema: v.GenericSchema, pattern: Pattern): readonly Node[] {
  const item = itemOf(schema)
  if (item !== undefined) return leavesOf(item, [...pattern, '*'])
  return fieldsOf(schema)?.flatMap(([name, field]) => leavesOf(field, [...pattern, name])) ?? [{ pattern, schema, effect: 'acts' }]
}

function itemOf(schema: v.GenericSchema): v.GenericSchema | undefined {
  return 'item' in schema ? (schema.item as v.GenericSchema) : undefined
}

function fieldsOf(schema: v.GenericSchema): readonly (readonly [string, v.GenericSchema])[] | undefined {
  if (!('fields' in schema)) return undefined
  return Object.entries(schema.fields as Readonly<Record<string, v.GenericSchema>>).map(([name, field]) => [
    name,
    'required' in field ? (field.required as v.GenericSchema) : field,
  ])
}

/** Where the document of the effects has what the pattern names, or could have it. */
export function placesOf(pattern: Pattern): readonly Place[] {
  return pattern.reduce<readonly Place[]>(
    (places, step, depth) =>
      places.flatMap((place) => {
        const value = valueAt(place)
        const last = depth === pattern.length - 1
        if (step === '*')
          return Array.isArray(value) ? [...value.keys(), ...(last ? [value.length] : [])].map((index) => [...place, index]) : []
        return typeof value === 'object' && value !== null && (last || Object.hasOwn(value, step)) ? [[...place, step]] : []
      }),
    [[]],
  )
}

/** @returns the value in the document of the effects */
export function valueAt(place: Place): unknown {
  return place.reduce<unknown>((found, key) => Reflect.get(Object(found), key), effectsDocument)
}

/** @returns the document with another value at the place, or without one for `null` */
export function varied(document: unknown, place: Place, value: unknown): unknown {
  const [list, index] = [place.slice(0, -1), place.at(-1)]
  const entries = list.reduce<unknown>((found, key) => Reflect.get(Object(found), key), document)
  if (entries === undefined || entries === null) return document
  return Array.isArray(entries) && index === entries.length
    ? replaceAt(document, list, [...(entries as unknown[]), value])
    : replaceAt(document, place, value)
}
