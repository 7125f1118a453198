// The tables of imports and of what they keep.
import { key, owned, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function importJobMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-import-jobs': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('import_jobs', (t) => {
          const named = t.addColumn('job_id', 'text', key).addColumn('state', 'text', required).addColumn('fingerprint', 'text', required)
            .addColumn('actor_id', 'text', required).addColumn('holder', 'text', required).addColumn('facts', 'text', required)
          // The one place for a running import: any number of others have none.
          const placed = integer(named, 'place', (column) => column.unique())
          return integer(integer(integer(placed, 'lease_until'), 'started_at'), 'updated_at')
        })
        await index('import_jobs', ['updated_at'])
        await table('import_parts', (t) => integer(
          t.addColumn('job_id', 'text', owned('import_jobs.job_id')).addColumn('list', 'text', required).addColumn('org_id', 'text', required),
          'position',
        ).addColumn('content', 'text', required).addPrimaryKeyConstraint('import_parts_key', ['job_id', 'position']))
        await index('import_parts', ['job_id', 'list', 'org_id', 'position'])
      },
    },
  }
}
