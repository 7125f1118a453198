// Mails that wait to be sent. The contents are sealed by the caller.
import type { MailOutboxStore, QueuedMail } from '@symbolon/core-protocol'
import type { Insertable, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import { skipLocked } from '../sql/skip-locked.ts'

/** One mail. */
export interface MailOutboxTable {
  readonly id: string
  readonly sealed: string
  readonly code_id: string | null
  readonly tries: number
  /** When it is sent or tried again. */
  readonly due_at: number
  readonly expires_at: number
}

/** The table of this store. */
export interface MailOutboxTables {
  readonly mail_outbox: MailOutboxTable
}

/** The migrations of this store. */
export function mailOutboxMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-mail-outbox': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('mail_outbox', (t) => {
          const named = t.addColumn('id', 'text', key).addColumn('sealed', 'text', required).addColumn('code_id', 'text')
          return integer(integer(integer(named, 'tries'), 'due_at'), 'expires_at')
        })
        for (const column of ['due_at', 'expires_at', 'code_id']) await index('mail_outbox', [column])
      },
    },
  }
}

/** The row of a new mail. */
export function mailRow({ id, sealed, codeId, expiresAt }: QueuedMail, now: number): Insertable<MailOutboxTable> {
  return { id, sealed, code_id: codeId ?? null, tries: 0, due_at: now, expires_at: expiresAt }
}

/** Stores mails until they are sent. */
export function mailOutboxStore(db: Kysely<MailOutboxTables>, dialect: SqlDialect): MailOutboxStore {
  return {
    async add(mails, now) {
      if (mails.length === 0) return
      await db
        .insertInto('mail_outbox')
        .values(mails.map((mail) => mailRow(mail, now)))
        .execute()
    },
    async claim(now, until, limit) {
      // Most claims find nothing. They only read, so that they do not wait for the writer.
      const due = await db
        .selectFrom('mail_outbox')
        .select('id')
        .where('due_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('due_at')
        .limit(limit)
        .execute()
      if (due.length === 0) return []
      return await db
        .updateTable('mail_outbox')
        .set((eb) => ({ due_at: until, tries: eb('tries', '+', 1) }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        // A concurrent claim may have taken a row after the selection.
        .where('due_at', '<=', now)
        .returning(['id', 'sealed', 'tries'])
        .execute()
    },
    async postpone({ id, tries }, dueAt) {
      await db.updateTable('mail_outbox').set({ due_at: dueAt }).where('id', '=', id).where('tries', '=', tries).execute()
    },
    async remove({ id, tries }) {
      await db.deleteFrom('mail_outbox').where('id', '=', id).where('tries', '=', tries).execute()
    },
    async deleteExpired(now, limit) {
      const expired = skipLocked(
        db.selectFrom('mail_outbox').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
        dialect,
      )
      return (await db.deleteFrom('mail_outbox').where('id', 'in', expired).returning('id').execute()).length
    },
  }
}
