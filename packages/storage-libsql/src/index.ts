// Storage in libSQL.
export { openBackup } from './backup.ts'
export type { OpenBackup } from './backup.ts'
export { checkDatabase } from './check-database.ts'
export type { CheckOptions } from './check-database.ts'
export { libsql, openTables } from './libsql.ts'
export type { LibsqlOptions } from './options.ts'
export { receiveDatabase, restoreDatabase } from './restore.ts'
export type { ReplacedDatabase, RestoreOptions, StagedDatabase } from './restore.ts'
