// The master key: given, read from its file, or made once for a database that does not exist yet.
import { existsSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readMasterKeys } from '@symbolon/server'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

/** The key that encrypts secrets at rest. */
export interface MasterKey {
  /** Base64: one key; or the new one first, while it replaces the others. */
  readonly values: readonly string[]
  /** Whether its file says that it belongs to an instance. */
  readonly belongs: boolean
  /** Writes to its file that it belongs to an instance, if there is a writable file. */
  claim(): Promise<void>
  /** Removes a file that this start created, when the start fails before it has made the database. */
  discard(): Promise<void>
}

/** @throws StartError master_key_missing when an existing database has no key next to it, because a new key could not open it */
export async function readMasterKey(
  { masterKey, databaseUrl }: Pick<Configuration, 'masterKey' | 'databaseUrl'>,
  { make = true }: { readonly make?: boolean } = {},
): Promise<MasterKey> {
  if ('value' in masterKey) return kept(masterKey.value.replaceAll(',', '\n'))
  const { file, named } = masterKey
  try {
    return ofFile(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new StartError(
        'master_key_unreadable',
        `The master key file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  if (named)
    throw new StartError(
      'master_key_missing',
      `The master key file ${file} does not exist. Put the key of the instance there. Only for a new instance, make one: openssl rand -base64 32 > ${file} && chmod 600 ${file}`,
    )
  if (fileExists(databaseUrl)) {
    throw new StartError(
      'master_key_missing',
      `The database ${databaseUrl} exists, but its master key ${file} does not. Put the key back. The database cannot be opened without it.`,
    )
  }
  if (!make)
    throw new StartError('master_key_missing', `The master key file ${file} does not exist. Put the key of the instance there first.`)
  return await makeMasterKey(file, databaseUrl)
}

/** @throws StartError master_key_unreadable when it holds something else than keys, which the message never quotes */
function ofFile(text: string, file: string): MasterKey {
  const masterKey = kept(text, file)
  try {
    readMasterKeys(masterKey.values)
  } catch (error) {
    const message = `The master key file ${file} must hold 32 bytes as base64 on each line. Put the key of the instance there.`
    throw new StartError('master_key_unreadable', message, { cause: error })
  }
  return masterKey
}

/** @returns the path of a `file:` URL, relative ones included */
export function databaseFile(databaseUrl: string): string {
  return databaseUrl.startsWith('file:///') ? new URL(databaseUrl).pathname : databaseUrl.slice('file:'.length)
}

function fileExists(databaseUrl: string): boolean {
  return databaseUrl.startsWith('file:') && existsSync(databaseFile(databaseUrl))
}

async function makeMasterKey(file: string, databaseUrl: string): Promise<MasterKey> {
  const value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    // `wx`: if two processes start at once, only one makes the key.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${value}\n`)
    await handle.sync()
    await handle.close()
  } catch (error) {
    throw new StartError(
      'directory_not_writable',
      `The master key cannot be written to ${file}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return {
    ...kept(`${value}\n`, file),
    async discard() {
      // The database did not exist before. Without its key, the next start would refuse it.
      if (!fileExists(databaseUrl)) await unlink(file)
    },
  }
}

const note = '# This key belongs to an instance. Its database cannot be opened without it. Keep a copy apart from the database.'

/** @param text a key on each line, and lines that begin with `#` */
function kept(text: string, file?: string): MasterKey {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const belongs = lines.includes(note)
  return {
    values: lines.filter((line) => !line.startsWith('#')),
    belongs,
    async claim() {
      if (file === undefined || belongs) return
      // A secret file that the operating system provides is read-only.
      await appendFile(file, `${text.endsWith('\n') || text === '' ? '' : '\n'}${note}\n`).catch(() => undefined)
    },
    discard: async () => undefined,
  }
}
