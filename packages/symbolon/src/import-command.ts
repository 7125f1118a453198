// `symbolon import FILE`: takes the organizations of a document over, at the database itself when no server holds it, or through a running
// server. A lost connection does not end the work there: the command asks how it goes until it is done.
import { beginImport, importPath, reportText } from '@symbolon/admin-api'
import type { DocumentFormat, DocumentSource, ImportOptions, ImportTask } from '@symbolon/admin-api'
import { recordAuditEvents } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { createLog } from '@symbolon/server'
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { connect, isUnreachable } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { onDatabase } from './here.ts'
import { readImportReport } from './import-report.ts'
import type { ImportReport } from './import-report.ts'
import { progressLine } from './progress-line.ts'
import { StartError } from './start-error.ts'

export interface ImportCommand {
  readonly file: string
  readonly format: DocumentFormat
  readonly options: ImportOptions
  readonly server: string | undefined
}

/** Milliseconds: a day. */
const timeout = 86_400_000

/** @throws StartError when nothing could be done */
export async function runImport(command: ImportCommand, configuration: Configuration): Promise<ImportReport> {
  await requireFile(command.file)
  const { server } = command
  return server === undefined ? await importHere(command, configuration) : await importAtServer(command, server, configuration)
}

async function importHere({ file, format, options }: ImportCommand, configuration: Configuration): Promise<ImportReport> {
  const source = await fileSource(file)
  return await onDatabase(configuration, ['auditEvents', 'directory', 'importJobs'], async (here) => {
    const progress = progressLine()
    const stop = new AbortController()
    const onSignal = (): void => stop.abort(new Error('stopped'))
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
    const id = randomUUID()
    const context = {
      ...here,
      issuer: configuration.issuer,
      hashing: secretHashing(),
      log: createLog(),
      audit: async (...events: Parameters<typeof recordAuditEvents>[0]) => await recordAuditEvents(events, here),
    }
    const { signal } = stop
    const show: ImportTask['progress'] = ({ objects, settled }) => progress.show(`${objects} read, ${settled} done`)
    const task: ImportTask = { id, source, format, options, timeout, actorId: '', signal, progress: show }
    try {
      let beginning = await beginImport(task, context)
      // Nobody else has the database: an import that seems to run was killed, and its lease ends soon.
      for (const until = here.now() + 30_000; beginning.outcome === 'running' && here.now() < until;) {
        progress.show('waiting for an import that was killed')
        await new Promise((resolve) => setTimeout(resolve, 500))
        beginning = await beginImport(task, context)
      }
      if (beginning.outcome !== 'begun') throw new StartError('import_refused', 'Another import is under way.')
      await beginning.ended
      const job = await here.stores.importJobs.find(id, here.now())
      if (job === undefined) throw new StartError('import_refused', 'The report of the import is gone.')
      const texts: string[] = []
      for await (const text of reportText(job, { jobs: here.stores.importJobs, sealing: here.sealing })) texts.push(text)
      return readImportReport(JSON.parse(texts.join('')))
    } finally {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
      progress.end()
    }
  })
}

async function importAtServer(command: ImportCommand, server: string, configuration: Configuration): Promise<ImportReport> {
  const { file, format, options } = command
  const call = connect(server, configuration)
  const id = randomUUID()
  const members = { job_id: id, timeout: '24h', dry_run: options.dryRun, update: options.update, with_credentials: options.withCredentials }
  const head = `${JSON.stringify(members).slice(0, -1)},"${format === 'v1' ? 'data_orgsv1' : 'data_orgs'}":`
  const body = Buffer.concat([Buffer.from(head), await readFile(file), Buffer.from('}')])
  const progress = progressLine()
  progress.show('sending')
  try {
    return readImportReport(await call({ path: importPath, method: 'POST', body }))
  } catch (error) {
    if (!isUnreachable(error)) throw error
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const report = readImportReport(await call({ path: `${importPath}/${id}`, method: 'GET' }))
      if (report.state !== 'running') return report
      progress.show(`${report.progress.objects} read, ${report.progress.settled} done`)
    }
  } finally {
    progress.end()
  }
}

async function requireFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isFile()) return
  } catch (error) {
    throw new StartError('document_unreadable', `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new StartError('document_unreadable', `${file} is no file.`)
}

async function fileSource(file: string): Promise<DocumentSource> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  return {
    description: 'file',
    identity: hash.digest('hex'),
    read: (signal) => createReadStream(file, { signal }) as AsyncIterable<Uint8Array>,
  }
}
