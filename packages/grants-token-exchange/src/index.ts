// The token exchange grant.
export { tokenExchange } from './token-exchange.ts'
