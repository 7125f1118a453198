// The rows about signing in: sessions, passwords, codes of authenticator apps.
import type { CatalogueRow } from './catalogue-row.ts'

const noSetUp = 'people set up no factor and change no password at a page yet; documents of owners do'

export const signInRows: readonly CatalogueRow[] = [
  // 1.L Sessions, cookies, login steps
  { id: 'LG-01', tier: 'test', files: ['test/browser/isolation.test.ts'] },
  { id: 'LG-02', tier: 'test', files: ['packages/login/test/steps.test.ts', 'test/endpoints/second-factor/sessions.test.ts'] },
  { id: 'LG-03', tier: 'test', files: ['test/endpoints/sessions.test.ts'] },
  {
    id: 'LG-04',
    tier: 'test',
    files: ['packages/login/test/forgery.test.ts', 'test/browser/isolation.test.ts', 'test/endpoints/second-factor/sessions.test.ts'],
  },
  { id: 'LG-05', tier: 'test', files: ['packages/login/test/forgery.test.ts'] },
  {
    id: 'LG-06',
    tier: 'test',
    files: ['packages/login/test/steps.test.ts', 'packages/login/test/next-step.test.ts', 'test/endpoints/second-factor/sessions.test.ts'],
  },
  { id: 'LG-07', tier: 'test', files: ['packages/login/test/due-step.test.ts', 'test/endpoints/second-factor/sessions.test.ts'] },
  { id: 'LG-08', tier: 'later', reason: noSetUp },
  { id: 'LG-09', tier: 'later', reason: 'no mail with a code is sent yet' },
  { id: 'LG-10', tier: 'later', reason: 'no link adds a passkey yet' },
  { id: 'LG-11', tier: 'later', reason: 'people change nothing of their profile yet' },
  { id: 'LG-12', tier: 'later', reason: noSetUp },
  { id: 'LG-13', tier: 'later', reason: noSetUp },
  { id: 'LG-14', tier: 'test', files: ['test/endpoints/sessions.test.ts', 'test/endpoints/second-factor/sessions.test.ts'] },
  { id: 'LG-15', tier: 'test', files: ['test/endpoints/claims/current-roles.test.ts', 'packages/testing/src/storage-conformance/one-time-codes.ts'] },
  { id: 'LG-16', tier: 'later', reason: 'nothing lists sessions' },
  { id: 'LG-17', tier: 'test', files: ['test/endpoints/sessions.test.ts'] },
  { id: 'LG-18', tier: 'test', files: ['packages/login/test/forgery.test.ts'] },
  { id: 'LG-19', tier: 'test', files: ['test/endpoints/sessions.test.ts'] },
  { id: 'LG-20', tier: 'test', files: ['packages/login/test/steps.test.ts'] },
  { id: 'LG-21', tier: 'test', files: ['test/browser/tabs-and-history.test.ts'] },

  // 1.M Passwords, enumeration, brute force
  { id: 'PW-01', tier: 'test', files: ['test/endpoints/login-continuity/refusal-time.test.ts', 'packages/secret-hashing/test/refusal-time.test.ts'] },
  { id: 'PW-02', tier: 'test', files: ['packages/login/test/password.test.ts'], open: 'registration, reset and passkeys, with their pages' },
  { id: 'PW-03', tier: 'test', files: ['packages/login/test/password.test.ts'] },
  { id: 'PW-04', tier: 'test', files: ['packages/login/test/password.test.ts'] },
  {
    id: 'PW-05',
    tier: 'test',
    files: ['test/endpoints/sign-in-blocks.test.ts'],
    open: 'tokens of locked users are shown in the sections of refresh, introspection and exchange; passkeys, with their pages',
  },
  {
    id: 'PW-06',
    tier: 'test',
    files: [
      'packages/login/test/password.test.ts', 'test/endpoints/sign-in-blocks.test.ts', 'test/endpoints/second-factor/guessing.test.ts',
      'test/endpoints/rate-limiting/login.test.ts',
    ],
  },
  { id: 'PW-07', tier: 'test', files: ['test/endpoints/second-factor/guessing.test.ts'] },
  { id: 'PW-08', tier: 'test', files: ['packages/server/test/remote-address.test.ts', 'test/endpoints/rate-limiting/key-set.test.ts'] },
  { id: 'PW-09', tier: 'test', files: ['packages/login/test/password.test.ts', 'packages/secret-hashing/test/verification.test.ts'] },
  {
    id: 'PW-10',
    tier: 'test',
    files: [
      'packages/login/test/password.test.ts', 'packages/secret-hashing/test/verification.test.ts',
      'packages/secret-hashing/test/old-schemes.test.ts',
    ],
  },
  { id: 'PW-11', tier: 'later', reason: noSetUp },
  { id: 'PW-12', tier: 'test', files: ['packages/secret-hashing/test/event-loop.test.ts', 'packages/login/test/password.test.ts', 'test/endpoints/login-crowd.test.ts'] },
  { id: 'PW-13', tier: 'test', files: ['packages/login/test/password.test.ts', 'test/endpoints/login-continuity/imported-passwords.test.ts'] },
  { id: 'PW-14', tier: 'test', files: ['test/security/long-names.test.ts'] },
  { id: 'PW-15', tier: 'later', reason: noSetUp },

  // 1.N TOTP
  { id: 'OT-01', tier: 'test', files: ['test/endpoints/second-factor/codes.test.ts'] },
  { id: 'OT-02', tier: 'test', files: ['test/endpoints/second-factor/race.test.ts', 'packages/testing/src/storage-conformance/one-time-codes.ts'] },
  { id: 'OT-03', tier: 'test', files: ['test/endpoints/second-factor/codes.test.ts', 'packages/login/test/matching-step.test.ts'] },
  { id: 'OT-04', tier: 'test', files: ['test/endpoints/second-factor/guessing.test.ts'] },
  { id: 'OT-05', tier: 'test', files: ['test/endpoints/second-factor/codes.test.ts', 'packages/login/test/matching-step.test.ts'] },
  { id: 'OT-06', tier: 'later', reason: noSetUp },
  {
    id: 'OT-07',
    tier: 'test',
    files: ['test/endpoints/second-factor/codes.test.ts'],
    open: 'that it is sealed at rest, and in no export that was not asked for it, is shown with stolen databases and exports',
  },
  { id: 'OT-08', tier: 'test', files: ['test/endpoints/login-continuity/imported-passwords.test.ts'] },
  { id: 'OT-09', tier: 'test', files: ['test/endpoints/second-factor/codes.test.ts'] },
]
