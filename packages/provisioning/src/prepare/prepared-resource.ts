// A desired resource, completed with what is stored of it: its content, its secrets as they are stored, and which of them are new.
import type { DirectoryStore, ResourceReference, ResourceSecrets, Sealing, SecretHashing } from '@symbolon/core-protocol'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import type { GeneratedValues } from '../report/apply-report.ts'
import type { Problem } from '../report/reason.ts'

/** What preparing a resource needs. Time and randomness come from here, so that a test can repeat a run. */
export interface PrepareContext {
  readonly directory: Pick<DirectoryStore, 'findClientId'>
  readonly hashing: SecretHashing
  /** Seals TOTP secrets and the client secrets of identity providers. */
  readonly sealing: Sealing
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** At least 256 random bits as base64url. */
  readonly randomToken: () => string
}

/** Secrets of a resource as they are stored. */
export interface PreparedSecrets {
  /** Only those that differ from the stored ones. */
  readonly secrets?: ResourceSecrets
  /** The names of the members that differ, as the document calls them. */
  readonly changed?: readonly string[]
  readonly generated?: GeneratedValues
  /** Members that are left out while the rest of the object is stored. */
  readonly ignored?: readonly Problem[]
  /** Members of the content that stand in the place of what the document says, because the rest of it would be laxer than it means. */
  readonly stricter?: Content
}

/** A desired resource, ready to be compared with what is stored and to be written. */
export interface PreparedResource extends Required<PreparedSecrets> {
  readonly desired: DesiredResource
  readonly content: Content
  readonly problem?: Problem
  /** Who has the app's client id at present, where it is not the app's own already. */
  readonly clientIdHolder?: ResourceReference
}

/** The secrets of a resource that has none. */
export const noSecrets: Required<PreparedSecrets> = { secrets: {}, changed: [], generated: {}, ignored: [], stricter: {} }

/** @returns all parts as one; later parts win */
export function mergeSecrets(parts: readonly PreparedSecrets[]): Required<PreparedSecrets> {
  return parts.reduce<Required<PreparedSecrets>>(
    (merged, { secrets, changed = [], generated, ignored = [], stricter }) => ({
      secrets: { ...merged.secrets, ...secrets },
      changed: [...merged.changed, ...changed],
      generated: { ...merged.generated, ...generated },
      ignored: [...merged.ignored, ...ignored],
      stricter: { ...merged.stricter, ...stricter },
    }),
    noSecrets,
  )
}
