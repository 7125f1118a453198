// Counts the tokens of an answer.
import { composedName, defineMetric } from '../contract/metrics.ts'
import type { Metric, Metrics } from '../contract/metrics.ts'
import type { TokenResponse } from './issue-tokens.ts'

const labels = {
  // The grant type; at the authorization endpoint the response type.
  grant: 'composed',
  kind: ['access_token', 'id_token', 'refresh_token'],
  format: ['jwt', 'opaque'],
} as const

/** The metric. */
export const tokensIssued: Metric<'counter', typeof labels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_tokens_issued_total',
  help: 'Tokens that were issued.',
  labels,
})

/** @param grant the grant type or the response type, as it is composed */
export function countTokens(response: TokenResponse, grant: string, metrics: Metrics): void {
  if (!metrics.enabled) return
  const count = (kind: (typeof labels.kind)[number], token: string | undefined): void => {
    if (token !== undefined) metrics.count(tokensIssued, { grant: composedName(grant), kind, format: formatOf(token) })
  }
  count(response.token_type === 'N_A' ? 'id_token' : 'access_token', response.access_token)
  count('id_token', response.id_token)
  count('refresh_token', response.refresh_token)
}

/** Opaque tokens hold no dots. */
function formatOf(token: string): (typeof labels.format)[number] {
  return token.includes('.') ? 'jwt' : 'opaque'
}
