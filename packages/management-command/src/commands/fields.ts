// Members of an object as NAME=VALUE. The OpenAPI document of the server says which members there are and what they take, so that the command
// knows those of a newer server, too.
import type { Client } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'

/** The part of JSON Schema that the document uses for entries. https://json-schema.org/draft/2020-12 */
export interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly writeOnly?: boolean
}

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * @param path of the object in the document, e.g. `/orgs/{orgId}/policies/loginPolicy`
 * @returns the schema of the entry that a PUT takes
 * @throws CommandError server_unknown
 */
export async function entrySchema(client: Client, path: string): Promise<FieldSchema> {
  const { body } = await client.send({ method: 'GET', path: '/openapi.json' })
  const reference = memberAt(body, ['paths', path, 'put', 'requestBody', 'content', 'application/json', 'schema', '$ref'])
  const name = typeof reference === 'string' ? reference.replace('#/components/schemas/', '') : ''
  const schema = memberAt(body, ['components', 'schemas', name])
  if (typeof schema === 'object' && schema !== null) return schema
  throw new CommandError('server_unknown', `The server has no ${path}. It may be older than this command.`)
}

/**
 * Reads assignments.
 * @param schema of the object that they are about
 * @param begin members that are set already
 * @returns a merge patch: null for a member without a value
 * @throws CommandError option_invalid, with the members that there are
 */
export function readFields(schema: FieldSchema, assignments: readonly string[], begin: JsonObject = {}): JsonObject {
  let patch = begin
  for (const assignment of assignments) {
    const [, name = '', value = ''] = /^([^=]+)=([^]*)$/.exec(assignment) ?? []
    if (name === '')
      throw new CommandError('option_invalid', `Expected NAME=VALUE, got ${assignment}. Valid names: ${namesOf(schema).join(', ')}.`)
    patch = withMember(patch, name.split('.'), value === '' ? null : readValue(value, leafOf(schema, name), name))
  }
  return patch
}

/** @returns names such as `loginText.title`, without those of secrets */
export function namesOf(schema: FieldSchema, before: string = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (field.writeOnly === true) return []
    return field.properties === undefined ? [`${before}${name}`] : namesOf(field, `${before}${name}.`)
  })
}

/** @returns the members of an entry as names with texts */
export function factsIn(entry: object, before: string = ''): Readonly<Record<string, string>> {
  const facts = Object.entries(entry).map(([name, value]: [string, unknown]) => {
    const path = `${before}${name}`
    if (Array.isArray(value)) return { [path]: value.map(textOf).join(', ') }
    return typeof value === 'object' && value !== null ? factsIn(value, `${path}.`) : { [path]: textOf(value) }
  })
  return Object.assign({}, ...facts) as Readonly<Record<string, string>>
}

/** @returns a value as text: JSON, unless it is a text */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function leafOf(schema: FieldSchema, name: string): FieldSchema {
  let field: FieldSchema | undefined = schema
  for (const part of name.split('.')) {
    field = field?.properties?.[part]
    if (field?.writeOnly === true) {
      throw new CommandError('option_invalid', `${name} is a secret. Other users of this machine could read it on the command line.`)
    }
  }
  if (field !== undefined && field.properties === undefined) return field
  const known = namesOf(schema)
  const like = known.filter((each) => each.toLowerCase().includes(name.toLowerCase()))
  const meant = like.length === 0 ? `Members are ${known.join(', ')}.` : `Did you mean ${like.slice(0, 5).join(', ')}?`
  throw new CommandError('option_invalid', `There is no member ${name}. ${meant}`)
}

function readValue(text: string, schema: FieldSchema, name: string): unknown {
  const { type, items } = schema
  const refuse = (says: string): CommandError => new CommandError('option_invalid', `${name} must be ${says}.`)
  if (type === 'array') {
    if (items?.properties !== undefined) throw refuse('set by another command, or with `symbolon apply`')
    return text.split(',').map((each) => readValue(each.trim(), items ?? {}, name))
  }
  if (type === 'boolean') {
    const read = new Map([
      ...['true', 'yes', 'on'].map((each) => [each, true] as const),
      ...['false', 'no', 'off'].map((each) => [each, false] as const),
    ])
    return read.get(text) ?? fail(refuse('true or false'))
  }
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : fail(refuse('a number'))
  const names = schema.enum ?? schema.anyOf?.find((each) => each.enum !== undefined)?.enum
  return names === undefined
    ? text
    : (nameFrom(text, names) ?? (schema.enum === undefined ? text : fail(refuse(`one of ${names.join(', ')}`))))
}

/** `dark` is `THEME_MODE_DARK`. */
function nameFrom(text: string, names: readonly string[]): string | undefined {
  const wanted = text.toUpperCase().replaceAll('-', '_')
  const found = names.filter((name) => name === wanted || name.endsWith(`_${wanted}`))
  return names.find((name) => name === text) ?? (found.length === 1 ? found[0] : undefined)
}

function fail(error: CommandError): never {
  throw error
}

/** @returns the object with the value at a path */
export function withMember(object: JsonObject, [first = '', ...others]: readonly string[], value: unknown): JsonObject {
  if (others.length === 0) return { ...object, [first]: value }
  const inner = object[first]
  return { ...object, [first]: withMember(typeof inner === 'object' && inner !== null ? { ...inner } : {}, others, value) }
}

/** @returns the value at a path; undefined where the path ends before */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (found: unknown, member) => (typeof found === 'object' && found !== null ? Reflect.get(found, member) : undefined),
    value,
  )
}
