// `symbolon move DATABASE_URL`: everything from the database of the configuration to an empty one, from a file to Postgres or back. No service may
// run meanwhile. What is moved stays as it is.
import { progressLine } from '@symbolon/command-line'
import { StorageStartError } from '@symbolon/core-protocol'
import { moveTables } from '@symbolon/storage-sql'
import type { MovedTable } from '@symbolon/storage-sql'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Configuration } from './configuration.ts'
import { databaseFile } from './master-key.ts'
import { requireDatabase } from './on-database.ts'
import { protocolStores } from './protocols.ts'
import { StartError } from './start-error.ts'
import { explain } from './start.ts'
import { isPostgres, openDatabaseTables, shownUrl } from './storage.ts'

/**
 * Moves everything.
 * @returns what was done and what to set, for people
 * @throws StartError invalid_configuration, database_missing, database_in_use, database_unavailable
 * @throws StorageStartError if the databases do not fit; then the target is as empty as it was
 */
export async function runMove(source: Configuration, target: Configuration): Promise<string> {
  requireMove(source, target)
  requireDatabase(source)
  const tables = await move(source, target)
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  return [
    `Moved ${rows} rows of ${tables.length} tables to ${shownUrl(target)}, and compared each with its copy.`,
    '',
    `Set SYMBOLON_DATABASE_URL=${shownUrl(target)}, leave the master key as it is, and start the service.`,
    `${shownUrl(source)} still has everything up to now. Keep it as a backup, and start no service on it: two would go different ways.`,
    '',
  ].join('\n')
}

/** @throws StartError invalid_configuration */
function requireMove(source: Configuration, target: Configuration): void {
  if (isFile(source) && isPostgres(target)) return
  if (isPostgres(source) && isFile(target)) return
  throw new StartError('invalid_configuration', `${refusal(source, target)} SYMBOLON_DATABASE_URL names the database that is moved.`)
}

function refusal(source: Configuration, target: Configuration): string {
  const place = `from ${shownUrl(source)} to ${shownUrl(target)}`
  // Its transactions end after some seconds, so it neither shows one moment nor takes a whole database.
  if (!isFile(source) && !isPostgres(source))
    return `\`symbolon move\` does not read from a libSQL server, ${shownUrl(source)}. Stop the server, and move its file: set SYMBOLON_DATABASE_URL=file:FOLDER/dbs/default/data with the folder that the server was started with (--db-path).`
  if (!isFile(target) && !isPostgres(target))
    return `\`symbolon move\` does not write to a libSQL server, ${shownUrl(target)}. Move to Postgres.`
  return `\`symbolon move\` goes from a file to Postgres, or back, and not ${place}. Within Postgres use pg_dump and pg_restore, and for files \`symbolon backup\` and \`symbolon restore\`.`
}

function isFile({ databaseUrl }: Configuration): boolean {
  return databaseUrl.startsWith('file:')
}

async function move(source: Configuration, target: Configuration): Promise<readonly MovedTable[]> {
  const progress = progressLine()
  try {
    const from = await openDatabaseTables(source, { create: false })
    try {
      if (!isPostgres(target)) await mkdir(dirname(databaseFile(target.databaseUrl)), { recursive: true, mode: 0o700 })
      const to = await openDatabaseTables(target, { create: true })
      try {
        return await moveTables(from, to, (phase, table, rows) => progress.show(`${phase} ${table}: ${rows} rows`), protocolStores())
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  } catch (error) {
    if (error instanceof StorageStartError && error.code === 'storage_locked') throw inUse(error, source)
    throw explain(error, target)
  } finally {
    progress.end()
  }
}

function inUse(error: StorageStartError, source: Configuration): StartError {
  const what = isPostgres(source) ? error.message : `The database ${shownUrl(source)} is in use.`
  return new StartError(
    'database_in_use',
    `${what} Stop every service on both databases, for example with \`systemctl stop symbolon\`, then move again.`,
    { cause: error },
  )
}
