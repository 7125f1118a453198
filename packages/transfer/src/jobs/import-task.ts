// What an import needs: its task, and its surroundings.
import type { Context, SecretHashing } from '@symbolon/core-protocol'
import type { Authority, PasskeyRules } from '@symbolon/provisioning'
import type { DocumentFormat, DocumentSource } from '../import/import-source.ts'
import type { ImportFacts, ImportOptions } from './import-facts.ts'

/** A document to import, with its options. */
export interface ImportTask {
  readonly id: string
  readonly source: DocumentSource
  readonly format: DocumentFormat
  readonly options: ImportOptions
  /** Milliseconds. */
  readonly timeout: number
  /** Empty if the caller is unknown, as for a command on the machine of the database. */
  readonly actorId: string
  /** The organization of the caller, of which one import runs at a time. Default: none, as for a command on the machine of the database. */
  readonly orgId?: string
  /** Whether the caller may use the place that is kept free for owners of the instance. Default: false. */
  readonly privileged?: boolean
  /** Whether the import waits if another import of the organization runs. Default: false. */
  readonly waits?: boolean
  /** The authority that decides about each object. */
  readonly authority: Authority
  /**
   * Whether no other process can write. An import that seems to run has then lost its process, and transactions are larger. Default: false.
   */
  readonly alone?: boolean
  /** Called with the progress during the import. */
  readonly progress?: (progress: ImportFacts['progress']) => void
  /** Stops the import early. */
  readonly signal?: AbortSignal
}

type Surrounding = 'audit' | 'issuer' | 'log' | 'now' | 'randomToken' | 'sealing' | 'stores'

/** The registry exists if a server runs the import. A command has no composition. */
export type ImportContext = Pick<Context<'directory' | 'importJobs'>, Surrounding> &
  Partial<Pick<Context, 'registry'>> & {
    readonly hashing: SecretHashing
    readonly passkeys?: PasskeyRules | undefined
    readonly remoteAddress?: string | undefined
  }
