// Reads JSON into the normal form of the schemas.
import * as v from 'valibot'
import { orgDocumentSchema } from './document.ts'
import type { OrgDocument } from './document.ts'
import { DocumentError } from './json/document-error.ts'
import { formatJsonPath } from './json/paths.ts'
import type { EmptyPlaces, PathKey } from './json/paths.ts'
import { inspectInput } from './json/unknown-members.ts'
import type { UnknownMember } from './json/unknown-members.ts'

/** Reads JSON into the normal form of the schema, or throws a DocumentError for the first place that does not fit. */
export interface ReadDocument {
  readonly document: OrgDocument
  readonly unknownMembers: readonly UnknownMember[]
  /** The places of lists that hold nothing and were left out: `inputPaths` reckons with them. */
  readonly emptyPlaces: readonly EmptyPlaces[]
}

/** A value in the normal form of its schema. */
export interface ReadValue<T> {
  readonly value: T
  readonly unknownMembers: readonly UnknownMember[]
  /** The places of lists that hold nothing and were left out: `inputPaths` reckons with them. */
  readonly emptyPlaces: readonly EmptyPlaces[]
}

/** `input` is parsed JSON: the document itself, not its text. */
export function readDocument(input: unknown): ReadDocument {
  const { value, ...inspection } = readValue(orgDocumentSchema, input)
  return { document: value, ...inspection }
}

/**
 * Reads one part of a document. Readers of large documents call it for each entry and report one bad entry instead of refusing the whole.
 * @param place the keys from the root of the document to the part, for instance `['orgs', 0, 'humanUsers', 3]`
 * @returns the value in its normal form, with the members that the schema does not know
 * @throws DocumentError for the first member that does not match the schema
 */
export function readValue<TSchema extends v.GenericSchema>(
  schema: TSchema,
  input: unknown,
  place: readonly PathKey[] = [],
): ReadValue<v.InferOutput<TSchema>> {
  const inspection = inspectInput(input, schema, place)
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return { value: result.output, ...inspection }
  const [issue] = result.issues
  throw new DocumentError(formatJsonPath([...place, ...keysOf(issue)]), issue.message)
}

function keysOf(issue: v.BaseIssue<unknown>): readonly PathKey[] {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
}

/**
 * Brings a document that was built by a program, not read, into the normal form that reading gives: defaults left out, values in their one
 * spelling. Two documents that mean the same then have the same canonicalJson.
 */
export function canonicalize(document: OrgDocument): OrgDocument {
  return readDocument(document).document
}
