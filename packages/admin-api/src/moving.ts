// What moves organizations, for commands at the database itself. It is loaded when it is called: most starts never move one.
import type { Export, ExportOptions } from './export/open-export.ts'
import type { ImportBeginning, ImportContext, ImportTask } from './jobs/run-import.ts'
import type { ReportTextContext } from './jobs/report-text.ts'
import type { DirectoryStore, ImportJob, Sealing } from '@symbolon/core-protocol'
import type { ExportSelection } from './requests/export-request.ts'

export interface ExportContext {
  readonly directory: DirectoryStore
  readonly sealing: Sealing
}

/** @throws RestError org_unknown */
export async function openExport(selection: ExportSelection, context: ExportContext, options: ExportOptions): Promise<Export> {
  const module = await import('./export/open-export.ts')
  return await module.openExport(selection, context, options)
}

export async function beginImport(task: ImportTask, context: ImportContext): Promise<ImportBeginning> {
  const module = await import('./jobs/run-import.ts')
  return await module.beginImport(task, context)
}

/** The report of an import as JSON, in pieces. */
export async function* reportText(job: ImportJob, context: ReportTextContext): AsyncGenerator<string> {
  const module = await import('./jobs/report-text.ts')
  yield* module.reportText(job, context)
}
