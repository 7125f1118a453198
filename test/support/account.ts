// A provider with the account page, and people who look at theirs.
import {
  account,
  activitySection,
  applicationsSection,
  invitationsSection,
  authenticatorAppSection,
  contactSection,
  deletionSection,
  passkeysSection,
  passwordSection,
  profileSection,
  recoveryCodesSection,
  sessionsSection,
} from '@symbolon/account'
import type { AnyAccountSection } from '@symbolon/account'
import { auditTrail, endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import {
  emailChange,
  emailVerification,
  loginMail,
  password,
  passwordChange,
  recoveryCodes,
  recoveryCodeSetup,
  totp,
  totpSetup,
} from '@symbolon/login'
import { listPasskeys, passkey, passkeySetup, passkeySignals, removePasskey, renamePasskey } from '@symbolon/login-passkey'
import { alice, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import { accountTemplates, mailTemplates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { testHashing } from './hashing.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'

export interface AccountProviderOptions extends TestProviderOptions {
  /** Of the account page; by default all. */
  readonly sections?: readonly AnyAccountSection[]
}

const hashing = testHashing

/** The mails of these tests wait in the outbox. */
export const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })

/** Every section but that of identity providers. */
export const allSections: readonly AnyAccountSection[] = [
  profileSection(),
  contactSection({ mailedCodes: true }),
  passwordSection(),
  passkeysSection({
    list: listPasskeys,
    rename: renamePasskey,
    remove: removePasskey,
    signals: passkeySignals(),
    others: { password: true, externalAccount: true },
    mail,
  }),
  authenticatorAppSection({ passkeys: true, mail }),
  recoveryCodesSection({ passkeys: true }),
  sessionsSection(),
  invitationsSection(),
  applicationsSection(),
  activitySection(),
  deletionSection({ mail }),
]

export async function startAccountProvider({ sections = allSections, ...options }: AccountProviderOptions = {}): Promise<TestProvider> {
  return await startTestProvider({
    authenticators: [password({ hashing }), passkey(), totp(), recoveryCodes()],
    steps: [
      passwordChange({ hashing }),
      totpSetup(),
      recoveryCodeSetup(),
      passkeySetup({ mail }),
      emailVerification({ mail }),
      emailChange({ mail }),
    ],
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, introspection, revocation, endSession, ...account({ ui: accountTemplates(), sections })],
    audit: auditTrail,
    ...options,
  })
}

/** Opens a page of the account, and signs in if asked. */
export async function openAccount(
  provider: TestProvider,
  userAgent: UserAgent = provider.newUserAgent(),
  credentials: Credentials = alice,
  path: string = '/ui/account',
): Promise<Page> {
  const page = await signIn(userAgent, await userAgent.get(`${provider.issuer}${path}`), credentials)
  assert.equal(page.url.pathname + page.url.search, path, page.text.slice(0, 500))
  assert.equal(page.status, 200)
  return page
}

/** Submits the form of the page that posts there, with these of its fields. */
export async function submitTo(
  userAgent: UserAgent,
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const index = page.forms.findIndex((form) => form.action === action)
  assert.notEqual(index, -1, `No form for ${action} in ${page.text}`)
  return await userAgent.submit(page, fields, index)
}

/** The text of the page without markup. */
export function textOf({ text }: Page): string {
  return text
    .replace(/^[\s\S]*<main/, '<main')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
