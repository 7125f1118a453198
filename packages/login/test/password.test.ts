// The password step: no response reveals whether a user exists, guessing is slowed down, and an outdated hash is replaced.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { digest } from '@symbolon/core-protocol'
import type { Answer, Browser, Provider } from './provider.ts'
import { browserCookie, dispatcherOf, formOf, human, instancePolicy, openProvider, org, resumeOf, sessionCookie } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(async () => {
  await provider.close()
})

async function attempt(loginName: string, typed: string, browser: Browser = provider.browser()): Promise<Answer> {
  const id = await browser.begin()
  return await browser.signIn(id, loginName, typed)
}

/** Everything that a client can see of a response, without what differs between any two requests. */
function look({ status, headers, page }: Answer): string {
  return JSON.stringify({ status, headers: [...headers], page: { ...page, csrf: '', requestId: '', loginName: '', otherUserPath: '' } })
}

const isRefused = ({ status, page }: Answer): boolean => status === 200 && page.kind === 'password' && page.error === 'invalid_credentials'
const isSignedIn = ({ status, page }: Answer): boolean =>
  status === 200 && page.kind === 'leaving' && page.target.startsWith('/oauth/v2/authorize/resume?')

test('PW-02 an unknown user and a wrong password give the same response, for one hash and one write each', async () => {
  await provider.put(
    human('locked', 'new:right', 'USER_STATE_LOCKED'),
    human('inactive', 'new:right', 'USER_STATE_INACTIVE'),
    human('initial', undefined, 'USER_STATE_INITIAL'),
    human('without', undefined),
    { kind: 'machineUser', key: ['batch'], orgId: 'org-1', content: { userId: 'batch', user: { userName: 'batch', name: 'Batch' } } },
  )
  const responses = new Set<string>()
  const unknownNames = ['unknown', 'unknown@org.example', '🙂']
  for (const name of [...unknownNames, 'ann', 'ANN@org.example', 'ann@mail.example', 'locked', 'inactive', 'initial', 'without', 'batch']) {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.submit(id, { loginName: name })
    const [before, writes] = [{ ...provider.hashing.counts }, provider.writes()]
    const answer = await browser.submit(id, { password: 'wrong' })
    assert.equal(provider.writes() - writes, 1, name)
    assert.ok(isRefused(answer), name)
    responses.add(look(answer))
    const { verify, verifyAbsent, hash } = provider.hashing.counts
    assert.equal(verify + verifyAbsent + hash - before.verify - before.verifyAbsent - before.hash, 1, name)
  }
  assert.equal(responses.size, 1)
})

test('a log line names the reason, and neither the login name nor the password', async () => {
  await attempt('canary-name', 'canary-password')
  await attempt('ann', 'canary-password')
  assert.deepEqual(
    provider.log.map(({ event, fields }) => ({ event, ...fields })),
    [
      { event: 'login_failed', reason: 'unknown_user', userId: undefined, clientId: 'client-1' },
      { event: 'login_failed', reason: 'wrong_password', userId: 'ann', clientId: 'client-1' },
    ],
  )
})

