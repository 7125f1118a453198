// The shape of the input: the envelope around the organizations, and what a reader tells about them.
import type { Path } from '@symbolon/json-stream'

/** Members of an import request that hold the document, as an object or as text. The second pair is for exports of later versions. */
const documents = new Set(['data_orgsv1', 'dataOrgsv1', 'data_orgs', 'dataOrgs'])

/** Members of an import request that say where the document lies instead. */
const elsewhere = /^data_?orgs(v1)?_?(local|s3|gcs)$/i

/** The root of the input: the export itself or the answer that holds it (`{"orgs": …}`), or a request of an import around it. */
export type RootMember = 'orgs' | 'document' | 'elsewhere' | 'beside'

/** @returns what a member of the root is */
export function rootMember(name: string): RootMember {
  if (name === 'orgs') return 'orgs'
  if (documents.has(name)) return 'document'
  return elsewhere.test(name) ? 'elsewhere' : 'beside'
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

/** What a reader tells about a file, whether it reads bytes or a value that somebody has parsed: org by org, entry by entry. */
export interface Found {
  readonly value: unknown
  /** In bytes of the input; 0 when it was parsed before. */
  readonly size: number
}

/** What a reader calls, in the order of the input. */
export interface V1Sink {
  beginOrg(place: Path): void
  /** A member of the org that is no list; `name` as it is spelled. */
  member(name: string, found: Found): void
  beginList(name: string): void
  /** An entry of the list that was begun last. */
  entry(index: number, found: Found): void
  endOrg(): void
  /** An empty place in the list of orgs. */
  emptyOrg(place: Path): void
  /** Beside the orgs: what is no part of the export. */
  outside(place: Path, value: unknown): void
}
