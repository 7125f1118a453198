// Lets the host of a provider apply documents.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyDocuments, AuditEvent, Context, DocumentOptions, DocumentsPart, OptionNames, SecretHashing } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import type { PasskeyRules } from '../prepare/prepared-resource.ts'
import { auditEventsOf } from '../report/apply-report.ts'
import type { ApplyReport } from '../report/apply-report.ts'
import { applyContextOf } from './apply-context.ts'
import { applyDocument } from './apply-document.ts'
import { systemAuthority, userAuthority } from './authority.ts'
import type { Authority } from './authority.ts'

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
 * Rights are not checked: code that holds the provider object may do everything. A part of the provider applies documents with the rights of a
 * user: `registry.documents.applyAs`.
 */
export function documents(options: DocumentsOptions): AnyDocuments<ApplyReport> {
  checkPartOptions('documents', options, optionNames)
  const { hashing, passkeys } = options
  const applyBy = async (
    authority: Authority,
    document: unknown,
    { dryRun = false }: DocumentOptions,
    context: Context<'directory'>,
    by: Pick<AuditEvent, 'actorId'> = {},
  ): Promise<ApplyReport> => {
    const report = await applyDocument(readDocument(document), applyContextOf(context, hashing, authority, passkeys), { dryRun })
    if (!dryRun) await context.audit(...auditEventsOf(report).map((event) => ({ ...event, ...by })))
    return report
  }
  const part: DocumentsPart<'directory' | 'memberships' | 'passkeys' | 'users', ApplyReport> = {
    kind: 'documents',
    name: 'documents',
    // The table of passkeys is there only if something needs it.
    stores: ['directory', 'memberships', 'users', ...(passkeys === undefined ? [] : (['passkeys'] as const))],
    apply: async (document, options, context) => await applyBy(systemAuthority, document, options, context),
    applyAs: async (document, caller, options, context) =>
      await applyBy(userAuthority(caller, context.stores), document, options, context, { actorId: caller.id }),
  }
  return part
}
