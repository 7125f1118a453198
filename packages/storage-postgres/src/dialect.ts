// The Kysely dialect: Kysely's own for Postgres, with the collation of columns and the lock of migrations that this service needs.
import { PostgresAdapter, PostgresDialect, PostgresQueryCompiler } from 'kysely'
import type {
  AddColumnNode,
  CreateTableNode,
  DatabaseIntrospector,
  DataTypeNode,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  MigrationLockOptions,
  PostgresPool,
  QueryCompiler,
} from 'kysely'
import { TableNames } from './table-names.ts'

/** Creates the dialect. The caller ends the pool. */
export function postgresDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool })
  return {
    createAdapter: (): DialectAdapter => new Adapter(),
    createDriver: (): Driver => dialect.createDriver(),
    createIntrospector: (db): DatabaseIntrospector => new TableNames(db),
    createQueryCompiler: (): QueryCompiler => new QueryCompilerWithCollation(),
  }
}

interface LockTables {
  readonly [table: string]: { readonly id: string }
}

/** Migrations run in a transaction, which locks a row until it ends. A lock of the session would survive in a pooler. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<LockTables>, { lockTable, lockRowId }: MigrationLockOptions): Promise<void> {
    await db.selectFrom(lockTable).select('id').where('id', '=', lockRowId).forUpdate().execute()
  }

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Text columns are compared by bytes, as in SQLite, whatever the collation of the database is: pages are in the same order everywhere, and
 * a new version of the system's collations breaks no index. https://www.postgresql.org/docs/current/collation.html
 */
class QueryCompilerWithCollation extends PostgresQueryCompiler {
  #definesColumns = false

  protected override visitCreateTable(node: CreateTableNode): void {
    this.#define(() => super.visitCreateTable(node))
  }

  protected override visitAddColumn(node: AddColumnNode): void {
    this.#define(() => super.visitAddColumn(node))
  }

  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (this.#definesColumns && node.dataType === 'text') this.append(' collate "C"')
  }

  #define(visit: () => void): void {
    this.#definesColumns = true
    visit()
    this.#definesColumns = false
  }
}
