// The metadata of a client beyond the members of the format. The composed parts of a server decide which members it has, so a document is read
// without them. https://www.rfc-editor.org/rfc/rfc7591#section-2
import type * as v from 'valibot'
import { canonicalJson } from './json/canonical-json.ts'
import { leaf } from './json/leaf.ts'
import type { JsonSchema, LeafSchema } from './json/leaf.ts'
import type { ListSchema } from './json/list.ts'
import { isJsonObject } from './json/message.ts'
import type { JsonObject } from './json/message.ts'
import { describe } from './json-schema.ts'

/** The schema of a member: a leaf, or a list of leaves. */
export type MetadataSchema<T = unknown> =
  | LeafSchema<T>
  | (T extends readonly (infer I)[] ? ListSchema<LeafSchema<I>> : ListSchema<LeafSchema<unknown>>)

/** In characters, of the whole value in JSON. */
const longest = 8000
/** As clients write them at registration. */
const memberName = /^[a-z][a-z0-9_]{0,63}$/

/** Members of any JSON value, by their registered names. Members that are null are absent. */
export function clientMetadata(): LeafSchema<JsonObject> {
  return leaf(
    { type: 'object', propertyNames: { pattern: memberName.source } },
    `must be an object of at most ${longest} characters; its members have names such as require_signed_request_object`,
    (input) => {
      if (!isJsonObject(input)) return undefined
      const members = Object.entries(input).filter(([, value]) => value !== null)
      const isSound = members.every(([name]) => memberName.test(name)) && canonicalJson(input).length <= longest
      return isSound ? Object.fromEntries(members) : undefined
    },
  )
}

/**
 * Reads the value of a member.
 * @returns the value in its normal form, which is undefined where it means the same as absence; undefined instead of the reading for a value that
 *   the schema refuses
 */
export function readMetadataValue<T>(schema: MetadataSchema<T>, value: unknown): { readonly value: T | undefined } | undefined {
  const reading = schema['~run']({ value }, {}) as v.OutputDataset<T, v.BaseIssue<unknown>>
  if (reading.issues !== undefined) return undefined
  const isDefault = 'zero' in schema ? reading.value === schema.zero : Array.isArray(reading.value) && reading.value.length === 0
  return { value: isDefault ? undefined : reading.value }
}

/** @returns the JSON Schema of client metadata with these members; it also admits others */
export function metadataJsonSchema(members: Readonly<Record<string, MetadataSchema>>, { patch }: { readonly patch: boolean }): JsonSchema {
  const properties = Object.entries(members).map(([name, schema]) => [name, describe(schema, patch)])
  return {
    type: patch ? ['object', 'null'] : 'object',
    propertyNames: { pattern: memberName.source },
    properties: Object.fromEntries(properties),
  }
}
