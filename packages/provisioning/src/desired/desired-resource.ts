// One resource as a document wants it: its canonical content without secrets, the secrets in clear, its place in the document, and its
// references. The stored state is not known here.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import type { Notice, Problem } from '../report/reason.ts'
import type { Origin } from './document-piece.ts'

/** The stored part of a resource, without secrets. */
export type Content = Resource['content']

/** Secrets of a document, in clear or as hashes. They never become part of a content, a report or an error. */
export interface DocumentSecrets {
  readonly clientSecret?: string
  readonly clientSecretHash?: string
  readonly formerClientSecretHash?: string
  /** RFC 3339. */
  readonly formerClientSecretUntil?: string
  readonly password?: string
  readonly passwordHash?: string
  readonly otpSecret?: string
  readonly token?: string
  readonly tokenDigest?: string
  /** The client secret that an identity provider gave to this server. */
  readonly idpSecret?: string
}

/** An object that has to exist before a resource can be stored. */
export interface RequiredReference {
  /** The member of the document that holds the reference. */
  readonly member: string
  /** One of these must exist: a user is a person or a service user. */
  readonly anyOf: readonly ResourceReference[]
  /** It must belong to the same organization. */
  readonly owned?: boolean
}

/** Values that are generated if neither the document nor the directory has one. */
export type GeneratedName = 'clientId' | 'clientSecret' | 'token'

/** A resource as a document wants it. */
export interface DesiredResource extends ResourceReference {
  /** The place in the document, e.g. `orgs[0].oidcApps[2]`. */
  readonly path: string
  readonly orgId?: string
  readonly content: Content
  readonly secrets: DocumentSecrets
  /** Its state in the document is removed. */
  readonly removed: boolean
  readonly references: readonly RequiredReference[]
  /** Values that are generated if neither the document nor the directory has one. */
  readonly generates: readonly GeneratedName[]
  /** Members that keep their stored values because the document does not name them. */
  readonly keep?: (stored: Content) => Content
  /** Why it cannot be stored, independent of the stored state. */
  readonly problem?: Problem
  /** Members of the document that may not be stored. They were left out of the content. */
  readonly dropped?: readonly Problem[]
  /** Members that do not have the effect that they say. */
  readonly notices?: readonly Notice[]
  /** The only entry of the document that it comes from. The entry is tried again later, because it may refer to later objects. */
  readonly origin?: Origin
  /** The path of the entry that contains it. It waits where that entry waits. */
  readonly inside?: string
  /** It completes an object for which the document leaves a choice open. It is not a second entry of that object. */
  readonly amends?: true
  /** The changes that it is a consequence of. It is not made unless the plan accepts each of them. */
  readonly follows?: readonly ResourceReference[]
  /** It follows from the creation of its organization, which the caller was allowed: no right to it is asked. */
  readonly implied?: true
  /** Of an organization: no other organization may have a similar name. */
  readonly ownName?: true
  /** Used instead if the first value collides with one of another organization. */
  readonly alternative?: DesiredResource
}

type Described = Pick<DesiredResource, 'kind' | 'key' | 'path' | 'content'> & Partial<Omit<DesiredResource, 'problem'>>

/** @param problem why it cannot be stored, independent of the stored state */
export function desiredResource(described: Described, problem?: Problem): DesiredResource {
  const { secrets = {}, removed = false, references = [], generates = [] } = described
  const desired = { ...described, secrets, removed, references, generates }
  return problem === undefined ? desired : { ...desired, problem }
}

/** @returns the reference to an organization, from the member that names it */
export function orgReference(orgId: string, member: string = 'orgId'): RequiredReference {
  return { member, anyOf: [{ kind: 'org', key: [orgId] }] }
}

/** @returns the reference to a user: a person or a service user */
export function userReference(userId: string, member: string = 'userId'): RequiredReference {
  return {
    member,
    anyOf: [
      { kind: 'humanUser', key: [userId] },
      { kind: 'machineUser', key: [userId] },
    ],
  }
}

/** @returns the reference to a project */
export function projectReference(projectId: string, member: string = 'projectId'): RequiredReference {
  return { member, anyOf: [{ kind: 'project', key: [projectId] }] }
}

/** @returns the same reference to an object that must belong to the same organization */
export function owned(reference: RequiredReference): RequiredReference {
  return { ...reference, owned: true }
}

/** Active is the same as absent, so that both spellings are equal. */
export function withState<TState extends string>(state: TState | undefined): { readonly state?: TState } {
  return state === undefined || (state.endsWith('_ACTIVE') && !state.endsWith('_INACTIVE')) ? {} : { state }
}
