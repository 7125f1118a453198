// The account page without a session, and the list of sessions on it.
import { acmeDocument, alice, bob, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { authorizationUrl, authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'

const endPath = '/ui/account/sessions/end'
const endOthersPath = '/ui/account/sessions/end-others'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

let provider: TestProvider

before(async () => void (provider = await startAccountProvider()))
after(async () => await provider.close())

const sessionsOf = async (userId: string) =>
  await provider.storage.stores.sessions!.listOfUser(userId, provider.clock.now(), { limit: 1000 })

describe('the account page', () => {
  test('a browser without a session signs in first, and comes back', async () => {
    const userAgent = provider.newUserAgent()
    const login = await userAgent.get(`${provider.issuer}/ui/account`)
    assert.equal(login.url.pathname, '/ui/login')
    const page = await signIn(userAgent, login, alice)
    assert.equal(page.url.pathname, '/ui/account')
    assert.match(
      textOf(page),
      /Your account Alice Liddell .*User name alice@acme\.example .*Email alice@mail\.example .*Phone \+441865000000 .*Organization Acme /,
    )
  })

  test('an address that is not verified is marked as such', async () => {
    assert.match(textOf(await openAccount(provider, provider.newUserAgent(), bob)), /Email bob@mail\.example not confirmed/)
  })

  // The script reports to the browser which passkeys exist.
  test('it is never stored, framed or sent elsewhere, and runs no script but our own', async () => {
    const { headers } = await openAccount(provider)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    )
  })

  test('of several accounts in one browser the page asks for one, and every path names it', async () => {
    const userAgent = provider.newUserAgent()
    await authorize(provider, {}, userAgent, alice)
    provider.clock.advance(60)
    await authorize(provider, { prompt: 'login' }, userAgent, bob)
    const choice = await userAgent.get(`${provider.issuer}/ui/account`)
    assert.match(textOf(choice), /Choose an account .*Bob Builder bob@acme\.example .*Alice Liddell alice@acme\.example/)
    const page = await userAgent.get(`${provider.issuer}/ui/account?account=alice`)
    assert.match(textOf(page), /Your account Alice Liddell/)
    assert.ok(page.forms.every(({ fields }) => fields['account'] === 'alice'))
    const ended = await submitTo(userAgent, page, endPath)
    assert.equal(ended.url.pathname, '/ui/login', 'the session of alice in this browser has ended')
    assert.match(textOf(await userAgent.get(`${provider.issuer}/ui/account`)), /Your account Bob Builder/)
  })

  test('the account of a user who is not signed in to this browser is not shown', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    assert.equal((await userAgent.get(`${provider.issuer}/ui/account?account=bob`)).url.pathname, '/ui/login')
    assert.equal((await userAgent.get(`${provider.issuer}/ui/account?account=%0d%0aset-cookie%3a%27()`)).url.pathname, '/ui/login')
  })
})

