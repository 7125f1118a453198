// The token exchange grant.
export { tokenExchange } from './token-exchange.ts'
export type { TokenExchangeOptions } from './token-exchange.ts'
