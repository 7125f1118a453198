// Changes that need no fresh proof: name and language, and the access of applications.
import { acmeDocument, alice, bob, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { allRefreshing } from '../../support/refreshing.ts'

const profilePath = '/ui/account/profile'
const savePath = '/ui/account/profile/save'
const revokePath = '/ui/account/applications/revoke'

let provider: TestProvider

beforeEach(async () => void (provider = await startAccountProvider({ document: allRefreshing(acmeDocument()) })))
afterEach(async () => await provider.close())

const userOf = async (userId: string) => await provider.storage.stores.users?.find(userId)

describe('name and language', () => {
  test('are changed without a fresh proof; pages speak the chosen language', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    provider.clock.advance(3600)
    const form = await openAccount(provider, userAgent, alice, profilePath)
    assert.deepEqual(form.forms[0]?.fields['firstName'], 'Alice')
    const page = await submitTo(userAgent, form, savePath, { firstName: 'Alicia', lastName: 'Hargreaves', nickName: '', language: 'fr' })
    assert.match(textOf(page), /Votre nom et votre langue ont été enregistrés\..*Alicia Hargreaves/)
    const { firstName, lastName, nickName, displayName, preferredLanguage, gender } = (await userOf('alice')) ?? {}
    assert.deepEqual(
      { firstName, lastName, nickName, displayName, preferredLanguage, gender },
      {
        firstName: 'Alicia',
        lastName: 'Hargreaves',
        nickName: undefined,
        displayName: 'Alicia Hargreaves',
        preferredLanguage: 'fr',
        gender: 'female',
      },
    )
  })

  test('a missing name is reported, and nothing is stored', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const form = await openAccount(provider, userAgent, alice, profilePath)
    const before = await userOf('alice')
    const page = await submitTo(userAgent, form, savePath, { firstName: '  ', lastName: 'B', language: 'de' })
    assert.equal(page.url.pathname, profilePath)
    assert.match(textOf(page), /Fill in all required fields\./)
    assert.deepEqual(await userOf('alice'), before)
  })

  test('a form that repeats a field is refused', async () => {
    const { status } = await provider.fetch(
      new Request(`${provider.issuer}${savePath}`, {
        method: 'POST',
        headers: { origin: provider.issuer, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams([
          ['firstName', 'Ann'],
          ['firstName', 'Bob'],
        ]),
      }),
    )
    assert.equal(status, 400)
  })

  test('line breaks and overlong names are cut, and an unknown language changes nothing', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const form = await openAccount(provider, userAgent, alice, profilePath)
    await submitTo(userAgent, form, savePath, { firstName: 'A\r\nBcc: x', lastName: '𝄞'.repeat(300), language: 'x-evil' })
    const user = await userOf('alice')
    assert.equal(user?.firstName, 'A Bcc: x')
    assert.equal([...(user?.lastName ?? '')].length, 200)
    assert.equal(user?.preferredLanguage, 'en')
  })
})

/** Signs in to the client `basic` with offline access. @returns the tokens */
async function offline(userAgent: UserAgent, credentials = alice): Promise<Readonly<Record<string, unknown>>> {
  const page = await authorize(provider, { scope: 'openid offline_access' }, userAgent, credentials)
  return (await redeem(provider, codeOf(page))).body
}

const refresh = async (token: unknown): Promise<number> =>
  (
    await postToken(
      provider,
      { grant_type: 'refresh_token', refresh_token: String(token), redirect_uri: redirectUri },
      { authorization: basicHeader('basic', clientSecret) },
    )
  ).status

describe('applications with access', () => {
  test('are listed by name once, and lose every refresh token and access token of this user', async () => {
    const first = await offline(provider.newUserAgent())
    const second = await offline(provider.newUserAgent())
    const bobs = await offline(provider.newUserAgent(), bob)
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    assert.equal(textOf(page).match(/Basic Access since/g)?.length, 1)
    const after = await submitTo(userAgent, page, revokePath)
    assert.match(textOf(after), /The application no longer has access\./)
    assert.doesNotMatch(textOf(after), /Applications with access/)
    for (const tokens of [first, second]) {
      assert.equal(await refresh(tokens['refresh_token']), 400)
      assert.equal((await userinfoOf(provider, tokens['access_token'])).status, 401)
    }
    assert.equal((await userinfoOf(provider, bobs['access_token'])).status, 200)
    assert.equal(await refresh(bobs['refresh_token']), 200)
    const events = (await provider.storage.stores.auditEvents?.list({ limit: 20 })) ?? []
    const revoked = events.filter(({ type }) => type === 'token_revoked')
    assert.deepEqual(
      revoked.map(({ actorId, clientId }) => [actorId, clientId]),
      [['alice', 'basic']],
    )
  })

  test('whose session has ended are not listed', async () => {
    await offline(provider.newUserAgent())
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    assert.match(textOf(page), /Applications with access/)
    assert.doesNotMatch(textOf(await submitTo(userAgent, page, '/ui/account/sessions/end-others')), /Applications with access/)
  })

  test('AC-02 an application without access is not found', async () => {
    await offline(provider.newUserAgent(), bob)
    await offline(provider.newUserAgent())
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    for (const client of ['post', 'unknown', '']) {
      assert.equal((await submitTo(userAgent, page, revokePath, { client })).status, 404, client)
    }
  })
})

test('AC-02 the passkey of another user is neither named, renamed nor removed', async () => {
  const userAgent = provider.newUserAgent()
  const page = await signIn(userAgent, await userAgent.get(`${provider.issuer}/ui/account`), alice)
  const csrf = page.forms[0]?.fields['csrf'] ?? ''
  const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
  for (const path of ['/ui/account/passkeys/rename', '/ui/account/passkeys/remove']) {
    assert.equal((await userAgent.post(`${provider.issuer}${path}`, { csrf, passkey: 'foreign', name: 'Mine' }, { headers })).status, 404)
  }
  assert.equal((await userAgent.get(`${provider.issuer}/ui/account/passkeys/name?passkey=foreign`)).status, 404)
})
