// Pure conversion of v1 exports to the v2 document, with a ledger of everything that v2 has no place for.
export { convertV1 } from './convert/convert-v1.ts'
export type { Converted } from './convert/convert-v1.ts'
export { convertV1Stream } from './convert/convert-v1-stream.ts'
export type { Progress, V1StreamOptions } from './convert/convert-v1-stream.ts'
export { readOrgHeads } from './convert/read-org-heads.ts'
export type { V1Options } from './convert/conversion.ts'
export type { DomainPolicyDefaults } from './convert/domain-policy.ts'
export type { OrgHead } from './convert/read-org-heads.ts'
export type { DocumentReader, InnerText, InputLimits } from './input/document-reader.ts'
export { V1InputError } from './input/v1-input-error.ts'
export type { V1InputErrorCode } from './input/v1-input-error.ts'
export { reasons } from './ledger/reasons.ts'
export type { Reason, ReasonCode } from './ledger/reasons.ts'
export { createTally } from './ledger/report.ts'
export type { Count, Counts, ReasonTotal, Report, Tally } from './ledger/report.ts'
export type { LedgerRow, OnRow, RowKind } from './ledger/ledger.ts'

export { entryId } from './convert/entry-id.ts'

// What reads a document of any size, for readers of other documents of the same shape.
export { createDocumentReader, defaultLimits } from './input/document-reader.ts'
export type { Found, V1Sink } from './input/envelope.ts'
