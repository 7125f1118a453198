// `symbolon apply FILE` on the database itself, which no server holds.
import { auditEventsOf } from '@symbolon/admin-api'
import type { ApplyReport } from '@symbolon/admin-api'
import { checkMasterKey, createSealing, recordAuditEvents } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { apply } from './bootstrap.ts'
import type { Configuration } from './configuration.ts'
import { readDocumentFile } from './documents.ts'
import { databaseFile, readMasterKey } from './master-key.ts'
import { explain, openStorage } from './start.ts'

/** @throws StartError, StorageStartError when nothing could be done */
export async function applyHere(file: string, configuration: Configuration, dryRun: boolean): Promise<ApplyReport> {
  const document = await readDocumentFile(file)
  if (configuration.databaseUrl.startsWith('file:')) await mkdir(dirname(databaseFile(configuration.databaseUrl)), { recursive: true, mode: 0o700 })
  const masterKey = await readMasterKey(configuration)
  try {
    const sealing = await createSealing(fromBase64(masterKey.value))
    const { stores: { auditEvents, directory, instance }, close } = await openStorage(configuration).open(['auditEvents', 'directory', 'instance'])
    try {
      if (auditEvents === undefined || directory === undefined || instance === undefined) throw new TypeError('The storage lacks what apply needs.')
      await checkMasterKey(instance, sealing)
      const context = { issuer: configuration.issuer, log: createLog(), now: Date.now, randomToken, sealing, stores: { auditEvents, directory } }
      const report = await apply(document, secretHashing(), context, { dryRun })
      if (!dryRun) await recordAuditEvents(auditEventsOf(report), context)
      return report
    } finally {
      await close()
    }
  } catch (error) {
    await masterKey.discard()
    throw explain(error, configuration)
  }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

function randomToken(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
