// Every path that adds, replaces or removes a credential: the file, what it demands, and the test that shows the demand. A new path that is not
// in the list fails `credential-paths.test.ts`.

/** What a path demands of its caller. */
export type Demand =
  /** Everything that a sign-in of the user demands, proved within the last five minutes. */
  | 'fresh proof'
  /** A code that was mailed to the address, or the link that an administrator issued; with the second factor of a user who has one. */
  | 'code by mail'
  /** The account is created by the request. It has no credential yet. */
  | 'first credential'
  /** The right over the holder of the credential. A person proves the right within the last five minutes, too. */
  | 'right of an administrator'
  /** Access to the database, or to the configuration of the process. */
  | 'operator'
  /** Nothing: the path changes names and languages, and no credential. */
  | 'no credential'

export interface DemandingPath {
  readonly demand: Demand
  /** A test file, and a part of the title of a test in it. */
  readonly shownBy: readonly [file: string, title: string]
}

/** The path is used by the files that are named; the demand is theirs. */
export interface SharedPath {
  readonly usedBy: string
}

const freshProof = (file: string, title: string): DemandingPath => ({ demand: 'fresh proof', shownBy: [file, title] })
const byMail = (file: string, title: string): DemandingPath => ({ demand: 'code by mail', shownBy: [file, title] })
const byRight = (file: string, title: string): DemandingPath => ({ demand: 'right of an administrator', shownBy: [file, title] })
const byOperator = (file: string, title: string): DemandingPath => ({ demand: 'operator', shownBy: [file, title] })
const usedBy = (files: string): SharedPath => ({ usedBy: files })

const account = 'test/endpoints/account'
const enrolment = 'test/endpoints/second-factor/enrolment-proof.test.ts'
const linking = 'test/endpoints/external-sign-in/linking.test.ts'
const management = 'test/administration/management'

