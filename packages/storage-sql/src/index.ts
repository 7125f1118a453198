// All SQL of Symbolon: tables, migrations and stores, written once for every database that Kysely supports.
export { cachedTables, changesGeneration } from './cached-lookups.ts'
export { canUse } from './compatibility.ts'
export type { Database } from './database.ts'
export { moveTables } from './move-tables.ts'
export type { MovedTable, OpenTables } from './move-tables.ts'
export { knownMigrations, migrate, openStores } from './stores.ts'
export type { PreparedResult, RunPrepared, SqlDialect } from './sql/dialect.ts'
export { Generation } from './sql/generation.ts'
