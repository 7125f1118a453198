// The dependencies, options and result of a run over a document.
import type { Context, DirectoryChange, DirectoryStore, ExpectedContent, Metrics, SecretHashing } from '@symbolon/core-protocol'
import type { PasskeyRules, PrepareContext } from '../prepare/prepared-resource.ts'
import type { ApplyAction, ApplyEntry } from '../report/apply-report.ts'
import type { Authority } from './authority.ts'
import type { Deferred } from './deferred.ts'
import type { Journal, SettledChunk } from './journal.ts'
import type { PlannedSignIns } from '../forecast/planned-sign-ins.ts'

/** The dependencies of the engine. */
export interface ApplyContext extends Omit<
  PrepareContext,
  'allowsSlowHashes' | 'foreignTexts' | 'isRemovedByUser' | 'keepsReplaced' | 'passwordPolicy'
> {
  readonly directory: DirectoryStore
  /** The authority that decides about each object: `systemAuthority`, or `userAuthority`. */
  readonly authority: Authority
  /** Host of the issuer. The default domain of an organization is below it. */
  readonly issuerHost: string
  /** The composed grant types. Apps that list other grant types are reported. */
  readonly grantTypes?: readonly string[]
  /** The ids of the identity providers that the login has in code. No stored provider may get one of them. */
  readonly identityProvidersInCode?: readonly string[]
  /** The ids of the clients that are parts of the provider. No stored client, service user or project gets one of them. */
  readonly clientIdsInCode?: readonly string[]
  /** For documents in memory: the number of settled objects, and the number of all objects. */
  readonly progress?: (done: number, total: number) => void
  /**
   * Called when the storage fails for a part of an organization or of the instance, e.g. to log the error. The run continues with the next
   * part.
   */
  readonly failed?: (error: unknown, orgId: string | undefined) => void
  /** Counts the objects that a limit refuses. */
  readonly metrics?: Metrics
}

/** The part of a context that a start task, an endpoint and a command share. Without a registry, no grants are composed. */
export type ApplySurroundings = Pick<Context, 'issuer' | 'log' | 'now' | 'randomToken' | 'sealing'> &
  Partial<Pick<Context, 'metrics' | 'registry'>> & {
    readonly stores: { readonly directory: DirectoryStore }
  }

/**
 * @param authority whose rights decide about each object
 * @returns the context of a run inside of a provider or a command; failures of the storage are logged as `apply_failed`
 */
export function applyContextOf(
  { stores, sealing, now, randomToken, issuer, registry, log, metrics }: ApplySurroundings,
  hashing: SecretHashing,
  authority: Authority,
  passkeys?: PasskeyRules,
): ApplyContext {
  return {
    directory: stores.directory,
    authority,
    hashing,
    ...(passkeys === undefined ? {} : { passkeys }),
    sealing,
    now,
    randomToken,
    issuerHost: new URL(issuer).hostname,
    grantTypes: [...(registry?.grants.keys() ?? [])],
    ...(registry === undefined ? {} : { clientMetadata: registry.clientMetadata }),
    identityProvidersInCode: registry?.login?.identityProviders ?? [],
    clientIdsInCode: registry?.clientIds ?? [],
    ...(metrics === undefined ? {} : { metrics }),
    failed: (error, orgId) => log.error('apply_failed', { orgId, reason: error instanceof Error ? error.message : String(error) }),
  }
}

/** How a document is applied. */
export interface ApplyOptions {
  /** Reports the changes without making them, and generates nothing. */
  readonly dryRun?: boolean
  /** False keeps existing objects unchanged and reports the differences. Default: true. */
  readonly update?: boolean
  /** Refuses an object as a whole if one of its members may not be stored. Otherwise that member is left out and reported. */
  readonly strict?: boolean
  /** What the caller decided the change from. An object that another writer changed in between is refused with `stale`. */
  readonly expected?: readonly ExpectedContent[]
  /** The server has chosen the id of the object, so no rule about chosen ids applies. */
  readonly idGenerated?: boolean
  /** An object that was removed returns: the caller has proof that it is the same one. */
  readonly restores?: boolean
  /** Stops the run between two transactions. */
  readonly signal?: AbortSignal
  /**
   * Called before each transaction that stores something generated, with the rows that hold it. What it returns is stored in the same
   * transaction: secrets are never in the directory without being in the record, whenever the process ends.
   */
  readonly record?: (generated: readonly ApplyEntry[]) => Promise<DirectoryChange['record']>
}

/** How the pieces of a document are applied. */
export interface ApplyPiecesOptions extends ApplyOptions {
  /**
   * The number of objects in one transaction. Default: 100. A larger number takes less time for each object, and delays every other writer.
   */
  readonly objectsAtOnce?: number
  /** Where grants and members wait for the end of the document. Default: in memory. */
  readonly deferred?: Deferred
  /**
   * Whether notices that are reported only when an object is written are repeated while it stays the same. A resumed run then reports
   * everything that the runs before it reported.
   */
  readonly repeats?: boolean
  /** Keeps what each transaction settles, in place of `record` and of `deferred.add`, so that the run can be continued. */
  readonly journal?: Journal
  /** Learns what the forecast of sign-ins needs from the rows of the run. */
  readonly planned?: PlannedSignIns
  /** Called after each transaction, and awaited, with a row for each object that the transaction settled. The engine keeps no rows. */
  readonly settled?: (chunk: SettledChunk) => void | Promise<void>
}

/** The numbers of a run. */
export interface ApplySummary {
  readonly dryRun: boolean
  readonly counts: Readonly<Record<ApplyAction, number>>
  /**
   * The number of entries of the document's lists that came in, and the number of those whose result is known. Both are equal unless the
   * run stopped.
   */
  readonly taken: number
  readonly settled: number
  /** The signal stopped the run before the end of the document. The next run over the same document completes it. */
  readonly stopped: boolean
}
