// Reads one object of the input with the schema of v2: both spellings, every JSON form, one normal form. What does not fit costs the
// object, not the document; a value of a harmless enum that nobody knows costs only itself, as protobuf's JSON skips it too.

import { DocumentError, readValue } from '@symbolon/schema-v2'
import * as v from 'valibot'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReasonCode } from '../ledger/reasons.ts'
import type { Path } from '../path.ts'
import { isEmptyPlace, memberOf } from './member-names.ts'
import { respell } from './spelled-path.ts'

/** Where the default does no harm. Not states, not ways to authenticate: there the default would open a door. */
const harmless = new Set([
  'gender', 'preferredLanguage', 'themeMode', 'stylingType', 'displayNameMapping', 'usernameMapping', 'privateLabelingSetting', 'version',
  'type',
])

/** Lists of enums, where a place that is left out only takes something away. */
const harmlessInLists = new Set(['responseTypes', 'grantTypes', 'secondFactors', 'multiFactors'])

interface Skipped {
  readonly reason: ReasonCode
  readonly path: Path
}

/**
 * `null` and `{}` are empty places; undefined says so, and also that the object was left out, with a row.
 * `handles` takes members that the schema does not know and the caller does.
 */
export function readEntry<TSchema extends v.GenericSchema>(
  schema: TSchema,
  raw: unknown,
  place: Path,
  ledger: Ledger,
  handles: (path: string) => boolean = () => false,
): v.InferOutput<TSchema> | undefined {
  if (isEmptyPlace(raw)) return undefined
  const skipped: Skipped[] = []
  for (let input = raw; ;) {
    try {
      const { value, unknownMembers } = readValue(schema, input, place)
      const reserved = unknownMembers.find(({ path }) => /(?:^|\.)__proto__$/.test(path))
      if (reserved !== undefined) {
        ledger.add('invalid-entry', place, `${reserved.path} is a name that no member may have.`)
        return undefined
      }
      for (const { path } of unknownMembers) {
        const spelled = respell(path, raw, place)
        if (!handles(spelled)) ledger.add('unknown-member', spelled)
      }
      for (const { reason, path } of skipped) ledger.add(reason, [...place, ...path])
      return value
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      const without = withoutUnknownValue(schema, input)
      if (without === undefined) {
        ledger.add('invalid-entry', place, error.message)
        return undefined
      }
      skipped.push(without)
      input = without.input
    }
  }
}

/** A copy of the input with null in the place that does not fit, when that may be. */
function withoutUnknownValue(schema: v.GenericSchema, input: unknown): (Skipped & { readonly input: unknown }) | undefined {
  const { issues } = v.safeParse(schema, input, { abortEarly: true })
  const keys = (issues?.[0].path ?? []).map(({ key }) => typeof key === 'number' ? key : String(key))
  const last = keys.at(-1)
  const name = String(typeof last === 'number' ? keys.at(-2) : last)
  if (last === undefined || !(typeof last === 'number' ? harmlessInLists : harmless).has(name)) return undefined

  const copy: unknown = structuredClone(input)
  const path: (string | number)[] = []
  let parent: unknown = copy
  for (const key of keys) {
    const spelling = typeof key === 'number' ? key : memberOf(parent, key)?.spelling
    if (spelling === undefined || typeof parent !== 'object' || parent === null) return undefined
    path.push(spelling)
    const value: unknown = Reflect.get(parent, spelling)
    if (path.length < keys.length) {
      parent = value
    } else {
      if (typeof value !== 'string' && typeof value !== 'number') return undefined
      Reflect.set(parent, spelling, null)
    }
  }
  return { input: copy, path, reason: name === 'preferredLanguage' ? 'unknown-language' : 'unknown-value' }
}
