// Checks that a database file which is not in use is intact, usable by this release, and sealed under this master key.
import { masterKeysOf, sealedUnder, StorageStartError } from '@symbolon/core-protocol'
import { canUse, isOfPart, knownMigrations } from '@symbolon/storage-sql'
import { sqlDialect } from './libsql.ts'
import { NativeConnection } from './native-connection.ts'

/** What is checked in addition to the integrity. */
export interface CheckOptions {
  /** The identifiers of keys (`Sealing.keyId`) of which one has to open the database; without it no key is checked. */
  readonly keyIds?: readonly string[]
}

/**
 * Checks a database.
 * @param path of a file without a log
 * @throws StorageStartError storage_damaged, storage_newer, storage_foreign
 */
export function checkDatabase(path: string, { keyIds }: CheckOptions): void {
  const connection = new NativeConnection(path, 'read')
  const rows = (sql: string, ...args: readonly string[]): readonly unknown[] =>
    connection.execute({ sql, args }).rows.map((row) => Object.values(row)[0])
  try {
    checkIntegrity(rows)
    checkMigrations(rows)
    if (keyIds !== undefined && !openingKeys(rows).some((keyId) => keyIds.includes(keyId))) {
      throw new StorageStartError(
        'storage_foreign',
        'The file was created with another master key. Add the key of that time below the present one, and try again.',
      )
    }
  } catch (error) {
    if (error instanceof StorageStartError) throw error
    throw new StorageStartError('storage_damaged', 'The file is not an intact database of this service.', { cause: error })
  } finally {
    connection.close()
  }
}

type Rows = (sql: string, ...args: readonly string[]) => readonly unknown[]

/** @returns the identifiers of the data key, and of the master keys under which it is sealed */
function openingKeys(rows: Rows): readonly string[] {
  const [check] = rows("select value from instance where name = 'master_key_check'")
  const [dataKey] = rows("select value from instance where name = 'data_key'")
  return [sealedUnder(String(check)) ?? '', ...(typeof dataKey === 'string' ? masterKeysOf(dataKey) : [])]
}

/** https://www.sqlite.org/pragma.html#pragma_integrity_check */
function checkIntegrity(rows: Rows): void {
  const [found] = rows('pragma integrity_check(1)')
  if (found !== 'ok') throw new StorageStartError('storage_damaged', `The database is damaged: ${String(found)}`)
  if (rows('select "table" from pragma_foreign_key_check() limit 1').length > 0) {
    throw new StorageStartError('storage_damaged', 'The database is damaged: rows reference rows that do not exist.')
  }
}

function checkMigrations(rows: Rows): void {
  const known = knownMigrations(sqlDialect)
  for (const table of rows("select name from sqlite_schema where type = 'table' and name like 'migrations_of_%'")) {
    const group = String(table).slice('migrations_of_'.length)
    // The part that brings the tables may not be composed. `migrate` checks them where it is.
    if (isOfPart(group)) continue
    if (!/^[a-z_]+$/.test(group) || !canUse(known[group] ?? [], rows(`select name from migrations_of_${group}`).map(String))) {
      const message = `A later release has changed the tables of ${group} so that this one cannot use them. Use that release.`
      throw new StorageStartError('storage_newer', message)
    }
  }
}
