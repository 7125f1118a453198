// The small organization with readers of tokens: APIs of the same project and of another, and a service user.
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { acmeWith, portalApp } from './acme.ts'

export const robotToken = 'symbolon_pat_robot-0123456789-0123456789-0123456789'
/** As another service gave it out. */
export const importedToken = 'L9x0-imported_token.of/another+service~0123456789=='
export const narrowToken = 'symbolon_pat_narrow-0123456789-0123456789-012345678'
export const expiredToken = 'symbolon_pat_expired-0123456789-0123456789-01234567'
export const datedToken = 'symbolon_pat_dated-0123456789-0123456789-0123456789'

/**
 * In addition to `acmeDocument`: `api` and `key-api` of the project `portal`, `far-api` and the app `elsewhere` of the project `other`,
 * the service user `robot` with a secret and tokens.
 * @param key the key of `key-api`
 */
export function resourceDocument(key: ClientKeyPair): OrgDocument {
  const secret = { clientSecret }
  const api = (id: string, projectId: string, authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' | 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT') => ({
    appId: id,
    clientId: id,
    ...(authMethodType === 'API_AUTH_METHOD_TYPE_BASIC' ? secret : {}),
    app: { projectId, name: id, authMethodType },
  })
  return acmeWith({
    projects: [{ projectId: 'other', project: { name: 'Other' } }],
    apiApps: [
      api('api', 'portal', 'API_AUTH_METHOD_TYPE_BASIC'),
      api('far-api', 'other', 'API_AUTH_METHOD_TYPE_BASIC'),
      api('key-api', 'portal', 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT'),
    ],
    oidcApps: [
      portalApp('elsewhere', { projectId: 'other', redirectUris: [redirectUri] }, secret),
      portalApp('jwt-elsewhere', { projectId: 'other', redirectUris: [redirectUri], accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }, secret),
    ],
    appKeys: [{ id: key.id, projectId: 'portal', appId: 'key-api', clientId: 'key-api', type: 'KEY_TYPE_JSON', publicKey: key.publicKey }],
    machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' }, clientSecret }],
    personalAccessTokens: [
      { tokenId: 'robot-token', userId: 'robot', token: robotToken },
      { tokenId: 'imported-token', userId: 'robot', token: importedToken },
      { tokenId: 'narrow-token', userId: 'robot', token: narrowToken, scopes: ['email'] },
      { tokenId: 'expired-token', userId: 'robot', token: expiredToken, expirationDate: '2020-01-01T00:00:00Z' },
      { tokenId: 'dated-token', userId: 'robot', token: datedToken, expirationDate: '2100-01-01T00:00:00Z' },
    ],
  })
}
