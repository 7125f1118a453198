// JSON Schema of what the schemas read: members in camelCase, enums by name. Reading is laxer, because it takes files from elsewhere.
// https://json-schema.org/draft/2020-12
import { isLeafSchema } from './json/leaf.ts'
import type { JsonSchema, LeafSchema } from './json/leaf.ts'
import { isListSchema } from './json/list.ts'
import { isMessageSchema, schemaOf } from './json/message.ts'
import type { MessageSchema } from './json/message.ts'

/** How a JSON Schema is made. */
export interface JsonSchemaOptions {
  /** Members that are not required although the schema of the object demands them, e.g. those that the path of a request gives. */
  readonly given?: readonly string[]
  /** Describes a merge patch of the object: every member is optional, and null removes it. https://www.rfc-editor.org/rfc/rfc7396 */
  readonly patch?: boolean
}

/** @returns the JSON Schema of an object, without references */
export function jsonSchemaOf(schema: MessageSchema, { given = [], patch = false }: JsonSchemaOptions = {}): JsonSchema {
  const members = Object.entries(schema.fields)
  const required = members.flatMap(([name, field]) => ('required' in field && !patch && !given.includes(name) ? [name] : []))
  const properties = members.map(([name, field]) => [name, describe(schemaOf(field), patch)])
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  }
}

/**
 * @param patch whether null removes the value
 * @throws TypeError if the schema is neither an object, nor a list, nor a leaf
 */
export function describe(schema: unknown, patch: boolean): JsonSchema {
  const json = isMessageSchema(schema)
    ? jsonSchemaOf(schema, { patch })
    : isListSchema(schema)
      ? { type: 'array', items: describeItem(schema.item) }
      : isLeafSchema(schema)
        ? withDefault(schema)
        : undefined
  if (json === undefined) throw new TypeError('The schema has no JSON form')
  return patch ? orNull(json) : json
}

/** An item is always given: it has no default. */
function describeItem(item: unknown): JsonSchema {
  return isLeafSchema(item) ? item.json : describe(item, false)
}

/** The default stands in the description: generators of clients make a member with `default` required. */
function withDefault({ json, zero }: LeafSchema<unknown>): JsonSchema {
  if (zero === undefined || zero === '') return json
  const described = typeof json['description'] === 'string' ? `${json['description']} ` : ''
  return { ...json, description: `${described}The default is ${JSON.stringify(zero).replaceAll('"', '')}.` }
}

function orNull(json: JsonSchema): JsonSchema {
  const { type, enum: names, anyOf } = json
  if (Array.isArray(anyOf)) return { ...json, anyOf: [...(anyOf as readonly unknown[]), { type: 'null' }] }
  return { ...json, type: [type, 'null'], ...(Array.isArray(names) ? { enum: [...(names as readonly unknown[]), null] } : {}) }
}