test('only the right password reveals that the user or the organization is locked or inactive', async () => {
  await provider.put(...org('org-2', 'closed.example', 'ORG_STATE_INACTIVE'))
  await provider.put(
    human('locked', 'new:right', 'USER_STATE_LOCKED'),
    human('inactive', 'new:right', 'USER_STATE_INACTIVE'),
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

/** The seconds to wait that the page shows. */
const waitOf = ({ page }: Answer): number | undefined =>
  page.kind === 'password' && page.error === 'too_many_attempts' ? page.retryAfter : undefined
const lockoutPolicy = (maxPasswordAttempts: number): Promise<void> => provider.put(instancePolicy('lockoutPolicy', { maxPasswordAttempts }))

test('PW-03 failed attempts count for the user, whatever login name was typed', async () => {
  await lockoutPolicy(5)
  for (const name of ['ann', 'ANN', 'ann@org.example', 'ann@mail.example', 'ａｎｎ']) assert.ok(isRefused(await attempt(name, 'wrong')))
  const { verify } = provider.hashing.counts
  assert.ok(isRefused(await attempt('Ann@ORG.example', 'right')), 'not verified')
  assert.equal(provider.hashing.counts.verify, verify)
  assert.ok(provider.log.some(({ fields }) => fields['reason'] === 'blocked'))
})

test('PW-02 the response does not reveal that a login name is another name of a blocked user', async () => {
  await lockoutPolicy(5)
  for (let i = 0; i < 5; i++) await attempt('ann', 'wrong')
  assert.equal(waitOf(await attempt('ann', 'wrong')), 900)
  const responses = []
  for (const name of ['ann@org.example', 'bob@org.example', 'ann@mail.example']) {
    const answers = []
    for (let i = 0; i < 7; i++) answers.push(look(await attempt(name, 'wrong')))
    responses.push(answers)
  }
  assert.deepEqual(responses[0], responses[1])
  assert.deepEqual(responses[0], responses[2])
})

for (const [what, policy] of [
  ['with the default policy', undefined],
  ['with a policy of three attempts', 3],
  ['without a limit in the policy', 0],
] as const) {
  test(`PW-02 a known and an unknown login name are delayed alike ${what}`, async () => {
    if (policy !== undefined) await lockoutPolicy(policy)
    const seen = []
    for (const name of ['ann@org.example', 'unknown@org.example', 'unknown@elsewhere.example']) {
      const answers = []
      for (let i = 0; i < 14; i++) {
        const writes = provider.writes()
        const answer = await attempt(name, 'wrong')
        answers.push(look(answer), provider.writes() - writes)
        provider.wait((waitOf(answer) ?? 0) * 1000)
      }
      seen.push(answers)
    }
    assert.deepEqual(seen[0], seen[1])
    assert.deepEqual(seen[0], seen[2])
  })
}

test('after five failed attempts the right password has to wait and is not verified; a sign-in resets the count', async () => {
  for (let i = 0; i < 6; i++) {
    assert.ok(isRefused(await attempt('ann', 'wrong')))
    if (i === 4) provider.wait(1000)
  }
  const counts = { ...provider.hashing.counts }
  const early = await attempt('ann', 'right')
  assert.equal(early.status, 429)
  assert.equal(early.headers.get('retry-after'), '2')
  assert.equal(waitOf(early), 2)
  assert.deepEqual(provider.hashing.counts, counts)
  provider.wait(1999)
  assert.equal(waitOf(await attempt('ann', 'right')), 1)
  provider.wait(1)
  assert.ok(isSignedIn(await attempt('ann', 'right')))
  for (let i = 0; i < 4; i++) assert.ok(isRefused(await attempt('ann@org.example', 'wrong')))
  assert.ok(isSignedIn(await attempt('ann@org.example', 'right')))
})

test('PW-06 failed attempts of an attacker block unknown browsers for 15 minutes, but not the sessions or the known browser', async () => {
  const home = provider.browser()
  await attempt('ann', 'right', home)
  const audited = provider.audited.length
  for (let i = 0; i < 10; i++) {
    assert.ok(isRefused(await attempt('ann', 'wrong')))
    provider.wait(60_000)
  }
  const failures = provider.audited.slice(audited)
  assert.deepEqual(
    failures.map(({ type, details }) => [type, details?.['blocks']]),
    [...Array.from({ length: 9 }, () => ['login_failed', undefined]), ['login_failed', true]],
  )
  assert.equal(waitOf(await attempt('ann', 'right')), 14 * 60)
  assert.equal((await provider.stores.users.find('ann'))?.state, 'active')
  const inside = await home.begin()
  assert.equal((await home.get(dispatcherOf(inside))).location, resumeOf(inside))
  const again = await home.begin({ prompt: ['login'] })
  assert.equal((await home.signIn(again, 'ann', 'right')).location, resumeOf(again))
  assert.equal(waitOf(await attempt('ann', 'right')), 14 * 60, 'a sign-in in a known browser does not unblock unknown ones')
  provider.wait(14 * 60_000)
  assert.ok(isSignedIn(await attempt('ann', 'right')))
})

test('PW-06 a browser stays known after the sign-out: the cookie opens no session, and the user can sign in', async () => {
  await lockoutPolicy(3)
  const home = provider.browser()
  await attempt('ann', 'right', home)
  home.cookies.delete(sessionCookie)
  for (let i = 0; i < 3; i++) await attempt('ann', 'wrong')
  const id = await home.begin()
  assert.equal((await home.get(dispatcherOf(id))).page.kind, 'login_name')
  assert.equal((await home.signIn(id, 'ann', 'right')).location, resumeOf(id))
})

test('PW-06 a thief of a known browser’s cookie has as many attempts as the policy says, and only for that user', async () => {
  await lockoutPolicy(4)
  await provider.put(human('bob', 'new:builder'))
  const home = provider.browser()
  await attempt('ann', 'right', home)
  for (let i = 0; i < 4; i++) await attempt('ann', 'wrong')
  for (let i = 0; i < 4; i++) await attempt('bob', 'wrong')
  home.cookies.delete(sessionCookie)
  const thief = provider.browser()
  const cookie = home.cookies.get(browserCookie) ?? ''
  thief.cookies.set(browserCookie, cookie)
  const { verify } = provider.hashing.counts
  assert.equal(waitOf(await attempt('bob', 'builder', thief)), 900)
  for (let i = 0; i < 4; i++) assert.ok(isRefused(await attempt('ann', `guess-${i}`, thief)))
  assert.equal(provider.hashing.counts.verify, verify + 4)
  for (const browser of [thief, home]) assert.equal(waitOf(await attempt('ann', 'right', browser)), 900, 'the browser is no longer known')
  provider.wait(365 * 86_400_000)
  assert.ok(isSignedIn(await attempt('ann', 'right', home)))
})

test('LG-30 an attacker with a known browser’s cookie gains no attempts by signing in to another account in between', async () => {
  await lockoutPolicy(4)
  await provider.put(human('mallory', 'new:mine'))
  const home = provider.browser()
  await attempt('ann', 'right', home)
  const thief = provider.browser()
  thief.cookies.set(browserCookie, home.cookies.get(browserCookie) ?? '')
  let verified = 0
  for (let round = 0; round < 6; round++) {
    const { verify } = provider.hashing.counts
    for (let i = 0; i < 3; i++) await attempt('ann', `guess-${round}-${i}`, thief)
    verified += provider.hashing.counts.verify - verify
    assert.ok(isSignedIn(await attempt('mallory', 'mine', thief)))
    thief.cookies.delete(sessionCookie)
  }
  // The attempts of the browser, and then the attempts of the user.
  assert.equal(verified, 4 + 4)
})

test('LG-30 a browser with too many failed attempts counts apart again once the user has signed in there', async () => {
  await lockoutPolicy(3)
  const home = provider.browser()
  await attempt('ann', 'right', home)
  home.cookies.delete(sessionCookie)
  for (let i = 0; i < 3; i++) assert.ok(isRefused(await attempt('ann', 'wrong', home)))
  assert.ok(isSignedIn(await attempt('ann', 'right', home)), 'like in any other browser')
  home.cookies.delete(sessionCookie)
  for (let i = 0; i < 3; i++) await attempt('ann', 'wrong')
  assert.equal(waitOf(await attempt('ann', 'right')), 900)
  assert.ok(isSignedIn(await attempt('ann', 'right', home)))
})

test('PW-06 the cookie of a known browser cannot be forged, is renewed with every sign-in, and expires after 90 days', async () => {
  await lockoutPolicy(3)
  const home = provider.browser()
  await attempt('ann', 'right', home)
  const old = home.cookies.get(browserCookie) ?? ''
  await home.signIn(await home.begin({ prompt: ['login'] }), 'ann', 'right')
  const renewed = home.cookies.get(browserCookie) ?? ''
  assert.notEqual(renewed, old)
  for (let i = 0; i < 3; i++) await attempt('ann', 'wrong')
  const forged = `${renewed.slice(0, -1)}${renewed.endsWith('A') ? 'B' : 'A'}`
  for (const cookie of [old, forged, digest(renewed), 'ann', '']) {
    const thief = provider.browser()
    thief.cookies.set(browserCookie, cookie)
    assert.equal(waitOf(await attempt('ann', 'right', thief)), 900, cookie)
  }
  home.cookies.delete(sessionCookie)
  provider.wait(90 * 86_400_000)
  for (let i = 0; i < 3; i++) await attempt('ann', 'wrong')
  assert.equal(waitOf(await attempt('ann', 'right', home)), 900)
})

test('PW-06 a shared browser is known to each user who signed in there', async () => {
  await lockoutPolicy(3)
  await provider.put(human('bob', 'new:builder'))
  const home = provider.browser()
  await attempt('ann', 'right', home)
  home.cookies.delete(sessionCookie)
  await attempt('bob', 'builder', home)
  for (const name of ['ann', 'bob']) for (let i = 0; i < 3; i++) await attempt(name, 'wrong')
  for (const [name, typed] of [
    ['ann', 'right'],
    ['bob', 'builder'],
  ] as const) {
    home.cookies.delete(sessionCookie)
    assert.ok(isSignedIn(await attempt(name, typed, home)), name)
  }
})

test('PW-04 of 200 parallel wrong passwords at most 10 are verified', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  const { action, csrf } = await formOf(browser, id)
  const guesses = Array.from({ length: 200 }, (_, i) => `guess-${i}`)
  const answers = await Promise.all(
    guesses.map(async (guess) => {
      const { status, location } = await browser.post(action, { request: id, csrf, password: guess })
      assert.equal(status, 303)
      return await browser.get(location ?? '')
    }),
  )
  const refused = answers.filter(isRefused).length
  assert.equal(refused + answers.filter((answer) => waitOf(answer) !== undefined).length, 200)
  assert.equal(provider.hashing.counts.verify, refused)
  assert.ok(refused >= 1 && refused <= 10, `${refused} verified`)
})

test('an attempt that is refused because the hashing is busy does not count', async () => {
  await lockoutPolicy(1)
  provider.hashing.busy = true
  for (let i = 0; i < 20; i++) for (const typed of ['right', 'wrong']) assert.equal((await attempt('ann', typed)).status, 503)
  provider.hashing.busy = false
  assert.ok(isSignedIn(await attempt('ann', 'right')))
})

test('with a limit of five attempts, 50 parallel sign-ins of one user succeed or have to wait, and none counts as failed', async () => {
  await lockoutPolicy(5)
  const visits = []
  for (let i = 0; i < 50; i++) {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.submit(id, { loginName: 'ann' })
    visits.push({ browser, id })
  }
  const answers = await Promise.all(visits.map(({ browser, id }) => browser.submit(id, { password: 'right' })))
  const waiting = answers.filter((answer) => waitOf(answer) !== undefined).length
  assert.equal(answers.filter(isSignedIn).length + waiting, 50)
  for (let i = 0; i < 4; i++) assert.ok(isRefused(await attempt('ann', 'wrong')), 'none of them counts as failed')
  assert.ok(isSignedIn(await attempt('ann', 'right')))
})

test('a hashing that verifies without calling begin causes an error', async () => {
  const { hashing } = provider
  const verify = hashing.verify
  hashing.verify = (secret, hash) => verify(secret, hash)
  await assert.rejects(attempt('ann', 'right'), TypeError)
})

test('a policy without a number of attempts never blocks', async () => {
  await provider.put(instancePolicy('lockoutPolicy', {}))
  for (let i = 0; i < 20; i++) {
    await attempt('ann', 'wrong')
    provider.wait(60_000)
  }
  assert.equal((await provider.stores.users.find('ann'))?.state, 'active')
  assert.ok(isSignedIn(await attempt('ann', 'right')))
})

test('a policy can disable passwords, and email addresses as login names', async () => {
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, disableLoginWithEmail: true }))
  assert.ok(isRefused(await attempt('ann@mail.example', 'right')))
  assert.ok(isSignedIn(await attempt('ann@org.example', 'right')))
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: false }))
  assert.ok(isRefused(await attempt('ann@org.example', 'right')))
})

