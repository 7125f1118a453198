// A tool of administrators: a public client whose tokens are for the management API, and the token of a person who signs in to it.
import { redirectUri } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import { createHash } from 'node:crypto'
import { authorize, codeOf, redeem } from './code-flow.ts'
import type { Fields } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

/** The entry of `oidcApps`, to be put under any id. */
export const managementTool = {
  clientId: 'tool',
  managementAccess: true,
  app: {
    projectId: 'portal',
    name: 'Tool',
    appType: 'OIDC_APP_TYPE_NATIVE',
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    redirectUris: [redirectUri],
    responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
    grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'],
  },
}

/** @returns the access token of a person who signs in now */
export async function tokenOfPerson(provider: TestProvider, credentials?: Credentials, asked: Fields = {}): Promise<string> {
  const verifier = 'v'.repeat(43)
  const request = {
    client_id: 'tool',
    scope: 'openid urn:symbolon:iam:org:project:id:symbolon:aud',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...asked,
  }
  const code = codeOf(await authorize(provider, request, provider.newUserAgent(), credentials))
  const { body } = await redeem(provider, code, { client_id: 'tool', code_verifier: verifier }, {})
  return String(body['access_token'])
}
