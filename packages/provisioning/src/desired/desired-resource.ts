// One resource as a document wants it: its canonical content without secrets, the secrets in clear, its place in the document, and what it
// needs to exist. What is stored is not known here.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import type { Notice, Problem } from '../report/reason.ts'
import type { Origin } from './document-piece.ts'

/** What is stored of a resource, without secrets. */
export type Content = Resource['content']

/** What a document says in clear or as hashes. It never becomes part of a content, a report or an error. */
export interface DocumentSecrets {
  readonly clientSecret?: string
  readonly clientSecretHash?: string
  readonly password?: string
  readonly passwordHash?: string
  readonly otpSecret?: string
  readonly token?: string
  readonly tokenDigest?: string
  /** The client secret that an identity provider gave us. */
  readonly idpSecret?: string
}

/** Something that has to exist before a resource can. */
export interface RequiredReference {
  /** The member of the document that names it. */
  readonly member: string
  /** One of them has to exist: a user is a person or a service user. */
  readonly anyOf: readonly ResourceReference[]
  /** It must belong to the same organization. */
  readonly owned?: boolean
}

/** What is made for a resource when nobody gave it. */
export type GeneratedName = 'clientId' | 'clientSecret' | 'token'

/** A resource as a document wants it. */
export interface DesiredResource extends ResourceReference {
  /** Where it stands in the document, e.g. `orgs[0].oidcApps[2]`. */
  readonly path: string
  readonly orgId?: string
  readonly content: Content
  readonly secrets: DocumentSecrets
  /** Its state says that it shall not exist. */
  readonly removed: boolean
  readonly references: readonly RequiredReference[]
  /** What is made for it when neither the document nor the directory has one. */
  readonly generates: readonly GeneratedName[]
  /** Members that stay as they are stored because the document does not name them. */
  readonly keep?: (stored: Content) => Content
  /** Why it cannot be stored, whatever is there already. */
  readonly problem?: Problem
  /** What the document says of it and may not be stored: it was left out of the content. */
  readonly dropped?: readonly Problem[]
  /** What of it does not do what it says. */
  readonly notices?: readonly Notice[]
  /** The entry of the document that alone it is made of: what it refers to may come later, so that the entry is tried again. */
  readonly origin?: Origin
  /** The path of the entry that it stands inside of: it waits where that one waits. */
  readonly inside?: string
  /** It puts right what the document leaves open of an object, and is no second entry of it. */
  readonly amends?: true
  /** Taken when this one collides with another organization's. */
  readonly alternative?: DesiredResource
}

type Described = Pick<DesiredResource, 'kind' | 'key' | 'path' | 'content'> & Partial<Omit<DesiredResource, 'problem'>>

/** @param problem why it cannot be stored, whatever is there already */
export function desiredResource(described: Described, problem?: Problem): DesiredResource {
  return { secrets: {}, removed: false, references: [], generates: [], ...described, ...(problem === undefined ? {} : { problem }) }
}

/** @returns the reference to an organization, by the member that names it */
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

/** Active is what absence means, so that both spellings compare as equal. */
export function withState<TState extends string>(state: TState | undefined): { readonly state?: TState } {
  return state === undefined || (state.endsWith('_ACTIVE') && !state.endsWith('_INACTIVE')) ? {} : { state }
}
