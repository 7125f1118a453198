// The input of the engine: an organization, some of its lists, or some entries of them. A document of any size is a stream of pieces.
import { orgResourceLists } from '@symbolon/schema-v2'
import type { DocumentOrg, EmptyPlaces, OrgResourceList, UnknownMember } from '@symbolon/schema-v2'

/** An organization, or a part of it. The pieces of one organization together are its whole description. */
export interface DocumentPiece {
  /** In the normal form that reading returns. One piece of an organization, its first, holds `org`, `orgState` and the policies. */
  readonly org: DocumentOrg
  /** The place of the organization in the document, e.g. `orgs[0]`. */
  readonly path: string
  /** For each list of the piece, the indices of its entries in that list of the document. Default: the indices in the piece. */
  readonly places?: Readonly<Partial<Record<string, readonly number[]>>>
  /** The empty places of lists below the entries, with their paths in the document. */
  readonly emptyPlaces?: readonly EmptyPlaces[]
  /** The client ids that keys name which were left out of `appKeys`. */
  readonly clientIds?: readonly { readonly appId: string; readonly clientId?: string | undefined }[]
  /** Policies that the organization gives up: those of the instance hold for it again. */
  readonly resetPolicies?: readonly string[]
  /** Members that reading did not know. Each becomes a row. */
  readonly unknownMembers?: readonly UnknownMember[]
}

/** A member of an organization that is a list. */
export type ListMember = OrgResourceList['member']

/** An entry of a list. */
export type EntryOf<TMember extends ListMember> = NonNullable<DocumentOrg[TMember]>[number]

/** An entry with its place in the document. */
export interface Place<T> {
  readonly item: T
  /** The index in the document. */
  readonly path: string
  readonly origin: Origin
}

/** The origin of a resource, from which its entry can be put into a separate piece. */
export interface Origin {
  readonly piece: DocumentPiece
  readonly member: ListMember
  /** The index in the list of the piece. */
  readonly index: number
}

/** The entries of a list with their indices in the document. */
export function entriesOf<TMember extends ListMember>(piece: DocumentPiece, member: TMember): readonly Place<EntryOf<TMember>>[] {
  const entries: readonly EntryOf<TMember>[] = piece.org[member] ?? []
  return entries.map((item, index) => ({ item, path: entryPath(piece, member, index), origin: { piece, member, index } }))
}

/** The number of entries in the lists of a piece. */
export function entryCount({ org }: Pick<DocumentPiece, 'org'>): number {
  return orgResourceLists.reduce((sum, { member }) => sum + (org[member]?.length ?? 0), 0)
}

/** The place of an entry of the piece in the document. */
export function entryPath({ path, places }: DocumentPiece, member: ListMember, index: number): string {
  return `${path}.${member}[${places?.[member]?.[index] ?? index}]`
}

/** A piece of the same organization that holds only these entries. */
export function pieceOf(piece: DocumentPiece, member: ListMember, indices: readonly number[]): DocumentPiece {
  const { org, path, places, emptyPlaces } = piece
  const entries: readonly unknown[] = org[member] ?? []
  return {
    // The entries come from the same member with the same type. The compiler cannot follow that.
    org: { orgId: org.orgId, [member]: indices.map((index) => entries[index]) } as DocumentOrg,
    path,
    places: { [member]: indices.map((index) => places?.[member]?.[index] ?? index) },
    ...(emptyPlaces === undefined ? {} : { emptyPlaces }),
  }
}