describe('the sessions of a user', () => {
  test('LG-16 each one of the user, and no other, is listed with browser, network and times; this one comes first', async () => {
    const laptop = provider.newUserAgent('203.0.113.77')
    const link = authorizationUrl(provider, { login_hint: alice.loginName })
    await signIn(laptop, await laptop.get(link), alice)
    const page = await openAccount(provider)
    const list = textOf(page)
    assert.match(list, /Unknown browser This browser Signed in .* UTC Last used .* UTC/)
    assert.match(list, /Unknown browser Signed in .* Network 203\.0\.113\.0\/24/)
    assert.equal(list.match(/This browser/g)?.length, 1)
  })

  test('an answer to an application counts as a use, and is written once an hour at most', async () => {
    const userAgent = provider.newUserAgent()
    provider.clock.advance(1)
    await authorize(provider, {}, userAgent, bob)
    const [first] = await sessionsOf('bob')
    assert.equal(first?.lastUsedAt, undefined)
    provider.clock.advance(3599)
    await authorize(provider, {}, userAgent, bob)
    assert.equal((await sessionsOf('bob'))[0]?.lastUsedAt, undefined)
    provider.clock.advance(1)
    await authorize(provider, {}, userAgent, bob)
    const used = provider.clock.now()
    assert.equal((await sessionsOf('bob'))[0]?.lastUsedAt, used)
    provider.clock.advance(3599)
    await authorize(provider, {}, userAgent, bob)
    assert.equal((await sessionsOf('bob'))[0]?.lastUsedAt, used)
  })

  test('a revoked session signs in to no application any more, and its tokens are invalid', async () => {
    const elsewhere = provider.newUserAgent()
    const code = codeOf(await authorize(provider, { scope: 'openid offline_access' }, elsewhere))
    const { body } = await redeem(provider, code)
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    // The first one on the page is this browser's.
    const [, ...others] = page.forms.filter(({ action }) => action === endPath)
    assert.ok(others.length > 0)
    for (const { fields } of others) await submitTo(userAgent, page, endPath, { session: fields['session'] ?? '' })
    const after = await userAgent.get(`${provider.issuer}/ui/account`)
    assert.equal(after.forms.filter(({ action }) => action === endPath).length, 1)
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
    const refreshed = await provider.fetch(
      new Request(`${provider.issuer}/oauth/v2/token`, {
        method: 'POST',
        headers: { authorization: basicHeader('basic', clientSecret), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(body['refresh_token']), redirect_uri: redirectUri }),
      }),
    )
    assert.equal(refreshed.status, 400)
    assert.equal((await elsewhere.get(authorizationUrl(provider))).redirectedTo, undefined, 'the other browser has to sign in')
  })

  test('all others end at once, and this one stays', async () => {
    const others = [provider.newUserAgent(), provider.newUserAgent(), provider.newUserAgent()]
    for (const each of others) await authorize(provider, {}, each)
    const bobs = await sessionsOf('bob')
    const userAgent = provider.newUserAgent()
    const page = await submitTo(userAgent, await openAccount(provider, userAgent), endOthersPath)
    assert.match(textOf(page), /All other browsers were signed out\./)
    assert.equal((await sessionsOf('alice')).length, 1)
    assert.deepEqual(await sessionsOf('bob'), bobs)
    for (const each of others) assert.equal((await each.get(authorizationUrl(provider))).redirectedTo, undefined)
    assert.equal(page.forms.filter(({ action }) => action === endOthersPath).length, 0, 'there is nothing left to end')
  })

  test('the section shows the newest sessions, and pages show all of them', async () => {
    const { sessions } = provider.storage.stores
    const now = provider.clock.now()
    for (let index = 0; index < 120; index += 1) {
      await sessions!.insert(
        {
          id: `bob-${index}`,
          userId: 'bob',
          authenticatedAt: now - index,
          factors: [],
          createdAt: now,
          expiresAt: now + 86_400_000 - index,
          device: { network: `198.51.${index}.0/24` },
        },
        `agent-${index}`,
        undefined,
      )
    }
    const userAgent = provider.newUserAgent()
    let page = await openAccount(provider, userAgent, bob)
    const networksOn = (): readonly string[] => textOf(page).match(/198\.51\.\d+\.0/g) ?? []
    assert.ok(networksOn().length <= 20)
    const link = /href="([^"]*\/ui\/account\/sessions[^"]*)"/
    const seen = new Set<string>()
    let pages = 0
    for (let next = link.exec(page.text)?.[1]; next !== undefined; next = link.exec(page.text)?.[1]) {
      page = await userAgent.get(new URL(next.replaceAll('&amp;', '&'), provider.issuer).href)
      assert.equal(page.status, 200)
      for (const network of networksOn()) seen.add(network)
      pages += 1
    }
    assert.equal(seen.size, 120)
    assert.equal(pages, Math.ceil((await sessionsOf('bob')).length / 50))
    assert.equal((await userAgent.get(`${provider.issuer}/ui/account/sessions?after=x`)).status, 200)
    await submitTo(userAgent, await userAgent.get(`${provider.issuer}/ui/account`), endOthersPath)
    assert.equal((await sessionsOf('bob')).length, 1)
  })

  test('AC-02 the session of another user is not found, and stays', async () => {
    await authorize(provider, {}, provider.newUserAgent(), bob)
    const [foreign] = await sessionsOf('bob')
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    const answer = await submitTo(userAgent, page, endPath, { session: foreign?.id ?? '' })
    assert.equal(answer.status, 404)
    assert.deepEqual((await sessionsOf('bob'))[0], foreign)
    assert.equal((await submitTo(userAgent, page, endPath, { session: '' })).status, 404)
  })

  test('the end of a session is in the audit trail', async () => {
    const userAgent = provider.newUserAgent()
    await authorize(provider, {}, provider.newUserAgent())
    await submitTo(userAgent, await openAccount(provider, userAgent), endOthersPath)
    const [event] = await provider.storage.stores.auditEvents!.list({ limit: 1 })
    assert.deepEqual([event?.type, event?.actorId, event?.subject?.kind], ['session_ended', 'alice', 'session'])
  })
})

