// `symbolon apply FILE`: brings an instance that no server is running on to what a document says.
import { formatReport } from '@symbolon/admin-api'
import { checkMasterKey, createSealing } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { apply } from './bootstrap.ts'
import type { Configuration } from './configuration.ts'
import { readDocumentFile } from './documents.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import { explain, openStorage } from './start.ts'

/**
 * @returns the report as text, and whether everything was applied
 * @throws StartError, StorageStartError when nothing could be done
 */
export async function applyCommand(file: string, configuration: Configuration): Promise<{ readonly text: string, readonly complete: boolean }> {
  const document = await readDocumentFile(file)
  if (configuration.databaseUrl.startsWith('file:')) await mkdir(dirname(databaseFile(configuration.databaseUrl)), { recursive: true, mode: 0o700 })
  const masterKey = await readMasterKey(configuration)
  try {
    const sealing = await createSealing(Uint8Array.from(atob(masterKey.value.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0)))
    const { stores: { directory, instance }, close } = await openStorage(configuration).open(['directory', 'instance'])
    try {
      if (directory === undefined || instance === undefined) throw new TypeError('The storage lacks what apply needs.')
      await checkMasterKey(instance, sealing)
      const context = { issuer: configuration.issuer, log: createLog(), now: Date.now, randomToken, sealing, stores: { directory } }
      const report = await apply(document, secretHashing(), context)
      return { text: formatReport(report), complete: report.entries.every(({ action }) => action !== 'refused') }
    } finally {
      await close()
    }
  } catch (error) {
    await masterKey.discard()
    throw explain(error, configuration)
  }
}

function randomToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
