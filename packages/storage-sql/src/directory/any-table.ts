// The tables of resources seen alike: as rows whose columns have names that `resourceTables` gives.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database.ts'

/** The columns that `resourceTables` may name; each table has some of them. */
type AnyRow = Record<string, string | number | null>

export type AnyTables = Record<string, AnyRow>

export function anyTables(db: Kysely<Database> | Transaction<Database>): Kysely<AnyTables> {
  return db.$pickTables<never>().$extendTables<AnyTables>()
}

/** Values of one statement stay far below what a database can bind (32 766 for SQLite). */
export const chunkSize = 500

export function chunks<T>(values: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))
}
