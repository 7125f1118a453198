// The few words that migrations use, so that one text makes the tables on every database.
import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../database.ts'
import type { SqlDialect } from './dialect.ts'

/** Migrations of one group of tables by name, in alphabetical order of their names. */
export type Migrations = Readonly<Record<string, Migration>>

type Builder = CreateTableBuilder<string, string>
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export interface TableWords {
  /** Makes a table of the columns that `define` adds. */
  table(name: keyof Database, define: (table: Builder) => Builder): Promise<void>
  index(table: keyof Database, columns: readonly string[], options?: { readonly unique?: boolean, readonly where?: string }): Promise<void>
  /** Adds an integer column to a table that exists. */
  addInteger(table: keyof Database, name: string, column?: Column): Promise<void>
  /** Adds a text column, empty in rows that exist, to a table that exists. */
  addText(table: keyof Database, name: string): Promise<void>
  /** Puts an index on more columns in the place of one that a migration made before. */
  replaceIndex(table: keyof Database, columns: readonly string[], by: readonly string[]): Promise<void>
  /** Adds an integer column. */
  integer(table: Builder, name: string, column?: Column): Builder
}

export const required: Column = (column) => column.notNull()
export const key: Column = (column) => column.notNull().primaryKey()

/** A column that names a row of another table of the group, and goes when that row goes. */
export function owned(target: string): Column {
  return (column) => column.notNull().references(target).onDelete('cascade')
}

/** The columns that every resource has. */
export function resource({ integer }: TableWords, table: Builder): Builder {
  return integer(integer(table.addColumn('content', 'text', required), 'created_at'), 'changed_at')
}

export function tableWords(db: Kysely<unknown>, dialect: SqlDialect): TableWords {
  const words: TableWords = {
    async table(name, define) {
      const table = define(db.schema.createTable(name))
      await (dialect.strictTables ? table.modifyEnd(sql`strict`) : table).execute()
    },
    async index(table, columns, options = {}) {
      let index = db.schema.createIndex(indexName(table, columns)).on(table).columns([...columns])
      if (options.unique) index = index.unique()
      if (options.where !== undefined) index = index.where(sql.ref(options.where), '=', sql.lit(1))
      await index.execute()
    },
    async addInteger(table, name, column = (each) => each) {
      await db.schema.alterTable(table).addColumn(name, dialect.integer, column).execute()
    },
    async addText(table, name) {
      await db.schema.alterTable(table).addColumn(name, 'text').execute()
    },
    async replaceIndex(table, columns, by) {
      await words.index(table, by)
      await db.schema.dropIndex(indexName(table, columns)).execute()
    },
    integer: (table, name, column = required) => table.addColumn(name, dialect.integer, column),
  }
  return words
}

function indexName(table: string, columns: readonly string[]): string {
  return `${table}_by_${columns.join('_and_')}`
}
