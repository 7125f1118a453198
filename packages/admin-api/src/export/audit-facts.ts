// What the audit trail says of an export: what was asked for, and where it went. No credentials, and no more ids than anybody reads.
import type { ExportSelection, ExportTarget } from '../requests/export-request.ts'

const mostListed = 20

type Facts = Readonly<Record<string, string | boolean>>

export function exportFacts({ orgIds, excludedOrgIds, withPasswords, withOtp, withCredentials }: ExportSelection): Facts {
  return { withPasswords, withOtp, withCredentials, ...listed('orgIds', orgIds), ...listed('excludedOrgIds', excludedOrgIds) }
}

export function exportTarget(target: ExportTarget): string {
  if (target.to === 'response') return 'response'
  const { bucket, path } = target.object
  return target.to === 'gcs' ? `gs://${bucket}/${path}` : `${target.object.endpoint} ${bucket}/${path}`
}

function listed(name: string, ids: readonly string[]): Readonly<Record<string, string>> {
  if (ids.length === 0) return {}
  return { [name]: ids.slice(0, mostListed).join(', ') + (ids.length > mostListed ? ` and ${ids.length - mostListed} others` : '') }
}
