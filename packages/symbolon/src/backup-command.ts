// `symbolon backup FILE`: the whole database as a file, from one moment. It comes from the database itself, whether or not a server holds
// it, or from a running server. The copy is checked before the command ends.
import { backupPath } from '@symbolon/admin-api'
import { progressLine } from '@symbolon/command-line'
import { checkDatabase, openBackup } from '@symbolon/storage-libsql'
import type { OpenBackup } from '@symbolon/storage-libsql'
import { rm } from 'node:fs/promises'
import { sendTo } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { readMasterKey } from './master-key.ts'
import { keyIdsOf, requireDatabase, requireFile } from './on-database.ts'
import { checkOutputFile, writeOutputFile } from './output-file.ts'
import { StartError } from './start-error.ts'

/** The arguments of `symbolon backup`. */
export interface BackupCommand {
  readonly file: string
  /** Whether a file that is there is replaced. */
  readonly force: boolean
  readonly server: string | undefined
}

/**
 * Copies the database to a file: from the database itself, or through a running server.
 * @returns a line for the terminal
 * @throws StartError server_unreachable, server_refused, file_exists, file_unwritable and those of `onDatabase`
 */
export async function runBackup(command: BackupCommand, configuration: Configuration): Promise<string> {
  const { file, server } = command
  checkOutputFile(file, command, configuration)
  const backup = server === undefined ? await openHere(configuration) : await openAtServer(server, configuration)
  const progress = progressLine()
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of backup.chunks) {
      bytes += chunk.byteLength
      progress.show(`${bytes} bytes`)
      yield chunk
    }
  }
  try {
    await writeOutputFile(file, chunks(), command)
  } finally {
    progress.end()
    await backup.close()
  }
  try {
    if (bytes !== backup.size)
      throw new StartError('server_unreachable', `The backup ended after ${bytes} of ${backup.size} bytes. Run it again.`)
    checkDatabase(file, {})
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return `Backed up ${bytes} bytes to ${file}. It cannot be restored without the master key. Keep a copy of the key in another place.\n`
}

async function openHere(configuration: Configuration): Promise<OpenBackup> {
  requireFile(configuration)
  requireDatabase(configuration)
  const keyIds = await keyIdsOf(await readMasterKey(configuration))
  return await openBackup({ url: configuration.databaseUrl }, { keyIds })
}

async function openAtServer(server: string, configuration: Configuration): Promise<OpenBackup> {
  const response = await sendTo(server, configuration, { path: backupPath, method: 'POST', body: '{}' })
  const { body } = response
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  if (body === null || !Number.isSafeInteger(size))
    throw new StartError('server_refused', `${server} did not answer with a backup. Check that it is a Symbolon server.`)
  return { size, chunks: received(body), close: async () => undefined }
}

async function* received(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new StartError('server_unreachable', `The backup broke off: ${error instanceof Error ? error.message : String(error)}`)
  }
}
