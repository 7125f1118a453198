// The connection is cut at each statement of a sign-in, of an authorization response, and of a sign-out. It is enough that a user who
// sees the error page reloads it, and that an application that receives `temporarily_unavailable` sends its user again.
import { alice } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cut } from '../../packages/storage-postgres/test/fault-proxy.ts'
import { authorizationUrl, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import { endSession } from '../support/end-session.ts'
import { codeAt, isSignedIn, password } from '../support/second-factor.ts'
import { signedIn } from '../support/signed-in.ts'
import { careful, cutAtEach } from './service.ts'
import type { Service } from './service.ts'

/** Far more than one fault costs. */
const mostRequests = 20

/** @param step of the sign-ins, each of which has dozens of statements */
export function browserTests(get: () => Service, cuts: readonly Cut[], step: number): void {
  /**
   * Acts like a persistent user: reloads an error page, and begins again after an error response to the application.
   * @param next the next step on a page without a fault; undefined at the end
   */
  async function persist(
    userAgent: UserAgent,
    begin: () => Promise<Page>,
    next: (page: Page) => (() => Promise<Page>) | undefined,
  ): Promise<Page> {
    const seen: string[] = []
    let act = begin
    for (let requests = 0; requests < mostRequests; requests += 1) {
      const page = await act()
      seen.push(`${page.status} ${page.redirectedTo?.href ?? page.url.pathname}`)
      const error = new URLSearchParams(page.redirectedTo?.search.slice(1) || page.redirectedTo?.hash.slice(1)).get('error')
      if (page.status === 503) {
        assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
        const isAnswerToForm = page.visited.length === 1
        if (!isAnswerToForm) act = async () => await userAgent.get(page.url)
      } else if (error === null) {
        assert.equal(page.redirectedTo === undefined ? page.status : 200, 200, `${seen.join('\n')}\n${page.text}`)
        const following = next(page)
        if (following === undefined) return page
        act = following
      } else {
        assert.equal(error, 'temporarily_unavailable', seen.join('\n'))
        act = begin
      }
    }
    throw new Error(`There is no end:\n${seen.join('\n')}`)
  }

  async function persistAtSignIn(userAgent: UserAgent, loginName: string, typed: string): Promise<Page> {
    const { provider } = get()
    const begin = async (): Promise<Page> => await userAgent.get(authorizationUrl(provider))
    return await persist(userAgent, begin, (page) => {
      const fields = page.forms[0]?.fields ?? {}
      const skip = page.forms.findIndex((form) => 'step' in form.fields)
      if (isSignedIn(page)) return undefined
      if ('password' in fields) return async () => await userAgent.submit(page, { password: typed })
      if ('loginName' in fields) return async () => await userAgent.submit(page, { loginName })
      if (skip >= 0) return async () => await userAgent.submit(page, {}, skip)
      return async () => {
        // A code is accepted once, even if the response was lost.
        provider.clock.advance(60)
        return await userAgent.submit(page, { code: codeAt(provider) })
      }
    })
  }

  test('RL-12 a person whose request finds no flags, because they are old and cannot be read, gets a page and the headers of pages', async () => {
    const { provider, proxy } = get()
    provider.clock.advance(60)
    proxy.cut(0, 'before')
    const page = await provider.newUserAgent().get(authorizationUrl(provider))
    assert.match(proxy.struck ?? '', /"features"/)
    await proxy.heal()
    assert.equal(page.status, 503)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src/)
  })

  for (const [index, cut] of cuts.entries()) {
    const people = [
      { what: 'password', loginName: alice.loginName, typed: alice.password },
      { what: 'password and a code', loginName: `${careful[index] ?? ''}@acme.example`, typed: password },
    ]
    for (const { what, loginName, typed } of people) {
      test(`RL-12 a connection that is cut (${cut}) at any statement of a sign-in with ${what} costs a person a reload`, async () => {
        const { provider } = get()
        const statements = await cutAtEach(get(), cut, {
          step,
          prepare: async () => provider.newUserAgent(),
          run: async (userAgent) => await persistAtSignIn(userAgent, loginName, typed),
          async check(page, { where }, userAgent) {
            assert.equal((await redeem(provider, codeOf(page))).status, 200, where)
            // The session is there: no acknowledged sign-in is lost.
            assert.ok(isSignedIn(await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))), where)
          },
        })
        assert.ok(statements > 20, `${statements}`)
      })
    }

    test(`RL-12 a connection that is cut (${cut}) at any statement of a signed-in browser’s implicit request costs a redirect`, async () => {
      const { provider } = get()
      const { userAgent } = await signedIn(provider)
      const url = authorizationUrl(provider, { client_id: 'spa', response_type: 'id_token token', nonce: 'n' })
      const statements = await cutAtEach(get(), cut, {
        prepare: async () => undefined,
        run: async () =>
          await persist(
            userAgent,
            async () => await userAgent.get(url),
            () => undefined,
          ),
        async check(page, { where }) {
          const answer = new URLSearchParams(page.redirectedTo?.hash.slice(1))
          assert.equal((await userinfoOf(provider, answer.get('access_token'))).status, 200, where)
        },
      })
      assert.ok(statements > 5, `${statements}`)
    })

    test(`RL-12 a connection that is cut (${cut}) at any statement of a sign-out costs a reload, and a user without a confirmation has a complete session`, async () => {
      const { provider } = get()
      const statements = await cutAtEach(get(), cut, {
        async prepare() {
          const { userAgent, tokens } = await signedIn(provider)
          return { userAgent, hint: String((await tokens())['id_token']) }
        },
        run: async ({ userAgent, hint }) => await endSession(provider, userAgent, { id_token_hint: hint }),
        async check(answered, { where }, { userAgent, hint }) {
          const authorize = async (): Promise<Page> => await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
          const between = await authorize()
          if (isSignedIn(between)) {
            // The session is a whole one: what it opens works, and the next sign-out ends it.
            assert.equal(answered.status, 503, where)
            assert.equal((await redeem(provider, codeOf(between))).status, 200, where)
            await persist(
              userAgent,
              async () => await endSession(provider, userAgent, { id_token_hint: hint }),
              () => undefined,
            )
          }
          assert.ok(!isSignedIn(await authorize()), where)
        },
      })
      assert.ok(statements > 2, `${statements}`)
    })
  }
}
