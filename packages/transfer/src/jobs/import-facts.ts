// What is known of an import. It is stored with every renewal of the lease, and anybody who asks for the import reads it.
import type { ApplyAction } from '@symbolon/provisioning'

/** How a document is imported. */
export interface ImportOptions {
  /** Reports what would happen, and changes nothing. */
  readonly dryRun: boolean
  /** Changes objects that exist and differ. */
  readonly update: boolean
  /** Takes over keys, digests of secrets and tokens, and the secrets of identity providers. */
  readonly withCredentials: boolean
}

/** How far an import is. */
export interface ImportProgress {
  /** Of the document. */
  readonly bytes: number
  /** Entries of the document's lists that were read. */
  readonly objects: number
  /** Those of them of which the report knows what became: all of them at the end. */
  readonly settled: number
}

/** Why an import failed. The message is public. */
export interface ImportProblem {
  readonly id: 'bucket_refused' | 'bucket_unavailable' | 'document_invalid' | 'import_incomplete' | 'internal' | 'storage_full'
  readonly message: string
}

/** What is known of an import. */
export interface ImportFacts extends ImportOptions {
  /** Where the document came from: never credentials. */
  readonly source: string
  readonly progress: ImportProgress
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** Why it failed. */
  readonly problem?: ImportProblem
}

/** @returns the facts as the job stores them */
export function writeFacts(facts: ImportFacts): string {
  return JSON.stringify(facts)
}

/** Of a text that `writeFacts` wrote. */
export function readFacts(text: string): ImportFacts {
  return JSON.parse(text) as ImportFacts
}
