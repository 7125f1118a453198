// A message: a JSON object with declared members, read like protobuf JSON. Members are taken in camelCase and in snake_case. null means
// absent. A value equal to the default and unknown members are left out of the output (see unknown-members.ts). Every member is optional,
// as in protobuf, unless it is wrapped in required(…).

import type * as v from 'valibot'
import { failure, issueOf, issuesInside, schemaThat } from './schema-that.ts'

/** A required member. */
export interface RequiredField<TSchema extends v.GenericSchema> {
  readonly required: TSchema
}

/** The schema of a member. */
export type Field = v.GenericSchema | RequiredField<v.GenericSchema>
/** The members of a message by their names in camel case. */
export type Fields = Readonly<Record<string, Field>>

type RequiredNames<TFields extends Fields> = {
  [K in keyof TFields]: TFields[K] extends RequiredField<v.GenericSchema> ? K : never
}[keyof TFields]
type OutputOf<TField> =
  TField extends RequiredField<infer TSchema> ? v.InferOutput<TSchema> : TField extends v.GenericSchema ? v.InferOutput<TField> : never
type Flat<T> = { [K in keyof T]: T[K] }

/** The output of the schema of a message. Members that are not required are optional. */
export type MessageOutput<TFields extends Fields> = Flat<
  { readonly [K in RequiredNames<TFields>]: OutputOf<TFields[K]> } & {
    readonly [K in Exclude<keyof TFields, RequiredNames<TFields>>]?: OutputOf<TFields[K]>
  }
>

/** The schema of an object, with its members. */
export interface MessageSchema<TFields extends Fields = Fields> extends v.GenericSchema<unknown, MessageOutput<TFields>> {
  readonly fields: TFields
  /** From every accepted spelling to the name of the member. */
  readonly spellings: ReadonlyMap<string, string>
}

/** An object of the input. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Marks a required member. */
export function required<TSchema extends v.GenericSchema>(schema: TSchema): RequiredField<TSchema> {
  return { required: schema }
}

/** An object whose members are read in both spellings of protobuf JSON. Unknown members are skipped; `readValue` lists them. */
export function message<TFields extends Fields>(fields: TFields): MessageSchema<TFields> {
  const spellings = new Map(
    Object.keys(fields).flatMap(
      (name) =>
        [
          [name, name],
          [snakeCase(name), name],
        ] as const,
    ),
  )
  const members = Object.entries(fields).map(([name, field]) => ({ name, needed: isRequired(field), reader: readerOf(field) }))
  const absent = members.map(() => undefined)
  const positions = new Map(members.map(({ name }, position) => [name, position]))
  const positionOf = new Map([...spellings].map(([spelling, name]) => [spelling, positions.get(name)]))

  /** The given values in the order of the fields, or the name of a member that occurs in both spellings. */
  function valuesOf(input: JsonObject): readonly unknown[] | string {
    const values: unknown[] = [...absent]
    for (const spelling of Object.keys(input)) {
      const position = positionOf.get(spelling)
      const value = input[spelling]
      if (position === undefined || value === null || value === undefined) continue
      if (values[position] !== undefined) return members[position]?.name ?? spelling
      values[position] = value
    }
    return values
  }

  const schema = schemaThat<JsonObject>((input, config) => {
    if (!isJsonObject(input)) return failure(input, [issueOf(input, config, 'must be an object')])
    const values = valuesOf(input)
    if (typeof values === 'string')
      return failure(input, [issueOf(input, config, `holds both ${values} and ${snakeCase(values)}; keep one of them`)])
    const output: Record<string, unknown> = {}
    const issues: v.BaseIssue<unknown>[] = []
    let position = 0
    for (const { name, needed, reader } of members) {
      const value = values[position++]
      if (value !== undefined) {
        const read = reader['~run']({ value }, config)
        if (read.issues !== undefined) issues.push(...issuesInside(read.issues, placeOf(input, name, value)))
        else if (!isDefault(read.value, reader)) output[name] = read.value
      } else if (needed) issues.push(issueOf(undefined, config, 'is missing; add it', placeOf(input, name, undefined)))
      if (issues.length > 0 && config.abortEarly === true) break
    }
    return issues.length === 0 ? { typed: true, value: output } : failure(input, issues)
  })
  // The output was built name by name from `fields`. The compiler cannot follow that.
  return Object.assign(schema, { fields, spellings }) as unknown as MessageSchema<TFields>
}

/** Whether a schema is that of a message. */
export function isMessageSchema(schema: unknown): schema is MessageSchema {
  return typeof schema === 'object' && schema !== null && 'fields' in schema && 'spellings' in schema
}

/** @returns the schema of a member, required or not */
export function schemaOf(field: Field | undefined): v.GenericSchema | undefined {
  return field === undefined ? undefined : readerOf(field)
}

/** Whether a value is an object, neither null nor a list. */
export function isJsonObject(input: unknown): input is JsonObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

/** The proto spelling of a member: `initMfaU2fText` is `init_mfa_u2f_text`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

function isRequired(field: Field): field is RequiredField<v.GenericSchema> {
  return 'required' in field
}

function readerOf(field: Field): v.GenericSchema {
  return isRequired(field) ? field.required : field
}

function placeOf(input: JsonObject, key: string, value: unknown): v.IssuePathItem {
  return { type: 'object', origin: 'value', input: { ...input }, key, value }
}

function isDefault(value: unknown, schema: v.GenericSchema): boolean {
  return Array.isArray(value) ? value.length === 0 : 'zero' in schema && value === schema.zero
}
