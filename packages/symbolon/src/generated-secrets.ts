// The client secrets and tokens that documents of SYMBOLON_APPLY generate. Logs are stored and widely readable, so the secrets go to a file that
// only its owner can read, one JSON object a line.
import { hasSecret } from '@symbolon/provisioning'
import { constants } from 'node:fs'
import { access, chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'
import type { Generated } from './pending-secrets.ts'

/**
 * Checks that the file can be written, before anything is generated that could not be read afterwards. Creates its directory, but no file.
 * @throws StartError file_unwritable
 */
export async function checkSecretsFile(file: string): Promise<void> {
  const directory = dirname(file)
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const status = await stat(file).catch(() => undefined)
    if (status?.isFile() === false) throw new TypeError('it is not a regular file')
    await access(status === undefined ? directory : file, constants.W_OK)
  } catch (error) {
    throw unwritable(file, error)
  }
}

/**
 * Appends the secrets to the file, which then is on the disk.
 * @param note why they are written now, if an earlier run generated them
 * @returns whether there were secrets to write
 * @throws StartError file_unwritable
 */
export async function keepSecrets(file: string, generated: readonly Generated[], note?: string): Promise<boolean> {
  const lines = generated.flatMap(({ time, entries }) =>
    entries
      .filter(hasSecret)
      .map(({ kind, key, path, generated: values }) =>
        JSON.stringify({ time: new Date(time).toISOString(), kind, key, path, ...values, ...(note === undefined ? {} : { note }) }),
      ),
  )
  if (lines.length === 0) return false
  try {
    const handle = await open(file, 'a+', 0o600)
    try {
      // Another user may have created it before.
      await chmod(file, 0o600)
      const { size } = await handle.stat()
      const last = size === 0 ? '\n' : (await handle.read({ position: size - 1, length: 1 })).buffer.toString('utf8', 0, 1)
      // A process that was killed, and a disk that is full, leave a part of a line. It stays: what another instance appended may follow it.
      await handle.appendFile(`${last === '\n' ? '' : '\n'}${lines.join('\n')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await syncDirectory(dirname(file))
  } catch (error) {
    throw unwritable(file, error, ' What was generated is kept in the database, encrypted: the next start writes it.')
  }
  return true
}

/** What a directory says that may not be read, or whose file system syncs files alone. */
const notSyncable: readonly unknown[] = ['EACCES', 'EPERM', 'EINVAL', 'ENOTSUP']

/** A file that was just made is lost together with its entry in the directory. */
async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // The secrets are in the file. To fail now would append them again at every start.
    if (!(error instanceof Error && 'code' in error && notSyncable.includes(error.code))) throw error
  }
}

function unwritable(file: string, error: unknown, kept = ''): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    'file_unwritable',
    `${file}, where SYMBOLON_APPLY keeps generated secrets, cannot be written: ${reason}. Set SYMBOLON_APPLY_SECRETS_FILE to another file.${kept}`,
  )
}
