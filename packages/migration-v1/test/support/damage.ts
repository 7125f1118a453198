// Ways in which a file differs from what an exporter should have written: other spellings of the same, and defects.
import fc from 'fast-check'

type Json = unknown
export type Key = string | number

/** What happens at one place of a document; `place` picks it, `what` says what. */
export interface Damage {
  readonly place: number
  readonly what: (typeof kinds)[number]
  readonly value: unknown
}

const kinds = [
  'snake',
  'null',
  'replace',
  'number of enum',
  'text of number',
  'number of text',
  'url alphabet',
  'unknown member',
  'empty place',
  'twice',
  'drop',
  'reverse',
  'mangle enum',
  '__proto__',
] as const

export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    place: fc.nat(),
    what: fc.constantFrom(...kinds),
    value: fc.oneof(
      fc.constantFrom<unknown>('', 0, -1, true, 5, Infinity, 2 ** 60, '\u0000', '\ud800', 'und', 'a b', '7.5s'),
      fc.constantFrom<unknown>('2020-01-01T00:00:00.5+02:00', '18446744073709551615', [], {}, [null], [{}]),
      fc.string({ maxLength: 12 }),
      fc.dictionary(fc.string({ maxLength: 5 }), fc.integer(), { maxKeys: 2 }),
    ),
  }),
  { maxLength: 12 },
)

const ordinary = { enumerable: true, configurable: true, writable: true }

interface Place {
  readonly parent: Record<string, Json> | Json[]
  readonly key: Key
}

/** A copy with all of the damage done to it. */
export function damage(document: Json, all: readonly Damage[]): Json {
  const copy: Json = structuredClone(document)
  for (const each of all) {
    const places = placesOf(copy).slice(1)
    const place = places[each.place % places.length]
    if (place !== undefined) apply(place, each)
  }
  return copy
}

function placesOf(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Place['parent']
  return Object.entries(parent).flatMap(([key, child]) => [{ parent, key: Array.isArray(parent) ? Number(key) : key }, ...placesOf(child)])
}

function apply({ parent, key }: Place, { what, value }: Damage): void {
  const set = (child: Json): void => void Reflect.set(parent, key, child)
  const now: Json = Reflect.get(parent, key)
  switch (what) {
    case 'snake':
      if (typeof key === 'string')
        rename(
          parent,
          key,
          key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
        )
      break
    case 'null':
      return set(null)
    case 'replace':
      return set(structuredClone(value))
    case 'number of enum':
      return typeof now === 'string' && /^[A-Z0-9_]{6,}$/.test(now) ? set(1) : undefined
    case 'mangle enum':
      return typeof now === 'string' && /^[A-Z0-9_]{6,}$/.test(now) ? set(`${now}_X`) : undefined
    case 'text of number':
      return typeof now === 'number' ? set(String(now)) : undefined
    case 'number of text':
      return typeof now === 'string' && /^[0-9]{1,3}$/.test(now) ? set(Number(now)) : undefined
    case 'url alphabet':
      if (typeof now === 'string' && now.endsWith('=')) set(now.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'))
      break
    case 'unknown member':
      if (isObject(now)) Reflect.set(now, `unknown ${JSON.stringify(value)}`.slice(0, 20), structuredClone(value))
      break
    case '__proto__':
      if (isObject(now)) Object.defineProperty(now, '__proto__', { value: { polluted: true }, ...ordinary })
      break
    case 'empty place':
      if (Array.isArray(now)) now.splice(now.length / 2, 0, typeof value === 'string' ? null : {})
      break
    case 'twice':
      if (Array.isArray(now) && now.length > 0) now.push(structuredClone(now[0]))
      break
    case 'drop':
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else Reflect.deleteProperty(parent, key)
      break
    case 'reverse':
      if (isObject(now)) for (const name of Object.keys(now).reverse()) rename(now, name, name)
  }
}

/** To the end of the object: the order of members changes too. */
function rename(parent: object, from: string, to: string): void {
  const value: Json = Reflect.get(parent, from)
  Reflect.deleteProperty(parent, from)
  Object.defineProperty(parent, to, { value, ...ordinary })
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
