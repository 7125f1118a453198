// `symbolon apply FILE`.
import { applyPath } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { auditEventsOf, formatReport } from '@symbolon/provisioning'
import type { ApplyReport, ApplySurroundings } from '@symbolon/provisioning'
import type { ReadDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { appliedText, leftText } from './apply-text.ts'
import { connect, notOurs, ServerRefusal } from './at-server.ts'
import { apply, readDocumentFile } from './bootstrap.ts'
import type { DocumentMeans } from './bootstrap.ts'
import { passkeyRulesOf } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { onDatabase } from './on-database.ts'
import { isShared } from './storage.ts'
import { withPendingSecrets } from './pending-secrets.ts'
import type { PendingContext, PendingOptions } from './pending-secrets.ts'

type ApplyingContext = PendingContext & ApplySurroundings & Parameters<typeof recordAuditEvents>[1]

/** How a document is applied, and where the report goes. */
export interface ApplyCommand {
  readonly dryRun: boolean
  /** Prints a text for the operator. Resolves when the text is written: generated secrets are then stored nowhere else. */
  readonly print: (text: string) => Promise<void>
}

/**
 * `symbolon apply FILE` on the database itself, which no server holds. Prints the secrets of earlier runs first.
 * @throws StartError, StorageStartError when nothing could be done
 */
export async function applyOnDatabase(file: string, configuration: Configuration, command: ApplyCommand): Promise<ApplyReport> {
  const document = await readDocumentFile(file)
  return await onDatabase(configuration, ['auditEvents', 'directory', 'passkeys', 'pendingSecrets'], async (opened) => {
    const context = { ...opened, issuer: configuration.issuer, log: await createLog(Date.now) }
    const means = { hashing: secretHashing(), passkeys: passkeyRulesOf(configuration) }
    return await applyAndPrint(document, { ...command, ...means, shared: isShared(configuration) }, context)
  })
}

/** Applies a document to an open database, and prints the report with the generated secrets. */
export async function applyAndPrint(
  document: ReadDocument,
  { dryRun, print, shared, ...means }: ApplyCommand & DocumentMeans & PendingOptions,
  context: ApplyingContext,
): Promise<ApplyReport> {
  return await withPendingSecrets(context, { shared }, async (pending) => {
    if (!dryRun) await pending.deliverLeft(async (left) => await print(`${leftText(left)}\n`))
    const report = await apply(document, means, context, { dryRun, record: pending.record })
    if (!dryRun) await recordAuditEvents(auditEventsOf(report), context)
    await pending.deliver(report, async (delivery) => await print(appliedText(delivery)))
    return report
  })
}

// The response of the server to `symbolon apply FILE --server URL`.
const report = v.looseObject({ dryRun: v.boolean(), entries: v.array(v.looseObject({})), counts: v.record(v.string(), v.number()) })

/** @throws StartError document_unreadable, token_missing, server_unreachable, server_refused */
export async function applyAtServer(
  file: string,
  server: string,
  configuration: Configuration,
  { dryRun, print }: ApplyCommand,
): Promise<ApplyReport> {
  const call = connect(server, configuration)
  // An invalid document is refused here, with the name of the file, before anything is sent.
  await readDocumentFile(file)
  const request = { path: `${applyPath}${dryRun ? '?dry_run=true' : ''}`, method: 'POST', body: await readFile(file) } as const
  const answer = await call(request).catch(async (error: unknown) => {
    // The database failed in the middle of the document: only this response contains the secrets that were generated before.
    if (error instanceof ServerRefusal && v.is(report, error.answer)) await print(formatReport(error.answer as unknown as ApplyReport))
    throw error
  })
  if (!v.is(report, answer)) throw notOurs(server)
  const applied = answer as unknown as ApplyReport
  await print(formatReport(applied))
  return applied
}
