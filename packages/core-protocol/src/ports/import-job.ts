// Imports and their results. They are stored so that an import outlives the connection that started it, and can be resumed after the process
// that ran it has ended. One import of an organization runs at a time, and `importPlaces` of the instance: the process that runs one holds a
// lease and renews it. Others wait for their turn, which goes round the organizations.

/** The state of an import. */
export type ImportJobState =
  /** Its process holds the document and waits for its turn. */
  | 'waiting'
  | 'running'
  | 'completed'
  /** At its timeout, or on request. */
  | 'stopped'
  | 'failed'
  /** No process renews its lease any more. */
  | 'interrupted'

/** An import, as it is reported. */
export interface ImportJob {
  readonly id: string
  readonly state: ImportJobState
  /** The digest of what it imports, and how. */
  readonly fingerprint: string
  /** The user who called it. */
  readonly actorId: string
  /** Milliseconds since the epoch: when it was begun or taken up again, and when last something was heard of it. */
  readonly startedAt: number
  readonly updatedAt: number
  /** JSON: how far it is, or how it ended. */
  readonly facts: string
}

/** What an import is started with. */
export interface ImportJobStart extends Pick<ImportJob, 'id' | 'fingerprint' | 'actorId' | 'facts'> {
  /** A unique text that identifies the runner of the job. */
  readonly holder: string
  /**
   * The organization of the caller, of which one import runs at a time; empty for owners of the instance and for a command on the machine of the
   * database, of whose imports one runs at a time, too.
   */
  readonly orgId: string
  /**
   * Present where the import waits for its turn, if it has to: `begin` is then called again, with the same holder, until it runs.
   * @param position how many imports run before it, and itself
   */
  readonly waitingFacts?: (position: number) => string
  /** Whether the caller may use the place that is kept free for owners of the instance. Default: false. */
  readonly privileged?: boolean
  /** Whether no other process can run an import, so that one which seems to run has died. Its lease then does not count. Default: false. */
  readonly alone?: boolean
}

/** The outcome of an attempt to start an import. */
export type ImportJobBeginning =
  /** `again`: it is known already, and may have parts. */
  | { readonly outcome: 'begun'; readonly again: boolean }
  /** It holds a lease and waits. `again`: the same, at the first call. `stop`: a caller asked it to stop. */
  | { readonly outcome: 'waiting'; readonly again: boolean; readonly stop: boolean }
  /** So many imports of the organization or of the instance wait that it may not. */
  | { readonly outcome: 'full' }
  /** Another process has taken it over while it waited. */
  | { readonly outcome: 'lost' }
  /**
   * No place is free: an import of the organization is under way, which `running` names, or all places of the instance are taken. Unless it
   * renews its lease before `leaseUntil`, milliseconds since the epoch, it has died.
   */
  | { readonly outcome: 'running'; readonly running?: Pick<ImportJob, 'id' | 'actorId'>; readonly leaseUntil: number }
  | { readonly outcome: 'completed' }
  /** The id belongs to an import of something else. */
  | { readonly outcome: 'taken' }

/** A piece of what an import keeps: of its report, or of what it has put off. */
export interface ImportJobPart {
  readonly list: string
  /** Empty where it belongs to no organization. */
  readonly orgId: string
  /** Unique within the import; parts of a list are read in this order. */
  readonly position: number
  readonly content: string
}

/** Parts that the runner of an import stores together with a change of the directory. */
export interface ImportRecord {
  readonly jobId: string
  /** The runner of the job, as it began it. Nothing is stored once another runner has taken it over. */
  readonly holder: string
  readonly parts: readonly ImportJobPart[]
}

/** Raised where a record is stored by a process that does not run the import any more; nothing was changed. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost'
  constructor() {
    super('Another process runs the import.')
  }
}

/** Which parts of a list are read. */
export interface ImportJobPage {
  /** Only what belongs to this organization. */
  readonly orgId?: string
  /** From behind this position. */
  readonly after?: number
  readonly limit: number
}

/** Stores imports and their reports. */
export interface ImportJobStore {
  /** Of parallel calls exactly one gets `begun`. Of the imports that wait, the one begins whose turn it is. */
  begin(start: ImportJobStart, now: number, leaseUntil: number): Promise<ImportJobBeginning>
  /** @returns `lost` when another process has taken the lease, `stop` when a user asked the import to stop */
  renew(id: string, holder: string, facts: string, now: number, leaseUntil: number): Promise<'held' | 'stop' | 'lost'>
  /**
   * Asks a running import to stop: its process hears of it with the next renewal of the lease.
   * @returns false when the import does not run
   */
  requestStop(id: string, now: number): Promise<boolean>
  /**
   * @param removed the lists whose parts are removed in the same transaction
   * @returns false when another process has taken the lease
   */
  end(
    id: string,
    holder: string,
    state: 'completed' | 'stopped' | 'failed',
    facts: string,
    now: number,
    removed?: readonly string[],
  ): Promise<boolean>
  find(id: string, now: number): Promise<ImportJob | undefined>
  /**
   * The imports that were begun or resumed last, at most `limit`, the newest first.
   * @param actorId only those of this user
   */
  listRecent(query: { readonly actorId?: string; readonly limit: number }, now: number): Promise<readonly ImportJob[]>
  /** How many imports run, and how many wait for their turn. */
  countUnderWay(now: number): Promise<{ readonly running: number; readonly waiting: number }>
  append(id: string, parts: readonly ImportJobPart[]): Promise<void>
  list(id: string, list: string, page: ImportJobPage): Promise<readonly ImportJobPart[]>
  /** Removes the parts of the lists. */
  remove(id: string, lists: readonly string[]): Promise<void>
  /** Removes the parts of all lists behind a position. */
  removeAfter(id: string, position: number): Promise<void>
  /** Removes at most `limit` imports that ended, with their parts, when nothing was heard of them for `importJobRetention`. */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** How many imports of the instance run at the same time. One of these places is for owners of the instance. */
export const importPlaces = 4

/** How many imports of an organization may wait for their turn. */
export const waitingOfOrganization = 3

/** How many imports of the instance may wait, in addition to the imports of its owners. */
export const waitingOfInstance = 100

/** How long the report of an import is kept, milliseconds: 7 days. */
export const importJobRetention: number = 7 * 86_400_000
