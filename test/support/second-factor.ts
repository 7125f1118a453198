// People with an authenticator app, and the codes that it shows: computed here with node:crypto alone, so that the library that checks
// them is not what says which are right. https://www.rfc-editor.org/rfc/rfc4226#section-5.3, https://www.rfc-editor.org/rfc/rfc6238#section-4
import { digest } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import { signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import { createHmac } from 'node:crypto'
import { acmeWith } from './acme.ts'
import { authorizationUrl, codeOf, redeem } from './code-flow.ts'
import type { Reachable } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

/** Base32 of `an app's secret 20`. */
export const otpSecret = 'MFXCAYLQOATXGIDTMVRXEZLUEAZDA==='
export const password = 'the password of a careful person'
export const careful = { id: 'careful', loginName: 'careful@acme.example', password }

type Org = NonNullable<OrgDocument['orgs']>[number]

/** The organization of the fixtures with users who have an authenticator app, by default `careful`. */
export function documentWithApps(
  userIds: readonly string[] = [careful.id],
  members: { readonly [K in keyof Org]?: Org[K] } = {},
): OrgDocument {
  return acmeWith({
    humanUsers: userIds.map((userId) => ({
      userId,
      user: { userName: userId, password, otpCode: otpSecret, profile: { firstName: userId, lastName: 'Carter' } },
    })),
    ...members,
  })
}

/** The code that an authenticator app shows now, or so many steps of 30 seconds later. */
export function codeAt(provider: Pick<TestProvider, 'clock'>, steps = 0, secret = otpSecret): string {
  return hotp(secret, Math.floor(provider.clock.now() / 30_000) + steps)
}

/** A code of no step that is near. */
export function wrongCode(provider: Pick<TestProvider, 'clock'>): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(provider, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

export function hotp(secret: string, counter: number): string {
  const values = [...secret.replace(/=+$/, '')].map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(message).digest()
  const offset = mac.readUInt8(19) % 16
  return String((mac.readUInt32BE(offset) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

/** Goes on to the page that asks for the code. */
export async function toCode(
  provider: Reachable,
  userAgent: UserAgent = provider.newUserAgent(),
  fields: Readonly<Record<string, string | undefined>> = {},
  { loginName, password: typed }: Credentials = careful,
): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const page = await signIn(userAgent, await userAgent.get(authorizationUrl(provider, fields)), { loginName, password: typed })
  if (!asksForCode(page)) throw new Error(`No code is asked for: ${page.redirectedTo?.href ?? `${page.status} ${page.text.slice(0, 600)}`}`)
  return { userAgent, page }
}

/** The number of failed attempts to give a code, of whatever kind, in browsers that the user is not known in. */
export async function codeFailures(provider: TestProvider, userId: string = careful.id): Promise<number> {
  return (await provider.storage.stores.signInAttempts?.find(digest(`code user ${userId}`)))?.failedAttempts ?? 0
}

export function asksForCode(page: Page): boolean {
  return page.forms[0] !== undefined && 'code' in page.forms[0].fields
}

export function asksForPassword(page: Page): boolean {
  return page.forms[0] !== undefined && 'password' in page.forms[0].fields
}

export function isSignedIn({ redirectedTo }: Page): boolean {
  return redirectedTo?.searchParams.has('code') === true
}

/** The claims of the ID token that the finished authorization yields to the client `basic`. */
export async function claimsOf(provider: TestProvider, page: Page): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await redeem(provider, codeOf(page))
  return decodeJwt(String(body['id_token']))
}
