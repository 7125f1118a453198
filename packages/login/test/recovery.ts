// A person who forgot the password: the steps of a recovery, for tests.
import assert from 'node:assert/strict'
import { password, recovery, recoveryCodes, totp } from '../src/index.ts'
import type { MailedCodePage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import type { ReadMail } from './mails.ts'
import { countingHashing, openProvider } from './provider.ts'
import type { Answer, Browser, CountingHashing, Provider } from './provider.ts'

export const newPassword = 'horse staple battery'
export const both = { newPassword, newPasswordAgain: newPassword }
export const startPath = '/ui/login/recovery'

export async function withRecovery(run: (provider: Provider, browser: Browser, hashing: CountingHashing) => Promise<void>): Promise<void> {
  const hashing = countingHashing()
  const provider = await openProvider(() => [password({ hashing }), totp(), recoveryCodes()], { detours: [recovery({ mail, hashing })] })
  try {
    await run(provider, provider.browser(), hashing)
  } finally {
    await provider.close()
  }
}

/** Types the login name, follows "forgot your password", and asks for the code. @returns the page of the code */
export async function begin(
  browser: Browser,
  loginName: string,
): Promise<{ readonly request: string; readonly answer: Answer; readonly flow: string }> {
  const request = await browser.begin()
  await browser.submit(request, { loginName })
  const page = await browser.get(`${startPath}?request=${request}`)
  const answer = await post(browser, page, { loginName })
  return { request, answer, flow: pageOf<MailedCodePage>(answer, 'mailed_code').flow }
}

/** Posts the form of a page with the hidden fields, and follows the redirect. */
export async function post(browser: Browser, { page }: Answer, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const { action, requestId, csrf, flow, fields: hidden } = page as MailedCodePage
  const answer = await browser.post(action, { request: requestId, csrf, ...hidden, ...(flow === undefined ? {} : { flow }), ...fields })
  return await follow(browser, answer)
}

/** Follows redirects within the login. */
async function follow(browser: Browser, answer: Answer): Promise<Answer> {
  const { location } = answer
  return location?.startsWith('/ui/login') ? await follow(browser, await browser.get(location)) : answer
}

export function pageOf<Page>({ page, body }: Answer, kind: string): Page {
  assert.equal(page.kind, kind, body)
  return page as Page
}

export async function oneMail(provider: Provider): Promise<ReadMail> {
  const [found, ...others] = await takeMails(provider)
  assert.ok(found !== undefined)
  assert.deepEqual(others, [])
  return found
}

export const pathOf = (link = ''): string => link.slice('https://id.example'.length)
