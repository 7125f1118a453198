// Creates the tables of groups that a database does not have yet, in one transaction and with as few statements as possible.
import type { CompiledQuery, Kysely, RootOperationNode } from 'kysely'
import { createQueryId, DummyDriver, Kysely as Recorder } from 'kysely'
import type { Database } from './database.ts'
import { executeTogether } from './sql/execute-together.ts'
import { foldAlterations } from './sql/fold-alterations.ts'
import type { SqlDialect } from './sql/dialect.ts'

/**
 * The compiled statements by dialect and by what they create. A process that opens one database after another, as tests do, compiles
 * them once. The time that Kysely records for a migration is then that of the first database.
 */
const compiled = new WeakMap<SqlDialect, Map<string, readonly CompiledQuery[]>>()

/**
 * Creates tables in one transaction: a failure leaves the database as it was.
 * @param key distinguishes the statements from others
 * @param statements is called when they were not compiled before
 */
export async function createTables(
  db: Kysely<Database>,
  dialect: SqlDialect,
  key: string,
  statements: () => Promise<readonly RootOperationNode[]>,
): Promise<void> {
  const kept = compiled.get(dialect) ?? new Map<string, readonly CompiledQuery[]>()
  compiled.set(dialect, kept)
  const queries = kept.get(key) ?? compileAll(db, await statements())
  kept.set(key, queries)
  await executeTogether(db, dialect, queries, false)
}

/** @returns the statements as the database takes them */
export function compileAll(db: Kysely<Database>, statements: readonly RootOperationNode[]): readonly CompiledQuery[] {
  const executor = db.getExecutor()
  return statements.map((statement) => executor.compileQuery(statement, createQueryId()))
}

/**
 * @param migrate runs the migrations on a recorder, which responds to every query like an empty database
 * @returns the statements that it records, folded
 */
export async function statementsOf(
  db: Kysely<Database>,
  migrate: (recorder: Kysely<Database>) => Promise<void>,
): Promise<readonly RootOperationNode[]> {
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
  return foldAlterations(statements)
}
