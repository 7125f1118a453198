// Which tables there are, which is all that a migrator asks for. Kysely's own introspector reads the columns of every table, which
// took most of the time of a start.
import type { DatabaseIntrospector, Kysely, TableMetadata } from 'kysely'

interface Schema {
  readonly sqlite_schema: { readonly type: string, readonly name: string }
}

export class TableNames implements DatabaseIntrospector {
  readonly #db: Kysely<Schema>

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /** SQLite has none. */
  async getSchemas(): Promise<[]> {
    return []
  }

  /** @returns the tables, without their columns. https://www.sqlite.org/schematab.html */
  async getTables(): Promise<TableMetadata[]> {
    const tables = await this.#db.selectFrom('sqlite_schema').select('name').where('type', '=', 'table').execute()
    return tables.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
  }
}
