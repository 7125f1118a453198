// Why something of a document was not taken over by an import, beside the reasons of the engine and of the conversion from v1.
import { reasons } from '@symbolon/migration-v1'
import { noticeReasons } from '@symbolon/provisioning'
import type { ImportRow } from './import-row.ts'

export type LedgerReason = 'outside_of_orgs' | 'unknown_member' | 'needs_credentials' | 'without_org_id' | 'repeated_member'

export const ledgerAdvice: Readonly<Record<LedgerReason, string>> = {
  outside_of_orgs: 'An import takes organizations alone; instance policies and members are set by applying a document.',
  unknown_member: 'The format has no such member; check the spelling.',
  needs_credentials: 'Keys, tokens, secrets and their digests are taken over with with_credentials alone.',
  without_org_id: 'An organization without orgId cannot be told from others; give it one.',
  repeated_member: 'The member stands there in both spellings; keep one of them.',
}

export function ledgerRow(path: string, reason: LedgerReason, count?: number): ImportRow {
  return { row: 'ledger', entry: { path, reason, advice: ledgerAdvice[reason], ...(count === undefined ? {} : { count }) } }
}

/** Whether what a row is about was taken over: the row says what to look at. */
export function isNotice(reason: string): boolean {
  const known: Readonly<Record<string, { readonly kind: string }>> = reasons
  return noticeReasons.has(reason) || (Object.hasOwn(known, reason) && known[reason]?.kind === 'notice')
}
