// The ledger of an export, and its facts for the audit trail.
import type { ImportLedgerRow } from '../import/rows.ts'
import type { ExportSelection } from './selection.ts'

/**
 * `stays_behind`: left out, because it refers to an object that is not exported. `not_exported`: kept, although it does. `recovery_codes`: no document
 * holds them.
 */
export type ExportReason = 'stays_behind' | 'not_exported' | 'recovery_codes'

/** The meaning of each reason, and its remedy. */
export const exportAdvice: Readonly<Record<ExportReason, string>> = {
  stays_behind:
    'The entry was left out, because it refers to an object of an organization that is not exported. Export that organization too.',
  recovery_codes:
    'The users have recovery codes, which stay behind: the server knows only digests under its own master key. Ask the users to make new codes on the target, before they lose their authenticator app.',
  not_exported:
    'The entry was kept, and the document does not hold the object that it refers to. Create that object on the target with the same id.',
}

/** One row of the ledger of an export: one place in the format, with the number of entries. */
export type ExportLedgerRow = Required<ImportLedgerRow> & { readonly reason: ExportReason }

/** A ledger that grows while the document is written. */
export interface ExportLedger {
  /** @param path a place in the format, e.g. `orgs[*].projectGrants` @param count of entries; default 1 */
  add(path: string, reason: ExportReason, count?: number): void
  rows(): readonly ExportLedgerRow[]
}

/** @returns an empty ledger */
export function exportLedger(): ExportLedger {
  const rows = new Map<string, { readonly path: string; readonly reason: ExportReason; count: number }>()
  return {
    add(path, reason, count = 1) {
      const row = rows.get(`${reason} ${path}`)
      if (row === undefined) rows.set(`${reason} ${path}`, { path, reason, count })
      else row.count += count
    },
    rows: () => [...rows.values()].map((row) => ({ ...row, advice: exportAdvice[row.reason] })),
  }
}

const mostListed = 20

type Facts = Readonly<Record<string, string | boolean>>

/** The facts for the audit trail: the request and the target. No credentials, and a bounded number of ids. */
export function exportFacts({ orgIds, excludedOrgIds, withPasswords, withOtp, withCredentials }: ExportSelection): Facts {
  return { withPasswords, withOtp, withCredentials, ...listed('orgIds', orgIds), ...listed('excludedOrgIds', excludedOrgIds) }
}

/** The ledger of an export: the number of entries of each row. */
export function ledgerFacts(rows: readonly ExportLedgerRow[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.map(({ path, reason, count }) => [`${reason} ${path}`, count]))
}

function listed(name: string, ids: readonly string[]): Readonly<Record<string, string>> {
  if (ids.length === 0) return {}
  return { [name]: ids.slice(0, mostListed).join(', ') + (ids.length > mostListed ? ` and ${ids.length - mostListed} others` : '') }
}
