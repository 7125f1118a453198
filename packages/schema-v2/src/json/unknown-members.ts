// Walks the raw document and its schema once, in parallel. It refuses nesting deeper than 32 levels before any other code reads the document (a
// normal document has 7). It lists the members that the schema does not know, so that every loss is reported, and the empty places of
// lists, which are not read.

import type * as v from 'valibot'
import { DocumentError } from './document-error.ts'
import { isLenient } from './enumeration.ts'
import { isEmptyPlace, isListSchema } from './list.ts'
import { isJsonObject, isMessageSchema, schemaOf } from './message.ts'
import { formatJsonPath } from './paths.ts'
import type { EmptyPlaces, PathKey } from './paths.ts'

/** A member that the format does not have. */
export interface UnknownMember {
  readonly path: string
}

/** What reading leaves out of a value. */
export interface Inspection {
  readonly unknownMembers: readonly UnknownMember[]
  readonly emptyPlaces: readonly EmptyPlaces[]
}

const DEEPEST_LEVEL = 32

/**
 * The findings of a walk, and its position. The functions that share it are not created for each value: V8 would drop their compiled code with
 * them, and compile it again.
 */
interface Walk {
  readonly unknownMembers: UnknownMember[]
  readonly emptyPlaces: EmptyPlaces[]
  /** The keys from the root to the present value. */
  readonly place: PathKey[]
}

/** `base` is the place of the input itself; every path begins with its keys. */
export function inspectInput(input: unknown, schema: v.GenericSchema, base: readonly PathKey[] = []): Inspection {
  const unknownMembers: UnknownMember[] = []
  const emptyPlaces: EmptyPlaces[] = []
  visit(input, schema, 1 + base.length, { unknownMembers, emptyPlaces, place: [...base] })
  return { unknownMembers, emptyPlaces }
}

function visit(value: unknown, schema: v.GenericSchema | undefined, level: number, walk: Walk): void {
  const { unknownMembers, emptyPlaces, place } = walk
  if (typeof value !== 'object' || value === null) {
    if (value !== null && isLenient(schema) && !schema.knows(value)) unknownMembers.push({ path: formatJsonPath(place) })
    return
  }
  if (level > DEEPEST_LEVEL) {
    throw new DocumentError(formatJsonPath(place), `is nested deeper than ${DEEPEST_LEVEL} levels; flatten or remove it`)
  }
  if (Array.isArray(value)) {
    const item = isListSchema(schema) ? schema.item : undefined
    const empty = item === undefined ? [] : value.flatMap((element, index) => (isEmptyPlace(element) ? [index] : []))
    if (empty.length > 0) emptyPlaces.push({ list: formatJsonPath(place), indices: empty })
    for (const [index, element] of value.entries()) visitMember(index, element, item, level, walk)
  } else if (isJsonObject(value)) {
    const messageSchema = isMessageSchema(schema) ? schema : undefined
    for (const key of Object.keys(value)) {
      const member = value[key]
      const name = messageSchema?.spellings.get(key)
      // Every member below an unknown member is unknown too. One row for it is enough.
      if (messageSchema !== undefined && name === undefined && member !== null) {
        unknownMembers.push({ path: formatJsonPath([...place, key]) })
      }
      visitMember(name ?? key, member, name === undefined ? undefined : schemaOf(messageSchema?.fields[name]), level, walk)
    }
  }
}

function visitMember(key: PathKey, value: unknown, schema: v.GenericSchema | undefined, level: number, walk: Walk): void {
  walk.place.push(key)
  visit(value, schema, level + 1, walk)
  walk.place.pop()
}
