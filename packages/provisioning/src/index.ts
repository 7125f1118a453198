// Applies documents to an instance: plan, apply, report. One engine serves start-up documents, `symbolon apply` and imports.
export { applyDocument } from './apply/apply-document.ts'
export { applyEntry } from './apply/apply-entry.ts'
export type { EntryChange } from './apply/apply-entry.ts'
export { documents } from './apply/documents-part.ts'
export type { DocumentsOptions } from './apply/documents-part.ts'
export { applyPieces } from './apply/apply-pieces.ts'
export { applyContextOf } from './apply/apply-context.ts'
export type {
  ApplyContext,
  ApplyOptions,
  ApplyPiecesOptions,
  ApplySummary,
  ApplySurroundings,
  SettledChunk,
} from './apply/apply-context.ts'
export { systemAuthority, userAuthority } from './apply/authority.ts'
export type { Authority } from './apply/authority.ts'
export { deferredInMemory, deferredPasses } from './apply/deferred.ts'
export type { Deferred, DeferredPass } from './apply/deferred.ts'
export { runStages } from './apply/journal.ts'
export type { DeferredPiece, Journal, RunPosition, RunStage, SettledBatch } from './apply/journal.ts'
export type { RunMemory } from './apply/run-memory.ts'
export { eventLoopTurns, findStored } from './apply/run.ts'
export type { Turns } from './apply/run.ts'
export { PlannedSignIns } from './forecast/planned-sign-ins.ts'
export { readForecastFacts, signInForecast } from './forecast/sign-in-forecast.ts'
export type { ForecastContext } from './forecast/sign-in-forecast.ts'
export { orgPolicies } from './desired/orgs.ts'
export { entryCount } from './desired/document-piece.ts'
export type { DocumentPiece, ListMember } from './desired/document-piece.ts'
export type { Lookup } from './plan/existence.ts'
export type { PasskeyRules, PrepareContext } from './prepare/prepared-resource.ts'
export { auditEventsOf, denialOf, hasSecret, isDenied, noCounts, withoutSecrets } from './report/apply-report.ts'
export type { ApplyAction, ApplyEntry, ApplyReport, GeneratedValues } from './report/apply-report.ts'
export { formatReport, generatedLines, groupedLines, titledLines, visible } from './report/format-report.ts'
export type { TerminalRow } from './report/format-report.ts'
export { advice, noticeReasons, sentenceFor, transientReasons } from './report/reason.ts'
export type { Problem, Reason } from './report/reason.ts'
export { identifierProblem } from './validate/identifier.ts'
export { soundPolicy } from './validate/policy.ts'