describe('the forms of the account page', () => {
  test('a form from another site is refused', async () => {
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    const before = await sessionsOf('alice')
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { origin: provider.issuer, 'sec-fetch-site': 'same-site' },
    ]) {
      assert.equal((await userAgent.submit(page, {}, 0, { headers })).status, 403)
    }
    assert.deepEqual(await sessionsOf('alice'), before)
  })

  test('a form without the token of the session changes nothing, and its page is shown again', async () => {
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    const before = await sessionsOf('alice')
    for (const csrf of ['', 'x'.repeat(43)]) {
      const answer = await submitTo(userAgent, page, endPath, { csrf })
      assert.equal(answer.url.pathname, '/ui/account')
      assert.match(textOf(answer), /You signed in again after you opened this page, so nothing was changed/)
    }
    assert.deepEqual(await sessionsOf('alice'), before)
  })

  test('a form whose session has ended leads to the login and back to its page', async () => {
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent)
    userAgent.cookies.clear()
    const answer = await submitTo(userAgent, page, endPath)
    assert.equal(answer.url.pathname, '/ui/login')
    assert.equal((await signIn(userAgent, answer, alice)).url.pathname, '/ui/account')
  })

  test('a link cannot make the page say that something was done', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    for (const query of ['done=other_sessions_ended', 'done=other_sessions_ended&mark=x', 'error=outdated_form', 'done=__proto__&mark=']) {
      const page = await userAgent.get(`${provider.issuer}/ui/account?${query}`)
      assert.equal(page.status, 200)
      assert.doesNotMatch(page.text, /role="(status|alert)"/)
    }
  })
})

test('a provider without the account page has no such route', async () => {
  const bare = await startAccountProvider({ endpoints: [] })
  try {
    assert.equal((await bare.newUserAgent().get(`${bare.issuer}/ui/account`)).status, 404)
    assert.equal((await bare.newUserAgent().post(`${bare.issuer}${endPath}`, {})).status, 404)
  } finally {
    await bare.close()
  }
})

test('the browser is named where it says what it is', async () => {
  const userAgent = provider.newUserAgent()
  const options = { headers: { 'user-agent': firefox } }
  const start = await userAgent.get(`${provider.issuer}/ui/account`, options)
  const asked = await userAgent.submit(start, { loginName: alice.loginName }, 0, options)
  assert.match(textOf(await userAgent.submit(asked, { password: alice.password }, 0, options)), /Firefox on Linux This browser/)
})

test('a user who signed in without an application lands on the page of the organization, or else on the account page', async () => {
  const userAgent = provider.newUserAgent()
  const page = await signIn(userAgent, await userAgent.get(`${provider.issuer}/ui/account/landing`), alice)
  assert.equal(page.url.pathname, '/ui/account')
  const [org, ...others] = acmeDocument().orgs ?? []
  await provider.apply({
    orgs: [{ ...org, orgId: 'acme', loginPolicy: { allowUsernamePassword: true, defaultRedirectUri: 'https://home.example/' } }, ...others],
  })
  const landed = await userAgent.get(`${provider.issuer}/ui/account/landing`)
  assert.equal(landed.redirectedTo?.href, 'https://home.example/')
})
