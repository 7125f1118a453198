// Which import begins. One of an organization runs at a time, and the instance has some places, of which one is for its owners. Imports that wait
// begin by turns of their organizations: first the oldest one of each, and of these first the organization whose last import began earliest.
import { importPlaces, waitingOfInstance, waitingOfOrganization } from '@symbolon/core-protocol'
import type { ImportJobBeginning, ImportJobStart } from '@symbolon/core-protocol'
import type { Kysely, Selectable } from 'kysely'
import type { ImportJobsTable, ImportJobTables } from './import-job-tables.ts'

type Row = Selectable<ImportJobsTable>
type Live = Pick<Row, 'job_id' | 'state' | 'actor_id' | 'org_id' | 'holder' | 'place' | 'lease_until' | 'started_at'>

/**
 * Begins an import, or lets it wait. Each statement repeats the condition that an earlier one has found, because another transaction may write
 * between the two.
 * @returns undefined if the job was changed meanwhile
 */
export async function beginImport(
  trx: Kysely<ImportJobTables>,
  start: ImportJobStart,
  now: number,
  leaseUntil: number,
): Promise<ImportJobBeginning | undefined> {
  const { id, holder, fingerprint, alone = false } = start
  const before = await trx.selectFrom('import_jobs').selectAll().where('job_id', '=', id).executeTakeFirst()
  if (before !== undefined && before.fingerprint !== fingerprint) return { outcome: 'taken' }
  if (before?.state === 'completed') return { outcome: 'completed' }
  const isLive = before !== undefined && Number(before.lease_until) > now && !alone
  if (isLive && (before.state === 'running' || (before.state === 'waiting' && before.holder !== holder))) return runs(before)
  const waited = isLive && before.state === 'waiting'
  const live = alone ? [] : await livingImports(trx, now)
  const decision = alone ? 1 : await placeOf(trx, start, live, waited)
  if (typeof decision !== 'number') {
    if (decision.outcome !== 'waiting' || start.waitingFacts === undefined)
      return decision.outcome === 'waiting' ? decision.running : decision
    await interruptDead(trx, now, alone)
    return await wait(trx, start, before, waited, start.waitingFacts(decision.position), now, leaseUntil)
  }
  await interruptDead(trx, now, alone)
  const written = await write(
    trx,
    start,
    before,
    { state: 'running', place: decision, facts: start.facts, started_at: now },
    now,
    leaseUntil,
  )
  if (written === undefined) return waited ? { outcome: 'lost' } : undefined
  return { outcome: 'begun', again: before !== undefined }
}

/** Frees the places of imports whose processes have died. @param alone whether no other process can run one */
async function interruptDead(trx: Kysely<ImportJobTables>, now: number, alone: boolean): Promise<void> {
  await trx
    .updateTable('import_jobs')
    .set({ state: 'interrupted', place: null })
    .where('place', 'is not', null)
    .$if(!alone, (update) => update.where('lease_until', '<=', now))
    .execute()
}

async function wait(
  trx: Kysely<ImportJobTables>,
  start: ImportJobStart,
  before: Row | undefined,
  waited: boolean,
  facts: string,
  now: number,
  leaseUntil: number,
): Promise<ImportJobBeginning | undefined> {
  const run = { state: 'waiting', place: null, facts, started_at: waited ? Number(before?.started_at ?? now) : now } as const
  const written = await write(trx, start, before, run, now, leaseUntil)
  if (written === undefined) return waited ? { outcome: 'lost' } : undefined
  return { outcome: 'waiting', again: before !== undefined, stop: waited && written.stop_requested === 1 }
}

