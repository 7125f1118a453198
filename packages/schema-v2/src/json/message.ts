// A message: a JSON object with declared members, read like protobuf JSON. Members are taken in camelCase and in snake_case. null means
// absent. A value equal to the default and unknown members are left out of the output (see unknown-members.ts). Every member is optional,
// as in protobuf, unless it is wrapped in required(…).

import * as v from 'valibot'

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
  const entries = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isRequired(field) ? field.required : v.optional(field)]),
  )
  const schema = v.pipe(
    v.custom<JsonObject>(isJsonObject, 'must be an object'),
    v.rawTransform<JsonObject, JsonObject>(({ dataset, addIssue, NEVER }) => {
      const members = new Map<string, unknown>()
      for (const [spelling, value] of Object.entries(dataset.value)) {
        const name = spellings.get(spelling)
        if (name === undefined || value === null || value === undefined) continue
        if (members.has(name)) {
          addIssue({ message: `holds both ${name} and ${snakeCase(name)}; keep one of them` })
          return NEVER
        }
        members.set(name, value)
      }
      return Object.fromEntries(members)
    }),
    v.object(entries, 'is missing; add it'),
    v.transform((output) => Object.fromEntries(Object.entries(output).filter(([name, value]) => !isDefault(value, fields[name])))),
  )
  // The entries were built name by name from `fields`. The compiler cannot follow that.
  return Object.assign(schema, { fields, spellings }) as unknown as MessageSchema<TFields>
}

/** Whether a schema is that of a message. */
export function isMessageSchema(schema: unknown): schema is MessageSchema {
  return typeof schema === 'object' && schema !== null && 'fields' in schema && 'spellings' in schema
}

/** @returns the schema of a member, required or not */
export function schemaOf(field: Field | undefined): v.GenericSchema | undefined {
  return field !== undefined && isRequired(field) ? field.required : field
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

function isDefault(value: unknown, field: Field | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0
  const schema = schemaOf(field)
  return schema !== undefined && 'zero' in schema && value === schema.zero
}
