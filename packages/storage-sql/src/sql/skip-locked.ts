// Several processes may delete expired rows at the same time: each takes rows that no other has.
import type { SelectQueryBuilder } from 'kysely'
import type { SqlDialect } from './dialect.ts'

/**
 * Leaves out the rows that another transaction has locked, and locks the others for as long as the statement with this selection runs. So
 * no transaction waits for a row that another transaction deletes, and a row whose expiry another transaction defers is not deleted. Databases
 * with one writer at a time need neither.
 */
export function skipLocked<Tables, Table extends keyof Tables, Row>(
  selection: SelectQueryBuilder<Tables, Table, Row>,
  dialect: Pick<SqlDialect, 'skipLocked'>,
): SelectQueryBuilder<Tables, Table, Row> {
  return dialect.skipLocked === true ? selection.forUpdate().skipLocked() : selection
}