test('PW-09 a password of more than 1024 bytes is not hashed, and one of 1024 bytes is', async () => {
  const longest = 'é'.repeat(512)
  await provider.put(human('long', `new:${encodeURIComponent(longest)}`))
  for (const typed of [`${longest}x`, 'x'.repeat(8000), '😀'.repeat(257)]) {
    for (const name of ['long', 'unknown']) assert.ok(isRefused(await attempt(name, typed)))
  }
  assert.deepEqual(provider.hashing.counts, { verify: 0, verifyAbsent: 0, hash: 0 })
  assert.ok(isSignedIn(await attempt('long', longest)))
})

test('PW-10 a password is verified exactly as typed', async () => {
  await provider.put(human('exact', `new:${encodeURIComponent(' a\u0000b é ')}`))
  for (const typed of ['a\u0000b é', ' a\u0000b e\u0301 ', ' A\u0000b é ']) assert.ok(isRefused(await attempt('exact', typed)))
  assert.ok(isSignedIn(await attempt('exact', ' a\u0000b é ')))
})

test('PW-13 the right password replaces an outdated hash, and a wrong one does not', async () => {
  await provider.put(human('old', 'old:right'))
  await attempt('old', 'wrong')
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'old:right')
  assert.ok(isSignedIn(await attempt('old', 'right')))
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'new:right')
})

