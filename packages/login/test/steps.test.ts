// The steps of the login over HTTP, with a real database.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { csrfToken, digest, ofUser, validityOf } from '@symbolon/core-protocol'
import { application, dispatcherOf, formOf, human, openProvider, resumeOf, sessionCookie, start } from './provider.ts'
import type { Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(async () => {
  await provider.close()
})

async function sessionsOf(cookie: string | undefined): Promise<readonly string[]> {
  const sessions = await provider.stores.sessions.list(digest(cookie ?? ''), start)
  return sessions.map(({ userId }) => userId).sort()
}

test('a user without a session gives login name and password, and returns to the authorization endpoint', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  const first = await browser.get(dispatcherOf(id))
  assert.equal(first.status, 200)
  assert.deepEqual(
    { ...first.page, csrf: '' },
    {
      kind: 'login_name',
      action: '/ui/login/login-name',
      requestId: id,
      csrf: '',
      applicationName: 'Shop',
    },
  )
  const second = await browser.submit(id, { loginName: ' Ann@org.example ' })
  assert.deepEqual(
    { ...second.page, csrf: '' },
    {
      kind: 'password',
      action: '/ui/login/password',
      requestId: id,
      csrf: '',
      applicationName: 'Shop',
      loginName: 'Ann@org.example',
      otherUserPath: `/ui/login/other-user?request=${id}`,
    },
  )
  const last = await browser.submit(id, { password: 'right' })
  assert.equal(last.status, 200)
  assert.deepEqual(last.page, { kind: 'leaving', target: resumeOf(id), applicationName: 'Shop' })
  const pending = await provider.stores.authorizationRequests.find(id, start)
  const session = await provider.stores.sessions.find(pending?.sessionId ?? '', start)
  assert.deepEqual(
    { ...session, id: '' },
    {
      id: '',
      userId: 'ann',
      device: { network: '192.0.2.0/24' },
      authenticatedAt: start,
      createdAt: start,
      expiresAt: start + 864_000_000,
      factors: [{ method: 'pwd', at: start }],
      validity: validityOf(ofUser({ id: 'ann', createdAt: start - 86_400_000, timesEnded: 0 })),
    },
  )
  assert.deepEqual(
    provider.log.map(({ event, fields }) => ({ event, ...fields })),
    [{ event: 'login_succeeded', userId: 'ann', sessionId: session?.id, clientId: 'client-1' }],
  )
})

test('the cookies of the session and of the known browser are host-only, HttpOnly and Lax', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  const { action, csrf } = await formOf(browser, id)
  const { headers } = await browser.post(action, { request: id, csrf, password: 'right' })
  const [cookie = '', known = '', ...others] = headers.getSetCookie()
  assert.match(cookie, /^__Host-symbolon-session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=864000; HttpOnly; SameSite=Lax; Secure$/)
  assert.match(known, /^__Host-symbolon-browser=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/)
  assert.deepEqual(others, [])
})

test('LG-02 every sign-in renews the session cookie and keeps the sid, and the old cookie opens no session', async () => {
  const browser = provider.browser()
  browser.cookies.set(sessionCookie, 'planted')
  const first = await browser.begin()
  await browser.signIn(first, 'ann', 'right')
  const cookie = browser.cookies.get(sessionCookie)
  assert.notEqual(cookie, 'planted')
  assert.deepEqual(await sessionsOf('planted'), [])
  assert.deepEqual(await sessionsOf(cookie), ['ann'])

  const second = await browser.begin({ prompt: ['login'] })
  provider.wait(1000)
  await browser.signIn(second, 'ann', 'right')
  assert.notEqual(browser.cookies.get(sessionCookie), cookie)
  assert.deepEqual(await sessionsOf(cookie), [])
  assert.deepEqual(await sessionsOf(browser.cookies.get(sessionCookie)), ['ann'])
  const [one, two] = await Promise.all([first, second].map((id) => provider.stores.authorizationRequests.find(id, start)))
  assert.equal(one?.sessionId, two?.sessionId)
  const session = await provider.stores.sessions.find(two?.sessionId ?? '', start)
  assert.equal(session?.createdAt, start)
  assert.equal(session?.authenticatedAt, start + 1000)
  assert.deepEqual(session?.factors, [{ method: 'pwd', at: start + 1000 }])
})

