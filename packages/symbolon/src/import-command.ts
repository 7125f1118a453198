// `symbolon import FILE`: imports the organizations of a document, into the database itself if no server holds it, or through a running
// server.
import type { DocumentFormat, ImportOptions } from '@symbolon/transfer'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Configuration } from './configuration.ts'
import { importAtServer } from './import-at-server.ts'
import { openImportInput } from './import-input.ts'
import { importOnDatabase } from './import-on-database.ts'
import type { ImportReport } from './import-report.ts'
import { checkOutputFile, writeOutputFile } from './output-file.ts'

/** The arguments of `symbolon import`. */
export interface ImportCommand {
  /** A path, or `-` for standard input. */
  readonly file: string
  readonly format: DocumentFormat
  readonly options: ImportOptions
  readonly server: string | undefined
  /** The id of an import to go on with; a new one unless given. */
  readonly jobId: string | undefined
  /** Where the whole report goes. */
  readonly report: string | undefined
  /** Whether a report that is there is replaced. */
  readonly force: boolean
}

/** @throws StartError when nothing could be done */
export async function runImport(command: ImportCommand, configuration: Configuration): Promise<ImportReport> {
  const { file, server, report } = command
  if (report !== undefined) checkOutputFile(report, command, configuration, [file])
  const input = await openImportInput(file)
  const task = { ...command, id: command.jobId ?? randomUUID() }
  if (server !== undefined) return await importAtServer(task, await input.bytes(), server, configuration)
  const source = await input.source()
  try {
    return await importOnDatabase(task, source, configuration)
  } finally {
    await source.close()
  }
}

/** The whole report as JSON, where the command asks for it. @throws StartError file_exists, file_unwritable */
export async function writeReport(command: ImportCommand, report: ImportReport): Promise<void> {
  const text = `${JSON.stringify(report, undefined, 2)}\n`
  if (command.report !== undefined) await writeOutputFile(command.report, Readable.from([new TextEncoder().encode(text)]), command)
}
