// Maps a member that was read back to its place in the input, with the input's spelling and its indices, which count empty places.

import { formatPath } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { isEmptyPlace, memberOf } from './member-names.ts'

/** The names below `place` as the input spells them. */
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

/** The places of the entries of a list after reading, without empty places. */
export function placesOfList(raw: unknown, names: readonly string[], place: Path): readonly Path[] {
  const list = names.reduce<unknown>((value, name) => memberOf(value, name)?.value, raw)
  if (!Array.isArray(list)) return []
  const path = spelledPath(raw, names, place)
  return list.flatMap((entry: unknown, index) => (isEmptyPlace(entry) ? [] : [[...path, index]]))
}

/** The place of a member at any depth, in the spelling of the input. */
export function placeOfMember(raw: unknown, member: Path, place: Path): Path {
  let value = raw
  return [
    ...place,
    ...member.map((key) => {
      const spelling = typeof key === 'number' ? key : (memberOf(value, key)?.spelling ?? key)
      value = typeof value === 'object' && value !== null ? Reflect.get(value, spelling) : undefined
      return spelling
    }),
  ]
}

/** Translates a path of the schema, which uses canonical names, to the spelling of the input. The last step is kept as it is. */
export function respell(path: string, raw: unknown, place: Path): string {
  const steps = path.slice(formatPath(place).length).match(/\.\w+|\[\d+\]|\["(?:[^"\\]|\\.)*"\]/g) ?? []
  let value = raw
  const spelled = steps.slice(0, -1).map((step) => {
    const key = step.startsWith('[') ? Number(step.slice(1, -1)) : (memberOf(value, step.slice(1))?.spelling ?? step.slice(1))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
    return key
  })
  return `${formatPath([...place, ...spelled])}${steps.at(-1) ?? ''}`
}