test('AZ-14 prompt=login asks for the credentials with a fresh session too, and after the browser goes back', async () => {
  const browser = provider.browser()
  await browser.signIn(await browser.begin(), 'ann', 'right')
  provider.wait(1000)
  const id = await browser.begin({ prompt: ['login'] })
  provider.wait(1000)
  for (let visit = 0; visit < 2; visit++) assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'login_name')
  await browser.submit(id, { loginName: 'ann' })
  assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'password')
  assert.equal((await browser.submit(id, { password: 'right' })).location, resumeOf(id))
})

test('AZ-14 a request that was stored by a server whose clock is ahead asks for the credentials once', async () => {
  const browser = provider.browser()
  provider.wait(10_000)
  const id = await browser.begin({ prompt: ['login'] })
  provider.wait(-10_000)
  assert.equal((await browser.signIn(id, 'ann', 'right')).location, resumeOf(id))
  const sessionId = (await provider.stores.authorizationRequests.find(id, start))?.sessionId ?? ''
  assert.equal((await provider.stores.sessions.find(sessionId, start))?.authenticatedAt, start + 10_000)
})

test('AZ-14 prompt=login asks for the password of the chosen account', async () => {
  const browser = provider.browser()
  await browser.signIn(await browser.begin(), 'ann', 'right')
  provider.wait(1000)
  const id = await browser.begin({ prompt: ['login'] })
  const named = await browser.get(dispatcherOf(id))
  assert.ok(named.page.kind === 'login_name' && named.page.accountsPath !== undefined)
  const { page } = await browser.get(named.page.accountsPath)
  assert.ok(page.kind === 'account_selection')
  assert.deepEqual(
    page.accounts.map(({ loginName, signedIn }) => `${loginName} ${signedIn}`),
    ['ann@org.example false'],
  )
  const answer = await browser.post(page.action, { request: id, csrf: page.csrf, sessionId: page.accounts[0]?.sessionId ?? '' })
  assert.equal(answer.location, dispatcherOf(id))
  assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'password')
})

test('with several sessions the user chooses one, or signs in as another user', async () => {
  await provider.put(human('bob', 'new:builder'), human('eve', 'new:apple'))
  const browser = provider.browser()
  await browser.signIn(await browser.begin(), 'ann', 'right')
  await browser.signIn(await browser.begin({ prompt: ['login'] }), 'bob', 'builder')
  assert.deepEqual(await sessionsOf(browser.cookies.get(sessionCookie)), ['ann', 'bob'])

  const id = await browser.begin()
  const { page } = await browser.get(dispatcherOf(id))
  assert.ok(page.kind === 'account_selection')
  assert.deepEqual(page.accounts.map(({ displayName, signedIn }) => `${displayName} ${signedIn}`).sort(), ['ann Lee true', 'bob Lee true'])
  const ann = page.accounts.find(({ loginName }) => loginName.startsWith('ann'))
  assert.equal((await browser.submit(id, { sessionId: ann?.sessionId ?? '' })).location, resumeOf(id))

  const other = await browser.begin()
  const { page: named } = await browser.get(page.otherUserPath.replace(id, other))
  assert.ok(named.kind === 'login_name')
  await browser.post(named.action, { request: other, csrf: named.csrf, loginName: 'eve' })
  assert.equal((await browser.submit(other, { password: 'apple' })).location, resumeOf(other))
  assert.deepEqual(await sessionsOf(browser.cookies.get(sessionCookie)), ['ann', 'bob', 'eve'])
})

test('a session of another browser cannot be chosen', async () => {
  const [browser, stranger] = [provider.browser(), provider.browser()]
  await provider.put(human('bob', 'new:builder'))
  const first = await browser.begin()
  await browser.signIn(first, 'ann', 'right')
  await stranger.signIn(await stranger.begin(), 'bob', 'builder')
  const sessionId = (await provider.stores.authorizationRequests.find(first, start))?.sessionId ?? ''
  const id = await stranger.begin({ prompt: ['select_account'] })
  const answer = await stranger.submit(id, { sessionId })
  assert.equal(answer.page.kind, 'account_selection')
  assert.equal((await provider.stores.authorizationRequests.find(id, start))?.sessionId, undefined)
})

