// All SQL: tables, migrations and stores, written once for every database that Kysely speaks to.
export type { SqlDialect } from './dialect.ts'
export { changesGeneration, Generation } from './generation.ts'
export { knownMigrations, migrate } from './migrate.ts'
export { openStores } from './open-stores.ts'
export type { Database } from './tables.ts'
