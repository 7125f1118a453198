// Walks through registrations: forms, mails and codes.
import assert from 'node:assert/strict'
import { password, recovery, registration } from '../src/index.ts'
import type { MailedCodePage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import type { ReadMail } from './mails.ts'
import { countingHashing, instancePolicy, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'

export const startPath = '/ui/login/registration'
export const newPassword = 'horse staple battery'
export const both = { newPassword, newPasswordAgain: newPassword }
export const names = { firstName: 'Nora', lastName: 'Berg' }
export const open = { allowRegister: true, allowUsernamePassword: true }

interface Setting {
  /** The login policy of the instance. */
  readonly loginPolicy?: Readonly<Record<string, unknown>>
  readonly organization?: string | undefined
}

export async function withRegistration(
  run: (provider: Provider, browser: Browser) => Promise<void>,
  { loginPolicy = open, organization = 'org-1' }: Setting = {},
): Promise<void> {
  const hashing = countingHashing()
  const provider = await openProvider(() => [password({ hashing })], {
    detours: [recovery({ mail, hashing }), registration({ mail, hashing, ...(organization === '' ? {} : { organization }) })],
  })
  await provider.put(instancePolicy('loginPolicy', loginPolicy))
  try {
    await run(provider, provider.browser())
  } finally {
    await provider.close()
  }
}

export const orgPolicy = (orgId: string, policy: string, content: Readonly<Record<string, unknown>>) =>
  ({ kind: 'orgPolicy', key: [orgId, policy], orgId, content }) as const

/** Posts the form of a page with the hidden fields, and follows the redirect. */
export async function post(browser: Browser, { page }: Answer, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const { action, requestId, csrf, flow } = page as MailedCodePage
  const answer = await browser.post(action, { request: requestId, csrf, ...(flow === undefined ? {} : { flow }), ...fields })
  return answer.location?.startsWith('/ui/login') ? await browser.get(answer.location) : answer
}

export function pageOf<Page>({ page, body }: Answer, kind: string): Page {
  assert.equal(page.kind, kind, body)
  return page as Page
}

/** Asks for a code. @returns the page of the code */
export async function begin(browser: Browser, email: string, asked: Parameters<Browser['begin']>[0] = {}): Promise<Answer> {
  const request = await browser.begin(asked)
  return await post(browser, await browser.get(`${startPath}?request=${request}`), { email })
}

export async function oneMail(provider: Provider): Promise<ReadMail> {
  const [found, ...others] = await takeMails(provider)
  assert.ok(found !== undefined)
  assert.deepEqual(others, [])
  return found
}

export const codeOf = async (provider: Provider): Promise<string> => (await oneMail(provider)).message.code ?? ''

/** Proves the address. @returns the page of the names */
export async function prove(
  provider: Provider,
  browser: Browser,
  email: string,
  asked: Parameters<Browser['begin']>[0] = {},
): Promise<Answer> {
  const page = await begin(browser, email, asked)
  return await post(browser, page, { code: await codeOf(provider) })
}

/** A whole registration. @returns the last answer */
export async function register(
  provider: Provider,
  browser: Browser,
  email: string,
  asked: Parameters<Browser['begin']>[0] = {},
): Promise<Answer> {
  return await post(browser, await post(browser, await prove(provider, browser, email, asked), names), both)
}

export const findByName = async ({ stores: { users } }: Provider, name: string) =>
  (await users.findByLoginName(name)).map(({ user }) => user)
