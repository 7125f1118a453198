// Flows that wait for a mailed code, and the counts of mails. Each decision is one conditional statement or one transaction.
import { mailedCodeTries } from '@symbolon/core-protocol'
import type { MailedCode, MailedCodeStore, MailLimit, StoredMailedCode } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { rowMapping } from '../sql/row-mapping.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'
import { mailRow } from './mail-outbox.ts'
import type { MailOutboxTables } from './mail-outbox.ts'

/** One flow. */
export interface MailedCodesTable {
  readonly id: string
  readonly purpose: MailedCode['purpose']
  readonly digest: string
  readonly sealed: string
  readonly sent_at: number
  readonly tries_left: number
  readonly proven_at: number | null
  readonly expires_at: number
  /** Says which flows take the place of one another; null where none does. */
  readonly newest_of: string | null
}

/** The mails that were counted under one key. */
export interface MailCountsTable {
  readonly count_key: string
  /** The times of the mails within the period, as JSON. */
  readonly times: string
  readonly expires_at: number
}

/** The tables of this store. */
export interface MailedCodeTables extends MailOutboxTables {
  readonly mailed_codes: MailedCodesTable
  readonly mail_counts: MailCountsTable
}

/** The migrations of this store. */
export function mailedCodeMigrations(dialect: SqlDialect): Migrations {
  return {
    '002-mailed-codes': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('mailed_codes', (t) => {
          let columns = t.addColumn('id', 'text', key)
          for (const name of ['purpose', 'digest', 'sealed']) columns = columns.addColumn(name, 'text', required)
          const counted = integer(integer(columns, 'sent_at'), 'tries_left')
          return integer(
            integer(counted, 'proven_at', (column) => column),
            'expires_at',
          )
        })
        await table('mail_counts', (t) => integer(t.addColumn('count_key', 'text', key).addColumn('times', 'text', required), 'expires_at'))
        for (const name of ['mailed_codes', 'mail_counts']) await index(name, ['expires_at'])
      },
    },
    // Releases that know `002` leave the column null, which is in no conflict with the index.
    '003-newest-codes.needs-002': {
      async up(db) {
        const { addText, index } = schemaOf(db, dialect)
        await addText('mailed_codes', 'newest_of')
        await index('mailed_codes', ['newest_of'], { unique: true })
      },
    },
  }
}

const { toRecord } = rowMapping<MailedCodesTable, StoredMailedCode>()({
  id: 'id',
  purpose: 'purpose',
  digest: 'digest',
  sealed: 'sealed',
  sentAt: 'sent_at',
  triesLeft: 'tries_left',
  provenAt: 'proven_at',
  expiresAt: 'expires_at',
})

/** How often a count is read again after a parallel call has changed it. */
const countingRounds = 5

