// The forecast of sign-ins in the report of an import: one entry for each organization that the import concerns, and a row of the ledger for
// each reason why people of it are not able to sign in. It is written part by part, so that it may have any size.
import type { ImportJobPart, ImportJobStore } from '@symbolon/core-protocol'
import { readForecastFacts, signInForecast } from '@symbolon/provisioning'
import type { ForecastContext } from '@symbolon/provisioning'
import { sumForecasts } from '@symbolon/schema-v2'
import type { OrganizationForecast, SignInForecast, SignInReason } from '@symbolon/schema-v2'
import { ledgerRow } from './rows.ts'
import type { ImportLedgerRow } from './rows.ts'

/** The list of an import's parts that holds the forecasts of organizations. */
export const forecastList = 'signIns'

/** Where a forecast is written. */
export interface ForecastTarget {
  readonly jobId: string
  readonly jobs: ImportJobStore
  readonly nextPosition: () => number
}

/** The number of organizations that share a part. */
const pageSize = 50

/**
 * Writes the forecast of every organization of the report.
 * @returns the sum of all
 */
export async function writeForecast(context: ForecastContext, target: ForecastTarget): Promise<SignInForecast> {
  const { jobId, jobs, nextPosition } = target
  let total = sumForecasts([])
  for (let after: number | undefined; ;) {
    const parts = await jobs.list(jobId, 'orgs', { limit: pageSize, ...(after === undefined ? {} : { after }) })
    const forecasts: OrganizationForecast[] = []
    const ledger: ImportLedgerRow[] = []
    const facts = await readForecastFacts(
      parts.map(({ orgId }) => orgId),
      context.directory,
    )
    for (const { orgId, content } of parts) {
      const forecast = await signInForecast(orgId, context, facts)
      if (forecast === undefined || forecast.people === 0) continue
      total = sumForecasts([total, forecast])
      forecasts.push({ orgId, ...forecast })
      ledger.push(...rowsOf(forecast, pathOf(content, orgId)))
    }
    const part = (list: string, rows: readonly unknown[]): readonly ImportJobPart[] =>
      rows.length === 0 ? [] : [{ list, orgId: '', position: nextPosition(), content: JSON.stringify(rows) }]
    const written = [...part(forecastList, forecasts), ...part('ledger', ledger)]
    if (written.length > 0) await jobs.append(jobId, written)
    if (parts.length < pageSize) return total
    after = parts.at(-1)?.position
  }
}

function rowsOf({ reasons }: SignInForecast, path: string): readonly ImportLedgerRow[] {
  return (Object.entries(reasons) as [SignInReason, number][]).flatMap(([reason, count]) => {
    const row = ledgerRow(path, reason, count)
    return row.row === 'ledger' ? [row.entry] : []
  })
}

/** @returns the id of the organization, and its place in the document */
export function orgPart(orgId: string, path: string): string {
  return JSON.stringify({ orgId, path })
}

function pathOf(content: string, orgId: string): string {
  const part: unknown = JSON.parse(content)
  return typeof part === 'object' && part !== null && 'path' in part && typeof part.path === 'string' ? part.path : orgId
}