/** The paths, by file below `packages`. A key that ends with a slash stands for a folder whose files call the others and no store. */
export const credentialPaths: Readonly<Record<string, DemandingPath | SharedPath>> = {
  // The account page.
  'account/src/contact/contact.ts': freshProof(`${account}/contact.test.ts`, 'AC-01'),
  'account/src/deletion/deletion.ts': freshProof(`${account}/deletion.test.ts`, 'a stale session'),
  'account/src/factors/authenticator-app.ts': freshProof(`${account}/proof.test.ts`, 'OT-06'),
  'account/src/identities/identities.ts': freshProof(linking, 'AC-01 a connection is removed'),
  'account/src/profile/profile.ts': { demand: 'no credential', shownBy: [`${account}/changes.test.ts`, 'without a fresh proof'] },
  'login-passkey/src/account.ts': freshProof(`${account}/passkeys.test.ts`, 'WA-10'),

  // The steps of a sign-in.
  'login-passkey/src/enrolment.ts': usedBy('passkey-setup.ts'),
  'login-passkey/src/passkey-setup.ts': freshProof(enrolment, 'WA-10'),
  'login/src/email/address-form.ts': freshProof(`${account}/contact.test.ts`, 'AC-01 AC-04'),
  'login/src/password/password-change.ts': freshProof('packages/login/test/password-change.test.ts', 'LG-12 PW-15'),
  'login/src/password/set-password.ts': usedBy('password-change.ts, first-password.ts'),
  'login/src/recovery-codes/code-set.ts': usedBy('recovery-code-setup.ts'),
  'login/src/recovery-codes/recovery-code-setup.ts': freshProof(enrolment, 'AC-01'),
  'login/src/totp/enrolment.ts': usedBy('totp-setup.ts, authenticator-app.ts'),
  'login/src/totp/totp-setup.ts': freshProof(enrolment, 'an essential acr of 2'),

  // Identity providers.
  'login-external/src/sign-in/account.ts': {
    demand: 'first credential',
    shownBy: ['test/endpoints/external-sign-in/unknown-account.test.ts', 'of 5 concurrent registrations'],
  },
  'login-external/src/sign-in/callback.ts': usedBy('complete.ts'),
  'login-external/src/sign-in/complete.ts': {
    demand: 'no credential',
    shownBy: ['test/endpoints/external-sign-in/unknown-account.test.ts', 'XI-11'],
  },
  'login-external/src/sign-in/create-account.ts': usedBy('account.ts'),
  'login-external/src/sign-in/link.ts': freshProof(linking, 'AC-01'),

  // Recovery, invitation and registration.
  'login/src/recovery/first-password.ts': byMail('packages/login/test/recovery-factors.test.ts', 'LG-08 without the second factor'),
  'login/src/recovery/flow.ts': usedBy('first-password.ts, invited-passkey.ts'),
  'login/src/recovery/invited-passkey.ts': byMail('test/endpoints/passkey/invitation.test.ts', 'RG-04'),
  'login/src/recovery/report.ts': byMail('packages/login/test/change-report.test.ts', 'is reported in this browser alone'),
  'login/src/registration/new-user.ts': { demand: 'first credential', shownBy: ['packages/login/test/registration.test.ts', 'LG-32'] },
  'login/src/registration/registration.ts': usedBy('new-user.ts'),
  'login/src/steps/create-user.ts': usedBy('new-user.ts, create-account.ts'),

  // The management API and the console, which calls the operations of the API in the same process.
  'console/src/': usedBy('management-api/src/operations/'),
  'management-api/src/http/': usedBy('management-api/src/operations/'),
  'management-api/src/index.ts': usedBy('management-api/src/http/'),
  'management-api/src/operations/change.ts': byRight(`${management}/fresh-proof.test.ts`, 'AD-32'),
  'management-api/src/operations/client-secrets.ts': byRight(
    `${management}/client-secrets.test.ts`,
    'secrets need the permission to change',
  ),
  'management-api/src/operations/first-owner.ts': byRight(`${management}/role-routes.test.ts`, 'who creates a project'),
  'management-api/src/operations/imports.ts': byRight(`${management}/jobs.test.ts`, 'a person moves organizations after a fresh sign-in'),
  'management-api/src/operations/issued-keys.ts': usedBy('change.ts'),
  'management-api/src/operations/planned-imports.ts': usedBy('imports.ts'),
  'management-api/src/operations/user-factors.ts': byRight(
    `${management}/users.test.ts`,
    'a caller does not act on a user with more rights',
  ),

  // Documents.
  'admin-api/src/http/apply-endpoint.ts': byRight(`${management}/fresh-proof.test.ts`, 'AD-32'),
  'admin-api/src/http/import-endpoints.ts': usedBy('start-import.ts'),
  'admin-api/src/http/security-endpoints.ts': usedBy('security-policy.ts'),
  'admin-api/src/operations/start-import.ts': byRight(
    'test/migration/access.test.ts',
    'AD-02 an import changes what the caller may change',
  ),
  'admin-api/src/security-policy.ts': { demand: 'no credential', shownBy: [`${management}/fresh-proof.test.ts`, 'AD-32'] },
  'provisioning/src/apply/apply-chunk.ts': usedBy('apply-document.ts, apply-entry.ts, transfer-document.ts'),
  'provisioning/src/apply/apply-document.ts': usedBy('apply-endpoint.ts, documents-part.ts, bootstrap.ts'),
  'provisioning/src/apply/apply-entry.ts': usedBy('change.ts, first-owner.ts'),
  'provisioning/src/apply/apply-pieces.ts': usedBy('apply-document.ts, apply-entry.ts, transfer-document.ts'),
  'provisioning/src/apply/documents-part.ts': byOperator('test/endpoints/embedding/documents.test.ts', 'a document is planned, applied'),
  'transfer/src/jobs/run-import.ts': usedBy('start-import.ts'),
  'transfer/src/jobs/transfer-document.ts': usedBy('run-import.ts'),

  // The process.
  'server/src/create-provider.ts': usedBy('host-users.ts'),
  'server/src/host-users.ts': usedBy('set-password.ts'),
  'symbolon/src/apply-command.ts': byOperator('test/quickstart/apply.test.ts', 'while a server holds the database'),
  'symbolon/src/bootstrap.ts': byOperator('test/quickstart/apply.test.ts', 'with SYMBOLON_APPLY'),
  'symbolon/src/compose.ts': usedBy('start.ts'),
  'symbolon/src/import-command.ts': byOperator('test/migration/command.test.ts', 'organizations go from a file'),
  'symbolon/src/import-on-database.ts': usedBy('import-command.ts'),
  'symbolon/src/start.ts': usedBy('bootstrap.ts'),
}
