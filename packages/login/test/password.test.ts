// The password step: nothing tells whether a user exists, guessing is slow, and a hash is brought up to date at the right moment.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Answer, Browser, Provider } from './provider.ts'
import { dispatcherOf, formOf, human, instancePolicy, openProvider, org, resumeOf, sessionCookie } from './provider.ts'

let provider: Provider
beforeEach(async () => { provider = await openProvider() })
afterEach(async () => { await provider.close() })

async function attempt(loginName: string, typed: string, browser: Browser = provider.browser()): Promise<Answer> {
  const id = await browser.begin()
  return await browser.signIn(id, loginName, typed)
}

/** Everything that somebody at the other end can see, but for what differs between any two requests. */
function look({ status, headers, page }: Answer): string {
  return JSON.stringify({ status, headers: [...headers], page: { ...page, csrf: '', requestId: '', loginName: '', otherUserPath: '' } })
}

const isRefused = ({ status, page }: Answer): boolean => status === 200 && page.kind === 'password' && page.error === 'invalid_credentials'
const isSignedIn = ({ status, location }: Answer): boolean => status === 303 && location?.startsWith('/oauth/v2/authorize/resume?') === true

test('PW-02 unknown users and wrong passwords look alike and cost one hash and one write each, whatever is behind the name', async () => {
  await provider.put(
    human('locked', 'new:right', 'USER_STATE_LOCKED'), human('inactive', 'new:right', 'USER_STATE_INACTIVE'),
    human('initial', undefined, 'USER_STATE_INITIAL'), human('without', undefined),
    { kind: 'machineUser', key: ['batch'], orgId: 'org-1', content: { userId: 'batch', user: { userName: 'batch', name: 'Batch' } } },
  )
  const looks = new Set<string>()
  const nobody = ['nobody', 'nobody@org.example', '🙂']
  for (const name of [...nobody, 'ann', 'ANN@org.example', 'ann@mail.example', 'locked', 'inactive', 'initial', 'without', 'batch']) {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.submit(id, { loginName: name })
    const [before, writes] = [{ ...provider.hashing.counts }, provider.writes()]
    const answer = await browser.submit(id, { password: 'wrong' })
    assert.equal(provider.writes() - writes, 1, name)
    assert.ok(isRefused(answer), name)
    looks.add(look(answer))
    const { verify, verifyAbsent, hash } = provider.hashing.counts
    assert.equal(verify + verifyAbsent + hash - before.verify - before.verifyAbsent - before.hash, 1, name)
  }
  assert.equal(looks.size, 1)
})

test('a log line says why, and never the name or the password', async () => {
  await attempt('canary-name', 'canary-password')
  await attempt('ann', 'canary-password')
  assert.deepEqual(provider.log.map(({ event, fields }) => ({ event, ...fields })), [
    { event: 'login_failed', reason: 'unknown_user', userId: undefined, clientId: 'client-1' },
    { event: 'login_failed', reason: 'wrong_password', userId: 'ann', clientId: 'client-1' },
  ])
})

test('only the right password tells that the user or the organization is switched off', async () => {
  await provider.put(...org('org-2', 'closed.example', 'ORG_STATE_INACTIVE'))
  await provider.put(
    human('locked', 'new:right', 'USER_STATE_LOCKED'), human('inactive', 'new:right', 'USER_STATE_INACTIVE'),
    human('closed', 'new:right', undefined, 'org-2'),
  )
  for (const name of ['locked', 'inactive', 'closed']) {
    const browser = provider.browser()
    const answer = await attempt(name, 'right', browser)
    assert.equal(answer.status, 403)
    assert.ok(answer.page.kind === 'error' && answer.page.code === 'user_not_active')
    assert.equal(browser.cookies.has(sessionCookie), false)
  }
})

test('PW-03 wrong tries count for the user, whatever name was typed', async () => {
  for (const name of ['ann', 'ANN', 'ann@org.example', 'ann@mail.example', 'ａｎｎ']) assert.ok(isRefused(await attempt(name, 'wrong')))
  assert.equal((await provider.stores.passwords.find('ann'))?.failedAttempts, 5)
})

test('after five wrong tries the right password is refused too early, and taken in time; then the count begins anew', async () => {
  for (let i = 0; i < 5; i++) await attempt('ann', 'wrong')
  const { verify, verifyAbsent } = provider.hashing.counts
  const early = await attempt('ann', 'right')
  assert.ok(isRefused(early))
  assert.equal(look(early), look(await attempt('nobody', 'right')), 'too early looks like unknown')
  assert.deepEqual(provider.hashing.counts, { verify, verifyAbsent: verifyAbsent + 2, hash: 0 }, 'no look, same cost')
  assert.equal(provider.log.some(({ fields }) => fields['reason'] === 'too_early'), true)
  provider.wait(1000)
  assert.ok(isSignedIn(await attempt('ann', 'right')))
  assert.equal((await provider.stores.passwords.find('ann'))?.failedAttempts, 0)
})

