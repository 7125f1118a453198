// All SQL: tables, migrations and stores, written once for every database that Kysely speaks to.
export type { SqlDialect } from './sql/dialect.ts'
export { changesGeneration, Generation } from './sql/generation.ts'
export { knownMigrations, migrate } from './migrate.ts'
export { openStores } from './open-stores.ts'
export type { Database } from './database.ts'
