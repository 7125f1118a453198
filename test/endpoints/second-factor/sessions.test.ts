// When a second factor is required: of every user who has one, after the password, and again when it is old; and that it cannot be bypassed.
import { endSession } from '@symbolon/core-protocol'
import { password } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { alice } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import {
  asksForCode,
  asksForPassword,
  careful,
  claimsOf,
  codeAt,
  documentWithApps,
  isSignedIn,
  toCode,
  wrongCode,
} from '../../support/second-factor.ts'

const hour = 3600
const withCode = () => ({ ...careful, code: () => codeAt(provider) })

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ document: documentWithApps(), endpoints: [endSession] })))
after(async () => await provider.close())
beforeEach(() => provider.clock.advance(600))

async function signedIn(): Promise<UserAgent> {
  const userAgent = provider.newUserAgent()
  assert.ok(isSignedIn(await authorize(provider, {}, userAgent, withCode())))
  return userAgent
}

const errorOf = async (userAgent: UserAgent, fields: Readonly<Record<string, string>>): Promise<unknown> =>
  (await userAgent.get(authorizationUrl(provider, fields))).redirectedTo?.searchParams.get('error')

test('LG-07 a user with an authenticator app is asked for its code, though no policy demands one, from the first sign-in on', async () => {
  const { userAgent } = await toCode(provider)
  const again = await userAgent.get(authorizationUrl(provider))
  assert.ok(asksForCode(again), 'a session with one factor answers nothing')
  assert.ok(isSignedIn(await authorize(provider, {}, provider.newUserAgent(), alice)), 'no other user is asked')
})

test('LG-06 the code is asked for whatever step is called, and no step can be left out', async () => {
  const { userAgent, page } = await toCode(provider)
  const { request = '', csrf = '' } = page.forms[0]?.fields ?? {}
  const resume = `${provider.issuer}/oauth/v2/authorize/resume?request=${request}`
  assert.ok(asksForCode(await userAgent.get(resume)))
  assert.ok(asksForCode(await userAgent.get(`${provider.issuer}/ui/login?request=${request}`)))
  const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
  for (const [step, fields] of [
    ['password', { password: careful.password }],
    ['totp', {}],
    ['accounts', { sessionId: 'x' }],
  ] as const) {
    const after = await userAgent.post(`${provider.issuer}/ui/login/${step}`, { request, csrf, ...fields }, { headers })
    assert.ok(asksForCode(after), step)
  }
})

test('LG-06 a code before the password is not looked at', async () => {
  const userAgent = provider.newUserAgent()
  const first = await userAgent.get(authorizationUrl(provider))
  const { request = '', csrf = '' } = first.forms[0]?.fields ?? {}
  const named = await userAgent.submit(first, { loginName: careful.loginName })
  assert.ok(asksForPassword(named))
  const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
  const code = codeAt(provider)
  const answer = await userAgent.post(`${provider.issuer}/ui/login/totp`, { request, csrf, code }, { headers })
  assert.ok(asksForPassword(answer))
  const next = await userAgent.submit(answer, { password: careful.password })
  assert.ok(isSignedIn(await userAgent.submit(next, { code })), 'and is not used up')
})

test('LG-04 a code is taken from our own page in the same browser alone', async () => {
  const { userAgent, page } = await toCode(provider)
  const { request = '', csrf = '' } = page.forms[0]?.fields ?? {}
  const path = `${provider.issuer}/ui/login/totp`
  const code = codeAt(provider)
  for (const [fields, headers] of [
    [{ request, csrf: 'wrong', code }, { origin: provider.issuer }],
    [{ request, code }, { origin: provider.issuer }],
    [{ request, csrf, code }, { origin: 'https://evil.example' }],
    [{ request, csrf, code }, { origin: 'null' }],
    [{ request, csrf, code }, { 'sec-fetch-site': 'cross-site' }],
  ] as const) {
    assert.equal((await userAgent.post(path, fields, { headers })).status, 403)
  }
  assert.equal((await provider.newUserAgent().post(path, { request, csrf, code }, { headers: { origin: provider.issuer } })).status, 403)
  assert.ok(isSignedIn(await userAgent.submit(page, { code })))
})