test('loading the page for another user changes nothing', async () => {
  const browser = provider.browser()
  const id = await browser.begin({ loginHint: 'ann' })
  await browser.submit(id, { loginName: 'bob' })
  const { page } = await browser.get(`/ui/login/other-user?request=${id}`)
  assert.ok(page.kind === 'login_name' && page.loginName === undefined)
  assert.equal((await provider.stores.authorizationRequests.find(id, start))?.loginName, 'bob')
})

test('a form that is posted twice signs in once, with and without the new cookie in the second post', async () => {
  for (const knowsNewCookie of [true, false]) {
    const browser = provider.browser()
    const id = await browser.begin()
    const named = await formOf(browser, id)
    for (let post = 0; post < 2; post++) {
      const answer = await browser.post(named.action, { request: id, csrf: named.csrf, loginName: 'ann' })
      assert.equal(answer.location, dispatcherOf(id))
    }
    const { action, csrf } = await formOf(browser, id)
    for (let post = 0; post < 2; post++) {
      if (!knowsNewCookie) browser.cookies.delete(sessionCookie)
      const answer = await browser.post(action, { request: id, csrf, password: 'right' })
      // A browser without the new cookie goes to the dispatcher first.
      assert.ok([dispatcherOf(id), resumeOf(id)].includes(answer.location ?? ''))
    }
    assert.equal((await browser.get(dispatcherOf(id))).location, resumeOf(id))
    assert.deepEqual(await sessionsOf(browser.cookies.get(sessionCookie)), ['ann'])
  }
})

test('two tabs that sign in the same user at once both return to the application', async () => {
  const browser = provider.browser()
  const tabs = [await browser.begin(), await browser.begin()]
  for (const id of tabs) await browser.submit(id, { loginName: 'ann' })
  const forms = await Promise.all(tabs.map((id) => formOf(browser, id)))
  await Promise.all(forms.map(({ action, csrf }, tab) => browser.post(action, { request: tabs[tab] ?? '', csrf, password: 'right' })))
  for (const id of tabs) assert.equal((await browser.get(dispatcherOf(id))).location, resumeOf(id))
})

test('two tabs that sign in two users at once never exchange them', async () => {
  await provider.put(human('bob', 'new:builder'))
  const browser = provider.browser()
  const [ann, bob] = [await browser.begin(), await browser.begin()]
  await browser.submit(ann, { loginName: 'ann' })
  await browser.submit(bob, { loginName: 'bob' })
  const forms = [await formOf(browser, ann), await formOf(browser, bob)] as const
  await browser.post(forms[0].action, { request: ann, csrf: forms[0].csrf, password: 'right' })
  browser.cookies.delete(sessionCookie)
  await browser.post(forms[1].action, { request: bob, csrf: forms[1].csrf, password: 'builder' })
  const lost = await browser.get(dispatcherOf(ann))
  assert.ok(lost.page.kind === 'password' && lost.page.loginName === 'ann@org.example')
  assert.equal((await browser.get(dispatcherOf(bob))).location, resumeOf(bob))
})

test('AZ-19 the page is the same for a login_hint of a known, unknown or hostile login name, which fills the field unchanged', async () => {
  const hints = ['ann', 'unknown', '"><svg/onload=alert(1)>', 'a\r\nSet-Cookie: x=y', 'x'.repeat(5000)]
  const pages = await Promise.all(
    hints.map(async (loginHint) => {
      const browser = provider.browser()
      const id = await browser.begin({ loginHint })
      const { status, page, headers } = await browser.get(dispatcherOf(id))
      assert.ok(page.kind === 'login_name')
      assert.equal(page.loginName, loginHint)
      return JSON.stringify({ status, page: { ...page, loginName: '', csrf: '', requestId: '' }, headers: [...headers] })
    }),
  )
  assert.equal(new Set(pages).size, 1)
})

test('the login name step accepts every name, and stores hostile ones in a safe form', async () => {
  for (const loginName of ['ann', 'unknown', 'a\u0000b\r\nc', `${'😀'.repeat(400)}`]) {
    const browser = provider.browser()
    const id = await browser.begin()
    const { page, status } = await browser.submit(id, { loginName })
    assert.equal(status, 200)
    assert.ok(page.kind === 'password')
    assert.ok(page.loginName.length <= 500 && page.loginName.isWellFormed() && !/\p{Cc}/u.test(page.loginName))
  }
})

