// What applying a document needs, which options it takes, and what it gives back.
import type { Context, DirectoryStore, SecretHashing } from '@symbolon/core-protocol'
import type { PrepareContext } from '../prepare/prepared-resource.ts'
import type { ApplyAction, ApplyEntry } from '../report/apply-report.ts'
import type { Deferred } from './deferred.ts'

/** What the engine needs from outside. */
export interface ApplyContext extends PrepareContext {
  readonly directory: DirectoryStore
  /** Host of the issuer: organizations without a domain get one below it. */
  readonly issuerHost: string
  /** The grant types that are composed: apps that list others are reported. */
  readonly grantTypes?: readonly string[]
  /** Of documents in memory: how many objects are settled, of how many. */
  readonly progress?: (done: number, total: number) => void
  /** The storage failed for a part of an organization, or of what belongs to none: for a log. The run goes on with the next part. */
  readonly failed?: (error: unknown, orgId: string | undefined) => void
}

/** What a start task, an endpoint and a command have in common. The registry is absent where nothing is composed. */
export type ApplySurroundings = Pick<Context, 'issuer' | 'log' | 'now' | 'randomToken' | 'sealing'> &
  Partial<Pick<Context, 'registry'>> & {
    readonly stores: { readonly directory: DirectoryStore }
  }

/** @returns the context of a run inside of a provider or a command; failures of the storage go to its log as `apply_failed` */
export function applyContextOf(
  { stores, sealing, now, randomToken, issuer, registry, log }: ApplySurroundings,
  hashing: SecretHashing,
): ApplyContext {
  return {
    directory: stores.directory,
    hashing,
    sealing,
    now,
    randomToken,
    issuerHost: new URL(issuer).hostname,
    grantTypes: [...(registry?.grants.keys() ?? [])],
    failed: (error, orgId) => log.error('apply_failed', { orgId, reason: error instanceof Error ? error.message : String(error) }),
  }
}

/** How a document is applied. */
export interface ApplyOptions {
  /** Reports what would happen, changes nothing and generates nothing. */
  readonly dryRun?: boolean
  /** False leaves objects that exist as they are, and reports what differs. Default: true. */
  readonly update?: boolean
  /** Stops between two transactions. */
  readonly signal?: AbortSignal
}

/** How the pieces of a document are applied. */
export interface ApplyPiecesOptions extends ApplyOptions {
  /** Where grants and members wait for the end of the document. Default: in memory. */
  readonly deferred?: Deferred
  /**
   * Whether what is said once, when an object is written, is said again while it stays the same: a run that is taken up again tells all
   * that the runs before it told.
   */
  readonly repeats?: boolean
  /** Called after each transaction, and awaited, with a row for each object that it settled. The rows are kept nowhere else. */
  readonly settled?: (chunk: SettledChunk) => void | Promise<void>
}

/** What one transaction settled. */
export interface SettledChunk {
  /** Absent for what belongs to the instance. */
  readonly orgId: string | undefined
  readonly entries: readonly ApplyEntry[]
  /** Entries of the document's lists of which it is known now what became of them. */
  readonly settled: number
}

/** What a run did, in numbers. */
export interface ApplySummary {
  readonly dryRun: boolean
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** Entries of the document's lists that came in, and those of which it is known what became of them: the same, unless it stopped. */
  readonly taken: number
  readonly settled: number
  /** The signal ended the run before the document did: what is missing comes with the next run over the same document. */
  readonly stopped: boolean
}
