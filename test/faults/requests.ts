// The connection is cut at each statement of each request that clients send. Each is answered as if nothing had happened or with 503, and
// sent again.
import { clientSecret } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cut } from '../../packages/storage-postgres/test/fault-proxy.ts'
import { basicHeader, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { acting, asSubject, exchange } from '../support/exchanging.ts'
import { grantAssertion, jwtBearer, requestByAssertion, requestByCredentials, robotSecret } from '../support/service-users.ts'
import { refresh } from '../support/refreshing.ts'
import { signedIn } from '../support/signed-in.ts'
import type { SignedIn } from '../support/signed-in.ts'
import { introspect, revoke } from '../support/token-endpoints.ts'
import { assertUnavailable, cutAtEach } from './service.ts'
import type { Service, Work } from './service.ts'

/** A request of a client. */
interface Request {
  /** Sends it, the same each time. */
  readonly send: () => Promise<TokenAnswer>
  /** Fails unless the successful answer is right. */
  readonly assertRight: (answer: TokenAnswer) => Promise<void>
}

interface Flow {
  readonly name: string
  /** How many statements one request sends to the server, with what rarely changes in memory, and after a change of it. */
  readonly statements: { readonly fromMemory: number; readonly afterChange: number }
  prepare(): Promise<Request>
  /**
   * Whether the request succeeds only once. A repetition fails with `invalid_grant` if the response was lost. A client can create another assertion.
   */
  readonly once?: true
  /** What else must hold in the end. */
  afterwards?(request: Request, answers: readonly TokenAnswer[]): Promise<void>
}

export function requestTests(get: () => Service, key: () => ClientKeyPair, cuts: readonly Cut[]): void {
  const provider = (): Service['provider'] => get().provider
  let alice: Promise<SignedIn> | undefined
  const user = async (): Promise<SignedIn> => await (alice ??= signedIn(provider()))

  const assertTokens = async ({ status, body }: TokenAnswer): Promise<void> => {
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await userinfoOf(provider(), body['access_token'])).status, 200)
  }
  const codeFlow = (clientId: string): Flow => ({
    name: `authorization_code, with tokens of ${clientId}`,
    // A JWT lists the clients of its audience.
    statements: clientId === 'jwt' ? { fromMemory: 6, afterChange: 8 } : { fromMemory: 5, afterChange: 7 },
    once: true,
    async prepare() {
      const code = await (await user()).code({ client_id: clientId, scope: 'openid offline_access' })
      const headers = { authorization: basicHeader(clientId, clientSecret) }
      return { send: async () => await redeem(provider(), code, {}, headers), assertRight: assertTokens }
    },
    async afterwards({ send }, answers) {
      // The code counts once, and everything that came from it ends with its reuse.
      assert.equal((await send()).body['error'], 'invalid_grant')
      for (const { body } of answers.filter(({ status }) => status === 200)) {
        assert.equal((await userinfoOf(provider(), body['access_token'])).status, 401)
        const headers = { authorization: basicHeader(clientId, clientSecret) }
        assert.equal((await refresh(provider(), body['refresh_token'], {}, headers)).body['error'], 'invalid_grant')
      }
    },
  })

  const flows: readonly Flow[] = [
    codeFlow('basic'),
    codeFlow('jwt'),
    {
      name: 'refresh_token',
      statements: { fromMemory: 5, afterChange: 7 },
      async prepare() {
        const { refresh_token: token } = await (await user()).tokens('basic', { scope: 'openid offline_access' })
        return { send: async () => await refresh(provider(), token), assertRight: assertTokens }
      },
      async afterwards({ send }, answers) {
        // Whatever was lost, there is one successor, and it works.
        const succeeded = [...answers, await send()].filter(({ status }) => status === 200)
        const [successor, ...others] = new Set(succeeded.map(({ body }) => body['refresh_token']))
        assert.deepEqual(others, [])
        await assertTokens(await refresh(provider(), successor))
      },
    },
    {
      name: 'client_credentials',
      statements: { fromMemory: 2, afterChange: 3 },
      async prepare() {
        const headers = { authorization: basicHeader('worker', robotSecret) }
        return { send: async () => await requestByCredentials(provider(), {}, headers), assertRight: assertTokens }
      },
    },
    {
      name: jwtBearer,
      // The id of the assertion and the token are one transaction: its beginning and its end are round trips, and it is flushed once.
      statements: { fromMemory: 6, afterChange: 8 },
      once: true,
      async prepare() {
        const assertion = await grantAssertion(provider(), key(), { iss: 'worker', sub: 'worker' })
        return { send: async () => await requestByAssertion(provider(), assertion), assertRight: assertTokens }
      },
      async afterwards({ send }) {
        assert.equal((await send()).body['error'], 'invalid_grant')
        const assertion = await grantAssertion(provider(), key(), { iss: 'worker', sub: 'worker' })
        await assertTokens(await requestByAssertion(provider(), assertion))
      },
    },
    {
      name: 'token exchange',
      // The subject token and the new one each ask which clients their audience has, and which organizations the instance trusts.
      statements: { fromMemory: 8, afterChange: 11 },
      async prepare() {
        const { access_token: token } = await (await user()).tokens()
        return { send: async () => await exchange(provider(), asSubject(token)), assertRight: assertTokens }
      },
    },
    {
      name: 'token exchange by an actor',
      // An actor with an administrative role needs the second factor that the login policy may demand.
      statements: { fromMemory: 11, afterChange: 20 },
      async prepare() {
        return { send: async () => await exchange(provider(), acting({ scope: 'openid' })), assertRight: assertTokens }
      },
    },
    ...['basic', 'jwt'].map((clientId): Flow => ({
      name: `introspection and userinfo of a token of ${clientId}`,
      // The clients of the audience are asked for at each use; of a JWT, which lists them, also which of them the client may reach now.
      statements: clientId === 'jwt' ? { fromMemory: 6, afterChange: 8 } : { fromMemory: 4, afterChange: 6 },
      async prepare() {
        const { access_token: token } = await (await user()).tokens(clientId)
        let calls = 0
        return {
          send: async () => (calls++ % 2 === 0 ? await introspect(provider(), token, 'portal-api') : await userinfoOf(provider(), token)),
          // A token that is valid is never called invalid.
          assertRight: async ({ status, body }) => assert.deepEqual([status, body['sub']], [200, 'alice'], JSON.stringify(body)),
        }
      },
    })),
    ...['refresh_token', 'access_token'].map((kind): Flow => ({
      name: `revocation of an ${kind}`,
      statements: { fromMemory: kind === 'refresh_token' ? 4 : 3, afterChange: kind === 'refresh_token' ? 5 : 4 },
      async prepare() {
        const tokens = await (await user()).tokens('basic', { scope: 'openid offline_access' })
        return {
          send: async () => await revoke(provider(), tokens[kind]),
          assertRight: async ({ status }) => {
            assert.equal(status, 200)
            assert.equal((await userinfoOf(provider(), tokens['access_token'])).status, 401)
          },
        }
      },
    })),
  ]

  for (const { name, prepare, statements: sent, once, afterwards } of flows) {
    test(`RL-12 RL-13 a connection that is cut at any statement of ${name} costs an answer, and nothing else`, async () => {
      for (const cut of cuts) {
        const work: Work<Request, TokenAnswer> = {
          prepare,
          run: async ({ send }) => await send(),
          async check(answer, { where, mayBeDone }, request) {
            if (answer.status === 200) await request.assertRight(answer)
            else assertUnavailable(answer, where)
            const again = await request.send()
            const isSpent = once === true && again.body['error'] === 'invalid_grant'
            if (once === true && answer.status === 200) assert.ok(isSpent, where)
            else if (!isSpent || !mayBeDone) await request.assertRight(again)
            await afterwards?.(request, [answer, again])
          },
        }
        const fromMemory = await cutAtEach(get(), cut, work)
        const afterChange = await cutAtEach(get(), cut, { ...work, afterChange: true })
        const advice = 'Each statement is a round trip to the server: state the reason for an additional one.'
        assert.deepEqual({ fromMemory, afterChange }, sent, advice)
      }
    })
  }

  test('no request met an unexpected condition', () => {
    assert.deepEqual(
      provider().logged.filter(({ event }) => event === 'unexpected_error'),
      [],
    )
  })
}
