// Storage in Postgres.
export type { PostgresOptions, TlsMode } from './options.ts'
export { openTables, postgres } from './postgres.ts'
