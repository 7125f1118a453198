// The body of an export or import request around the document: strict, because a misspelt flag would otherwise have no effect. Members are
// taken in both spellings of protobuf JSON; null means absent. Messages name the member and never its value.
// https://protobuf.dev/programming-guides/json/
import { RestError } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import * as v from 'valibot'

type Entries = Readonly<Record<string, v.GenericSchema>>
type Flat<T> = { readonly [K in keyof T]: T[K] }
/** The output of an envelope: its members by their names in snake case. */
export type EnvelopeOutput<TEntries extends Entries> = Flat<v.InferOutput<v.ObjectSchema<TEntries, undefined>>>

/** Names as in `with_passwords`; an optional entry is wrapped in `v.optional`. */
export function envelope<const TEntries extends Entries>(entries: TEntries): v.GenericSchema<unknown, EnvelopeOutput<TEntries>> {
  const names = new Map(
    Object.keys(entries).flatMap(
      (name) =>
        [
          [name, name],
          [camelCase(name), name],
        ] as const,
    ),
  )
  const schema = v.pipe(
    v.custom<Readonly<Record<string, unknown>>>(isJsonObject, 'must be an object'),
    v.rawTransform<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>(({ dataset, addIssue, NEVER }) => {
      const members = new Map<string, unknown>()
      for (const [spelling, value] of Object.entries(dataset.value)) {
        // Some clients write every member that they know, and null for those that are unset.
        if (value === null) continue
        const name = names.get(spelling)
        if (name === undefined || members.has(name)) {
          addIssue({ message: name === undefined ? `holds ${shown(spelling)}, which is not a member of it` : `holds ${name} twice` })
          return NEVER
        }
        members.set(name, value)
      }
      return Object.fromEntries(members)
    }),
    v.object(entries, 'is missing'),
  )
  return schema as unknown as v.GenericSchema<unknown, EnvelopeOutput<TEntries>>
}

/** @throws RestError envelope_invalid for the first malformed member */
export function readEnvelope<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const { success, output, issues } = v.safeParse(schema, body, { abortEarly: true })
  if (success) return output
  const [{ path = [], message }] = issues
  const place = path.length === 0 ? 'The body' : path.map(({ key }) => shown(String(key))).join('.')
  throw new RestError('envelope_invalid', `${place} ${message}.`)
}

/** `data_orgsv1_gcs` → `dataOrgsv1Gcs`. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Names come from the caller, and may be logged. */
function shown(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) || /^[0-9]{1,9}$/.test(name) ? name : JSON.stringify(name.slice(0, 100))
}
