// A desired resource with its stored state: its content, its secrets as they are stored, and the secrets that are new.
import type {
  ClientMetadataMembers,
  DirectoryStore,
  ResourceReference,
  ResourceSecrets,
  Sealing,
  SecretHashing,
} from '@symbolon/core-protocol'
import type { PasswordPolicy } from '@symbolon/schema-v2'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import type { GeneratedValues } from '../report/apply-report.ts'
import type { Problem } from '../report/reason.ts'

/** The dependencies of the preparation. Time and randomness are parameters, so that tests are repeatable. */
export interface PrepareContext {
  readonly directory: Pick<DirectoryStore, 'findClientId'>
  /** Whether a passkey or a link that does not exist was removed by its user. */
  readonly isRemovedByUser: (reference: ResourceReference) => boolean
  readonly hashing: SecretHashing
  /**
   * Whether a password that its user has replaced stays replaced, as for a document that is applied again. Who changes one user and names a
   * password means that password.
   */
  readonly keepsReplaced: boolean
  /** Whether hashes are taken that cost `slowHash` or more. */
  readonly allowsSlowHashes: boolean
  /** Encrypts TOTP secrets and the client secrets for identity providers. */
  readonly sealing: Sealing
  /** The members of client metadata that the composed parts declare; absent if nothing is composed. */
  readonly clientMetadata?: ClientMetadataMembers
  /** The requirements for passkeys; absent if no login with passkeys is composed. */
  readonly passkeys?: PasskeyRules
  /** The rules for passwords of an organization, as they are once the document is applied. */
  readonly passwordPolicy: (orgId: string | undefined) => Promise<PasswordPolicy>
  /** The members of texts of an organization that lead elsewhere (`TextDomains`). */
  readonly foreignTexts: (orgId: string, texts: ReadonlyMap<string, string>) => Promise<readonly string[]>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** At least 256 random bits as base64url. */
  readonly randomToken: () => string
}

/** The requirements for passkeys of a document. The login with passkeys defines them. */
export interface PasskeyRules {
  /** The RP ID of this server; undefined where browsers have no passkeys, as at an IP address. */
  readonly rpId: string | undefined
  /**
   * @param publicKey a COSE key, base64url
   * @returns its COSE algorithm; undefined for a key that this server does not verify
   */
  algorithmOf(publicKey: string): Promise<number | undefined>
}

/** Secrets of a resource as they are stored. */
export interface PreparedSecrets {
  /** Only the secrets that differ from the stored ones. */
  readonly secrets?: ResourceSecrets
  /** The names of the members that differ, as the document spells them. */
  readonly changed?: readonly string[]
  readonly generated?: GeneratedValues
  /** Members that are left out while the rest of the object is stored. */
  readonly ignored?: readonly Problem[]
  /**
   * Members of the content that replace those of the document: because the rest would be laxer than the document means, or because the user
   * has done what it demands.
   */
  readonly instead?: Content
}

/** A desired resource, ready to be compared with the stored one and to be written. */
export interface PreparedResource extends Required<PreparedSecrets> {
  readonly desired: DesiredResource
  readonly content: Content
  readonly problem?: Problem
  /** Further members of the same resource that may not be stored. Only where a whole object is refused because of them. */
  readonly furtherProblems?: readonly Problem[]
  /** The current holder of the app's client id, if it is another app. */
  readonly clientIdHolder?: ResourceReference
}

/** The result for a resource without secrets. */
export const noSecrets: Required<PreparedSecrets> = { secrets: {}, changed: [], generated: {}, ignored: [], instead: {} }

/** @returns all parts as one; later parts override earlier ones */
export function mergeSecrets(parts: readonly PreparedSecrets[]): Required<PreparedSecrets> {
  const changed: string[] = []
  const ignored: Problem[] = []
  const merged = { secrets: {}, changed, generated: {}, ignored, instead: {} }
  for (const part of parts) {
    Object.assign(merged.secrets, part.secrets)
    Object.assign(merged.generated, part.generated)
    Object.assign(merged.instead, part.instead)
    changed.push(...(part.changed ?? []))
    ignored.push(...(part.ignored ?? []))
  }
  return merged
}

/** @returns the resource, refused as a whole if any of its members may not be stored */
export function wholeOrRefused(prepared: PreparedResource): PreparedResource {
  const [problem, ...furtherProblems] = [...(prepared.desired.dropped ?? []), ...prepared.ignored]
  return prepared.problem !== undefined || problem === undefined ? prepared : { ...prepared, problem, furtherProblems }
}
