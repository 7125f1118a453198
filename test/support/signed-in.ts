// A browser that is signed in, and what an app gets through it: for tests that need many codes or tokens.
import { digest } from '@symbolon/core-protocol'
import { alice, clientSecret } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { authorizationUrl, authorize, basicHeader, codeOf, redeem } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

export interface SignedIn {
  readonly userAgent: UserAgent
  /** @returns a fresh code for the client `basic`, or for the one that the fields name */
  code(fields?: Readonly<Record<string, string | undefined>>): Promise<string>
  /** @returns the token response of a fresh code that the client, known by its secret, redeems */
  tokens(clientId?: string, fields?: Fields): Promise<TokenAnswer['body']>
}

export async function signedIn(provider: TestProvider, credentials: Credentials = alice): Promise<SignedIn> {
  const userAgent = provider.newUserAgent()
  codeOf(await authorize(provider, {}, userAgent, credentials))
  // The first request of an application of another organization shows the account, once.
  const code: SignedIn['code'] = async (fields = {}) =>
    codeOf(await chooseAccount(userAgent, await userAgent.get(authorizationUrl(provider, fields))))
  return {
    userAgent,
    code,
    async tokens(clientId = 'basic', fields = {}) {
      const answer = await redeem(
        provider,
        await code({ client_id: clientId, ...fields }),
        {},
        { authorization: basicHeader(clientId, clientSecret) },
      )
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    },
  }
}

/** Chooses the first account where the page asks for one. */
export async function chooseAccount(userAgent: UserAgent, page: Page): Promise<Page> {
  const form = page.redirectedTo === undefined ? page.forms.findIndex(({ fields }) => 'sessionId' in fields) : -1
  return form === -1 ? page : await userAgent.submit(page, {}, form)
}

export interface CodeVerifier {
  readonly verifier: string
  /** What goes into the authorization request. */
  readonly challenge: { readonly code_challenge: string; readonly code_challenge_method: 'S256' }
}

/** https://www.rfc-editor.org/rfc/rfc7636#section-4.1 */
export async function codeVerifier(verifier: string = `${crypto.randomUUID()}.${crypto.randomUUID()}`): Promise<CodeVerifier> {
  return { verifier, challenge: { code_challenge: digest(verifier), code_challenge_method: 'S256' } }
}

/** The status, the error, and that it is an answer as RFC 6749 shapes it: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function assertError(answer: TokenAnswer, status: number, error: string): void {
  assert.equal(answer.body['error'], error, JSON.stringify(answer.body))
  assert.equal(answer.status, status)
  assert.deepEqual(Object.keys(answer.body).sort(), ['error', 'error_description'])
  // %x20-21 / %x23-5B / %x5D-7E
  assert.match(String(answer.body['error_description']), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('pragma'), 'no-cache')
}

/** Who could not use Basic is not challenged for it; who is, is challenged rightly. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function assertInvalidClient(answer: TokenAnswer): void {
  assertError(answer, 401, 'invalid_client')
  assert.match(answer.headers.get('www-authenticate') ?? 'Basic realm="', /^Basic realm="/)
}

export function assertChallenged(answer: TokenAnswer): void {
  assertInvalidClient(answer)
  assert.notEqual(answer.headers.get('www-authenticate'), null)
}
