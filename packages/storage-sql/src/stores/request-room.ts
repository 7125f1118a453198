// Makes room for authorization requests before they would take more than they may. How much they take is in the database, so that every
// process sees those of all; to count it at each request would cost more than the request, so a process counts when it has itself
// stored a small part of the limit since it last did.
import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** The part of the limit that is stored between two counts; two parts stay free for it and for other processes. */
const parts = 16
/** Rows that one statement removes: others are not kept waiting. */
const batch = 100

/** @returns resolves when so many bytes fit in beside what there is */
export function roomForRequests(db: Kysely<Database>): (bytes: number, limit: number) => Promise<void> {
  /** Bytes that may be stored before the next count. */
  let room = 0
  let counting: Promise<void> | undefined

  async function count(bytes: number, limit: number): Promise<void> {
    const part = limit / parts
    let excess = -(limit - Math.max(2 * part, bytes))
    const sources = await listSources(db)
    for (const source of sources) excess += source.bytes
    const level = levelOf(sources, excess)
    // The heaviest first, down to what all of the heavy ones may keep; no further than is needed.
    for (const source of sources) {
      if (excess <= 0 || source.bytes <= level) break
      excess -= await remove(db, source, Math.min(source.bytes - level, excess))
    }
    room = Math.max(part, bytes)
  }

  return async (bytes, limit) => {
    while (room < bytes) {
      counting ??= count(bytes, limit).finally(() => void (counting = undefined))
      await counting
    }
    room -= bytes
  }
}

interface Source {
  readonly source: string
  readonly bytes: number
  readonly requests: number
}

/** The heaviest first; of equal ones the one with the oldest request. */
async function listSources(db: Kysely<Database>): Promise<readonly Source[]> {
  const rows = await db.selectFrom('authorization_requests')
    .select(({ fn }) => ['source', fn.sum<number | string>('bytes').as('bytes'), fn.countAll<number | string>().as('requests')])
    .where('source', 'is not', null)
    .groupBy('source')
    .orderBy('bytes', 'desc').orderBy(({ fn }) => fn.min('created_at'))
    .execute()
  return rows.map(({ source, bytes, requests }) => ({ source: source ?? '', bytes: Number(bytes), requests: Number(requests) }))
}

/** How much each of the heaviest sources may keep, so that all of them together lose the excess. */
function levelOf(sources: readonly Source[], excess: number): number {
  let heavy = 0
  for (const [index, { bytes }] of sources.entries()) {
    heavy += bytes
    const level = (heavy - excess) / (index + 1)
    if (level >= (sources[index + 1]?.bytes ?? 0)) return Math.max(level, 0)
  }
  return 0
}

/** @returns how many bytes were removed: at least the excess, unless the source has no more */
async function remove(db: Kysely<Database>, { source, bytes, requests }: Source, excess: number): Promise<number> {
  let removed = 0
  while (removed < excess) {
    const wanted = Math.min(Math.ceil((excess - removed) * requests / bytes), batch)
    const first = db.selectFrom('authorization_requests').select('id').where('source', '=', source)
      .orderBy('touched').orderBy('created_at').limit(wanted)
    const gone = await db.deleteFrom('authorization_requests').where('id', 'in', first).returning('bytes').execute()
    if (gone.length === 0) break
    for (const row of gone) removed += row.bytes
  }
  return removed
}
