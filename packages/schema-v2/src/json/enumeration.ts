// Enums. The format takes a name or a number; the normal form is the name. The value numbered 0 means the same as absence.

import { leaf } from './leaf.ts'
import type { JsonSchema, LeafSchema } from './leaf.ts'

/** The names of an enum with their numbers. */
export type EnumValues<TName extends string> = Readonly<Record<TName, number>>

/** An enum, read by name or number. The value numbered 0 is the default. */
export function enumeration<TName extends string>(values: EnumValues<TName>): LeafSchema<TName> {
  const byForm = formsOf(values)
  return leaf(namesOf(values), `must be one of ${Object.keys(values).join(', ')}`, (input) => byForm.get(input), byForm.get(0))
}

/** For values that the enum does not define: an absolute URI. */
export type ExtensionUri = `${string}:${string}`

/** An enum that can be extended by URIs, as OAuth extends its grant types. https://www.rfc-editor.org/rfc/rfc6749#section-4.5 */
export function extensibleEnumeration<TName extends string>(values: EnumValues<TName>): LeafSchema<TName | ExtensionUri> {
  const byForm = formsOf(values)
  const expected = `must be one of ${Object.keys(values).join(', ')}, or an absolute URI`
  const json = { anyOf: [namesOf(values), { type: 'string', pattern: EXTENSION_URI.source }] }
  return leaf<TName | ExtensionUri>(
    json,
    expected,
    (input) => byForm.get(input) ?? (isExtensionUri(input) ? input : undefined),
    byForm.get(0),
  )
}

const EXTENSION_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x5b\x5d-\x7e]{1,250}$/

function isExtensionUri(input: unknown): input is ExtensionUri {
  return typeof input === 'string' && EXTENSION_URI.test(input)
}

/** Of a lenient enumeration: recognizes the values of the format. */
export interface Lenient {
  readonly knows: (input: unknown) => boolean
}

/**
 * For enums that exporters fill with foreign numbers and that no importer acts on. An unknown value is read as absent and listed as
 * unknown.
 */
export function lenientEnumeration<TName extends string>(values: EnumValues<TName>): LeafSchema<TName> & Lenient {
  const byForm = formsOf(values)
  const zero = byForm.get(0)
  const isForm = (input: unknown): boolean => typeof input === 'string' || typeof input === 'number'
  const expected = 'must be the name of an enum value'
  const schema = leaf(namesOf(values), expected, (input) => byForm.get(input) ?? (isForm(input) ? zero : undefined), zero)
  return Object.assign(schema, { knows: (input: unknown) => byForm.has(input) })
}

/** Whether a schema reads an unknown value as its default. */
export function isLenient(schema: unknown): schema is Lenient {
  return typeof schema === 'object' && schema !== null && 'knows' in schema
}

/** An enum of Symbolon, not of the protobuf format. It takes names only, and no value means absence. */
export function choice<TName extends string>(...names: readonly TName[]): LeafSchema<TName> {
  return leaf({ type: 'string', enum: names }, `must be one of ${names.join(', ')}`, (input) => names.find((name) => name === input))
}

function namesOf(values: EnumValues<string>): JsonSchema {
  return { type: 'string', enum: Object.keys(values) }
}

function formsOf<TName extends string>(values: EnumValues<TName>): ReadonlyMap<unknown, TName> {
  const byForm = new Map<unknown, TName>()
  // Object.keys loses the types of the names, which the parameter's type fixes.
  for (const name of Object.keys(values) as TName[]) byForm.set(name, name).set(values[name], name)
  return byForm
}
