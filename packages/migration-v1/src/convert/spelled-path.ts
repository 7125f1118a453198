// From a member that has been read back to its place in the input: the input's spelling, and its indices, empty places counted.

import type { Path } from '../path.ts'
import { memberOf } from './member-names.ts'
import { isEmptyPlace } from './read-entry.ts'

/** The names as the input spells them, below `place`. */
export function spelledPath(raw: unknown, names: readonly string[], place: Path): Path {
  const path: (string | number)[] = [...place]
  let value = raw
  for (const name of names) {
    const member = memberOf(value, name)
    path.push(member?.spelling ?? name)
    value = member?.value
  }
  return path
}

/** The places of the entries of a list in their order, as they are when the list has been read: without those that are empty. */
export function placesOfList(raw: unknown, names: readonly string[], place: Path): readonly Path[] {
  const list = names.reduce<unknown>((value, name) => memberOf(value, name)?.value, raw)
  if (!Array.isArray(list)) return []
  const path = spelledPath(raw, names, place)
  return list.flatMap((entry: unknown, index) => isEmptyPlace(entry) ? [] : [[...path, index]])
}