/** Stores flows that wait for a mailed code. */
export function mailedCodeStore(db: Kysely<MailedCodeTables>, dialect: SqlDialect): MailedCodeStore {
  return {
    async issue({ id, purpose, digest, sealed, sentAt, expiresAt, newestOf }, mail, seen) {
      const code = { digest, sealed, tries_left: mailedCodeTries }
      const times = { sent_at: sentAt, proven_at: null, expires_at: expiresAt }
      const codeStays = seen?.codeStays === true
      return await db.transaction().execute(async (trx) => {
        // An expired flow does not count, whether or not its row was deleted.
        if (seen === undefined) await trx.deleteFrom('mailed_codes').where('id', '=', id).where('expires_at', '<=', sentAt).execute()
        const replaced =
          newestOf === undefined
            ? undefined
            : await trx.selectFrom('mailed_codes').select('id').where('newest_of', '=', newestOf).executeTakeFirst()
        const stored =
          seen === undefined
            ? await trx
                .insertInto('mailed_codes')
                .values({ id, purpose, newest_of: newestOf ?? null, ...code, ...times })
                .onConflict((conflict) =>
                  newestOf === undefined
                    ? conflict.column('id').doNothing()
                    : conflict.column('newest_of').doUpdateSet({ id, purpose, ...code, ...times }),
                )
                .returning('id')
                .executeTakeFirst()
            : await trx
                .updateTable('mailed_codes')
                .set((eb) => ({
                  ...(codeStays ? { digest: eb.ref('digest'), sealed: eb.ref('sealed'), tries_left: eb.ref('tries_left') } : code),
                  ...times,
                }))
                .where('id', '=', id)
                .where('purpose', '=', purpose)
                .where('sent_at', '=', seen.sentAt)
                .where('proven_at', 'is', null)
                .returning('id')
                .executeTakeFirst()
        if (stored === undefined) return false
        // No mail has an empty id: the same statement for a code that stays.
        await trx
          .deleteFrom('mail_outbox')
          .where('code_id', 'in', [codeStays ? '' : id, ...(replaced === undefined ? [] : [replaced.id])])
          .execute()
        await trx.insertInto('mail_outbox').values(mailRow(mail, sentAt)).execute()
        return true
      })
    },
    async find(id, now) {
      const row = await db.selectFrom('mailed_codes').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },
    async attempt(id, digest, now) {
      const row = await db
        .updateTable('mailed_codes')
        .set((eb) => ({
          tries_left: eb
            .case()
            .when('digest', '=', digest)
            .then(eb.ref('tries_left'))
            .else(eb('tries_left', '-', 1))
            .end(),
          proven_at: eb.case().when('digest', '=', digest).then(eb.val(now)).else(eb.ref('proven_at')).end(),
        }))
        .where('id', '=', id)
        .where('tries_left', '>', 0)
        .where('proven_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('proven_at')
        .executeTakeFirst()
      if (row === undefined) return 'dead'
      return row.proven_at === null ? 'wrong' : 'right'
    },
    async update(id, sealed, now) {
      const row = await db
        .updateTable('mailed_codes')
        .set({ sealed })
        .where('id', '=', id)
        .where('proven_at', 'is not', null)
        .where('expires_at', '>', now)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async take(id, now) {
      const row = await db
        .deleteFrom('mailed_codes')
        .where('id', '=', id)
        .where('proven_at', 'is not', null)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },
    async remove(id) {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('mailed_codes').where('id', '=', id).execute()
        await trx.deleteFrom('mail_outbox').where('code_id', '=', id).execute()
      })
    },
    async removeNewest(newestOf) {
      await db.transaction().execute(async (trx) => {
        const removed = await trx.deleteFrom('mailed_codes').where('newest_of', '=', newestOf).returning('id').executeTakeFirst()
        if (removed !== undefined) await trx.deleteFrom('mail_outbox').where('code_id', '=', removed.id).execute()
      })
    },
    async admit(limit, now) {
      for (let round = 0; round < countingRounds; round++) {
        const row = await db.selectFrom('mail_counts').select('times').where('count_key', '=', limit.key).executeTakeFirst()
        const { times, retryAt } = nextTimes(row?.times, limit, now)
        if (retryAt !== undefined) return retryAt
        const counted = { times, expires_at: now + limit.period }
        const stored =
          row === undefined
            ? await db
                .insertInto('mail_counts')
                .values({ count_key: limit.key, ...counted })
                .onConflict((conflict) => conflict.column('count_key').doNothing())
                .returning('count_key')
                .executeTakeFirst()
            : await db
                .updateTable('mail_counts')
                .set(counted)
                .where('count_key', '=', limit.key)
                .where('times', '=', row.times)
                .returning('count_key')
                .executeTakeFirst()
        if (stored !== undefined) return undefined
      }
      // A person does not request so many mails at once.
      return now + limit.gap
    },
    async deleteExpired(now, limit) {
      const codes = skipLocked(
        db.selectFrom('mailed_codes').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      const removed = await db.deleteFrom('mailed_codes').where('id', 'in', codes).returning('id').execute()
      const counts = skipLocked(
        db
          .selectFrom('mail_counts')
          .select('count_key')
          .where('expires_at', '<=', now)
          .orderBy('expires_at')
          .limit(limit - removed.length),
        dialect,
      )
      return removed.length + (await db.deleteFrom('mail_counts').where('count_key', 'in', counts).returning('count_key').execute()).length
    },
  }
}

/** The times with this one, or when the next mail may be sent. */
function nextTimes(
  stored: string | undefined,
  { limit, period, gap }: MailLimit,
  now: number,
): { readonly times: string; readonly retryAt: number | undefined } {
  const all = stored === undefined ? [] : (JSON.parse(stored) as readonly number[])
  // A time in the future comes from a clock that ran ahead. It counts like one that is as far in the past.
  const times = all.filter((at) => Math.abs(now - at) < period)
  const [oldest = 0] = times.length >= limit ? times.slice(-limit) : []
  const newest = times.at(-1)
  const retryAt = Math.max(oldest === 0 ? 0 : oldest + period, newest === undefined ? 0 : newest + gap)
  return { times: JSON.stringify([...times, now]), retryAt: retryAt > now ? retryAt : undefined }
}
