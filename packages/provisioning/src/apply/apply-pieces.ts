// Applies a document of any size, piece by piece. The objects that an organization owns are applied as they come, by default up to a hundred in
// one transaction. Objects that may refer to later ones wait for the end. If a run is killed, another run over the same document completes it,
// because existing objects stay the same.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { ignoredMembers, membersWithoutEffectOf, slowHashesOf } from '../desired/document-notices.ts'
import { entryCount, pieceOf } from '../desired/document-piece.ts'
import type { DocumentPiece, ListMember } from '../desired/document-piece.ts'
import { resourcesOfPiece } from '../desired/resources-of.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import { ValueRegister } from '../plan/unique-values.ts'
import { noCounts } from '../report/apply-report.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import { applyChunk } from './apply-chunk.ts'
import type { Chunk } from './apply-chunk.ts'
import type { ApplyContext, ApplyPiecesOptions, ApplySummary } from './apply-context.ts'
import { mayChangeInstance } from './authority.ts'
import { clientIdsOfKeys } from './client-ids.ts'
import type { ClientIds } from './client-ids.ts'
import { deferredInMemory, deferredPasses } from './deferred.ts'
import type { DeferredPass } from './deferred.ts'
import { missingProviders } from './missing-providers.ts'
import { passwordPolicies } from './password-policies.ts'
import { primaryDomains } from './primary-domains.ts'
import { reportEntriesOf } from './report-entries.ts'
import { eventLoopTurns } from './run.ts'
import type { Run } from './run.ts'
import { largestChunk, ownedSlices, waitingSlices } from './slices.ts'
import { textDomains } from './text-domains.ts'

/** A run that takes pieces one by one. */
export interface PieceRun {
  /**
   * Applies what can be applied now. Pieces of one organization come in the order of the document.
   * @returns false once the signal has stopped the run; no further piece is taken
   */
  take(piece: DocumentPiece): Promise<boolean>
  /** Applies the waiting pieces and ends the run. Called after the last piece, or after one that was not taken. */
  finish(): Promise<void>
  /** Applies the objects that belong to no organization. */
  takeInstance(resources: readonly DesiredResource[]): Promise<void>
  summary(): ApplySummary
}

/** Never rejects because of a piece or of the storage. An error of `pieces`, `settled` or `deferred` ends the run. */
export async function applyPieces(
  pieces: AsyncIterable<DocumentPiece> | Iterable<DocumentPiece>,
  context: ApplyContext,
  options: ApplyPiecesOptions = {},
): Promise<ApplySummary> {
  const run = openPieceRun(context, options)
  for await (const piece of pieces) if (!(await run.take(piece))) break
  await run.finish()
  return run.summary()
}

/** Facts about a document in memory. */
export interface DocumentInMemory {
  /** The objects that were settled. */
  readonly seen: Map<string, DesiredResource>
  /** The client ids that all keys of the document name. */
  readonly clientIds: ClientIds
  /** The objects that belong to no organization. They are applied last, and their policies hold for all organizations. */
  readonly instance: readonly DesiredResource[]
}