test('LG-02 the cookie changes with the code, and the one before opens nothing', async () => {
  const { userAgent, page } = await toCode(provider)
  const url = new URL(provider.issuer)
  const before = userAgent.cookies.header(url, { crossSite: false, method: 'GET' }) ?? ''
  assert.ok(isSignedIn(await userAgent.submit(page, { code: codeAt(provider) })))
  assert.notEqual(userAgent.cookies.header(url, { crossSite: false, method: 'GET' }), before)
  const session = /__Host-symbolon-session=[^;]+/.exec(before)?.[0] ?? ''
  assert.notEqual(session, '')
  const old = await provider.fetch(new Request(authorizationUrl(provider, { prompt: 'none' }), { headers: { cookie: session } }))
  assert.match(old.headers.get('location') ?? '', /error=login_required/)
})

test('the session goes on under its sid, with the methods in their order', async () => {
  const userAgent = provider.newUserAgent()
  const first = await claimsOf(provider, await authorize(provider, {}, userAgent, withCode()))
  provider.clock.advance(60)
  const chosen = await userAgent.submit(await userAgent.get(authorizationUrl(provider, { prompt: 'login' })), {
    loginName: careful.loginName,
  })
  const again = await claimsOf(provider, await userAgent.submit(chosen, { password: careful.password }))
  assert.equal(again['sid'], first['sid'])
  assert.deepEqual(again['amr'], ['pwd', 'otp', 'mfa'])
  assert.equal(Number(again['auth_time']) - Number(first['auth_time']), 60)
})

test('AZ-12 a second factor counts for 18 hours: then the code alone is required again, and prompt=none is an error', async () => {
  const userAgent = await signedIn()
  provider.clock.advance(18 * hour - 1)
  const before = await userAgent.get(authorizationUrl(provider))
  const { auth_time: authTime } = await claimsOf(provider, before)
  provider.clock.advance(1)
  assert.equal(await errorOf(userAgent, { prompt: 'none' }), 'interaction_required')
  const page = await userAgent.get(authorizationUrl(provider))
  assert.ok(asksForCode(page))
  const after = await userAgent.submit(page, { code: codeAt(provider) })
  const claims = await claimsOf(provider, after)
  assert.equal(claims['auth_time'], authTime, 'a code by itself is not a new authentication')
  assert.equal(claims['acr'], '2')
  assert.equal(await errorOf(userAgent, { prompt: 'none' }), null)
})

test('max_age and prompt=login ask for the password before the code', async () => {
  const userAgent = await signedIn()
  provider.clock.advance(18 * hour)
  for (const fields of [{ max_age: '60' }, { prompt: 'login', login_hint: careful.loginName, id_token_hint: '' }]) {
    let page = await userAgent.get(authorizationUrl(provider, fields))
    if (!asksForPassword(page)) page = await userAgent.submit(page, { loginName: careful.loginName })
    assert.ok(asksForPassword(page) && !asksForCode(page))
  }
  const page = await authorize(provider, { max_age: '60' }, userAgent, withCode())
  assert.equal((await claimsOf(provider, page))['auth_time'], Math.floor(provider.clock.now() / 1000))
})

test('an essential acr of 2 is met by a user with a second factor, and refused to one without', async () => {
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } })
  assert.equal((await claimsOf(provider, await authorize(provider, { claims }, undefined, withCode())))['acr'], '2')
  const refused = await authorize(provider, { claims }, provider.newUserAgent(), alice)
  assert.equal(refused.redirectedTo?.searchParams.get('error'), 'access_denied')
  const asked = await claimsOf(provider, await authorize(provider, { acr_values: '2' }, provider.newUserAgent(), alice))
  assert.deepEqual([asked['acr'], asked['amr']], ['1', ['pwd']], 'acr_values is a wish')
})