async function write(
  trx: Kysely<ImportJobTables>,
  { id, holder, fingerprint, actorId, orgId }: ImportJobStart,
  before: Row | undefined,
  run: Pick<Row, 'state' | 'place' | 'facts' | 'started_at'>,
  now: number,
  leaseUntil: number,
): Promise<Pick<Row, 'stop_requested'> | undefined> {
  const row = { ...run, holder, actor_id: actorId, org_id: orgId, lease_until: leaseUntil, updated_at: now }
  if (before === undefined)
    return await trx
      .insertInto('import_jobs')
      .values({ job_id: id, fingerprint, stop_requested: 0, ...row })
      .onConflict((conflict) => conflict.column('job_id').doNothing())
      .returning('stop_requested')
      .executeTakeFirst()
  const keepsStop = before.state === 'waiting' && before.holder === holder
  return await trx
    .updateTable('import_jobs')
    .set({ ...row, ...(keepsStop ? {} : { stop_requested: 0 as const }) })
    .where('job_id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .where('state', 'not in', ['running', 'completed'])
    .where('holder', '=', before.holder)
    .returning('stop_requested')
    .executeTakeFirst()
}

async function livingImports(trx: Kysely<ImportJobTables>, now: number): Promise<readonly Live[]> {
  return await trx
    .selectFrom('import_jobs')
    .select(['job_id', 'state', 'actor_id', 'org_id', 'holder', 'place', 'lease_until', 'started_at'])
    .where('state', 'in', ['running', 'waiting'])
    .where('lease_until', '>', now)
    .orderBy('lease_until')
    .execute()
}

type Refused = Extract<ImportJobBeginning, { outcome: 'running' }>

/** @returns a place that no living import has; else why there is none, or how many imports come first */
async function placeOf(
  trx: Kysely<ImportJobTables>,
  { id, orgId, privileged = false }: ImportJobStart,
  live: readonly Live[],
  waited: boolean,
): Promise<number | { readonly outcome: 'waiting'; readonly position: number; readonly running: Refused } | { readonly outcome: 'full' }> {
  const running = live.filter(({ place }) => place !== null)
  const own = running.find((job) => job.org_id === orgId)
  const places = Array.from({ length: importPlaces }, (_, index) => index + 1)
    .slice(privileged ? 0 : 1)
    .filter((place) => !running.some((job) => Number(job.place) === place))
  const waiting = live.filter((job) => job.state === 'waiting' && (job.org_id === '') === (orgId === ''))
  const asked = { job_id: id, org_id: orgId, started_at: Infinity }
  const order = await turns(trx, waited ? waiting : [...waiting, asked])
  const eligible = order.filter((job) => !running.some((each) => each.org_id === job.org_id)).filter(isFirstOfOrganization)
  const turn = eligible.findIndex((job) => job.job_id === id)
  const place = places.at(-1)
  if (own === undefined && place !== undefined && turn >= 0 && turn < places.length) return place
  const others = waiting.filter((job) => job.job_id !== id)
  const ofOrganization = others.filter((job) => job.org_id === orgId).length
  if (!waited && (ofOrganization >= waitingOfOrganization || (orgId !== '' && others.length >= waitingOfInstance)))
    return { outcome: 'full' }
  const refused = own === undefined ? { outcome: 'running' as const, leaseUntil: Number(running[0]?.lease_until ?? 0) } : runs(own)
  return { outcome: 'waiting', position: order.findIndex((job) => job.job_id === id) + 1, running: refused }
}

type Waiting = Pick<Live, 'job_id' | 'org_id' | 'started_at'>

function isFirstOfOrganization(job: Waiting, index: number, all: readonly Waiting[]): boolean {
  return all.findIndex((each) => each.org_id === job.org_id) === index
}

/** The imports that wait, in the order in which they begin. */
async function turns(trx: Kysely<ImportJobTables>, waiting: readonly Waiting[]): Promise<readonly Waiting[]> {
  if (waiting.length < 2) return waiting
  const orgIds = [...new Set(waiting.map((job) => job.org_id ?? ''))]
  const began = await trx
    .selectFrom('import_jobs')
    .select(({ fn }) => ['org_id', fn.max('started_at').as('last')])
    .where('org_id', 'in', orgIds)
    .where('state', '<>', 'waiting')
    .groupBy('org_id')
    .execute()
  const lastOf = new Map(began.map((row) => [row.org_id, Number(row.last)]))
  const inTime = waiting.toSorted((one, other) => Number(one.started_at) - Number(other.started_at) || (one.job_id < other.job_id ? -1 : 1))
  const ranked = inTime.map((job, index) => ({
    job,
    round: inTime.slice(0, index).filter((each) => each.org_id === job.org_id).length,
    last: lastOf.get(job.org_id) ?? 0,
    index,
  }))
  return ranked.toSorted((one, other) => one.round - other.round || one.last - other.last || one.index - other.index).map(({ job }) => job)
}

function runs({ job_id: id, actor_id: actorId, lease_until: leaseUntil }: Pick<Live, 'job_id' | 'actor_id' | 'lease_until'>): Refused {
  return { outcome: 'running', running: { id, actorId }, leaseUntil: Number(leaseUntil) }
}
