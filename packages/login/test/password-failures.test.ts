// Password attempts that fail for other reasons than a wrong password, and limits that only many attempts reach.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { blockTime, unknownBrowserRules } from '../src/attempts/attempt-rules.ts'
import { beginAttempt } from '../src/attempts/begin-attempt.ts'
import { browserCookie, human, instancePolicy, openProvider, sessionCookie, start } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(async () => {
  await provider.close()
})

async function attempt(loginName: string, typed: string, browser: Browser = provider.browser()): Promise<Answer> {
  return await browser.signIn(await browser.begin(), loginName, typed)
}

const isSignedIn = ({ page }: Answer): boolean => page.kind === 'leaving'

test('a hash of an unsupported scheme is refused like a wrong password, for one hash', async () => {
  provider.hashing.inspect = () => ({ supported: false, reason: 'unknown_scheme' })
  const { page } = await attempt('ann', 'right')
  assert.ok(page.kind === 'password' && page.error === 'invalid_credentials')
  assert.deepEqual(provider.hashing.counts, { verify: 0, verifyAbsent: 1, hash: 0 })
})

test('an unexpected error of the hashing is thrown on', async () => {
  provider.hashing.verify = () => Promise.reject(new RangeError('a fault'))
  await assert.rejects(attempt('ann', 'right'), RangeError)
})

test('a user who is deactivated while the password is verified is not signed in', async () => {
  const { hashing } = provider
  const verify = hashing.verify
  hashing.verify = async (secret, hash, options) => {
    const result = await verify(secret, hash, options)
    await provider.put(human('ann', 'new:right', 'USER_STATE_INACTIVE'))
    return result
  }
  const browser = provider.browser()
  const answer = await attempt('ann', 'right', browser)
  assert.equal(isSignedIn(answer), false)
  assert.equal(browser.cookies.has(browserCookie), false)
  assert.deepEqual(
    provider.log.filter(({ event }) => event === 'login_succeeded'),
    [],
  )
})

test('the page of an inactive user offers no other account when the request demands this user', async () => {
  await provider.put(human('off', 'new:right', 'USER_STATE_INACTIVE'))
  const browser = provider.browser()
  const id = await browser.begin({ subject: 'off' })
  const { status, page } = await browser.signIn(id, 'off', 'right')
  assert.equal(status, 403)
  assert.ok(page.kind === 'error' && page.code === 'user_not_active' && page.otherUserPath === undefined)
})

test('a user who needs a second factor and has none is refused after the password', async () => {
  await provider.put(
    instancePolicy('loginPolicy', { allowUsernamePassword: true, forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'] }),
  )
  const browser = provider.browser()
  const id = await browser.begin()
  const { status, page } = await browser.signIn(id, 'ann', 'right')
  assert.equal(status, 403)
  assert.ok(page.kind === 'error' && page.code === 'second_factor_missing')
  assert.equal(page.otherUserPath, `/ui/login/other-user?request=${id}`)
  assert.equal(browser.cookies.has(browserCookie), false, 'a browser is known after a completed sign-in only')
  assert.deepEqual(
    provider.log.map(({ event }) => event),
    ['login_continues', 'second_factor_missing'],
  )
  assert.deepEqual(
    provider.audited.filter(({ type }) => type === 'login_succeeded'),
    [],
  )
})

test('a session that is revoked while the user types stays revoked, and a new session begins', async () => {
  const browser = provider.browser()
  const first = await browser.begin()
  await browser.signIn(first, 'ann', 'right')
  const ended = (await provider.stores.authorizationRequests.find(first, start))?.sessionId ?? ''
  const { hashing } = provider
  const verify = hashing.verify
  hashing.verify = async (secret, hash, options) => {
    await provider.stores.sessions.remove([ended])
    return await verify(secret, hash, options)
  }
  const id = await browser.begin({ prompt: ['login'] })
  assert.ok(isSignedIn(await browser.signIn(id, 'ann', 'right')))
  const sessionId = (await provider.stores.authorizationRequests.find(id, start))?.sessionId ?? ''
  assert.notEqual(sessionId, ended)
  assert.equal(await provider.stores.sessions.find(ended, start), undefined)
  assert.equal((await provider.stores.sessions.find(sessionId, start))?.userId, 'ann')
})

test('PW-06 a user has at most ten known browsers, and the one used longest ago is forgotten first', async () => {
  await provider.put(instancePolicy('lockoutPolicy', { maxPasswordAttempts: 1 }))
  const browsers = Array.from({ length: 11 }, () => provider.browser())
  for (const browser of browsers) {
    await attempt('ann', 'right', browser)
    browser.cookies.delete(sessionCookie)
    provider.wait(1000)
  }
  await attempt('ann', 'wrong')
  const [oldest, next] = browsers
  const blocked = await attempt('ann', 'right', oldest)
  assert.ok(blocked.page.kind === 'password' && blocked.page.error === 'too_many_attempts')
  assert.ok(isSignedIn(await attempt('ann', 'right', next)))
})

test('PW-04 an attempt that finds a delay when it is counted is not begun', async () => {
  const { signInAttempts } = provider.stores
  const policy = await provider.stores.policies.findLoginPolicy('org-1')
  const counter = {
    key: 'counter',
    method: 'password' as const,
    rules: unknownBrowserRules({ ...policy, maxPasswordAttempts: 1 }),
    shown: true,
    keptFor: blockTime,
  }
  const clock = (): number => start
  assert.equal((await beginAttempt([counter], signInAttempts, clock)).kind, 'begun')
  assert.deepEqual(await beginAttempt([counter], signInAttempts, clock), { kind: 'too_early', retryAfter: 900 })
  const hidden = { ...counter, shown: false }
  const other = { ...counter, key: 'other', rules: unknownBrowserRules(policy) }
  const decision = await beginAttempt([other, hidden], signInAttempts, clock)
  assert.ok(decision.kind === 'hidden')
  assert.deepEqual(
    decision.attempts.map(({ key, failedAttempts }) => [key, failedAttempts]),
    [['other', 1]],
    'a hidden block counts no attempt',
  )
})
