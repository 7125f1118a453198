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
import { withUntold } from './untold-secrets.ts'
import type { UntoldContext, UntoldOptions } from './untold-secrets.ts'

type ApplyingContext = UntoldContext & ApplySurroundings & Parameters<typeof recordAuditEvents>[1]

/** How a document is applied, and told. */
export interface ApplyCommand {
  readonly dryRun: boolean
  /** Tells the operator. Resolves when the text is where it lasts: what was generated is then kept nowhere else. */
  readonly tell: (text: string) => Promise<void>
}

/**
 * `symbolon apply FILE` on the database itself, which no server holds. Secrets that an earlier run has left are told first.
 * @throws StartError, StorageStartError when nothing could be done
 */
export async function applyOnDatabase(file: string, configuration: Configuration, command: ApplyCommand): Promise<ApplyReport> {
  const document = await readDocumentFile(file)
  return await onDatabase(configuration, ['auditEvents', 'directory', 'passkeys', 'untoldSecrets'], async (opened) => {
    const context = { ...opened, issuer: configuration.issuer, log: await createLog(Date.now) }
    const means = { hashing: secretHashing(), passkeys: passkeyRulesOf(configuration) }
    return await applyAndTell(document, { ...command, ...means, shared: isShared(configuration) }, context)
  })
}

/** Applies a document to an open database, and tells what was generated. */
export async function applyAndTell(
  document: ReadDocument,
  { dryRun, tell, shared, ...means }: ApplyCommand & DocumentMeans & UntoldOptions,
  context: ApplyingContext,
): Promise<ApplyReport> {
  return await withUntold(context, { shared }, async (untold) => {
    if (!dryRun) await untold.tellLeft(async (left) => await tell(`${leftText(left)}\n`))
    const report = await apply(document, means, context, { dryRun, record: untold.record })
    if (!dryRun) await recordAuditEvents(auditEventsOf(report), context)
    await untold.tell(report, async (told) => await tell(appliedText(told)))
    return report
  })
}

// `symbolon apply FILE --server URL`: the same through a running server.
const report = v.looseObject({ dryRun: v.boolean(), entries: v.array(v.looseObject({})), counts: v.record(v.string(), v.number()) })

/** @throws StartError document_unreadable, token_missing, server_unreachable, server_refused */
export async function applyAtServer(
  file: string,
  server: string,
  configuration: Configuration,
  { dryRun, tell }: ApplyCommand,
): Promise<ApplyReport> {
  const call = connect(server, configuration)
  // A mistake in the document is found here, with the file's name, before anything is sent.
  await readDocumentFile(file)
  const request = { path: `${applyPath}${dryRun ? '?dry_run=true' : ''}`, method: 'POST', body: await readFile(file) } as const
  const answer = await call(request).catch(async (error: unknown) => {
    // A database that fails in the middle of the document: what was generated before is in this answer alone.
    if (error instanceof ServerRefusal && v.is(report, error.answer)) await tell(formatReport(error.answer as unknown as ApplyReport))
    throw error
  })
  if (!v.is(report, answer)) throw notOurs(server)
  const applied = answer as unknown as ApplyReport
  await tell(formatReport(applied))
  return applied
}
