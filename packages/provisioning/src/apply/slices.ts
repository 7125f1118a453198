// Cuts pieces into transactions: a hundred objects each unless the caller says otherwise, in the order of creation.
import { orgResourceLists } from '@symbolon/schema-v2'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { pieceOf } from '../desired/document-piece.ts'
import type { DocumentPiece, ListMember } from '../desired/document-piece.ts'
import type { DeferredPass } from './deferred.ts'

/**
 * The number of objects in one transaction. Other writers wait for the end of a transaction, and a larger number would delay them
 * noticeably.
 */
export const largestChunk = 100

const waiting: Partial<Record<ListMember, DeferredPass>> = {
  projectGrants: 'projectGrants',
  userGrants: 'grantsAndMembers',
  orgMembers: 'grantsAndMembers',
  projectMembers: 'grantsAndMembers',
  projectGrantMembers: 'grantsAndMembers',
}

/** The objects that an organization owns: its own members first, then its lists, so many entries at a time. */
export function* ownedSlices(piece: DocumentPiece, atOnce: number): Iterable<DocumentPiece> {
  const own = Object.entries(piece.org).filter(([, value]) => !Array.isArray(value))
  let slice: DocumentPiece = { ...piece, org: { ...Object.fromEntries(own), orgId: piece.org.orgId }, places: {} }
  let room = atOnce
  let empty = own.length === 1 && piece.resetPolicies === undefined
  for (const { member } of orgResourceLists.filter((list) => waiting[list.member] === undefined)) {
    const { length } = piece.org[member] ?? []
    for (let start = 0; start < length;) {
      const end = Math.min(length, start + room)
      slice = joined(slice, pieceOf(piece, member, indices(start, end)))
      empty = false
      room -= end - start
      start = end
      if (room > 0) continue
      yield slice
      slice = pieceOf(piece, member, [])
      empty = true
      room = atOnce
    }
  }
  if (!empty) yield slice
}

/** Lists that may refer to another organization, with the pass that they wait for. */
export function waitingSlices(piece: DocumentPiece): readonly { readonly pass: DeferredPass; readonly piece: DocumentPiece }[] {
  return orgResourceLists.flatMap(({ member }) => {
    const pass = waiting[member]
    const { length } = piece.org[member] ?? []
    return pass === undefined || length === 0 ? [] : [{ pass, piece: pieceOf(piece, member, indices(0, length)) }]
  })
}

/** The entries of a piece that waited, so many at a time. */
export function* slicesOf(piece: DocumentPiece, atOnce: number): Iterable<DocumentPiece> {
  for (const { member } of orgResourceLists) {
    const { length } = piece.org[member] ?? []
    for (let start = 0; start < length; start += atOnce) yield pieceOf(piece, member, indices(start, Math.min(length, start + atOnce)))
  }
}

function joined(slice: DocumentPiece, { org, places }: DocumentPiece): DocumentPiece {
  const both: DocumentOrg = { ...slice.org, ...org }
  return { ...slice, org: both, places: { ...slice.places, ...places } }
}

function indices(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, offset) => start + offset)
}
