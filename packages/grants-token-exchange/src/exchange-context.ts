// The stores that a token exchange reads.
import type { Context } from '@symbolon/core-protocol'

/** The stores that an exchange reads. */
export const exchangeStores = [
  'accessTokens',
  'clients',
  'memberships',
  'personalAccessTokens',
  'policies',
  'revocations',
  'userGrants',
  'users',
] as const
/** A context with the stores of the token exchange grant. */
export type ExchangeContext = Context<(typeof exchangeStores)[number]>
