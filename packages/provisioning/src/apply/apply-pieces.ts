// Applies a document of any size, piece by piece. The objects that organizations own are applied as they come, by default up to a hundred in
// one transaction, which small organizations share. Objects that may refer to later ones wait for the end. If a run is killed, another run over the same document completes it,
// because existing objects stay the same.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { ignoredMembers, membersWithoutEffectOf, slowHashesOf } from '../desired/document-notices.ts'
import { entryCount } from '../desired/document-piece.ts'
import type { DocumentPiece } from '../desired/document-piece.ts'
import { resourcesOfPiece } from '../desired/resources-of.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import { ValueRegister } from '../plan/unique-values.ts'
import { noCounts } from '../report/apply-report.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import { applyChunks, generatedEntries } from './apply-chunk.ts'
import type { ApplyContext, ApplyPiecesOptions, ApplySummary } from './apply-context.ts'
import { mayChangeInstance } from './authority.ts'
import { clientIdsOfKeys } from './client-ids.ts'
import type { ClientIds } from './client-ids.ts'
import { deferredInMemory, deferredPasses } from './deferred.ts'
import type { DeferredPass } from './deferred.ts'
import { Gathering } from './gathering.ts'
import { isSettled } from './journal.ts'
import type { DeferredPiece, RunStage, SettledBatch } from './journal.ts'
import { missingProviders } from './missing-providers.ts'
import { passwordPolicies } from './password-policies.ts'
import { primaryDomains } from './primary-domains.ts'
import { eventLoopTurns, remember } from './run.ts'
import type { Run } from './run.ts'
import { memoryOfPlan } from './run-memory.ts'
import type { RunMemory } from './run-memory.ts'
import { contentOf, settlementOf } from './settlement.ts'
import type { RunPart } from './settlement.ts'
import { largestChunk, ownedSlices, slicesOf, waitingSlices } from './slices.ts'
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
  const { dryRun = false, update = true, repeats = false, deferred = deferredInMemory(), settled, signal, journal, planned } = options
  const { objectsAtOnce = largestChunk } = options
  const state = { context, dryRun, update, turns: eventLoopTurns(), existences: new Map(), held: new ValueRegister(), accepted: new Map() }
  const run: Run = {
    ...state,
    strict: options.strict ?? false,
    expected: options.expected ?? [],
    idGenerated: options.idGenerated ?? false,
    restores: options.restores ?? false,
    recordOf: async () => undefined,
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
  const { grantTypes, clientMetadata } = context
  const reporting = { dryRun, repeats, grantTypes, clientMetadata }
  const objects = { taken: 0, settled: 0 }
  const resumed = journal?.resumed?.position
  let stopped = false
  /** A run counts as stopped unless it reached its end. */
  let complete = false
  /** The steps of the document. */
  let steps = 0
  let hasReached = false
  const gathering = new Gathering(objectsAtOnce)

  for (const memory of journal?.resumed?.memories ?? []) {
    remember(memory, run)
    domains.remember(memory.domains ?? [])
    planned?.learn(memory.signIns ?? [])
  }

  /** Checked before each transaction. After a stop, none is begun. */
  const stopping = (): boolean => {
    stopped ||= signal?.aborted === true
    return stopped
  }

  /** What a transaction settles, given the rows of each part. Pure: a transaction that is refused leaves no trace. */
  const batchOf = (
    parts: readonly RunPart[],
    rows: readonly (readonly PlannedResource[])[],
    memory: RunMemory,
    mayWait: boolean,
  ): { readonly batch: SettledBatch; readonly final: readonly PlannedResource[] } => {
    const { chunks, deferred: waiting, final } = settlementOf(parts, rows, mayWait, reporting)
    const all = rows.flat()
    const ofDomains = domains.after(
      all,
      parts.flatMap(({ orgId }) => orgId ?? []),
    )
    const signIns = planned?.eventsOf(final) ?? []
    const batch = {
      chunks,
      deferred: waiting,
      position: parts.at(-1)?.position ?? { stage: 'end' as const, done: 0 },
      memory: {
        ...memory,
        ...(ofDomains.length === 0 ? {} : { domains: ofDomains }),
        ...(signIns.length === 0 ? {} : { signIns }),
      },
      contentOf: contentOf(all),
    }
    return { batch, final }
  }

  const applyParts = async (parts: readonly RunPart[], mayWait: boolean): Promise<void> => {
    let recorded: ReturnType<typeof batchOf> | undefined
    const recordOf: Run['recordOf'] = async (plan, rows) => {
      if (journal !== undefined) {
        recorded = batchOf(parts, rows, memoryOfPlan(plan, dryRun), mayWait)
        return await journal.record(recorded.batch)
      }
      const generated = options.record === undefined ? [] : generatedEntries(plan)
      return generated.length === 0 ? undefined : await options.record?.(generated)
    }
    const given = parts.map(({ orgId, resources }) => ({ orgId, resources: clientIds.given(resources) }))
    const applied = await applyChunks(given, { ...run, recordOf })
    if (applied === undefined) {
      for (const part of parts) await applyParts([part], mayWait)
      return
    }
    const { rows, memory, stored } = applied
    const { batch, final } = stored && recorded !== undefined ? recorded : batchOf(parts, rows, memory, mayWait)
    remember(memory, run)
    domains.remember(batch.memory.domains ?? [])
    planned?.learn(batch.memory.signIns ?? [])
    rememberSettled(final, run)
    if (journal === undefined) for (const { pass, piece } of batch.deferred) await deferred.add(pass, piece)
    await journal?.settled(batch, stored)
    for (const chunk of batch.chunks) {
      for (const { action } of chunk.entries) counts[action] += 1
      objects.settled += chunk.settled
      await settled?.(chunk)
    }
    await run.turns.rest()
  }

  /** Applies what was gathered. @returns false once the run is stopped */
  const flush = async (mayWait: boolean): Promise<boolean> => {
    const parts = gathering.take()
    if (parts.length === 0) return true
    if (stopping()) return false
    await applyParts(parts, mayWait)
    return true
  }

  /** @returns whether an earlier run has settled the step, or the run is stopped */
  const skips = (stage: RunStage, step: number): boolean => {
    if (isSettled(stage, step, resumed)) return true
    if (!hasReached) journal?.reached()
    hasReached = true
    return false
  }

  /** Adds a part to the next transaction. @returns false once the run is stopped */
  const add = async (part: Omit<RunPart, 'notices' | 'deferred'> & Partial<RunPart>, mayWait: boolean): Promise<boolean> => {
    if (!gathering.hasRoomFor(part) && !(await flush(mayWait))) return false
    const { orgId } = part
    const isSettledAlready = orgId === undefined || part.position.stage === 'domains'
    const resources = isSettledAlready ? part.resources : await domains.settle(part.resources, orgId)
    gathering.add({ notices: [], deferred: [], ...part, resources })
    return gathering.isFull ? await flush(mayWait) : true
  }

  const applyPass = async (stage: DeferredPass): Promise<boolean> => {
    let step = 0
    for await (const piece of deferred.take(stage)) {
      for (const slice of slicesOf(piece, objectsAtOnce)) {
        if (skips(stage, step)) {
          step += 1
          continue
        }
        step += 1
        const part = { orgId: piece.org.orgId, resources: resourcesOfPiece(slice), position: { stage, done: step } }
        if (stopping() || !(await add(part, false))) return false
      }
    }
    return await flush(false)
  }

  const applyDomains = async (): Promise<boolean> => {
    const stage = 'domains'
    if (isSettled(stage, Infinity, resumed)) return true
    let step = resumed?.stage === stage ? resumed.done : 0
    for await (const chunk of domains.missing(run.failedOrgs, step)) {
      skips(stage, step)
      step += 1
      if (stopping()) return false
      if (chunk.resources.length > 0 && !(await add({ ...chunk, position: { stage, done: step } }, false))) return false
    }
    return await flush(false)
  }

  const applyWaiting = async (): Promise<boolean> => {
    for (const pass of deferredPasses) {
      // The organizations are complete. The waiting pieces refer to them, and none refers to their domains.
      if (pass === 'projectGrants' && !(await applyDomains())) return false
      if (!(await applyPass(pass))) return false
    }
    if (stopping()) return false
    if (skips('end', 0)) return true
    const notices = await providers.rows(mayChangeInstance(await context.authority.caller()))
    if (notices.length === 0) return true
    gathering.add({ orgId: undefined, resources: [], notices, deferred: [], position: { stage: 'end', done: 1 } })
    return await flush(false)
  }

  /** What the run learns of a piece, also of one that an earlier run has settled. */
  const learn = (piece: DocumentPiece): void => {
    clientIds.learn(piece)
    providers.learn(piece)
  }

  const noticesOf = async (piece: DocumentPiece): Promise<readonly ApplyEntry[]> => {
    const slowHashes = slowHashesOf(piece, context.hashing)
    // A caller who may not bring them gets a row for each that is left out.
    const stored = slowHashes.length > 0 && mayChangeInstance(await context.authority.caller()) ? slowHashes : []
    return [...ignoredMembers(piece), ...membersWithoutEffectOf(piece), ...stored]
  }

  /** The policies and domains of a piece that an earlier run has settled decide about later ones. */
  const recall = async ({ org, ...piece }: DocumentPiece): Promise<void> => {
    const own = Object.fromEntries(Object.entries(org).filter(([name, value]) => name === 'domains' || !Array.isArray(value)))
    const resources = resourcesOfPiece({ ...piece, org: { ...own, orgId: org.orgId } })
    run.passwordPolicies.learn(resources, await context.authority.caller())
    run.textDomains.learn(resources)
  }

  return {
    async take(piece) {
      const { orgId } = piece.org
      const stage = 'document'
      if (stopping()) return false
      objects.taken += entryCount(piece)
      learn(piece)
      if (isSettled(stage, Infinity, resumed)) {
        await recall(piece)
        return true
      }
      const { now, later } = clientIds.split(piece)
      const waiting = [...later.map((each): DeferredPiece => ({ pass: 'parts', piece: each })), ...waitingSlices(now)]
      let isFirst = true
      const slices: readonly (DocumentPiece | undefined)[] = [...ownedSlices(now, objectsAtOnce)]
      for (const slice of slices.length === 0 ? [undefined] : slices) {
        const step = steps
        steps += 1
        if (skips(stage, step)) await recall(piece)
        else {
          const own = isFirst ? { notices: await noticesOf(piece), deferred: waiting } : {}
          const resources = slice === undefined ? [] : resourcesOfPiece(slice)
          if (!(await add({ orgId, resources, position: { stage, done: steps }, ...own }, true))) return false
        }
        isFirst = false
      }
      return true
    },
    async finish() {
      complete = !stopped && (await flush(true)) && (await applyWaiting())
    },
    async takeInstance(resources) {
      if (!complete || stopping()) complete = false
      else if (resources.length > 0) {
        gathering.add({ orgId: undefined, resources, notices: [], deferred: [], position: { stage: 'end', done: 1 } })
        complete = await flush(false)
      }
    },
    summary: () => ({ dryRun, counts, ...objects, stopped: !complete }),
  }
}

function rememberSettled(rows: readonly PlannedResource[], { seen }: Run): void {
  for (const {
    prepared: { desired },
    action,
  } of rows) {
    if (action !== 'skip' && seen?.has(nameOfResource(desired)) === false) seen.set(nameOfResource(desired), desired)
  }
}
