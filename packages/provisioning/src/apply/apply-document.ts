// Applies a document in memory: plan, apply, report. Applying the same document twice changes nothing the second time. An absent object is
// kept; only a removed state removes an object.
import { inputPaths } from '@symbolon/schema-v2'
import type { DocumentOrg, EmptyPlaces, ReadDocument } from '@symbolon/schema-v2'
import { instanceMembersWithoutEffect, unknownMember } from '../desired/document-notices.ts'
import type { DocumentPiece } from '../desired/document-piece.ts'
import { instanceResourcesOf } from '../desired/resources-of.ts'
import { inDocumentOrder, reportOf } from '../report/apply-report.ts'
import type { ApplyEntry, ApplyReport } from '../report/apply-report.ts'
import type { ApplyContext, ApplyOptions } from './apply-context.ts'
import { openPieceRun } from './apply-pieces.ts'
import { clientIdsOfKeys } from './client-ids.ts'

/** @param read the result of `readDocument` */
export async function applyDocument(read: ReadDocument, context: ApplyContext, options: ApplyOptions = {}): Promise<ApplyReport> {
  const { document, unknownMembers } = read
  const instance = instanceResourcesOf(document)
  const total = (document.orgs ?? []).reduce((sum, org) => sum + countOf(org), instance.length)
  const entries: ApplyEntry[] = []
  const pieces = piecesOf(read)
  const clientIds = clientIdsOfKeys(false)
  for (const piece of pieces) clientIds.learn(piece)
  const run = openPieceRun(
    context,
    {
      ...options,
      settled(chunk) {
        for (const entry of chunk.entries) entries.push(entry)
        context.progress?.(Math.min(entries.length, total), total)
      },
    },
    { seen: new Map(), clientIds, instance },
  )
  for (const piece of pieces) if (!(await run.take(piece))) break
  await run.finish()
  await run.takeInstance(instance)
  const others = [...instanceMembersWithoutEffect(document.instance), ...unknownMembers.map(({ path }) => unknownMember(path))]
  const rows = [...inDocumentOrder(entries), ...others]
  return { ...reportOf(rows, options.dryRun ?? false), ...(run.summary().stopped ? { stopped: true as const } : {}) }
}

function piecesOf({ document, emptyPlaces }: ReadDocument): readonly DocumentPiece[] {
  const placeOf = inputPaths(emptyPlaces)
  const below = byOrg(emptyPlaces)
  return (document.orgs ?? []).map((org, index) => {
    const path = placeOf(`orgs[${index}]`)
    const empty = below.get(path) ?? []
    return { org, path, places: placesOf(org, path, empty), emptyPlaces: empty.filter(isNested) }
  })
}

function placesOf(org: DocumentOrg, path: string, empty: readonly EmptyPlaces[]): NonNullable<DocumentPiece['places']> {
  const holes = new Map(empty.map(({ list, indices }) => [list, new Set(indices)]))
  return Object.fromEntries(
    Object.entries(org).flatMap(([member, list]: readonly [string, unknown]) => {
      const skipped = holes.get(`${path}.${member}`)
      if (skipped === undefined || !Array.isArray(list)) return []
      return [[member, Array.from({ length: list.length + skipped.size }, (_, place) => place).filter((place) => !skipped.has(place))]]
    }),
  )
}

/** The empty places of the lists of an organization, and below them. */
function byOrg(emptyPlaces: readonly EmptyPlaces[]): ReadonlyMap<string, readonly EmptyPlaces[]> {
  const found = new Map<string, EmptyPlaces[]>()
  for (const places of emptyPlaces) {
    const [path] = /^orgs\[[0-9]+\](?=\.)/.exec(places.list) ?? []
    if (path === undefined) continue
    const others = found.get(path)
    if (others === undefined) found.set(path, [places])
    else others.push(places)
  }
  return found
}

function isNested({ list }: EmptyPlaces): boolean {
  return !/^orgs\[[0-9]+\]\.[A-Za-z]+$/.test(list)
}

function countOf(org: DocumentOrg): number {
  const counts = Object.values(org).map((value) => (Array.isArray(value) ? value.length : typeof value === 'object' ? 1 : 0))
  return counts.reduce((sum, count) => sum + count, 0)
}
