// The shape of the input: the envelope around the organizations, and the events that a reader emits.
import type { Path } from '@symbolon/json-stream'

/** Members of an import request that hold the document, as an object or as a string. The second pair is for exports of later versions. */
const documents = new Set(['data_orgsv1', 'dataOrgsv1', 'data_orgs', 'dataOrgs'])

/** Members of an import request that name a stored file instead. */
const elsewhere = /^data_?orgs(v1)?_?(local|s3|gcs)$/i

/** Members of the root of the input, which is the export itself, the response with it (`{"orgs": …}`), or an import request around it. */
export type RootMember = 'orgs' | 'document' | 'elsewhere' | 'other'

/** @returns the kind of a member of the root */
export function rootMember(name: string): RootMember {
  if (name === 'orgs') return 'orgs'
  if (documents.has(name)) return 'document'
  return elsewhere.test(name) ? 'elsewhere' : 'other'
}

/** Texts of errors about the envelope. Each continues a sentence that begins with the place. */
export const problems = {
  several: 'is a second source; keep one of them',
  elsewhere: 'names a file that is stored elsewhere; convert that file',
  notAnExport: 'holds no "orgs", so it is not an export of organizations; name another file',
  notAnObject: 'must be an object',
  notADocument: 'must be an object, or a string that holds one',
  notAList: 'must be a list',
} as const

/** A value that a reader emits, org by org and entry by entry. The input is bytes or a parsed value. */
export interface Found {
  readonly value: unknown
  /** In bytes of the input; 0 for a parsed value. */
  readonly size: number
}

/** The events of a reader, in the order of the input. */
export interface V1Sink {
  beginOrg(place: Path): void
  /** A member of the org that is not a list; `name` in the spelling of the input. */
  member(name: string, found: Found): void
  beginList(name: string): void
  /** An entry of the current list. */
  entry(index: number, found: Found): void
  endOrg(): void
  /** An empty place in the list of orgs. */
  emptyOrg(place: Path): void
  /** A value outside the orgs, which is not part of the export. */
  outside(place: Path, value: unknown): void
}
