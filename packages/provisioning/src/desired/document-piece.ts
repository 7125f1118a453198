// The input of the engine: an organization, some of its lists, or some entries of them. A document of any size is a stream of pieces.
import { orgResourceLists } from '@symbolon/schema-v2'
import type { DocumentOrg, EmptyPlaces, OrgResourceList, UnknownMember } from '@symbolon/schema-v2'

/** An organization, or a part of it. Pieces of one organization together are what the document says of it. */
export interface DocumentPiece {
  /** In the normal form that reading gives. `org`, `orgState` and the policies stand in one piece of an organization, before all others. */
  readonly org: DocumentOrg
  /** Where the organization stands in the document, as `orgs[0]`. */
  readonly path: string
  /** For each list of the piece, where its entries stand in that list of the document. Default: where they stand in the piece. */
  readonly places?: Readonly<Partial<Record<string, readonly number[]>>>
  /** The empty places of lists below the entries, with their paths in the document. */
  readonly emptyPlaces?: readonly EmptyPlaces[]
  /** What keys that were left out of `appKeys` say of the client ids of applications. */
  readonly clientIds?: readonly { readonly appId: string; readonly clientId?: string | undefined }[]
  /** Members that reading did not know: each becomes a row. */
  readonly unknownMembers?: readonly UnknownMember[]
}

/** A member of an organization that is a list. */
export type ListMember = OrgResourceList['member']

/** An entry of a list. */
export type EntryOf<TMember extends ListMember> = NonNullable<DocumentOrg[TMember]>[number]

/** An entry with its place in the document. */
export interface Place<T> {
  readonly item: T
  /** In the document. */
  readonly path: string
  readonly origin: Origin
}

/** Where a resource comes from, to put the entry into a piece of its own. */
export interface Origin {
  readonly piece: DocumentPiece
  readonly member: ListMember
  /** In the list of the piece. */
  readonly index: number
}

/** The entries of a list with their places in the document. */
export function entriesOf<TMember extends ListMember>(piece: DocumentPiece, member: TMember): readonly Place<EntryOf<TMember>>[] {
  const entries: readonly EntryOf<TMember>[] = piece.org[member] ?? []
  return entries.map((item, index) => ({ item, path: entryPath(piece, member, index), origin: { piece, member, index } }))
}

/** How many entries the lists of a piece have. */
export function entryCount({ org }: Pick<DocumentPiece, 'org'>): number {
  return orgResourceLists.reduce((sum, { member }) => sum + (org[member]?.length ?? 0), 0)
}

/** Where an entry of the piece stands in the document. */
export function entryPath({ path, places }: DocumentPiece, member: ListMember, index: number): string {
  return `${path}.${member}[${places?.[member]?.[index] ?? index}]`
}

/** A piece of the same organization that holds these entries alone. */
export function pieceOf(piece: DocumentPiece, member: ListMember, indices: readonly number[]): DocumentPiece {
  const { org, path, places, emptyPlaces } = piece
  const entries: readonly unknown[] = org[member] ?? []
  return {
    // The entries come from the same member of the same type, a correspondence that the compiler cannot follow.
    org: { orgId: org.orgId, [member]: indices.map((index) => entries[index]) } as DocumentOrg,
    path,
    places: { [member]: indices.map((index) => places?.[member]?.[index] ?? index) },
    ...(emptyPlaces === undefined ? {} : { emptyPlaces }),
  }
}
