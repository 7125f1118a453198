// The table of the audit trail.
import { sql } from 'kysely'
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

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
    '002-room': {
      async up(db) {
        const { addText, index } = tableWords(db, dialect)
        await addText('audit_events', 'source')
        // What strangers have caused so far counts, too.
        await sql`update audit_events set source = coalesce(remote_address, 'unknown') where type in ('login_failed', 'second_factor_failed')`.execute(db)
        await index('audit_events', ['source', 'id'])
      },
    },
  }
}
