// `symbolon apply FILE`.
import { applyPath } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { auditEventsOf } from '@symbolon/provisioning'
import type { ApplyReport } from '@symbolon/provisioning'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { connect, notOurs } from './at-server.ts'
import { apply, readDocumentFile } from './bootstrap.ts'
import { passkeyRulesOf } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { onDatabase } from './on-database.ts'

/**
 * `symbolon apply FILE` on the database itself, which no server holds.
 * @throws StartError, StorageStartError when nothing could be done
 */
export async function applyOnDatabase(file: string, configuration: Configuration, dryRun: boolean): Promise<ApplyReport> {
  const document = await readDocumentFile(file)
  return await onDatabase(configuration, ['auditEvents', 'directory', 'passkeys'], async (opened) => {
    const context = { ...opened, issuer: configuration.issuer, log: await createLog(Date.now) }
    const report = await apply(document, { hashing: secretHashing(), passkeys: passkeyRulesOf(configuration) }, context, { dryRun })
    if (!dryRun) await recordAuditEvents(auditEventsOf(report), context)
    return report
  })
}

// `symbolon apply FILE --server URL`: the same through a running server.
const report = v.looseObject({ dryRun: v.boolean(), entries: v.array(v.looseObject({})), counts: v.record(v.string(), v.number()) })

/** @throws StartError document_unreadable, token_missing, server_unreachable, server_refused */
export async function applyAtServer(file: string, server: string, configuration: Configuration, dryRun: boolean): Promise<ApplyReport> {
  const call = connect(server, configuration)
  // A mistake in the document is found here, with the file's name, before anything is sent.
  await readDocumentFile(file)
  const answer = await call({ path: `${applyPath}${dryRun ? '?dry_run=true' : ''}`, method: 'POST', body: await readFile(file) })
  if (!v.is(report, answer)) throw notOurs(server)
  return answer as unknown as ApplyReport
}
