// Secrets that a run over documents has not delivered yet: one row for each transaction that generated some. A row belongs to the run that holds
// it; each statement repeats the condition, so that a run that lost a row to another run neither delivers nor removes it.
import type { PendingSecrets, PendingSecretStore } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** The table of this store. */
export interface PendingSecretTables {
  readonly untold_secrets: {
    readonly secrets_id: string
    readonly holder: string
    /** Without a renewal until then, the run that holds the row has died. */
    readonly lease_until: number
    /** Encrypted. */
    readonly content: string
  }
}

/** The migrations of this store. */
export function pendingSecretMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-untold-secrets': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        // Without an index: the rows are there for as long as a run lasts.
        await table('untold_secrets', (t) =>
          integer(t.addColumn('secrets_id', 'text', key).addColumn('holder', 'text', required), 'lease_until').addColumn(
            'content',
            'text',
            required,
          ),
        )
      },
    },
  }
}

/** Stores secrets that are not delivered yet. */
export function pendingSecretStore(db: Kysely<PendingSecretTables>): PendingSecretStore {
  return {
    async list() {
      const rows = await db.selectFrom('untold_secrets').select(['secrets_id', 'holder', 'lease_until']).orderBy('secrets_id').execute()
      return rows.map((row) => ({ id: row.secrets_id, holder: row.holder, leaseUntil: row.lease_until }))
    },
    async renew(holder, leaseUntil) {
      await db.updateTable('untold_secrets').set({ lease_until: leaseUntil }).where('holder', '=', holder).execute()
    },
    async takeOver(holder, now, leaseUntil) {
      const taken = await db
        .updateTable('untold_secrets')
        .set({ holder, lease_until: leaseUntil })
        .where('holder', '<>', holder)
        .$if(now !== undefined, (left) => left.where('lease_until', '<=', now ?? 0))
        .returning(['secrets_id', 'content'])
        .execute()
      return taken.map(({ secrets_id: id, content }) => ({ id, holder, leaseUntil, content }))
    },
    async remove(holder, ids) {
      for (const some of chunks(ids, chunkSize)) {
        await db.deleteFrom('untold_secrets').where('holder', '=', holder).where('secrets_id', 'in', some).execute()
      }
    },
  }
}

/** Stores the secrets that a transaction generated, in this transaction. */
export async function storePendingSecrets(
  trx: Transaction<PendingSecretTables>,
  { id, holder, leaseUntil, content }: PendingSecrets,
): Promise<void> {
  await trx.insertInto('untold_secrets').values({ secrets_id: id, holder, lease_until: leaseUntil, content }).execute()
}