test('AZ-24 a sign-in to an application that was deactivated meanwhile is refused', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  const { action, csrf } = await formOf(browser, id)
  await provider.put(application('STATE_INACTIVE'))
  for (const answer of [await browser.get(dispatcherOf(id)), await browser.post(action, { request: id, csrf, loginName: 'ann' })]) {
    assert.equal(answer.status, 400)
    assert.ok(answer.page.kind === 'error' && answer.page.code === 'invalid_authorization_request')
  }
})

test('AZ-26 another browser cannot use the id of an authorization request', async () => {
  const [browser, stranger] = [provider.browser(), provider.browser()]
  const id = await browser.begin()
  await stranger.begin()
  await browser.submit(id, { loginName: 'ann' })
  for (const path of [dispatcherOf(id), `/ui/login/accounts?request=${id}`, `/ui/login/other-user?request=${id}`]) {
    const { status, page } = await stranger.get(path)
    assert.equal(status, 400)
    assert.ok(page.kind === 'error' && page.code === 'expired_request')
  }
  const { csrf } = await formOf(browser, id)
  const answer = await stranger.post('/ui/login/password', { request: id, csrf, password: 'right' })
  assert.equal(answer.status, 403)
  assert.equal(answer.headers.getSetCookie().length, 0)
})

test('AZ-26 a planted request cookie with a CSRF token derived from it is refused', async () => {
  const [browser, stranger] = [provider.browser(), provider.browser()]
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  stranger.cookies.set(`__Host-symbolon-request-${id}`, 'planted')
  const { page } = await stranger.get(dispatcherOf(id))
  assert.ok(page.kind === 'error' && page.code === 'expired_request')
  const csrf = csrfToken('planted')
  assert.equal((await stranger.post('/ui/login/password', { request: id, csrf, password: 'right' })).status, 403)
})

test('AZ-27 an authorization request expires after 30 minutes', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  const { action, csrf } = await formOf(browser, id)
  provider.wait(31 * 60_000)
  for (const answer of [await browser.get(dispatcherOf(id)), await browser.post(action, { request: id, csrf, password: 'right' })]) {
    assert.equal(answer.status, 400)
    assert.ok(answer.page.kind === 'error' && answer.page.code === 'expired_request')
    assert.equal(answer.headers.getSetCookie().length, 0)
  }
})

test('LG-06 a form of a step that is not due changes nothing', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  const { csrf } = await formOf(browser, id)
  const answer = await browser.post('/ui/login/password', { request: id, csrf, password: 'right', loginName: 'ann' })
  assert.equal(answer.location, dispatcherOf(id))
  assert.equal(answer.headers.getSetCookie().length, 0)
  assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'login_name')
})

test('LG-20 extra parameters of forms and links do not change the stored authorization request', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  const before = await provider.stores.authorizationRequests.find(id, start)
  const forged = {
    response_type: 'id_token token',
    scope: 'openid admin',
    redirect_uri: 'https://evil.example',
    client_id: 'evil',
    subject: 'bob',
  }
  await browser.get(`${dispatcherOf(id)}&${new URLSearchParams(forged)}`)
  await browser.submit(id, { loginName: 'ann', ...forged })
  const last = await browser.submit(id, { password: 'right', ...forged, sessionId: 'other' })
  assert.equal(last.location, resumeOf(id))
  assert.deepEqual((await provider.stores.authorizationRequests.find(id, start))?.request, before?.request)
})

test('a request that demands another user refuses this one', async () => {
  await provider.put(human('bob', 'new:builder'))
  const browser = provider.browser()
  const id = await browser.begin({ subject: 'bob' })
  const wrong = await browser.signIn(id, 'ann', 'right')
  assert.equal(wrong.status, 403)
  assert.ok(wrong.page.kind === 'error' && wrong.page.code === 'wrong_user')
  assert.equal(browser.cookies.has(sessionCookie), false)
  assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'login_name')
  assert.equal((await browser.signIn(id, 'bob', 'builder')).location, resumeOf(id))
})

test('a request that demands a user asks for that user’s password and offers no other account', async () => {
  const browser = provider.browser()
  await browser.signIn(await browser.begin(), 'ann', 'right')
  provider.wait(10_000)
  const id = await browser.begin({ subject: 'ann', maxAge: 5 })
  const { page } = await browser.get(dispatcherOf(id))
  assert.ok(page.kind === 'password' && page.loginName === 'ann@org.example' && page.otherUserPath === undefined)
  assert.equal((await browser.submit(id, { password: 'right' })).location, resumeOf(id))
})
