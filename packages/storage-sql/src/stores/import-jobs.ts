// Import jobs, and the parts of a document that a job has to keep until its end. Two unique indexes decide which of several that start at the same
// time may run: one on the column `place`, of which the instance has some, and one on the organizations of those that run.
import { importJobRetention, ImportLost } from '@symbolon/core-protocol'
import type { ImportJob, ImportJobPart, ImportJobState, ImportJobStore, ImportRecord } from '@symbolon/core-protocol'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import type { ImportJobsTable, ImportJobTables } from './import-job-tables.ts'
import { beginImport } from './import-queue.ts'

/** The migrations of this store. */
export function importJobMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-import-jobs': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('import_jobs', (t) => {
          const named = t
            .addColumn('job_id', 'text', key)
            .addColumn('state', 'text', required)
            .addColumn('fingerprint', 'text', required)
            .addColumn('actor_id', 'text', required)
            .addColumn('holder', 'text', required)
            .addColumn('facts', 'text', required)
          // Unique, but null in any number of jobs that do not run.
          const placed = integer(named, 'place', (column) => column.unique())
          return integer(integer(integer(placed, 'lease_until'), 'started_at'), 'updated_at')
        })
        await index('import_jobs', ['updated_at'])
        await table('import_parts', (t) =>
          integer(
            t
              .addColumn('job_id', 'text', owned('import_jobs.job_id'))
              .addColumn('list', 'text', required)
              .addColumn('org_id', 'text', required),
            'position',
          )
            .addColumn('content', 'text', required)
            .addPrimaryKeyConstraint('import_parts_key', ['job_id', 'position']),
        )
        await index('import_parts', ['job_id', 'list', 'org_id', 'position'])
      },
    },
    '002-stop-requested': {
      async up(db) {
        await schemaOf(db, dialect).addInteger('import_jobs', 'stop_requested', (column) => column.notNull().defaultTo(0))
      },
    },
    '003-of-organizations': {
      async up(db) {
        const { addText, index } = schemaOf(db, dialect)
        await addText('import_jobs', 'org_id')
        await index('import_jobs', ['org_id'], { unique: true, present: 'place' })
      },
    },
    // The imports that are under way are found without a look at those that have ended, of which an organization can make many.
    '004-by-lease': {
      async up(db) {
        await schemaOf(db, dialect).index('import_jobs', ['lease_until'])
      },
    },
  }
}

