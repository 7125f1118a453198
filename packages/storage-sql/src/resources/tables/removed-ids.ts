// Ids of removed objects. A token, an application or an API may still know such an id, so no other object gets it. The table has no foreign
// key: a row stays when its organization is removed.
import { required, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { resourceColumns } from './columns.ts'
import type { ResourceColumns } from './columns.ts'
import type { RemovedIdKind } from '@symbolon/core-protocol'

/** One removed id. `created_at` is the time of the removal. */
export interface RemovedIdsTable extends ResourceColumns {
  readonly id_kind: RemovedIdKind
  readonly id: string
  /** The organization of the removed object. */
  readonly org_id: string
}

/** The table of this file. */
export interface RemovedIdTables {
  readonly removed_ids: RemovedIdsTable
}

/** The migration that adds the table. */
export function removedIdMigrations(dialect: SqlDialect): Migrations {
  return {
    '020-removed-ids': {
      async up(db) {
        const schema = schemaOf(db, dialect)
        await schema.table('removed_ids', (t) =>
          resourceColumns(
            schema,
            t.addColumn('id_kind', 'text', required).addColumn('id', 'text', required).addColumn('org_id', 'text', required),
          ).addPrimaryKeyConstraint('removed_ids_key', ['id', 'id_kind']),
        )
        await schema.index('removed_ids', ['org_id', 'id_kind', 'id'])
      },
    },
  }
}
