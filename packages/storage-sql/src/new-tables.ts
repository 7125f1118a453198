// Creates the tables of groups that a database does not have yet, in one transaction and with as few statements as possible.
import type { Kysely, RootOperationNode } from 'kysely'
import { createQueryId, DummyDriver, Kysely as Recorder } from 'kysely'
import type { Database } from './database.ts'
import { executeTogether } from './sql/execute-together.ts'
import { foldAlterations } from './sql/fold-alterations.ts'
import type { SqlDialect } from './sql/dialect.ts'

/**
 * Creates the tables in one transaction: a failure leaves the database as it was.
 *
 * @param migrate runs the migrations on a recorder, which answers every query as an empty database does. The statements that it records
 *   are folded and run.
 */
export async function createTables(
  db: Kysely<Database>,
  dialect: SqlDialect,
  migrate: (recorder: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const executor = db.getExecutor()
  const statements: RootOperationNode[] = []
  await migrate(
    new Recorder<Database>({
      dialect: {
        createAdapter: () => executor.adapter,
        createDriver: () => new DummyDriver(),
        createIntrospector: () => ({ getSchemas: async () => [], getTables: async () => [] }),
        // The folded statements are compiled, not these.
        createQueryCompiler: () => ({ compileQuery: (query, queryId) => ({ query, queryId, sql: '', parameters: [] }) }),
      },
      log: ({ query: { query } }) => void (query.kind === 'SelectQueryNode' || statements.push(query)),
    }),
  )
  const queries = foldAlterations(statements).map((statement) => executor.compileQuery(statement, createQueryId()))
  await executeTogether(db, dialect, queries, false)
}
