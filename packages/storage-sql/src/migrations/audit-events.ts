// The table of the audit trail.
import { key, required, tableWords } from './table.ts'
import type { Migrations } from './table.ts'
import type { SqlDialect } from '../dialect.ts'

export function auditEventMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-audit-events': {
      async up(db) {
        const { table, integer } = tableWords(db, dialect)
        await table('audit_events', (t) => integer(t.addColumn('id', 'text', key), 'at')
          .addColumn('type', 'text', required).addColumn('actor_id', 'text').addColumn('client_id', 'text')
          .addColumn('subject_kind', 'text').addColumn('subject_id', 'text').addColumn('org_id', 'text')
          .addColumn('remote_address', 'text').addColumn('details', 'text'))
      },
    },
  }
}
