// Moves organizations: exports and imports documents of any size, as jobs that can be resumed.
export { listKinds } from './document-lists.ts'
export { exportAdvice, exportFacts, ledgerFacts } from './export/ledger.ts'
export type { ExportLedgerRow, ExportReason } from './export/ledger.ts'
export { sha256Of } from './export/measure.ts'
export { openExport } from './export/open-export.ts'
export type { Export, ExportOptions } from './export/open-export.ts'
export { UnknownOrganizationError } from './export/selection.ts'
export type { ExportSelection } from './export/selection.ts'
export { bytesSource, objectSource, usualStorageLimits } from './import/import-source.ts'
export type { DocumentFormat, DocumentSource, StorageLimits } from './import/import-source.ts'
export { isNotice, isSignInReason, ledgerAdvice } from './import/rows.ts'
export type { ImportError, ImportLedgerRow } from './import/rows.ts'
export type { ImportFacts, ImportOptions, ImportProblem, ImportProgress } from './jobs/import-facts.ts'
export { describeImport, importRows, reportText } from './jobs/report-text.ts'
export type { ImportDescription, ImportRows, ReportTextOptions } from './jobs/report-text.ts'
export { beginImport } from './jobs/run-import.ts'
export type { ImportContext, ImportTask } from './jobs/import-task.ts'
export type { ImportBeginning, ImportEnd } from './jobs/run-import.ts'
export { isObjectStorageError } from './object-storage.ts'
export type {
  GcsObject,
  ObjectStorage,
  ObjectStorageError,
  ObjectStorageErrorCode,
  ObjectStorages,
  S3Object,
  StorageObject,
} from './object-storage.ts'
