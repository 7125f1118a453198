// The facts about an import. They are stored with every renewal of the lease, and requests for the state of the import read them.
import type { ApplyAction } from '@symbolon/provisioning'
import type { SignInForecast } from '@symbolon/schema-v2'

/** How a document is imported. */
export interface ImportOptions {
  /** Reports the changes without making them. */
  readonly dryRun: boolean
  /** Updates existing objects that differ. */
  readonly update: boolean
  /** Imports keys, digests of secrets and tokens, and the secrets of identity providers. */
  readonly withCredentials: boolean
}

/** The progress of an import. */
export interface ImportProgress {
  /** Of the document. */
  readonly bytes: number
  /** Entries of the document's lists that were read. */
  readonly objects: number
  /** The number of those entries whose result the report holds. At the end, of all of them. */
  readonly settled: number
}

/** Why an import failed. The message is public. */
export interface ImportProblem {
  readonly id: 'bucket_refused' | 'bucket_unavailable' | 'document_invalid' | 'import_incomplete' | 'internal' | 'storage_full'
  readonly message: string
}

/** The facts about an import. */
export interface ImportFacts extends ImportOptions {
  /** The source of the document. Never credentials. */
  readonly source: string
  readonly progress: ImportProgress
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** The number of users of the organizations who are able to sign in after the import; present once the document was read to its end. */
  readonly signIn?: SignInForecast
  /** While it waits: how many imports run before it, and itself. */
  readonly queuePosition?: number
  /** Why it failed. */
  readonly problem?: ImportProblem
}

/** @returns the facts as the job stores them */
export function writeFacts(facts: ImportFacts): string {
  return JSON.stringify(facts)
}

/** @param text written by `writeFacts` */
export function readFacts(text: string): ImportFacts {
  return JSON.parse(text) as ImportFacts
}
