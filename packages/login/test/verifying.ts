// Walks through the steps about an email address: forms, mails and codes.
import type { Resource } from '@symbolon/core-protocol'
import { emailChange, emailVerification, password } from '../src/index.ts'
import type { EmailAddressPage, MailedCodePage } from '../src/index.ts'
import { mail } from './mails.ts'
import { dispatcherOf, human, instancePolicy, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import { pageOf, post } from './registering.ts'

interface Setting {
  readonly required?: boolean
  /** The login policy of the instance. */
  readonly loginPolicy?: Readonly<Record<string, unknown>>
}

/** A user who has not verified this address. */
export const unverified = (userId: string, address = `${userId}@mail.example`): Resource => {
  const user = human(userId, 'new:right')
  return { ...user, content: { ...user.content, user: { ...(user.content['user'] as object), email: { email: address } } } }
}

/** Opens a login with the steps, and the user `una`, whose address `una@mail.example` is not verified. */
export async function withEmail(
  run: (provider: Provider, browser: Browser) => Promise<void>,
  { required = false, loginPolicy = { allowUsernamePassword: true } }: Setting = {},
): Promise<void> {
  const provider = await openProvider((hashing) => [password({ hashing })], {
    steps: [emailVerification({ mail, required }), emailChange({ mail })],
  })
  await provider.put(unverified('una'), instancePolicy('loginPolicy', loginPolicy))
  try {
    await run(provider, provider.browser())
  } finally {
    await provider.close()
  }
}

/** Signs in. @returns what follows */
export async function signIn(browser: Browser, loginName = 'una', asked: Parameters<Browser['begin']>[0] = {}): Promise<Answer> {
  return await browser.signIn(await browser.begin(asked), loginName, 'right')
}

/** Signs in for the account page, which asks for the change of the address. @returns the page of the new address */
export async function askForChange(browser: Browser, loginName = 'una'): Promise<Answer> {
  const asked = { returnTo: '/ui/account', steps: ['email_change'], maxAge: 300 } as Parameters<Browser['begin']>[0]
  return await signIn(browser, loginName, asked)
}

/** Asks for a code. @returns the page of the code */
export async function ask(browser: Browser, shown: Answer, email: string): Promise<Answer> {
  pageOf<EmailAddressPage>(shown, 'email_address')
  return await post(browser, shown, { email })
}

/** Asks for another code on the page of the code. */
export async function askAgain(browser: Browser, shown: Answer): Promise<Answer> {
  const { resend, requestId, csrf } = pageOf<MailedCodePage>(shown, 'mailed_code')
  const answer = await browser.post(resend.action, { request: requestId, csrf, ...resend.fields })
  return await browser.get(answer.location ?? '')
}

/** The page that the dispatcher shows now. */
export const current = async (browser: Browser, { page }: Answer): Promise<Answer> =>
  await browser.get(dispatcherOf((page as EmailAddressPage).requestId))

export const emailOf = async ({ stores: { users } }: Provider, userId = 'una') => (await users.find(userId))?.email
