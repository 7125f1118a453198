// What the audit trail says of an export: what was asked for, and where it went. No credentials, and no more ids than anybody reads.
import type { ExportLedgerRow } from './ledger.ts'
import type { ExportSelection } from './selection.ts'

const mostListed = 20

type Facts = Readonly<Record<string, string | boolean>>

export function exportFacts({ orgIds, excludedOrgIds, withPasswords, withOtp, withCredentials }: ExportSelection): Facts {
  return { withPasswords, withOtp, withCredentials, ...listed('orgIds', orgIds), ...listed('excludedOrgIds', excludedOrgIds) }
}

/** The ledger of an export: how many entries each row stands for. */
export function ledgerFacts(rows: readonly ExportLedgerRow[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.map(({ path, reason, count }) => [`${reason} ${path}`, count]))
}

function listed(name: string, ids: readonly string[]): Readonly<Record<string, string>> {
  if (ids.length === 0) return {}
  return { [name]: ids.slice(0, mostListed).join(', ') + (ids.length > mostListed ? ` and ${ids.length - mostListed} others` : '') }
}
