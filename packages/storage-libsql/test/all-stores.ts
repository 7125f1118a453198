// The names of the stores that a full service opens.
import type { StoreName } from '@symbolon/core-protocol'

export const allStores: readonly StoreName[] = [
  'accessTokens',
  'assertionIds',
  'auditEvents',
  'authorizationCodes',
  'authorizationRequests',
  'clients',
  'directory',
  'features',
  'importJobs',
  'instance',
  'knownBrowsers',
  'memberships',
  'oneTimeCodes',
  'passwords',
  'personalAccessTokens',
  'policies',
  'refreshTokens',
  'revocations',
  'sessions',
  'signInAttempts',
  'signingKeys',
  'userGrants',
  'userMetadata',
  'users',
]
