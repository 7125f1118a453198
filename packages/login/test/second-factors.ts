// A login with authenticator apps and recovery codes, and what its tests share.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { password, recoveryCodes, recoveryCodeSetup, totp, totpSetup } from '../src/index.ts'
import type { Page } from '../src/index.ts'
import { mail } from './mails.ts'
import { instancePolicy, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'

/** Opens the login. @param policy members of the login policy of the instance */
export async function openWithFactors(policy: Readonly<Record<string, unknown>> = {}): Promise<Provider> {
  const provider = await openProvider((hashing) => [password({ hashing }), totp(), recoveryCodes({ mail })], {
    steps: [totpSetup({ mail }), recoveryCodeSetup({ mail })],
  })
  await setPolicy(provider, policy)
  return provider
}

export async function setPolicy(provider: Provider, policy: Readonly<Record<string, unknown>>): Promise<void> {
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, ...policy }))
}

/** The code that an app shows, so many steps of 30 seconds from now. */
export function codeOf(secret: string, provider: Provider, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: provider.context.now() + steps * 30_000 })
}

/** The page, if it is of this kind. */
export function pageOf<Kind extends Page['kind']>({ page }: Answer, kind: Kind): Extract<Page, { readonly kind: Kind }> {
  const isOfKind = (each: Page): each is Extract<Page, { readonly kind: Kind }> => each.kind === kind
  assert.ok(isOfKind(page), `${kind} is expected: ${JSON.stringify(page)}`)
  return page
}

/** A sign-in in a browser. */
export interface SignInOf {
  readonly browser: Browser
  readonly id: string
  /** The page after the password. */
  readonly answer: Answer
}

/** Signs `ann` in with the password. */
export async function signIn(provider: Provider, browser: Browser = provider.browser()): Promise<SignInOf> {
  const id = await browser.begin()
  return { browser, id, answer: await browser.signIn(id, 'ann', 'right') }
}

/** Posts a form of a page, whatever page is shown now. */
export async function post({ browser, id }: SignInOf, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { page } = await browser.get(`/ui/login?request=${id}`)
  assert.ok('csrf' in page, JSON.stringify(page))
  const answer = await browser.post(path, { request: id, csrf: page.csrf, ...fields })
  return answer.location?.startsWith('/ui/login') === true ? await browser.get(answer.location) : answer
}

/** Begins to set up an app. @returns its secret */
export async function beginSetup(visit: SignInOf): Promise<string> {
  return pageOf(await visit.browser.submit(visit.id, {}), 'totp_enrolment').secret
}

/** Sets up an app in a sign-in that asks for it. @returns its secret, and the page after it */
export async function setUpApp(provider: Provider, visit: SignInOf): Promise<{ readonly secret: string; readonly answer: Answer }> {
  const secret = await beginSetup(visit)
  return { secret, answer: await visit.browser.submit(visit.id, { code: codeOf(secret, provider) }) }
}
