// Lets the host of a provider apply documents.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyDocuments, DocumentsPart, OptionNames, SecretHashing } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import type { PasskeyRules } from '../prepare/prepared-resource.ts'
import { auditEventsOf } from '../report/apply-report.ts'
import type { ApplyReport } from '../report/apply-report.ts'
import { applyContextOf } from './apply-context.ts'
import { applyDocument } from './apply-document.ts'
import { systemAuthority } from './authority.ts'

/** The dependencies of documents. */
export interface DocumentsOptions {
  readonly hashing: SecretHashing
  /** The requirements for passkeys. Without them, passkeys of a document are refused. */
  readonly passkeys?: PasskeyRules
}

const optionNames: OptionNames<DocumentsOptions> = {
  hashing: 'required',
  passkeys: 'optional',
}

/**
 * Adds `provider.apply(document)`, which does what the command `apply` does: `createProvider({ documents: documents({ hashing }), … })`.
 * Rights are not checked: code that holds the provider object may do everything.
 */
export function documents(options: DocumentsOptions): AnyDocuments<ApplyReport> {
  checkPartOptions('documents', options, optionNames)
  const { hashing, passkeys } = options
  const part: DocumentsPart<'directory' | 'passkeys', ApplyReport> = {
    kind: 'documents',
    name: 'documents',
    // The table of passkeys is there only if something needs it.
    stores: passkeys === undefined ? ['directory'] : ['directory', 'passkeys'],
    async apply(document, { dryRun = false }, context) {
      const report = await applyDocument(readDocument(document), applyContextOf(context, hashing, systemAuthority, passkeys), { dryRun })
      if (!dryRun) await context.audit(...auditEventsOf(report))
      return report
    },
  }
  return part
}
