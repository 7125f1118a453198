// `symbolon apply FILE` on the database itself, which no server holds.
import { recordAuditEvents } from '@symbolon/core-protocol'
import { auditEventsOf } from '@symbolon/provisioning'
import type { ApplyReport } from '@symbolon/provisioning'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { apply } from './bootstrap.ts'
import type { Configuration } from './configuration.ts'
import { readDocumentFile } from './documents.ts'
import { onDatabase } from './here.ts'

/** @throws StartError, StorageStartError when nothing could be done */
export async function applyHere(file: string, configuration: Configuration, dryRun: boolean): Promise<ApplyReport> {
  const document = await readDocumentFile(file)
  return await onDatabase(configuration, ['auditEvents', 'directory'], async (here) => {
    const context = { ...here, issuer: configuration.issuer, log: createLog() }
    const report = await apply(document, secretHashing(), context, { dryRun })
    if (!dryRun) await recordAuditEvents(auditEventsOf(report), context)
    return report
  })
}
