// No member of a document disappears because of its JSON type: whatever stands in its place is read, or a row, an error or a refusal names
// the place. For every member of the format and every JSON type, in an import, in a conversion from v1, and in a document that is applied.
import { convertV1, V1InputError } from '@symbolon/migration-v1'
import { DocumentError, documentOrgSchema, readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as v from 'valibot'
import { readPieces } from '../../packages/transfer/src/import/read-pieces.ts'
import { fullDocument } from '../../packages/schema-v2/test/full-document.ts'
import { replaceAt } from '../../packages/schema-v2/test/walk.ts'

type Place = readonly (string | number)[]

interface Read {
  readonly document: unknown
  /** What was said about it, with paths. */
  readonly said: readonly string[]
}

const document = { orgs: fullDocument.orgs ?? [] }
const places = placesOf(documentOrgSchema, document.orgs[0], ['orgs', 0]).filter(([, , member]) => member !== 'orgId')
/** Of the values that mean nothing in every place, and so cannot be lost, null alone. */
const values: Readonly<Record<string, unknown>> = {
  true: true,
  'a number': 7,
  text: 'x',
  'a list': [[]],
  'a list of text': ['x'],
  'an empty list': [],
  'an object': { surprise: 1 },
  null: null,
}

const readers: Readonly<Record<string, (input: unknown) => Promise<Read>>> = {
  'an import': imported,
  'a conversion from v1': async (input) => converted(input),
  'a document that is applied': async (input) => applied(input),
}

test('the document has every kind of member', () => assert.ok(places.length > 250))

for (const [by, read] of Object.entries(readers)) {
  for (const [type, value] of Object.entries(values)) {
    test(`${by} loses nothing to ${type} in the place of any member`, async () => {
      const lost: string[] = []
      for (const place of places) {
        const { document: result, said } = await read(replaceAt(around(place), place, value))
        const path = spelled(place)
        if (isAbsence(value, place) || said.some((each) => each.includes(path))) continue
        // What has a row or an error for the object around it is not lost either.
        if (place.some((_, depth) => depth > 2 && said.some((each) => isAbout(each, spelled(place.slice(0, depth)))))) continue
        const kept = place.reduce<unknown>((found, key) => Reflect.get(Object(found), key), result)
        if (kept === undefined) lost.push(path)
      }
      assert.deepEqual(lost, [])
    })
  }
}

/** An organization with only the list of the place: a loss there does not depend on other lists. */
function around(place: Place): unknown {
  const [, , list = 'org'] = place
  const org: Readonly<Record<string, unknown>> = { ...document.orgs[0] }
  return { orgs: [{ orgId: org['orgId'], org: org['org'], [list]: org[list] }] }
}

/** What means the same as nothing, in the format. */
function isAbsence(value: unknown, place: Place): boolean {
  if (Array.isArray(value))
    return value.length === 0 && Array.isArray(place.reduce<unknown>((found, key) => Reflect.get(Object(found), key), document))
  return value === null
}

function isAbout(said: string, path: string): boolean {
  return said === path || said.startsWith(`${path} `)
}

async function imported(input: unknown): Promise<Read> {
  const said: string[] = []
  const org: Record<string, unknown> = {}
  const pieces = readPieces(bytes(input), {
    limits: { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 },
    heads: undefined,
    onRow: (row) => void said.push(row.row === 'error' ? row.error.message : row.entry.path),
    onProgress: () => undefined,
  })
  for await (const piece of pieces) {
    Object.assign(org, piece.org)
    said.push(...(piece.unknownMembers ?? []).map((member) => member.path))
  }
  return { document: { orgs: [org] }, said }
}

function converted(input: unknown): Read {
  try {
    const { document: result, report } = convertV1(input)
    const rows = report.rows.filter(({ kind, reason }) => kind !== 'notice' && reason !== 'member-of-other-org')
    return { document: result, said: rows.map(({ path }) => path.replaceAll('[*]', '[0]')) }
  } catch (error) {
    if (!(error instanceof V1InputError)) throw error
    return { document: undefined, said: [error.path] }
  }
}

function applied(input: unknown): Read {
  try {
    const { document: result, unknownMembers } = readDocument(input)
    return { document: result, said: unknownMembers.map(({ path }) => path) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { document: undefined, said: [error.message] }
  }
}

async function* bytes(input: unknown): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(input))
}

/** The place of each member, message, list and entry that the value has. */
function placesOf(schema: v.GenericSchema, value: unknown, place: Place): readonly Place[] {
  if (Array.isArray(value) && 'item' in schema) {
    const item = schema.item as v.GenericSchema
    return [place, ...value.slice(0, 1).flatMap((entry, index) => placesOf(item, entry, [...place, index]))]
  }
  if (typeof value !== 'object' || value === null || !('fields' in schema)) return [place]
  const fields = schema.fields as Readonly<Record<string, v.GenericSchema>>
  return [
    ...(place.length > 2 ? [place] : []),
    ...Object.entries(value).flatMap(([name, member]: readonly [string, unknown]) => {
      const field = fields[name]
      return field === undefined
        ? []
        : placesOf('required' in field ? (field.required as v.GenericSchema) : field, member, [...place, name])
    }),
  ]
}

function spelled(place: Place): string {
  return place.map((key, depth) => (typeof key === 'number' ? `[${key}]` : depth === 0 ? key : `.${key}`)).join('')
}
