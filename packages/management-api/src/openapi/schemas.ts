// The schemas of the OpenAPI document: for each kind of object its entry, its merge patch, and the answers in which it occurs.
import { jsonSchemaOf, namedSchemas } from '@symbolon/schema-v2'
import type { JsonSchema, MessageSchema, NamedSchema } from '@symbolon/schema-v2'
import { examples } from './examples.ts'
import type { Answered, AnyOperation, AnyRoute } from '../http/route.ts'

/** @returns a reference to a schema of the document */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** @returns the schema of the body of a request */
export function bodySchema(body: NonNullable<AnyOperation['body']>): JsonSchema {
  if ('json' in body) return referring(body.json)
  return 'entry' in body ? reference(nameOf(body.entry)) : reference(`${nameOf(body.patchOf)}Patch`)
}

/** @returns the schema of the body of an answer */
export function answerSchema(answer: NonNullable<Answered>): JsonSchema {
  if ('json' in answer) return referring(answer.json)
  if ('pageOf' in answer) return reference(`${nameOf(answer.pageOf)}Page`)
  return 'resource' in answer ? reference(`${nameOf(answer.resource)}Resource`) : reference(`${nameOf(answer.changeOf)}Change`)
}

/** @returns the names of the parameters of a path, in their order */
export function parametersOf({ path }: Pick<AnyRoute, 'path'>): readonly string[] {
  return path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))
}

/** @returns the named schemas that the routes use, with those that every operation shares */
export function componentSchemas(routes: readonly AnyRoute[]): Readonly<Record<string, JsonSchema>> {
  const operations = routes.flatMap((route) => Object.values(route.operations))
  const used = new Set(operations.flatMap(schemasOf).map((schema) => schema['$ref']))
  const objects = namedSchemas.flatMap((named) => {
    const [entry, ...others] = schemasOfObject(named, givenBy(routes, named)).map(([name, schema]) => ({ name, schema }))
    const usedOthers = others.filter(({ name }) => used.has(reference(name)['$ref']))
    // The others refer to the entry.
    return entry === undefined || (usedOthers.length === 0 && !used.has(reference(entry.name)['$ref'])) ? [] : [entry, ...usedOthers]
  })
  const titled = new Map(operations.flatMap(jsonOf).flatMap(titledIn))
  return { ...shared, ...Object.fromEntries([...objects.map(({ name, schema }) => [name, schema] as const), ...titled]) }
}

/** @returns the JSON schemas of an operation that are not of a resource */
function jsonOf({ body, answer, otherAnswers = [] }: AnyOperation): readonly JsonSchema[] {
  return [body, answer, ...otherAnswers.map(([, other]) => other)].flatMap((each) =>
    each !== undefined && 'json' in each ? [each.json] : [],
  )
}

/** A schema with a title is one of the named schemas, so that generated clients have a type of this name. */
function referring(schema: JsonSchema): JsonSchema {
  const { title } = schema
  return typeof title === 'string' ? reference(title) : referringWithin(schema)
}

