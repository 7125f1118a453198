// Requests, users, sessions and clients for tests of pure functions.
import type { AuthorizationRequest, Candidate, Client, DueStep } from '../src/index.ts'

/** Milliseconds: when requests of the tests arrive. */
export const requestedAt = 1_800_000_000_000

export function authorizationRequest(members: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  return {
    clientId: 'client',
    redirectUri: 'https://app.example/cb',
    responseType: 'code',
    responseMode: 'query',
    scope: ['openid'],
    prompt: [],
    uiLocales: [],
    ...members,
  }
}

/** @param age seconds that the session was old when the request arrived; negative: signed in afterwards */
export function candidate(id: string, { age = 3600, due }: { readonly age?: number; readonly due?: DueStep } = {}): Candidate {
  const authenticatedAt = requestedAt - age * 1000
  return {
    session: {
      id: `session-of-${id}`,
      userId: id,
      authenticatedAt,
      factors: [{ method: 'pwd', at: authenticatedAt }],
      createdAt: authenticatedAt,
      expiresAt: requestedAt + 86_400_000,
    },
    user: {
      id,
      kind: 'human',
      orgId: 'org',
      state: 'active',
      orgActive: true,
      orgName: 'Org',
      userName: id,
      loginName: `${id}@org.example`,
      displayName: id,
      secondFactors: [],
      email: { address: `${id}@mail.example`, verified: true },
      createdAt: 0,
      timesEnded: 0,
      updatedAt: 0,
    },
    due,
    counted: [],
  }
}

export function client(members: Partial<Client> = {}): Client {
  return {
    clientId: 'client',
    kind: 'oidc',
    name: 'Client',
    orgId: 'org',
    projectId: 'project',
    applicationType: 'web',
    authenticationMethod: 'client_secret_basic',
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    redirectUris: ['https://app.example/cb'],
    postLogoutRedirectUris: [],
    devMode: false,
    accessTokenFormat: 'opaque',
    idTokenSigningAlg: 'RS256',
    accessTokenSigningAlg: 'RS256',
    accessTokenTyp: 'at+jwt',
    idTokenUserinfoAssertion: false,
    projectRoleAssertion: false,
    accessTokenRoleAssertion: false,
    idTokenRoleAssertion: false,
    managementAccess: false,
    createdAt: 0,
    timesEnded: 0,
    ...members,
  }
}
