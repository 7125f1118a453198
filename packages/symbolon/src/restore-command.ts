// `symbolon restore FILE`: replaces the database by a backup: directly if no service holds it, otherwise through the running server.
import { restorePath } from '@symbolon/admin-api'
import { StorageStartError } from '@symbolon/core-protocol'
import { restoreDatabase } from '@symbolon/storage-libsql'
import { createReadStream, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { connect } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import { keyIdsOf, requireFile } from './on-database.ts'
import { StartError } from './start-error.ts'

/** The arguments of `symbolon restore`. */
export interface RestoreCommand {
  readonly file: string
  /** Whether a database that is there is replaced. */
  readonly force: boolean
  /** Whether the replaced database stays next to the new one. */
  readonly keep: boolean
  readonly server: string | undefined
}

const answer = v.object({ bytes: v.number(), kept: v.optional(v.string()) })

/** @returns what was done, for people */
export async function runRestore(command: RestoreCommand, configuration: Configuration): Promise<string> {
  const { server } = command
  return server === undefined ? await restoreHere(command, configuration) : await restoreAtServer(server, command, configuration)
}

async function restoreHere(command: RestoreCommand, configuration: Configuration): Promise<string> {
  requireFile(configuration)
  const { file } = command
  const { databaseUrl, issuer, token } = configuration
  const keyIds = await keyIdsOf(await readMasterKey(configuration, { make: false }))
  await mkdir(dirname(databaseFile(databaseUrl)), { recursive: true, mode: 0o700 })
  try {
    return restored(`${file} to ${databaseUrl}`, await restoreDatabase(file, { url: databaseUrl }, { ...command, keyIds }))
  } catch (error) {
    if (!(error instanceof StorageStartError && error.code === 'storage_locked')) throw error
    if (token !== undefined) return await restoreAtServer(issuer, command, configuration)
    throw new StartError(
      'database_in_use',
      `The database ${databaseUrl} is in use. If its service runs, set SYMBOLON_TOKEN and restore through it with --force --server ${issuer}. Otherwise stop the process that uses it.`,
      { cause: error },
    )
  }
}

async function restoreAtServer(server: string, { file, force, keep }: RestoreCommand, configuration: Configuration): Promise<string> {
  const call = connect(server, configuration)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new StartError('file_missing', `${file} is not a file. Name a backup.`)
  if (!force) throw new StartError('file_exists', `${server} already serves a database. Replace it with --force.`)
  // Node declares a separate type for its streams; the class is the same.
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  const said = await call({ path: `${restorePath}?keep=${keep}`, method: 'POST', body })
  if (!v.is(answer, said))
    throw new StartError('server_refused', `${server} did not answer like a Symbolon server. Check whether it serves the backup.`)
  return restored(`${file} through ${server}, which now serves it`, said.kept)
}

function restored(what: string, kept: string | undefined): string {
  return [
    `Restored ${what}.`,
    ...(kept === undefined ? [] : [`The previous database is kept as ${kept}. Remove it when you no longer need it.`]),
    'Revocations, changes and sign-outs since the backup are undone. Repeat the revocations.',
    '',
  ].join('\n')
}
