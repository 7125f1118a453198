// `symbolon import FILE` at the database itself, which no server holds.
import { systemAuthority } from '@symbolon/provisioning'
import { progressLine } from '@symbolon/command-line'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { beginImport, reportText } from '@symbolon/transfer'
import type { DocumentSource, ImportBeginning, ImportTask } from '@symbolon/transfer'
import { passkeyRulesOf } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { readImportReport } from './import-report.ts'
import type { ImportReport } from './import-report.ts'
import { onDatabase } from './on-database.ts'
import { StartError } from './start-error.ts'

/** Milliseconds: a day. */
const timeout = 86_400_000

/** @throws StartError, StorageStartError when nothing could be done */
export async function importOnDatabase(
  { id, format, options }: Pick<ImportTask, 'format' | 'id' | 'options'>,
  source: DocumentSource,
  configuration: Configuration,
): Promise<ImportReport> {
  return await onDatabase(configuration, ['auditEvents', 'directory', 'importJobs', 'passkeys'], async (opened) => {
    const progress = progressLine()
    const stop = new AbortController()
    const onSignal = (): void => stop.abort(new Error('stopped'))
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
    const context = {
      ...opened,
      issuer: configuration.issuer,
      hashing: secretHashing(),
      passkeys: passkeyRulesOf(configuration),
      log: await createLog(Date.now),
      audit: async (...events: Parameters<typeof recordAuditEvents>[0]) => await recordAuditEvents(events, opened),
    }
    const show: ImportTask['progress'] = ({ objects, settled }) => progress.show(`${objects} read, ${settled} done`)
    // A database file is locked by the process that opened it. A libSQL server may have other clients.
    const alone = configuration.databaseUrl.startsWith('file:')
    const task: ImportTask = {
      id,
      source,
      format,
      options,
      timeout,
      actorId: '',
      orgId: '',
      privileged: true,
      authority: systemAuthority,
      alone,
      signal: stop.signal,
      progress: show,
    }
    try {
      await ended(await beginImport(task, context), id)
      const job = await opened.stores.importJobs.find(id, opened.now())
      if (job === undefined) throw new StartError('import_refused', 'The report of the import no longer exists.')
      const texts: string[] = []
      for await (const text of reportText(job, { jobs: opened.stores.importJobs, sealing: opened.sealing })) texts.push(text)
      return readImportReport(JSON.parse(texts.join('')))
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
      progress.end()
    }
  })
}

async function ended(beginning: ImportBeginning, id: string): Promise<void> {
  if (beginning.outcome === 'running')
    throw new StartError(
      'import_refused',
      `The import ${beginning.running?.id ?? ''} is running. Wait for its end. If its process was killed, try again after ${new Date(beginning.leaseUntil).toISOString()}.`,
    )
  if (beginning.outcome === 'taken')
    throw new StartError(
      'import_refused',
      `The id ${id} belongs to an import of another document or with other options. Choose another --job-id.`,
    )
  if (beginning.outcome !== 'begun') return
  process.stderr.write(`The id of the import is ${id}. If this command is stopped, run it again with --job-id ${id}.\n`)
  await beginning.ended
}
