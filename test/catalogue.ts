// Which test shows each row of the catalogue of attacks and faults, and which rows wait for what.

interface Tested {
  readonly id: string
  /** `npm test`, or `npm run test:long` where a row needs time or many processes. */
  readonly tier: 'test' | 'long'
  readonly files: readonly string[]
  /** What of the row is not shown yet. */
  readonly open?: string
}

interface Waiting {
  readonly id: string
  readonly tier: 'later'
  readonly reason: string
}

export type CatalogueRow = Tested | Waiting

/** How many rows each section has: none is forgotten. */
export const sections: Readonly<Record<string, number>> = {
  RU: 24, AZ: 31, PK: 12, TK: 24, CA: 19, RT: 15, RV: 7, IN: 7, UI: 5, ES: 10, TX: 15, JB: 5, HO: 15, AD: 13, IM: 20, SS: 17, DB: 8, DS: 8, CR: 8, LK: 3, TM: 3, UN: 5,
}

export const catalogue: readonly CatalogueRow[] = [
  // 1.A Redirect URI parsing
  { id: 'RU-01', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-02', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-03', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-04', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-05', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-06', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-07', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-08', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-09', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-10', tier: 'test', files: ['test/endpoints/authorization/redirect-uri-registration.test.ts'] },
  { id: 'RU-11', tier: 'test', files: ['test/endpoints/authorization/redirect-uri-registration.test.ts'] },
  { id: 'RU-12', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-13', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-14', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-15', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-16', tier: 'test', files: ['test/endpoints/authorization/redirect-uri-registration.test.ts'] },
  { id: 'RU-17', tier: 'test', files: ['test/endpoints/authorization/pending-requests.test.ts'] },
  { id: 'RU-18', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'RU-19', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-20', tier: 'test', files: ['test/endpoints/authorization/pending-requests.test.ts'] },
  { id: 'RU-21', tier: 'test', files: ['test/endpoints/authorization/redirect-uri-registration.test.ts'] },
  { id: 'RU-22', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  { id: 'RU-23', tier: 'test', files: ['test/endpoints/authorization/redirect-uri.test.ts'] },
  {
    id: 'RU-24',
    tier: 'test',
    files: [
      'test/endpoints/authorization/redirect-uri.test.ts',
      'test/endpoints/end-session/redirect.test.ts',
    ],
  },

  // 1.B Authorization request
  { id: 'AZ-01', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-02', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-03', tier: 'test', files: ['test/endpoints/authorization/response-types.test.ts'] },
  { id: 'AZ-04', tier: 'test', files: ['test/endpoints/authorization/response-types.test.ts', 'test/endpoints/implicit/request.test.ts'] },
  { id: 'AZ-05', tier: 'test', files: ['test/endpoints/implicit/request.test.ts'] },
  {
    id: 'AZ-06',
    tier: 'test',
    files: [
      'test/endpoints/authorization/pending-requests.test.ts',
      'test/endpoints/implicit/request.test.ts',
    ],
  },
  { id: 'AZ-07', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-08', tier: 'test', files: ['test/endpoints/authorization/response-types.test.ts', 'test/endpoints/implicit/request.test.ts'] },
  { id: 'AZ-09', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-10', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts', 'test/endpoints/claims/places.test.ts'] },
  { id: 'AZ-11', tier: 'test', files: ['test/endpoints/authorization/prompt.test.ts'] },
  { id: 'AZ-12', tier: 'test', files: ['packages/core-protocol/test/interaction.test.ts'], open: 'end to end, with a second factor' },
  { id: 'AZ-13', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  {
    id: 'AZ-14',
    tier: 'test',
    files: [
      'test/endpoints/authorization/pending-requests.test.ts',
      'test/endpoints/authorization/prompt.test.ts',
    ],
  },
  { id: 'AZ-15', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts', 'test/endpoints/authorization/prompt.test.ts'] },
  { id: 'AZ-16', tier: 'test', files: ['test/endpoints/authorization/prompt.test.ts'] },
  { id: 'AZ-17', tier: 'test', files: ['test/endpoints/authorization/hints.test.ts'] },
  { id: 'AZ-18', tier: 'test', files: ['test/endpoints/authorization/hints.test.ts'] },
  { id: 'AZ-19', tier: 'test', files: ['test/endpoints/authorization/hints.test.ts'] },
  { id: 'AZ-20', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-21', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-22', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-23', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },
  { id: 'AZ-24', tier: 'test', files: ['test/endpoints/authorization/pending-requests.test.ts'] },
  { id: 'AZ-25', tier: 'test', files: ['test/endpoints/authorization/prompt.test.ts'] },
  {
    id: 'AZ-26',
    tier: 'test',
    files: [
      'test/endpoints/authorization/pending-requests.test.ts',
      'test/endpoints/authorization/posted-requests.test.ts',
    ],
  },
  { id: 'AZ-27', tier: 'test', files: ['test/endpoints/authorization/pending-requests.test.ts'] },
  {
    id: 'AZ-28',
    tier: 'test',
    files: [
      'test/endpoints/authorization/answer.test.ts',
      'test/endpoints/token/redemption.test.ts',
    ],
    open: '100,000 codes: tier long',
  },
  { id: 'AZ-29', tier: 'test', files: ['test/endpoints/authorization/answer.test.ts'] },
  { id: 'AZ-30', tier: 'test', files: ['test/endpoints/authorization/answer.test.ts'] },
  { id: 'AZ-31', tier: 'test', files: ['test/endpoints/authorization/parameters.test.ts'] },

  // 1.C PKCE
  { id: 'PK-01', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-02', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-03', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-04', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-05', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-06', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-07', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-08', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-09', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-10', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-11', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },
  { id: 'PK-12', tier: 'test', files: ['test/endpoints/token/pkce.test.ts'] },

  // 1.D Token endpoint, code grant
  { id: 'TK-01', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-02', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-03', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-04', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-05', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-06', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  {
    id: 'TK-07',
    tier: 'test',
    files: [
      'test/endpoints/token/redemption.test.ts',
      'test/endpoints/refresh-token/codes.test.ts',
    ],
  },
  { id: 'TK-08', tier: 'test', files: ['test/endpoints/token/race.test.ts'], open: '1,000 codes over two servers: tier long' },
  { id: 'TK-09', tier: 'test', files: ['test/endpoints/token/redemption.test.ts'] },
  { id: 'TK-10', tier: 'test', files: ['test/endpoints/token/redemption.test.ts'] },
  { id: 'TK-11', tier: 'test', files: ['test/endpoints/token/redemption.test.ts'] },
  { id: 'TK-12', tier: 'test', files: ['test/endpoints/token/redemption.test.ts'] },
  {
    id: 'TK-13',
    tier: 'test',
    files: [
      'test/endpoints/token/redemption.test.ts',
      'test/endpoints/refresh-token/codes.test.ts',
    ],
    open: 'reset tokens, when there are any',
  },
  { id: 'TK-14', tier: 'test', files: ['test/endpoints/token/state-changes.test.ts'] },
  { id: 'TK-15', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-16', tier: 'test', files: ['test/endpoints/client-credentials/client-authentication.test.ts'] },
  { id: 'TK-17', tier: 'test', files: ['test/endpoints/client-credentials/tokens.test.ts'] },
  { id: 'TK-18', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },
  { id: 'TK-19', tier: 'test', files: ['test/endpoints/token/id-token.test.ts'] },
  { id: 'TK-20', tier: 'test', files: ['test/endpoints/token/id-token.test.ts'] },
  { id: 'TK-21', tier: 'test', files: ['test/endpoints/token/access-token.test.ts'] },
  { id: 'TK-22', tier: 'test', files: ['test/endpoints/token/access-token.test.ts'] },
  { id: 'TK-23', tier: 'test', files: ['test/endpoints/token/cors.test.ts'] },
  { id: 'TK-24', tier: 'test', files: ['test/endpoints/token/request.test.ts'] },

  // 1.E Client authentication
  { id: 'CA-01', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-02', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-03', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'], open: 'the difference in time: tier long' },
  { id: 'CA-04', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-05', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-06', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-07', tier: 'test', files: ['test/endpoints/rate-limiting/token.test.ts'] },
  { id: 'CA-08', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'] },
  { id: 'CA-09', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'] },
  { id: 'CA-10', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'] },
  { id: 'CA-11', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'], open: 'two servers: tier long' },
  { id: 'CA-12', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'] },
  { id: 'CA-13', tier: 'test', files: ['test/endpoints/client-authentication/algorithms.test.ts'] },
  { id: 'CA-14', tier: 'test', files: ['test/endpoints/client-authentication/keys.test.ts'] },
  { id: 'CA-15', tier: 'test', files: ['test/endpoints/client-authentication/assertion.test.ts'] },
  { id: 'CA-16', tier: 'test', files: ['test/endpoints/client-authentication/methods.test.ts'] },
  { id: 'CA-17', tier: 'test', files: ['test/endpoints/client-authentication/keys.test.ts'], open: 'several servers: tier long' },
  { id: 'CA-18', tier: 'test', files: ['test/endpoints/client-authentication/keys.test.ts'] },
  { id: 'CA-19', tier: 'test', files: ['test/endpoints/introspection/client-authentication.test.ts'] },

  // 1.F Refresh tokens
  { id: 'RT-01', tier: 'test', files: ['test/endpoints/refresh-token/rotation.test.ts'] },
  { id: 'RT-02', tier: 'test', files: ['test/endpoints/refresh-token/rotation.test.ts'] },
  {
    id: 'RT-03', tier: 'test', files: ['test/endpoints/refresh-token/race.test.ts', 'packages/storage-libsql/test/server.test.ts'],
    open: '100 uses of each of 1,000 families: tier long',
  },
  {
    id: 'RT-04', tier: 'test', files: ['test/endpoints/refresh-token/rotation.test.ts'],
    open: 'the socket that is cut: the answer is only thrown away',
  },
  { id: 'RT-05', tier: 'test', files: ['test/endpoints/refresh-token/client.test.ts'] },
  { id: 'RT-06', tier: 'test', files: ['test/endpoints/refresh-token/scope.test.ts'] },
  {
    id: 'RT-07',
    tier: 'test',
    files: ['test/endpoints/refresh-token/state-changes.test.ts', 'test/endpoints/refresh-token/exchanged.test.ts'],
    open: 'the password that is reset: nothing resets one yet',
  },
  { id: 'RT-08', tier: 'test', files: ['test/endpoints/refresh-token/client.test.ts'] },
  { id: 'RT-09', tier: 'test', files: ['test/endpoints/refresh-token/exchanged.test.ts', 'test/endpoints/refresh-token/scope.test.ts'] },
  { id: 'RT-10', tier: 'test', files: ['test/endpoints/refresh-token/rotation.test.ts'] },
  { id: 'RT-11', tier: 'test', files: ['test/endpoints/refresh-token/client.test.ts'] },
  { id: 'RT-12', tier: 'test', files: ['test/endpoints/refresh-token/lifetimes.test.ts'] },
  { id: 'RT-13', tier: 'test', files: ['test/endpoints/refresh-token/race.test.ts'] },
  { id: 'RT-14', tier: 'test', files: ['test/endpoints/refresh-token/issue.test.ts'] },
  { id: 'RT-15', tier: 'test', files: ['test/endpoints/refresh-token/id-token.test.ts'] },

  // 1.G Revocation, introspection, userinfo
  { id: 'RV-01', tier: 'test', files: ['test/endpoints/revocation/revocation.test.ts'] },
  { id: 'RV-02', tier: 'test', files: ['test/endpoints/revocation/revocation.test.ts'] },
  { id: 'RV-03', tier: 'test', files: ['test/endpoints/revocation/revocation.test.ts'], open: 'two servers, and 10,000 reads: tier long' },
  { id: 'RV-04', tier: 'test', files: ['test/endpoints/revocation/revocation.test.ts'] },
  { id: 'RV-05', tier: 'test', files: ['test/endpoints/revocation/revocation.test.ts'] },
  { id: 'RV-06', tier: 'test', files: ['test/endpoints/revocation/request.test.ts'] },
  { id: 'RV-07', tier: 'test', files: ['test/endpoints/revocation/request.test.ts'] },
  { id: 'IN-01', tier: 'test', files: ['test/endpoints/introspection/client-authentication.test.ts'] },
  { id: 'IN-02', tier: 'test', files: ['test/endpoints/introspection/inactive.test.ts'] },
  { id: 'IN-03', tier: 'test', files: ['test/endpoints/introspection/inactive.test.ts'] },
  { id: 'IN-04', tier: 'later', reason: 'limits count failed client authentication, not tokens that a client tries' },
  { id: 'IN-05', tier: 'later', reason: 'nothing sets a time before which the tokens of a client or an organization do not count' },
  { id: 'IN-06', tier: 'test', files: ['test/endpoints/introspection/inactive.test.ts'] },
  { id: 'IN-07', tier: 'test', files: ['test/endpoints/introspection/answer.test.ts'] },
  { id: 'UI-01', tier: 'test', files: ['test/endpoints/userinfo/request.test.ts'] },
  { id: 'UI-02', tier: 'test', files: ['test/endpoints/userinfo/request.test.ts'] },
  { id: 'UI-03', tier: 'test', files: ['test/endpoints/userinfo/request.test.ts'] },
  { id: 'UI-04', tier: 'test', files: ['test/endpoints/userinfo/personal-access-tokens.test.ts'] },
  { id: 'UI-05', tier: 'test', files: ['test/endpoints/userinfo/request.test.ts'] },

  // 1.H End session
  { id: 'ES-01', tier: 'test', files: ['test/endpoints/end-session/redirect.test.ts'] },
  { id: 'ES-02', tier: 'test', files: ['test/endpoints/end-session/redirect.test.ts'] },
  { id: 'ES-03', tier: 'test', files: ['test/endpoints/end-session/redirect.test.ts'] },
  { id: 'ES-04', tier: 'test', files: ['test/endpoints/end-session/redirect.test.ts'] },
  { id: 'ES-05', tier: 'test', files: ['test/endpoints/end-session/request.test.ts'] },
  { id: 'ES-06', tier: 'test', files: ['test/browser/sign-out.test.ts', 'test/endpoints/end-session/sessions.test.ts'] },
  { id: 'ES-07', tier: 'test', files: ['test/endpoints/end-session/sessions.test.ts'] },
  { id: 'ES-08', tier: 'test', files: ['test/browser/sign-out.test.ts', 'test/endpoints/end-session/sessions.test.ts'] },
  { id: 'ES-09', tier: 'test', files: ['test/endpoints/end-session/sessions.test.ts'] },
  { id: 'ES-10', tier: 'test', files: ['test/endpoints/end-session/request.test.ts'] },

  // 1.J Token exchange
  { id: 'TX-01', tier: 'test', files: ['test/endpoints/token-exchange/table.test.ts'] },
  { id: 'TX-02', tier: 'test', files: ['test/endpoints/token-exchange/request.test.ts'] },
  { id: 'TX-03', tier: 'test', files: ['test/endpoints/token-exchange/presented-tokens.test.ts'] },
  { id: 'TX-04', tier: 'test', files: ['test/endpoints/token-exchange/presented-tokens.test.ts'] },
  { id: 'TX-05', tier: 'test', files: ['test/endpoints/token-exchange/scope-and-audience.test.ts'] },
  { id: 'TX-06', tier: 'test', files: ['test/endpoints/token-exchange/scope-and-audience.test.ts'] },
  { id: 'TX-07', tier: 'test', files: ['test/endpoints/token-exchange/impersonation.test.ts', 'test/endpoints/token-exchange/table.test.ts'] },
  { id: 'TX-08', tier: 'test', files: ['test/endpoints/token-exchange/request.test.ts'] },
  { id: 'TX-09', tier: 'test', files: ['test/endpoints/token-exchange/request.test.ts'] },
  { id: 'TX-10', tier: 'test', files: ['test/endpoints/token-exchange/impersonation.test.ts'] },
  { id: 'TX-11', tier: 'test', files: ['test/endpoints/token-exchange/presented-tokens.test.ts', 'test/endpoints/token-exchange/table.test.ts'] },
  { id: 'TX-12', tier: 'test', files: ['test/endpoints/token-exchange/end-of-tokens.test.ts'] },
  { id: 'TX-13', tier: 'test', files: ['test/endpoints/token-exchange/request.test.ts', 'test/endpoints/token-exchange/table.test.ts'] },
  { id: 'TX-14', tier: 'test', files: ['test/endpoints/token-exchange/request.test.ts'] },
  { id: 'TX-15', tier: 'test', files: ['test/endpoints/token-exchange/end-of-tokens.test.ts'] },

  // 1.J JWT bearer
  { id: 'JB-01', tier: 'test', files: ['test/endpoints/jwt-profile/who-may.test.ts'] },
  { id: 'JB-02', tier: 'test', files: ['test/endpoints/jwt-profile/who-may.test.ts'] },
  { id: 'JB-03', tier: 'test', files: ['test/endpoints/jwt-profile/assertion.test.ts'], open: 'the id of an assertion over two servers: tier long' },
  { id: 'JB-04', tier: 'test', files: ['test/endpoints/jwt-profile/who-may.test.ts'] },
  { id: 'JB-05', tier: 'test', files: ['test/endpoints/jwt-profile/tokens.test.ts'] },

  // 1.K Issuer, host, HTTP surface
  { id: 'HO-01', tier: 'test', files: ['test/endpoints/http/host.test.ts'] },
  { id: 'HO-02', tier: 'test', files: ['test/endpoints/http/host.test.ts'] },
  { id: 'HO-03', tier: 'test', files: ['test/endpoints/http/host.test.ts'] },
  { id: 'HO-04', tier: 'test', files: ['test/endpoints/http/host.test.ts'] },
  { id: 'HO-05', tier: 'test', files: ['test/endpoints/http/routing.test.ts'] },
  { id: 'HO-06', tier: 'test', files: ['test/endpoints/http/routing.test.ts'] },
  { id: 'HO-07', tier: 'test', files: ['test/endpoints/http/framing.test.ts'] },
  { id: 'HO-08', tier: 'test', files: ['test/endpoints/http/framing.test.ts'] },
  { id: 'HO-09', tier: 'test', files: ['test/endpoints/http/security-headers.test.ts'] },
  { id: 'HO-10', tier: 'test', files: ['test/endpoints/http/cors-sweep.test.ts'] },
  { id: 'HO-11', tier: 'test', files: ['test/endpoints/http/security-headers.test.ts'] },
  { id: 'HO-12', tier: 'test', files: ['test/endpoints/http/page-injection.test.ts'] },
  { id: 'HO-13', tier: 'test', files: ['test/endpoints/http/page-injection.test.ts'] },
  { id: 'HO-14', tier: 'test', files: ['test/endpoints/rate-limiting/key-set.test.ts'] },
  { id: 'HO-15', tier: 'test', files: ['test/endpoints/http/routing.test.ts'] },

  // 1.P Administration rights
  { id: 'AD-01', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-02', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-03', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-04', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-05', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-06', tier: 'test', files: ['test/migration/import.test.ts'] },
  { id: 'AD-07', tier: 'test', files: ['test/migration/import.test.ts', 'test/migration/export.test.ts'] },
  { id: 'AD-08', tier: 'test', files: ['test/migration/export.test.ts'] },
  { id: 'AD-09', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-10', tier: 'test', files: ['test/migration/access.test.ts'] },
  { id: 'AD-11', tier: 'test', files: ['test/migration/access.test.ts'], open: 'positions are not authenticated: they tell an owner nothing that the trail does not' },
  { id: 'AD-12', tier: 'test', files: ['test/migration/export.test.ts', 'test/migration/jobs.test.ts'] },
  { id: 'AD-13', tier: 'test', files: ['test/migration/jobs.test.ts'] },

  // 1.Q Import and export content
  { id: 'IM-01', tier: 'test', files: ['packages/migration-v1/test/stream.test.ts', 'test/migration/hostile-documents.test.ts'] },
  { id: 'IM-02', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'test/migration/hostile-documents.test.ts'] },
  { id: 'IM-03', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'test/migration/hostile-documents.test.ts'] },
  { id: 'IM-04', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'test/migration/hostile-documents.test.ts'], open: 'the same on a second storage' },
  { id: 'IM-05', tier: 'test', files: ['test/migration/hostile-documents.test.ts', 'test/migration/buckets.test.ts'] },
  { id: 'IM-06', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'packages/admin-api/test/requests.test.ts', 'test/migration/export.test.ts'] },
  { id: 'IM-07', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'packages/admin-api/test/requests.test.ts', 'test/migration/export.test.ts'] },
  { id: 'IM-08', tier: 'test', files: ['test/migration/hostile-documents.test.ts'] },
  { id: 'IM-09', tier: 'test', files: ['test/migration/hostile-documents.test.ts'] },
  { id: 'IM-10', tier: 'test', files: ['test/migration/import.test.ts'] },
  { id: 'IM-11', tier: 'test', files: ['packages/admin-api/test/requests.test.ts'] },
  { id: 'IM-12', tier: 'test', files: ['test/migration/jobs.test.ts'] },
  { id: 'IM-13', tier: 'test', files: ['packages/admin-api/test/kill.test.ts', 'test/migration/command.test.ts'] },
  { id: 'IM-14', tier: 'test', files: ['test/migration/export.test.ts'] },
  { id: 'IM-15', tier: 'test', files: ['test/migration/export.test.ts'] },
  { id: 'IM-16', tier: 'test', files: ['test/migration/broken-off.test.ts', 'test/migration/buckets.test.ts'] },
  { id: 'IM-17', tier: 'test', files: ['test/migration/export.test.ts'] },
  { id: 'IM-18', tier: 'test', files: ['packages/migration-v1/test/input.test.ts', 'test/migration/hostile-documents.test.ts', 'test/migration/buckets.test.ts'] },
  { id: 'IM-19', tier: 'test', files: ['test/migration/hostile-documents.test.ts'], open: 'logos, which no document holds' },
  { id: 'IM-20', tier: 'test', files: ['test/migration/export.test.ts'] },

  // 1.R SSRF, cloud credentials, object paths
  { id: 'SS-01', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-02', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-03', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-04', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-05', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-06', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts', 'packages/object-storage-s3/test/s3-storage.test.ts', 'packages/admin-api/test/requests.test.ts'] },
  { id: 'SS-07', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts', 'packages/object-storage-s3/test/s3-storage.test.ts'] },
  { id: 'SS-08', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts'] },
  { id: 'SS-09', tier: 'test', files: ['packages/admin-api/test/requests.test.ts'] },
  { id: 'SS-10', tier: 'test', files: ['packages/admin-api/test/requests.test.ts'] },
  { id: 'SS-11', tier: 'test', files: ['packages/object-storage-s3/test/s3-storage.test.ts'], open: 'addresses are not resolved: the operator alone names the endpoints' },
  { id: 'SS-12', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts', 'packages/object-storage-s3/test/s3-storage.test.ts'] },
  { id: 'SS-13', tier: 'test', files: ['packages/admin-api/test/requests.test.ts'] },
  { id: 'SS-14', tier: 'test', files: ['test/migration/buckets.test.ts'] },
  { id: 'SS-15', tier: 'test', files: ['packages/object-storage-gcs/test/gcs-storage.test.ts', 'packages/object-storage-s3/test/s3-storage.test.ts'] },
  { id: 'SS-16', tier: 'test', files: ['test/migration/buckets.test.ts'], open: 'the memory of the process' },
  { id: 'SS-17', tier: 'test', files: ['test/migration/hostile-documents.test.ts'] },

  // 1.S Database
  { id: 'DB-01', tier: 'test', files: ['test/security/sql-injection.test.ts', 'test/security/sql-in-documents.test.ts'] },
  { id: 'DB-02', tier: 'test', files: ['test/architecture/database.test.ts'] },
  { id: 'DB-03', tier: 'test', files: ['test/security/sql-in-documents.test.ts'] },
  { id: 'DB-04', tier: 'test', files: ['test/security/database-decisions.test.ts'], open: 'Postgres, with its storage' },
  { id: 'DB-05', tier: 'test', files: ['test/endpoints/http/storage-away.test.ts'] },
  { id: 'DB-06', tier: 'test', files: ['test/security/bind-limits.test.ts'], open: 'Postgres, with its storage' },
  { id: 'DB-07', tier: 'test', files: ['test/security/taken-names.test.ts'] },
  { id: 'DB-08', tier: 'test', files: ['packages/storage-libsql/test/busy.test.ts'], open: 'an hour of it: tier long' },

  // 1.T Denial of service and limits
  { id: 'DS-01', tier: 'test', files: ['packages/server/test/slow-clients.test.ts'], open: '2,000 sockets; Bun and Deno, whose limits are their own' },
  { id: 'DS-02', tier: 'test', files: ['test/endpoints/http/framing.test.ts'] },
  { id: 'DS-03', tier: 'test', files: ['test/endpoints/http/bad-input.test.ts'] },
  { id: 'DS-04', tier: 'test', files: ['test/security/growth.test.ts'], open: '50,000 names: tier long' },
  { id: 'DS-05', tier: 'test', files: ['test/security/growth.test.ts'], open: '100,000 requests: tier long' },
  { id: 'DS-06', tier: 'test', files: ['test/endpoints/http/random-input.test.ts'], open: 'a day of it' },
  { id: 'DS-07', tier: 'test', files: ['test/security/event-loop.test.ts'], open: 'documents of thousands of objects, which are planned in one piece' },
  {
    id: 'DS-08',
    tier: 'test',
    files: ['packages/secret-hashing/test/bounded-queue.test.ts'],
    open: 'there is no worker to be killed: hashes are computed by native threads of the process',
  },

  // 1.U Keys, secrets at rest
  { id: 'CR-01', tier: 'test', files: ['test/security/database-theft.test.ts'] },
  { id: 'CR-02', tier: 'test', files: ['test/security/database-theft.test.ts'] },
  { id: 'CR-03', tier: 'test', files: ['test/architecture/secrets.test.ts'] },
  { id: 'CR-04', tier: 'test', files: ['test/architecture/house-rules.test.ts', 'test/architecture/secrets.test.ts'] },
  {
    id: 'CR-05',
    tier: 'test',
    files: ['packages/core-protocol/test/key-rotation.test.ts', 'test/keys/several-processes.test.ts', 'test/keys/reading.test.ts', 'test/keys/soak.test.ts'],
    open: 'five minutes of it: tier long',
  },
  {
    id: 'CR-06',
    tier: 'test',
    files: [
      'packages/core-protocol/test/key-rotation.test.ts', 'test/keys/administration.test.ts', 'test/keys/several-processes.test.ts',
      'test/keys/retired-keys.test.ts',
    ],
  },
  { id: 'CR-07', tier: 'test', files: ['test/endpoints/key-set.test.ts', 'test/security/database-theft.test.ts'] },
  {
    id: 'CR-08',
    tier: 'test',
    files: ['test/quickstart/secrets-of-the-command.test.ts'],
    open: 'what a core dump of the process holds is the operating system\'s to protect',
  },

  // 1.U Logs
  { id: 'LK-01', tier: 'test', files: ['test/endpoints/http/log-leakage.test.ts'] },
  { id: 'LK-02', tier: 'test', files: ['test/endpoints/http/log-leakage.test.ts', 'packages/symbolon/test/json-log.test.ts'] },
  { id: 'LK-03', tier: 'test', files: ['test/endpoints/http/log-leakage.test.ts'] },

  // 1.U Time
  { id: 'TM-01', tier: 'test', files: ['test/security/clock.test.ts'] },
  { id: 'TM-02', tier: 'test', files: ['test/security/clock.test.ts'], open: 'one-time codes, with the second factor' },
  { id: 'TM-03', tier: 'test', files: ['test/security/clock.test.ts'] },

  // 1.U Unicode
  { id: 'UN-01', tier: 'test', files: ['test/endpoints/login-names.test.ts', 'packages/core-protocol/test/login-name.test.ts'] },
  { id: 'UN-02', tier: 'test', files: ['packages/admin-api/test/validation.test.ts', 'test/security/text-forms.test.ts'] },
  { id: 'UN-03', tier: 'test', files: ['test/security/text-forms.test.ts', 'packages/secret-hashing/test/verification.test.ts'] },
  { id: 'UN-04', tier: 'test', files: ['packages/core-protocol/test/login-name.test.ts', 'test/security/text-forms.test.ts'] },
  { id: 'UN-05', tier: 'test', files: ['packages/ui-templates/test/hostile-values.test.ts'] },
]
