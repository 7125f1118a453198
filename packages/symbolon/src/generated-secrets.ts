// The client secrets and tokens that documents of SYMBOLON_APPLY generate. A service writes to a log, which is kept and which many people
// read, so the secrets go to a file that only its owner can read, one JSON object a line.
import type { ApplyEntry, ApplyReport } from '@symbolon/provisioning'
import { constants } from 'node:fs'
import { access, chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * Makes sure that the file can be written, before anything is made that nobody can read again. Makes its directory, but no file.
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
 * @returns whether there was something to keep
 * @throws StartError file_unwritable
 */
export async function keepSecrets(file: string, { entries }: ApplyReport, now: number): Promise<boolean> {
  const lines = entries
    .filter(hasSecret)
    .map(({ kind, key, path, generated }) => JSON.stringify({ time: new Date(now).toISOString(), kind, key, path, ...generated }))
  if (lines.length === 0) return false
  try {
    const handle = await open(file, 'a', 0o600)
    try {
      // It may have been there before, made by somebody else.
      await chmod(file, 0o600)
      await handle.appendFile(`${lines.join('\n')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unwritable(file, error)
  }
  return true
}

function hasSecret({ generated }: ApplyEntry): boolean {
  return generated?.clientSecret !== undefined || generated?.token !== undefined
}

function unwritable(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    'file_unwritable',
    `${file}, where SYMBOLON_APPLY keeps generated secrets, cannot be written: ${reason}. Set SYMBOLON_APPLY_SECRETS_FILE to another file.`,
  )
}