/** Stores import jobs and their parts. */
export function importJobStore(db: Kysely<ImportJobTables>, dialect: SqlDialect): ImportJobStore {
  const ofHolder = (id: string, holder: string, trx: Kysely<ImportJobTables> = db) =>
    trx
      .updateTable('import_jobs')
      .where('job_id', '=', id)
      .where('holder', '=', holder)
      .where('state', 'in', ['running', 'waiting'])
      .returning('stop_requested')

  return {
    async begin(start, now, leaseUntil) {
      for (;;) {
        try {
          const begun = await db.transaction().execute(async (trx) => await beginImport(trx, start, now, leaseUntil))
          // Each failed attempt means that another process began, ended or interrupted a job, so the loop ends.
          if (begun !== undefined) return begun
        } catch (error) {
          // Another process has taken the slot or the turn of the organization. The next attempt decides from the new state.
          if (dialect.violation(error) !== 'unique') throw error
        }
      }
    },
    async renew(id, holder, facts, now, leaseUntil) {
      const renewed = await ofHolder(id, holder).set({ facts, updated_at: now, lease_until: leaseUntil }).executeTakeFirst()
      return renewed === undefined ? 'lost' : renewed.stop_requested === 1 ? 'stop' : 'held'
    },
    async requestStop(id, now) {
      const asked = await db
        .updateTable('import_jobs')
        .set({ stop_requested: 1 })
        .where('job_id', '=', id)
        .where('state', 'in', ['running', 'waiting'])
        .where('lease_until', '>', now)
        .returning('job_id')
        .executeTakeFirst()
      return asked !== undefined
    },
    async end(id, holder, state, facts, now, removed = []) {
      return await db.transaction().execute(async (trx) => {
        const ended = await ofHolder(id, holder, trx).set({ state, facts, updated_at: now, place: null }).executeTakeFirst()
        if (ended !== undefined && removed.length > 0) await removeParts(trx, id, removed)
        return ended !== undefined
      })
    },
    async find(id, now) {
      const row = await db.selectFrom('import_jobs').selectAll().where('job_id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : toJob(row, now)
    },
    async listRecent({ actorId, limit }, now) {
      const rows = await db
        .selectFrom('import_jobs')
        .selectAll()
        .$if(actorId !== undefined, (some) => some.where('actor_id', '=', actorId ?? ''))
        .orderBy('started_at', 'desc')
        .orderBy('job_id')
        .limit(limit)
        .execute()
      return rows.map((row) => toJob(row, now))
    },
    async countUnderWay(now) {
      const rows = await db
        .selectFrom('import_jobs')
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('jobs')])
        .where('state', 'in', ['running', 'waiting'])
        .where('lease_until', '>', now)
        .groupBy('state')
        .execute()
      const count = (state: ImportJobState): number => Number(rows.find((row) => row.state === state)?.jobs ?? 0)
      return { running: count('running'), waiting: count('waiting') }
    },
    append: (id, parts) => insertParts(db, id, parts),
    async list(id, list, { orgId, after = -1, limit }) {
      const rows = await db
        .selectFrom('import_parts')
        .selectAll()
        .where('job_id', '=', id)
        .where('list', '=', list)
        .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? ''))
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ list: row.list, orgId: row.org_id, position: row.position, content: row.content }))
    },
    async remove(id, lists) {
      if (lists.length > 0) await removeParts(db, id, lists)
    },
    async removeAfter(id, position) {
      await db.deleteFrom('import_parts').where('job_id', '=', id).where('position', '>', position).execute()
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db
          .selectFrom('import_jobs')
          .select('job_id')
          .where('updated_at', '<=', now - importJobRetention)
          .where((eb) => eb.or([eb('state', 'not in', ['running', 'waiting']), eb('lease_until', '<=', now)]))
          .limit(limit),
        dialect,
      )
      return (await db.deleteFrom('import_jobs').where('job_id', 'in', expired).returning('job_id').execute()).length
    },
  }
}

/**
 * Stores parts of an import in the transaction of a change. The row of the job is written unchanged: a process that takes the import over
 * waits for the end of the transaction, and then reads these parts.
 * @throws ImportLost if the holder does not run the import
 */
export async function storeRecord(trx: Transaction<ImportJobTables>, { jobId, holder, parts }: ImportRecord): Promise<void> {
  const held = await trx
    .updateTable('import_jobs')
    .set({ holder })
    .where('job_id', '=', jobId)
    .where('holder', '=', holder)
    .where('state', '=', 'running')
    .returning('job_id')
    .executeTakeFirst()
  if (held === undefined) throw new ImportLost()
  await insertParts(trx, jobId, parts)
}

async function removeParts(db: Kysely<ImportJobTables>, id: string, lists: readonly string[]): Promise<void> {
  await db.deleteFrom('import_parts').where('job_id', '=', id).where('list', 'in', lists).execute()
}

async function insertParts(db: Kysely<ImportJobTables>, id: string, parts: readonly ImportJobPart[]): Promise<void> {
  for (const some of chunks(parts, chunkSize)) {
    await db
      .insertInto('import_parts')
      .values(some.map(({ list, orgId, position, content }) => ({ job_id: id, list, org_id: orgId, position, content })))
      .execute()
  }
}

function toJob(row: Selectable<ImportJobsTable>, now: number): ImportJob {
  return {
    id: row.job_id,
    state: (row.state === 'running' || row.state === 'waiting') && row.lease_until <= now ? 'interrupted' : row.state,
    fingerprint: row.fingerprint,
    actorId: row.actor_id,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    facts: row.facts,
  }
}