test('PW-13 a password that is changed while its outdated hash is replaced stays changed', async () => {
  await provider.put(human('old', 'old:right'))
  const { hashing } = provider
  const hash = hashing.hash
  hashing.hash = async (secret) => {
    await provider.put(human('old', 'new:changed'))
    return await hash(secret)
  }
  assert.equal(isSignedIn(await attempt('old', 'right')), false, 'the typed password is no longer valid')
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'new:changed')
})

test('PW-13 a sign-in succeeds when its outdated hash cannot be replaced', async () => {
  await provider.put(human('old', 'old:right'))
  provider.hashing.hash = async () => {
    throw new Error('no memory')
  }
  assert.ok(isSignedIn(await attempt('old', 'right')))
  assert.equal((await provider.stores.passwords.find('old'))?.hash, 'old:right')
})

test('PW-12 a busy hashing gives 503 with Retry-After to known and unknown users alike', async () => {
  provider.hashing.busy = true
  for (const name of ['ann', 'unknown']) {
    const { status, headers, page } = await attempt(name, 'right')
    assert.equal(status, 503)
    assert.equal(headers.get('retry-after'), '3')
    assert.ok(page.kind === 'password' && page.error === 'busy')
  }
})

test('the password is asked for again when the policy’s lifetime has passed', async () => {
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
