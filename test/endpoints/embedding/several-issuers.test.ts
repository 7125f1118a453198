// Several issuers in one process: what each has for itself, and what is refused.
import { CompositionError, combineProviders } from '@symbolon/server'
import type { CombinedProviders } from '@symbolon/server'
import { alice, createUserAgent, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, authorize, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { shared } from '../../support/shared-storage.ts'

const issuers = ['https://one.example', 'https://shared.example/acme', 'https://shared.example/globex'] as const
let tenants: readonly [TestProvider, TestProvider, TestProvider]
let combined: CombinedProviders

before(async () => {
  const [one, acme, globex] = issuers
  tenants = [
    await startTestProvider({ issuer: one }),
    await startTestProvider({ issuer: acme }),
    await startTestProvider({ issuer: globex }),
  ]
  combined = await combineProviders(tenants.map(({ provider }) => provider))
})
after(async () => await combined.close())

const newUserAgent = (): UserAgent => createUserAgent(async (request) => await combined.fetch(request))

describe('several issuers', () => {
  test('a request goes to the issuer that its host and path name', async () => {
    for (const issuer of issuers) {
      const answer = await combined.fetch(new Request(`${issuer}/.well-known/openid-configuration`))
      assert.equal(((await answer.json()) as { issuer: string }).issuer, issuer)
      const headers = { host: new URL(issuer).host }
      const behindProxy = new Request(`http://127.0.0.1:8080${new URL(issuer).pathname.replace(/^\/$/, '')}/oauth/v2/keys`, { headers })
      assert.equal((await combined.fetch(behindProxy)).status, 200)
      assert.equal(combined.find(behindProxy)?.issuer, issuer)
    }
    const status = async (url: string): Promise<number> => (await combined.fetch(new Request(url))).status
    assert.equal(await status('https://other.example/oauth/v2/keys'), 421)
    assert.equal(await status('https://shared.example/oauth/v2/keys'), 404)
    assert.equal(await status('https://shared.example/initech/oauth/v2/keys'), 404)
    assert.equal(combined.find(new Request('https://shared.example/')), undefined)
  })

  test('LG-28 a person has a session at each, also below one origin, and a sign-out ends one of them', async () => {
    const userAgent = newUserAgent()
    const [one, acme, globex] = tenants
    const ids: string[] = []
    for (const tenant of [acme, globex, one]) {
      const page = await authorize(tenant, {}, userAgent)
      const { body } = await redeem(tenant, codeOf(page))
      ids.push(String(body['id_token']))
    }
    const isSignedIn = async (tenant: TestProvider): Promise<boolean> => {
      const page = await userAgent.get(authorizationUrl(tenant, { prompt: 'none' }))
      return page.redirectedTo?.searchParams.has('code') === true
    }
    assert.deepEqual([await isSignedIn(one), await isSignedIn(acme), await isSignedIn(globex)], [true, true, true])
    await userAgent.get(`${acme.issuer}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: ids[0] ?? '' })}`)
    assert.deepEqual([await isSignedIn(one), await isSignedIn(acme), await isSignedIn(globex)], [true, false, true])
  })

  test('HO-16 codes, tokens, hints and sessions of one are nothing at another', async () => {
    const [one, acme, globex] = tenants
    const userAgent = newUserAgent()
    const code = codeOf(await authorize(acme, {}, userAgent))
    const refused = await redeem(globex, code)
    assert.deepEqual([refused.status, refused.body['error']], [400, 'invalid_grant'])
    const { body } = await redeem(acme, code)
    for (const other of [one, globex]) {
      assert.equal((await userinfoOf(other, body['access_token'])).status, 401)
      const hinted = await userAgent.get(authorizationUrl(other, { prompt: 'none', id_token_hint: String(body['id_token']) }))
      assert.equal(hinted.redirectedTo?.searchParams.has('code') ?? false, false)
    }
    assert.equal((await userinfoOf(acme, body['access_token'])).status, 200)
    // The session's cookie of one, under the name of another.
    const session = userAgent.cookies.list().find(({ name }) => name.startsWith('__Host-symbolon-session-')) ?? assert.fail('no session')
    const thief = newUserAgent()
    await signIn(thief, await thief.get(authorizationUrl(globex)), alice)
    const own = thief.cookies.list().find(({ name }) => name.startsWith('__Host-symbolon-session-')) ?? assert.fail('no session')
    assert.notEqual(own.name, session.name)
    thief.cookies.set(own.name, session.value, new URL(globex.issuer))
    const tried = await thief.get(authorizationUrl(globex, { prompt: 'none' }))
    assert.equal(tried.redirectedTo?.searchParams.get('error'), 'login_required')
  })

  test('HO-16 two providers of one issuer, and two issuers on one database, are refused', async () => {
    const [one] = tenants
    const refusal = (code: string) => (error: unknown) => error instanceof CompositionError && error.code === code
    await assert.rejects(combineProviders([one.provider, one.provider]), refusal('duplicate_issuer'))
    const storage = shared(libsql({ url: ':memory:' }))
    const first = await startTestProvider({ issuer: 'https://first.example', storage })
    const second = await startTestProvider({ issuer: 'https://second.example', storage })
    await assert.rejects(combineProviders([first.provider, second.provider]), refusal('shared_database'))
    await first.close()
    await second.close()
  })
})
