// The vocabulary of the migrations: one text creates the tables on every database.
import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from './dialect.ts'

/** The migrations of one group of tables by name. They run in the alphabetical order of their names. */
export type Migrations = Readonly<Record<string, Migration>>

type Builder = CreateTableBuilder<string, string>
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** Which rows are in an index, and whether no two of them are alike. */
export interface IndexOptions {
  readonly unique?: boolean
  readonly where?: string
  readonly present?: string
}

/** What a migration can do to tables. */
export interface Schema {
  /**
   * Creates a table with the columns that `define` adds.
   * @param options `byKey`: SQLite stores the rows in the primary key alone. https://www.sqlite.org/withoutrowid.html
   */
  table(name: string, define: (table: Builder) => Builder, options?: { readonly byKey?: boolean }): Promise<void>
  /**
   * Creates an index on the columns.
   * @param options `where` names a flag column: only rows where it is 1 are in the index. `present` names a column: only rows where it is not
   *   null are.
   */
  index(table: string, columns: readonly string[], options?: IndexOptions): Promise<void>
  /** Adds an integer column to an existing table. */
  addInteger(table: string, name: string, column?: Column): Promise<void>
  /** Adds a text column to an existing table; it is null in existing rows. */
  addText(table: string, name: string): Promise<void>
  /** Replaces an index that an earlier migration created by one on other columns. */
  replaceIndex(table: string, columns: readonly string[], by: readonly string[]): Promise<void>
  /** Removes an index that an earlier migration created. */
  dropIndex(table: string, columns: readonly string[]): Promise<void>
  /** Adds an integer column to a table that is being created; not null unless `column` says otherwise. */
  integer(table: Builder, name: string, column?: Column): Builder
}

/** A column that is never null. */
export const required: Column = (column) => column.notNull()

/** An integer column that may be null. */
export const nullable: Column = (column) => column

/** The only column of the primary key. */
export const key: Column = (column) => column.notNull().primaryKey()

/** A column that references a row of another table; the row is deleted together with that row. */
export function owned(target: string): Column {
  return (column) => column.notNull().references(target).onDelete('cascade')
}

/** The operations of `Schema` on this database. */
export function schemaOf(db: Kysely<unknown>, dialect: SqlDialect): Schema {
  const schema: Schema = {
    async table(name, define, { byKey = false } = {}) {
      const table = define(db.schema.createTable(name))
      await (dialect.strictTables ? table.modifyEnd(byKey ? sql`strict, without rowid` : sql`strict`) : table).execute()
    },
    async index(table, columns, options = {}) {
      let index = db.schema
        .createIndex(indexName(table, columns))
        .on(table)
        .columns([...columns])
      if (options.unique) index = index.unique()
      if (options.where !== undefined) index = index.where(sql.ref(options.where), '=', sql.lit(1))
      if (options.present !== undefined) index = index.where(sql.ref(options.present), 'is not', null)
      await index.execute()
    },
    async addInteger(table, name, column = nullable) {
      await db.schema.alterTable(table).addColumn(name, dialect.integer, column).execute()
    },
    async addText(table, name) {
      await db.schema.alterTable(table).addColumn(name, 'text').execute()
    },
    async replaceIndex(table, columns, by) {
      await schema.index(table, by)
      await schema.dropIndex(table, columns)
    },
    async dropIndex(table, columns) {
      await db.schema.dropIndex(indexName(table, columns)).execute()
    },
    integer: (table, name, column = required) => table.addColumn(name, dialect.integer, column),
  }
  return schema
}

function indexName(table: string, columns: readonly string[]): string {
  return `${table}_by_${columns.join('_and_')}`
}
