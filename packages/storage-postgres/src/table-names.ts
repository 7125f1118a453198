// Lists the tables, which is all that the migrator needs. Kysely's introspector also reads the columns of every table.
import type { DatabaseIntrospector, Kysely, TableMetadata } from 'kysely'
import { sql } from 'kysely'
import { changesTable } from './changes.ts'

interface Catalog {
  readonly 'pg_catalog.pg_tables': { readonly schemaname: string; readonly tablename: string }
}

/** An introspector without columns. */
export class TableNames implements DatabaseIntrospector {
  readonly #db: Kysely<Catalog>

  constructor(db: Kysely<Catalog>) {
    this.#db = db
  }

  /** Tables are in the schema that the search path of the connection begins with. */
  async getSchemas(): Promise<[]> {
    return []
  }

  /** @returns the tables of stores, without their columns. https://www.postgresql.org/docs/current/view-pg-tables.html */
  async getTables(): Promise<TableMetadata[]> {
    const tables = await this.#db
      .selectFrom('pg_catalog.pg_tables')
      .select('tablename')
      .where('schemaname', '=', sql<string>`current_schema()`)
      .execute()
    return tables
      .filter(({ tablename }) => tablename !== changesTable)
      .map(({ tablename }) => ({ name: tablename, isView: false, isForeign: false, columns: [] }))
  }
}
