// A browser in which people are signed in, for tests of what happens next.
import { alice, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import { authorizationUrl, codeOf, redeem } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

/** A browser in which these people have signed in, one after the other. */
export async function browserOf(provider: TestProvider, ...people: readonly Credentials[]): Promise<UserAgent> {
  const userAgent = provider.newUserAgent()
  for (const person of people) codeOf(await signInAs(provider, userAgent, person))
  return userAgent
}

/** A further user signs in to the browser, in addition to the signed-in users. */
export async function signInAs(provider: TestProvider, userAgent: UserAgent, person: Credentials = alice): Promise<Page> {
  return await signIn(userAgent, await userAgent.get(authorizationUrl(provider, { prompt: 'create' })), person)
}

export interface IdToken {
  readonly text: string
  readonly sub: string
  readonly auth_time: number
  readonly sid: string
  readonly acr: string
}

/** @returns the ID token that the answer's code is redeemed for */
export async function idTokenOf(provider: TestProvider, page: Page): Promise<IdToken> {
  const { body } = await redeem(provider, codeOf(page))
  const text = body['id_token']
  if (typeof text !== 'string') throw new Error(`No ID token: ${JSON.stringify(body)}`)
  const {
    sub = '',
    sid,
    auth_time: authTime,
    acr,
  } = decodeJwt<{
    readonly sid: string
    readonly auth_time: number
    readonly acr: string
  }>(text)
  return { text, sub, sid, auth_time: authTime, acr }
}

/** Presses the button of the account on the page of accounts. */
export async function chooseAccount(userAgent: UserAgent, page: Page, userIdOrLoginName: string): Promise<Page> {
  const items = page.text.split('<li>').slice(1)
  const index = items.findIndex((item) => item.includes(userIdOrLoginName))
  if (index < 0) throw new Error(`${userIdOrLoginName} is not among the accounts: ${page.text}`)
  return await userAgent.submit(page, {}, index)
}

/** The login names of the accounts that the page offers, sorted. */
export function accountsOf(page: Page): readonly string[] {
  return page.text
    .split('<li>')
    .slice(1)
    .map((item) => /[a-z]+@[a-z]+\.example/.exec(item)?.[0] ?? '')
    .sort()
}
