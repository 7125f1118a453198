// The tables of import jobs.
import type { ImportJobState } from '@symbolon/core-protocol'
import type { Generated } from 'kysely'

/** One import job. */
export interface ImportJobsTable {
  readonly job_id: string
  readonly state: ImportJobState
  readonly fingerprint: string
  readonly actor_id: string
  readonly holder: string
  /** JSON object. */
  readonly facts: string
  /** From 1 to `importPlaces` while the job runs. */
  readonly place: number | null
  /** The organization of the caller; null in rows of earlier releases. */
  readonly org_id: string | null
  /** Without a renewal until then, the job counts as interrupted. */
  readonly lease_until: number
  /** Whether a user requested that the job stop. */
  readonly stop_requested: Generated<0 | 1>
  readonly started_at: number
  readonly updated_at: number
}

/** A part of the document that a job keeps. */
export interface ImportPartsTable {
  readonly job_id: string
  readonly list: string
  readonly org_id: string
  readonly position: number
  readonly content: string
}

/** The tables of this store. */
export interface ImportJobTables {
  readonly import_jobs: ImportJobsTable
  readonly import_parts: ImportPartsTable
}
