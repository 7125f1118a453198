// The names of all stores.
import type { StoreName } from '@symbolon/core-protocol'

export const allStores: readonly StoreName[] = [
  'accessTokens', 'assertionIds', 'authorizationCodes', 'authorizationRequests', 'clients', 'directory', 'instance', 'passwords',
  'policies', 'revocations', 'sessions', 'signingKeys', 'users',
]