test('PW-06 strangers cannot keep the browser out in which the user was signed in before', async () => {
  await provider.put(instancePolicy('lockoutPolicy', {}))
  const home = provider.browser()
  await attempt('ann', 'right', home)
  for (let i = 0; i < 12; i++) {
    await attempt('ann', 'wrong')
    provider.wait(60_000)
  }
  await attempt('ann', 'wrong')
  provider.wait(5_000)
  assert.ok(isRefused(await attempt('ann', 'right')), 'a stranger’s browser has to wait a minute')
  const id = await home.begin({ prompt: ['login'] })
  assert.equal((await home.signIn(id, 'ann', 'right')).location, resumeOf(id))
})

test('PW-04 of 200 wrong passwords at once at most 10 are checked against the hash', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  const { action, csrf } = await formOf(browser, id)
  const guesses = Array.from({ length: 200 }, (_, i) => `guess-${i}`)
  const answers = await Promise.all(guesses.map((guess) => browser.post(action, { request: id, csrf, password: guess })))
  assert.ok(answers.every(isRefused))
  assert.ok(provider.hashing.counts.verify >= 1 && provider.hashing.counts.verify <= 10, `${provider.hashing.counts.verify} checks`)
  assert.equal(provider.hashing.counts.verify + provider.hashing.counts.verifyAbsent, 200)
})

test('the wrong password that reaches the policy’s number locks the user', async () => {
  await provider.put(instancePolicy('lockoutPolicy', { maxPasswordAttempts: 3 }))
  for (let i = 0; i < 2; i++) await attempt('ann', 'wrong')
  assert.equal((await provider.stores.users.find('ann'))?.state, 'active')
  assert.ok(isRefused(await attempt('ann', 'wrong')))
  assert.equal((await provider.stores.users.find('ann'))?.state, 'locked')
  assert.equal((await attempt('ann', 'right')).status, 403)
})

test('a policy without a number never locks', async () => {
  await provider.put(instancePolicy('lockoutPolicy', {}))
  for (let i = 0; i < 20; i++) {
    await attempt('ann', 'wrong')
    provider.wait(60_000)
  }
  assert.equal((await provider.stores.users.find('ann'))?.state, 'active')
  assert.ok(isSignedIn(await attempt('ann', 'right')))
})

test('a policy can switch off passwords, and email addresses as login names', async () => {
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, disableLoginWithEmail: true }))
  assert.ok(isRefused(await attempt('ann@mail.example', 'right')))
  assert.ok(isSignedIn(await attempt('ann@org.example', 'right')))
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: false }))
  assert.ok(isRefused(await attempt('ann@org.example', 'right')))
})

test('PW-09 a password over 1024 bytes is never hashed; one of 1024 bytes is', async () => {
  const longest = 'é'.repeat(512)
  await provider.put(human('long', `new:${encodeURIComponent(longest)}`))
  for (const typed of [`${longest}x`, 'x'.repeat(8000), '😀'.repeat(257)]) {
    for (const name of ['long', 'nobody']) assert.ok(isRefused(await attempt(name, typed)))
  }
  assert.deepEqual(provider.hashing.counts, { verify: 0, verifyAbsent: 0, hash: 0 })
  assert.ok(isSignedIn(await attempt('long', longest)))
})

test('PW-10 a password is taken exactly as typed', async () => {
  await provider.put(human('exact', `new:${encodeURIComponent(' a\u0000b é ')}`))
  for (const typed of ['a\u0000b é', ' a\u0000b e\u0301 ', ' A\u0000b é ']) assert.ok(isRefused(await attempt('exact', typed)))
  assert.ok(isSignedIn(await attempt('exact', ' a\u0000b é ')))
})

test('PW-13 the right password brings an old hash up to date, a wrong one does not', async () => {
  await provider.put(human('old', 'old:right'))
  await attempt('old', 'wrong')
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'old:right')
  assert.ok(isSignedIn(await attempt('old', 'right')))
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'new:right')
})

test('PW-13 a password that is changed while its old hash is replaced stays changed', async () => {
  await provider.put(human('old', 'old:right'))
  const { hashing } = provider
  const hash = hashing.hash
  hashing.hash = async (secret) => {
    await provider.put(human('old', 'new:changed'))
    return await hash(secret)
  }
  assert.ok(isSignedIn(await attempt('old', 'right')))
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'new:changed')
})

test('PW-13 a hash that cannot be replaced does not fail the login', async () => {
  await provider.put(human('old', 'old:right'))
  provider.hashing.hash = async () => { throw new Error('no memory') }
  assert.ok(isSignedIn(await attempt('old', 'right')))
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'old:right')
})

test('PW-12 a busy server says so, with Retry-After, for known and unknown users alike', async () => {
  provider.hashing.busy = true
  for (const name of ['ann', 'nobody']) {
    const { status, headers, page } = await attempt(name, 'right')
    assert.equal(status, 503)
    assert.equal(headers.get('retry-after'), '3')
    assert.ok(page.kind === 'password' && page.error === 'busy')
  }
})

test('a policy’s lifetime of the password asks again when it is over', async () => {
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, passwordCheckLifetime: '3600s' }))
  const browser = provider.browser()
  await attempt('ann', 'right', browser)
  provider.wait(3_599_000)
  const soon = await browser.begin()
  assert.equal((await browser.get(dispatcherOf(soon))).location, resumeOf(soon))
  provider.wait(1000)
  const later = await browser.begin()
  assert.equal((await browser.get(dispatcherOf(later))).page.kind, 'password')
})