test('LG-14 a session that is ended at the very moment of a proof stays ended, and what follows is under another sid', async () => {
  const { sessions } = provider.storage.stores
  assert.ok(sessions !== undefined)
  const { renew } = sessions
  const ended: string[] = []
  const endedFirst: typeof renew = async (session, ...others) => {
    ended.push(session.id)
    await sessions.remove([session.id])
    return await renew.call(sessions, session, ...others)
  }
  try {
    // The code comes too late: without the password's session it is worth nothing.
    const { userAgent, page } = await toCode(provider)
    Object.assign(sessions, { renew: endedFirst })
    const answer = await userAgent.submit(page, { code: codeAt(provider) })
    assert.ok(asksForPassword(answer))
    // The password begins another session, which has one factor.
    Object.assign(sessions, { renew })
    provider.clock.advance(60)
    const browser = await signedIn()
    Object.assign(sessions, { renew: endedFirst })
    const named = await browser.submit(await browser.get(authorizationUrl(provider, { prompt: 'login' })), { loginName: careful.loginName })
    const due = await browser.submit(named, { password: careful.password })
    assert.ok(asksForCode(due))
    Object.assign(sessions, { renew })
    provider.clock.advance(60)
    const { sid } = await claimsOf(provider, await browser.submit(due, { code: codeAt(provider) }))
    assert.equal(ended.length, 2)
    assert.ok(!ended.includes(String(sid)))
    for (const id of ended) assert.equal(await sessions.find(id, provider.clock.now()), undefined)
  } finally {
    Object.assign(sessions, { renew })
  }
})

describe('demands that cannot be bypassed', () => {
  test('a server without authenticator apps refuses users who have one, and notifies the operator', async () => {
    const without = await startTestProvider({ document: documentWithApps(), authenticators: [password({ hashing: secretHashing() })] })
    try {
      const userAgent = without.newUserAgent()
      const page = await authorize(without, {}, userAgent, careful)
      assert.equal(page.status, 403)
      assert.match(page.text, /Two-step verification is not available/)
      assert.ok(without.logged.some(({ level, event }) => level === 'error' && event === 'second_factor_unavailable'))
      const silent = await userAgent.get(authorizationUrl(without, { prompt: 'none' }))
      assert.equal(silent.redirectedTo?.searchParams.get('error'), 'interaction_required')
      assert.ok(isSignedIn(await authorize(without, {}, without.newUserAgent(), alice)), 'everybody else signs in')
      const other = /href="([^"]*other-user[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const named = await userAgent.get(new URL(other, page.url))
      assert.ok(
        isSignedIn(await userAgent.submit(await userAgent.submit(named, { loginName: alice.loginName }), { password: alice.password })),
      )
    } finally {
      await without.close()
    }
  })

  test('a policy that demands a second factor refuses users without one, and accepts users who have one', async () => {
    for (const policy of [{ forceMfa: true }, { forceMfaLocalOnly: true }]) {
      const strict = await startTestProvider({
        document: documentWithApps([careful.id], { loginPolicy: { allowUsernamePassword: true, ...policy } }),
      })
      try {
        const userAgent = strict.newUserAgent()
        const page = await authorize(strict, {}, userAgent, alice)
        assert.equal(page.status, 403)
        assert.match(page.text, /Two-step verification required/)
        const silent = await userAgent.get(authorizationUrl(strict, { prompt: 'none' }))
        assert.equal(silent.redirectedTo?.searchParams.get('error'), 'interaction_required')
        assert.ok(isSignedIn(await authorize(strict, {}, strict.newUserAgent(), { ...careful, code: () => codeAt(strict) })))
      } finally {
        await strict.close()
      }
    }
  })

  test('a secret that does not open, or is another user’s, signs no user in', async () => {
    const stolen = await startTestProvider({ document: documentWithApps([careful.id, 'other']) })
    try {
      const { oneTimeCodes } = stolen.storage.stores
      assert.ok(oneTimeCodes !== undefined)
      const others = (await oneTimeCodes.find('other'))?.sealedSecret ?? ''
      const find = oneTimeCodes.find.bind(oneTimeCodes)
      for (const sealedSecret of [others, 'v1.x.y.z', '']) {
        Object.assign(oneTimeCodes, { find: async (id: string) => ({ ...(await find(id)), sealedSecret }) })
        const { userAgent, page } = await toCode(stolen)
        assert.equal((await userAgent.submit(page, { code: codeAt(stolen) })).status, 500)
        assert.ok(asksForCode(await userAgent.get(authorizationUrl(stolen))))
      }
    } finally {
      await stolen.close()
    }
  })
})

test('a wrong code is reported on the page, and the right one is accepted there', async () => {
  const { userAgent, page } = await toCode(provider)
  const wrong = await userAgent.submit(page, { code: wrongCode(provider) })
  assert.equal(wrong.status, 200)
  assert.match(wrong.text, /role="alert"/)
  assert.ok(isSignedIn(await userAgent.submit(wrong, { code: codeAt(provider) })))
})
