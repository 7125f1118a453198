// Lists the tables, which is all that the migrator needs. Kysely's introspector also reads the columns of every table, which took most of
// the time of a start.
import type { DatabaseIntrospector, Kysely, TableMetadata } from 'kysely'

interface Schema {
  readonly sqlite_schema: { readonly type: string; readonly name: string }
}

/** An introspector without columns. */
export class TableNames implements DatabaseIntrospector {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /** SQLite has no schemas. */
  async getSchemas(): Promise<[]> {
    return []
  }

  /** @returns the tables, without their columns. https://www.sqlite.org/schematab.html */
  async getTables(): Promise<TableMetadata[]> {
    const tables = await this.#db.selectFrom('sqlite_schema').select('name').where('type', '=', 'table').execute()
    return tables.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
  }
}
