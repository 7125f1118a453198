// Reads one object of the input with the schema of v2: both spellings, every JSON form, one normal form. A malformed member is left out.
// The whole object is left out only when it is useless without that member.

import type { Path } from '@symbolon/json-stream'
import { DocumentError, formatJsonPath, readFitting } from '@symbolon/schema-v2'
import type { Misfit } from '@symbolon/schema-v2'
import type * as v from 'valibot'
import type { Ledger } from '../ledger/ledger.ts'
import type { ReasonCode } from '../ledger/reasons.ts'
import { idAt, leaveOut } from './entry-id.ts'
import { isEmptyPlace } from './member-names.ts'
import { respell } from './spelled-path.ts'

/** Enums and lists of enums whose default is harmless. An unknown value is left out, as protobuf's JSON parsers do. */
const harmless = new Set([
  'gender',
  'themeMode',
  'stylingType',
  'displayNameMapping',
  'usernameMapping',
  'privateLabelingSetting',
  'version',
  'type',
  'responseTypes',
  'grantTypes',
  'secondFactors',
  'multiFactors',
])

/**
 * `null` and `{}` are empty places. The result is undefined for an empty place, and for an object that was left out, which gets a row.
 * `handles` takes the members that the schema does not know and the caller converts itself.
 */
export function readEntry<TSchema extends v.GenericSchema>(
  schema: TSchema,
  raw: unknown,
  place: Path,
  ledger: Ledger,
  handles: (path: string) => boolean = () => false,
): v.InferOutput<TSchema> | undefined {
  if (isEmptyPlace(raw)) return undefined
  const fitting = readOrRefuse(schema, raw, place)
  if (typeof fitting === 'string') {
    leaveOut(raw, place, ledger, fitting)
    return undefined
  }
  for (const { path } of fitting.read.unknownMembers) {
    const spelled = respell(path, raw, place)
    if (!handles(spelled)) ledger.add('unknown-member', spelled)
  }
  for (const misfit of fitting.misfits) ledger.add(reasonOf(misfit), misfit.path, `It ${misfit.expected}.`, idAt(place, raw))
  return fitting.read.value
}

type Fitting<TSchema extends v.GenericSchema> = ReturnType<typeof readFitting<TSchema>>

/** @returns why the whole object has to be left out; undefined when it can be kept */
function readOrRefuse<TSchema extends v.GenericSchema>(
  schema: TSchema,
  raw: unknown,
  place: Path,
): (Fitting<TSchema> & { readonly read: NonNullable<Fitting<TSchema>['read']> }) | string {
  try {
    const { read, misfits } = readFitting(schema, raw, place)
    if (read === undefined) return misfits.map(({ path, expected }) => `${formatJsonPath(path)} ${expected}.`).join(' ')
    const reserved = read.unknownMembers.find(({ path }) => /(?:^|\.)__proto__$/.test(path))
    return reserved === undefined ? { read, misfits } : `${reserved.path} is a reserved name; rename or remove the member.`
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return error.message
  }
}

function reasonOf({ path, input, stricter }: Misfit): ReasonCode {
  if (stricter) return 'stricter-value'
  const last = path.at(-1)
  const name = camelCase(String(typeof last === 'number' ? path.at(-2) : last))
  if (typeof input !== 'string' && typeof input !== 'number') return 'invalid-member'
  if (name === 'preferredLanguage') return 'unknown-language'
  return harmless.has(name) ? 'unknown-value' : 'invalid-member'
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