function referringWithin(schema: JsonSchema): JsonSchema {
  const { items, properties } = schema as { readonly items?: JsonSchema; readonly properties?: Readonly<Record<string, JsonSchema>> }
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, referring(member)] as const)
  return {
    ...schema,
    ...(items === undefined ? {} : { items: referring(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
  }
}

function titledIn(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  const { title, items, properties } = schema as {
    readonly title?: string
    readonly items?: JsonSchema
    readonly properties?: Readonly<Record<string, JsonSchema>>
  }
  const within = [...(items === undefined ? [] : [items]), ...Object.values(properties ?? {})].flatMap(titledIn)
  return title === undefined ? within : [[title, referringWithin(schema)], ...within]
}

function nameOf(schema: MessageSchema): string {
  const named = namedSchemas.find((each) => each.schema === schema)
  if (named === undefined) throw new TypeError('A route uses a schema that is not in namedSchemas')
  return named.name
}

/** @returns the schemas of the bodies of an operation */
function schemasOf({ body, answer, otherAnswers = [] }: AnyOperation): readonly JsonSchema[] {
  const answers = [answer, ...otherAnswers.map(([, other]) => other)]
  return [...(body === undefined ? [] : [bodySchema(body)]), ...answers.flatMap((each) => (each === undefined ? [] : [answerSchema(each)]))]
}

/** The required members of an entry that the path of its object gives. A request may leave them out. */
function givenBy(routes: readonly AnyRoute[], { schema }: NamedSchema): readonly string[] {
  const names = routes.filter(({ operations: { GET } }) => isResource(GET?.answer, schema)).flatMap(parametersOf)
  return Object.entries(schema.fields).flatMap(([name, field]) => (names.includes(name) && 'required' in field ? [name] : []))
}

function isResource(answer: Answered, schema: MessageSchema): boolean {
  return answer !== undefined && 'resource' in answer && answer.resource === schema
}

function schemasOfObject({ name, schema, description }: NamedSchema, given: readonly string[]): readonly [string, JsonSchema][] {
  const entry = given.length === 0 ? reference(name) : { allOf: [reference(name)], required: given }
  return [
    [name, { description, ...jsonSchemaOf(schema, { given }), ...(examples[name] === undefined ? {} : { examples: [examples[name]] }) }],
    [`${name}Patch`, jsonSchemaOf(schema, { patch: true })],
    [`${name}Resource`, extended('Stored', { entry }, ['entry'])],
    [`${name}Change`, extended('Change', { entry }, [])],
    [`${name}Page`, closed({ items: { type: 'array', items: extended('Stored', { entry, etag }, ['entry', 'etag']) }, next }, ['items'])],
  ]
}

function extended(base: string, properties: JsonSchema, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    allOf: [reference(base)],
    properties,
    ...(required.length === 0 ? {} : { required }),
    unevaluatedProperties: false,
  }
}

function closed(properties: JsonSchema, required: readonly string[]): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties }
}

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const etag = { type: 'string', description: 'The entity tag, for `If-Match`.' }
const next = { type: 'string', description: 'The `cursor` of the next page; absent at the end.' }

const stored = {
  path: { type: 'string', description: 'The path of the object.' },
  orgId: { type: 'string', description: 'The organization that owns it.' },
  createdAt: time,
  changedAt: time,
}

/** What all operations share. */
const shared: Readonly<Record<string, JsonSchema>> = {
  Stored: { type: 'object', required: ['path', 'createdAt', 'changedAt'], properties: stored },
  Change: {
    type: 'object',
    description: 'What a change did, or would do.',
    required: ['path', 'action', 'changed'],
    properties: {
      ...stored,
      action: { type: 'string', enum: ['created', 'changed', 'same', 'removed'] },
      changed: { type: 'array', items: text, description: 'The names of the members that changed.' },
      generated: {
        type: 'object',
        additionalProperties: text,
        description: 'Secrets and ids that the server generated. They can never be read again.',
      },
      notices: { type: 'array', items: reference('FieldViolation'), description: 'Members that do not do what they say.' },
    },
  },
  FieldViolation: closed(
    {
      field: { type: 'string', description: 'The path of the member, e.g. `app.redirectUris[1]`; empty for the whole body.' },
      reason: { type: 'string', description: 'A stable code for programs.' },
      description: text,
    },
    ['field', 'reason', 'description'],
  ),
  Error: closed(
    {
      code: { type: 'integer', description: 'The gRPC status code.' },
      message: text,
      details: {
        type: 'array',
        items: {
          type: 'object',
          required: ['@type'],
          properties: {
            '@type': text,
            id: { type: 'string', description: 'A stable code for programs.' },
            message: text,
            fieldViolations: { type: 'array', items: reference('FieldViolation') },
          },
        },
      },
    },
    ['code', 'message', 'details'],
  ),
}