/** @param inMemory facts about a document in memory; absent for a stream */
export function openPieceRun(context: ApplyContext, options: ApplyPiecesOptions, inMemory?: DocumentInMemory): PieceRun {
  const {
    dryRun = false,
    update = true,
    strict = false,
    idGenerated = false,
    restores = false,
    expected = [],
    deferred = deferredInMemory(),
    repeats = false,
    record,
    settled,
    planned,
    signal,
    objectsAtOnce = largestChunk,
  } = options
  const run: Run = {
    context,
    dryRun,
    update,
    strict,
    expected,
    idGenerated,
    restores,
    record,
    turns: eventLoopTurns(),
    existences: new Map(),
    held: new ValueRegister(),
    accepted: new Map(),
    seen: inMemory?.seen,
    failedOrgs: new Set(),
    ofInstance: inMemory?.instance ?? [],
    passwordPolicies: passwordPolicies(context.directory, update),
    textDomains: textDomains(context),
  }
  const clientIds = inMemory?.clientIds ?? clientIdsOfKeys(true)
  const domains = primaryDomains(context, update)
  const providers = missingProviders(context.directory, context.identityProvidersInCode ?? [])
  const counts = noCounts()
  const reporting = { dryRun, repeats, grantTypes: context.grantTypes }
  const objects = { taken: 0, settled: 0 }
  let stopped = false
  /** A run counts as stopped unless it reached its end. */
  let complete = false

  /** Checked before each step. After a stop, no further step is done. */
  const stopping = (): boolean => {
    stopped ||= signal?.aborted === true
    return stopped
  }

  const report = async (orgId: string | undefined, entries: readonly ApplyEntry[], count = 0): Promise<void> => {
    for (const { action } of entries) counts[action] += 1
    objects.settled += count
    if (entries.length > 0) await settled?.({ orgId, entries, settled: count })
  }

  /**
   * @param mayWait whether the objects that a resource refers to may still come
   * @returns false once the run is stopped
   */
  const apply = async (chunk: Chunk, mayWait: boolean): Promise<boolean> => {
    if (chunk.resources.length === 0) return true
    if (stopping()) return false
    const rows = await applyChunk({ ...chunk, resources: clientIds.given(chunk.resources) }, run)
    domains.settled(rows)
    const waiting = mayWait ? rows.filter(mayResolveLater) : []
    for (const { pass, piece } of waitingPieces(waiting)) await deferred.add(pass, piece)
    const paths = new Set(
      waiting.map(
        ({
          prepared: {
            desired: { path },
          },
        }) => path,
      ),
    )
    const final = rows.filter((row) => !isPointless(row) && !paths.has(row.prepared.desired.inside ?? row.prepared.desired.path))
    rememberSettled(final, run)
    planned?.learn(final)
    const entries = final.flatMap((row) => reportEntriesOf(row, reporting))
    await report(chunk.orgId, entries, final.filter(isEntry).length)
    await run.turns.rest()
    return true
  }

  const applyWaiting = async (): Promise<boolean> => {
    for (const pass of deferredPasses) {
      // The organizations are complete. The waiting pieces refer to them, and none refers to their domains.
      if (pass === 'projectGrants') {
        for await (const chunk of domains.missing(run.failedOrgs)) if (!(await apply(chunk, false))) return false
      }
      for await (const { orgId, resources } of chunksOf(deferred.take(pass), objectsAtOnce)) {
        const settled = pass === 'owned' && orgId !== undefined ? await domains.settle(resources, orgId) : resources
        if (!(await apply({ orgId, resources: settled }, false))) return false
      }
    }
    return true
  }

  return {
    async take(piece) {
      const { orgId } = piece.org
      if (stopping()) return false
      objects.taken += entryCount(piece)
      const slowHashes = slowHashesOf(piece, context.hashing)
      // Who may not bring them is told of each that is left out.
      const stored = slowHashes.length > 0 && mayChangeInstance(await context.authority.caller()) ? slowHashes : []
      await report(orgId, [...ignoredMembers(piece), ...membersWithoutEffectOf(piece), ...stored])
      clientIds.learn(piece)
      providers.learn(piece)
      const { now, later } = clientIds.split(piece)
      for (const waiting of later) await deferred.add('parts', waiting)
      for (const { pass, piece: waiting } of waitingSlices(now)) await deferred.add(pass, waiting)
      for (const slice of ownedSlices(now, objectsAtOnce)) {
        if (!(await apply({ orgId, resources: await domains.settle(resourcesOfPiece(slice), orgId) }, true))) return false
      }
      return true
    },
    async finish() {
      complete = !stopped && (await applyWaiting())
      if (complete) await report(undefined, await providers.rows(mayChangeInstance(await context.authority.caller())))
    },
    async takeInstance(resources) {
      complete &&= await apply({ orgId: undefined, resources }, false)
    },
    summary: () => ({ dryRun, counts, ...objects, stopped: !complete }),
  }
}

/** Links inside of a user, and domains that are not in the document, are not entries of lists. */
function isEntry({
  prepared: {
    desired: { origin },
  },
}: PlannedResource): boolean {
  return origin !== undefined
}

/** It belonged to a change that was refused, and has a row. */
function isPointless({
  problem,
  prepared: {
    desired: { amends },
  },
}: PlannedResource): boolean {
  return amends === true && problem?.reason === 'missing_reference'
}

function rememberSettled(rows: readonly PlannedResource[], { seen }: Run): void {
  for (const {
    prepared: { desired },
    action,
  } of rows) {
    if (action !== 'skip' && seen?.has(nameOfResource(desired)) === false) seen.set(nameOfResource(desired), desired)
  }
}

/** Consecutive pieces of one organization share transactions. */
async function* chunksOf(pieces: AsyncIterable<DocumentPiece>, atOnce: number): AsyncIterable<Chunk> {
  let orgId: string | undefined
  let resources: DesiredResource[] = []
  for await (const piece of pieces) {
    for (const resource of resourcesOfPiece(piece)) {
      if (resources.length === atOnce || (resources.length > 0 && piece.org.orgId !== orgId)) {
        yield { orgId, resources }
        resources = []
      }
      orgId = piece.org.orgId
      resources.push(resource)
    }
  }
  if (resources.length > 0) yield { orgId, resources }
}

/** The pass in which an entry is tried again that came before the objects it refers to. */
const passOf: Partial<Record<ListMember, DeferredPass>> = {
  projectRoles: 'parts',
  oidcApps: 'parts',
  apiApps: 'parts',
  userMetadata: 'parts',
  machineKeys: 'parts',
  personalAccessTokens: 'parts',
  userLinks: 'parts',
  passkeys: 'parts',
  appKeys: 'keys',
}

function mayResolveLater({
  action,
  problem,
  prepared: {
    desired: { origin },
  },
}: PlannedResource): boolean {
  return action === 'invalid' && problem?.reason === 'missing_reference' && origin !== undefined
}

function waitingPieces(rows: readonly PlannedResource[]): readonly { readonly pass: DeferredPass; readonly piece: DocumentPiece }[] {
  const lists = new Map<ListMember, { readonly piece: DocumentPiece; readonly indices: number[] }>()
  for (const {
    prepared: {
      desired: { origin },
    },
  } of rows) {
    if (origin === undefined) continue
    const list = lists.get(origin.member)
    if (list === undefined) lists.set(origin.member, { piece: origin.piece, indices: [origin.index] })
    else list.indices.push(origin.index)
  }
  return [...lists].map(([member, { piece, indices }]) => ({ pass: passOf[member] ?? 'owned', piece: pieceOf(piece, member, indices) }))
}
