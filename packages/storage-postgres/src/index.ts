// Storage in Postgres.
export type { PostgresOptions, TlsMode } from './options.ts'
export { postgres } from './postgres.ts'
