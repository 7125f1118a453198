// An attacker's attempts on a user name block unknown browsers only. Only an administrator locks a user, and that revokes everything.
import { alice, clientSecret } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { authorize, basicHeader, codeOf, postToken, redeem } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { signedOutCopy } from '../support/known-browser.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { allRefreshing } from '../support/refreshing.ts'

let provider: TestProvider
beforeEach(async () => {
  const document = allRefreshing(acmeWith({ lockoutPolicy: { maxPasswordAttempts: 5 } }))
  provider = await startTestProvider({ document, grants: [authorizationCode(), refreshToken()] })
})
afterEach(async () => await provider.close())

const isSignedIn = (page: Page): boolean => page.redirectedTo?.searchParams.has('code') === true
const asksToWait = (page: Page, time: string): boolean => page.text.includes(`Too many attempts. Wait ${time}, then try again.`)
const withPassword = async (password: string, userAgent: UserAgent = provider.newUserAgent(), loginName = alice.loginName): Promise<Page> =>
  await authorize(provider, { prompt: 'login' }, userAgent, { loginName, password })

async function guess(): Promise<void> {
  for (let count = 0; count < 20; count++) {
    await withPassword(`guess ${count}`)
    provider.clock.advance(2)
  }
}

async function isActive(token: string): Promise<boolean> {
  const answer = await provider.fetch(new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
  return answer.status === 200
}

const refresh = async (token: string): Promise<TokenAnswer> =>
  await postToken(provider, { grant_type: 'refresh_token', refresh_token: token }, { authorization: basicHeader('basic', clientSecret) })

test('PW-06 a stranger who guesses for long ends no session and no token, and keeps the user out of no browser that knows them', async () => {
  const home = provider.newUserAgent()
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid offline_access' }, home)))
  const away = signedOutCopy(provider, home)
  await guess()

  assert.equal((await provider.storage.stores.users?.find(alice.id))?.state, 'active')
  assert.ok(await isActive(String(body['access_token'])))
  assert.ok(isSignedIn(await authorize(provider, { prompt: 'none' }, home)), 'the session goes on')
  assert.equal((await refresh(String(body['refresh_token']))).status, 200)
  assert.ok(isSignedIn(await withPassword(alice.password, away)), 'where the user signed out')
  assert.ok(asksToWait(await withPassword(alice.password), '15 minutes'), 'and nowhere else')
  provider.clock.advance(15 * 60)
  assert.ok(isSignedIn(await withPassword(alice.password)))
})

test('PW-02 an unknown name gets the same response, attempt by attempt', async () => {
  const seen = []
  for (const loginName of [alice.loginName, 'unknown@acme.example']) {
    const pages = []
    for (let count = 0; count < 7; count++) {
      const { status, headers, text } = await withPassword('wrong', provider.newUserAgent(), loginName)
      const what = /role="alert">([^<]*)/.exec(text)?.[1]
      pages.push([status, headers.get('retry-after'), what])
    }
    seen.push(pages)
  }
  assert.deepEqual(seen[0], seen[1])
  assert.equal(seen[0]?.[6]?.[2], 'Too many attempts. Wait 15 minutes, then try again.')
})

test('PW-05 LG-14 an administrator who locks the user ends all of it: sessions, tokens, and known browsers', async () => {
  const home = provider.newUserAgent()
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid offline_access' }, home)))
  const unredeemed = codeOf(await authorize(provider, {}, home))
  const locked = allRefreshing(acmeWith({ lockoutPolicy: { maxPasswordAttempts: 5 } }))
  await provider.apply({
    orgs: (locked.orgs ?? []).map((org) => ({
      ...org,
      humanUsers: (org.humanUsers ?? []).map((user) =>
        user.userId === alice.id ? { ...user, state: 'USER_STATE_LOCKED' as const } : user,
      ),
    })),
  })
  assert.equal(await isActive(String(body['access_token'])), false)
  assert.equal((await refresh(String(body['refresh_token']))).body['error'], 'invalid_grant')
  assert.equal((await redeem(provider, unredeemed)).body['error'], 'invalid_grant')
  assert.equal((await authorize(provider, { prompt: 'none' }, home)).redirectedTo?.searchParams.get('error'), 'login_required')
  assert.match((await withPassword(alice.password, home)).text, /This account cannot be used/)
})
