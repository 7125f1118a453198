// Storage in libSQL.
export { openBackup, restoreDatabase } from './backup.ts'
export type { OpenBackup, RestoreOptions } from './backup.ts'
export { checkDatabase } from './check-database.ts'
export type { CheckOptions } from './check-database.ts'
export { libsql } from './libsql.ts'
export type { LibsqlOptions } from './options.ts'
