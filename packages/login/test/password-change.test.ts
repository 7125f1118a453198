// The step in which users change their password, in a whole login.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import { passwordChange } from '../src/index.ts'
import type { Page, PasswordChangePage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, dispatcherOf, formOf, human, instancePolicy, openProvider, resumeOf, sessionCookie, start } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'

const day = 86_400_000
const good = 'kettledrum lighthouse'
const changePath = '/ui/login/password-change'

const demanded = (userId: string): Resource => {
  const { content, ...user } = human(userId, 'new:right')
  return { ...user, content: { ...content, user: { ...(content['user'] as object), passwordChangeRequired: true } } }
}

async function withChange(run: (provider: Provider) => Promise<void>, ...resources: readonly Resource[]): Promise<void> {
  const provider = await openProvider(undefined, { steps: [passwordChange({ hashing: countingHashing(), mail })] })
  try {
    await provider.put(...resources)
    await run(provider)
  } finally {
    await provider.close()
  }
}

/** Signs in with the password as far as the next step. */
async function signIn(browser: Browser, password = 'right', loginName = 'ann'): Promise<{ readonly id: string; readonly answer: Answer }> {
  const id = await browser.begin()
  return { id, answer: await browser.signIn(id, loginName, password) }
}

function changePage(page: Page): PasswordChangePage {
  if (page.kind !== 'password_change') assert.fail(JSON.stringify(page))
  return page
}

const twice = (password: string): Readonly<Record<string, string>> => ({ newPassword: password, newPasswordAgain: password })

test('a demanded change comes between the password and the application, and shows its rules first', () =>
  withChange(async (provider) => {
    const browser = provider.browser()
    const { id, answer } = await signIn(browser)
    const { requestId: _, csrf: _csrf, ...page } = changePage(answer.page)
    assert.deepEqual(page, {
      kind: 'password_change',
      action: changePath,
      applicationName: 'Shop',
      loginName: 'ann@org.example',
      reason: 'demanded',
      asksCurrent: false,
      rules: { minLength: 15, requires: [] },
      otherUserPath: `/ui/login/other-user?request=${id}`,
    })
    const done = await browser.submit(id, twice(good))
    assert.equal(done.location, resumeOf(id))
    const user = await provider.stores.users.find('ann')
    assert.equal(user?.passwordChangeRequired, undefined)
    assert.deepEqual(await provider.stores.passwords.find('ann'), {
      userId: 'ann',
      hash: `new:${encodeURIComponent(good)}`,
      changedAt: start,
    })
    assert.deepEqual(
      provider.audited.map(({ type, actorId }) => [type, actorId]),
      [
        ['password_changed', 'ann'],
        ['login_succeeded', 'ann'],
      ],
    )
    assert.equal((await signIn(provider.browser(), good)).answer.location?.startsWith('/oauth/v2/authorize/resume'), true)
  }, demanded('ann')))

test('LG-13 a change ends the other sessions of the user, and keeps this browser signed in under a new cookie', () =>
  withChange(async (provider) => {
    const other = provider.browser()
    const { id: otherId } = await signIn(other)
    const browser = provider.browser()
    const { id } = await signIn(browser)
    const cookie = browser.cookies.get(sessionCookie)
    await browser.submit(id, twice(good))
    assert.notEqual(browser.cookies.get(sessionCookie), cookie)

    const user = await provider.stores.users.find('ann')
    assert.equal(user?.timesEnded, 1)
    const sessions = await provider.stores.sessions.listOfUser('ann', start, { limit: 10 })
    const valid = sessions.filter(({ validity, createdAt: issuedAt }) => stillHeldBy(ofUser(user), { validity, issuedAt }))
    assert.deepEqual([sessions.length, valid.length], [2, 1])
    assert.equal((await other.get(dispatcherOf(otherId))).page.kind, 'password', 'the other browser has to sign in again')
    const next = await browser.begin()
    assert.equal((await browser.get(dispatcherOf(next))).page.kind, 'leaving', 'this one does not')
    const stale = provider.browser()
    stale.cookies.set(sessionCookie, cookie ?? '')
    assert.equal((await stale.get(dispatcherOf(await stale.begin()))).page.kind, 'login_name', 'nor does the old cookie open anything')
  }, demanded('ann')))

test('every rule refuses with its own error, and nothing is changed', () =>
  withChange(
    async (provider) => {
      const browser = provider.browser()
      const { id } = await signIn(browser)
      const refused: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
        [{}, 'missing_new_password'],
        [{ newPassword: 'Kettledrum lighthouse 8' }, 'passwords_differ'],
        [{ newPassword: 'Kettledrum lighthouse 8', newPasswordAgain: 'Kettledrum lighthouse 9' }, 'passwords_differ'],
        [twice('Kettle 8'), 'password_too_short'],
        [twice('🪁'.repeat(257)), 'password_too_long'],
        [twice('KETTLEDRUM LIGHTHOUSE 8'), 'password_without_lowercase'],
        [twice('kettledrum lighthouse 8'), 'password_without_uppercase'],
        [twice('Kettledrum lighthouse'), 'password_without_digit'],
        [twice('Kettledrumlighthouse8'), 'password_without_symbol'],
        [twice('Password!123456'), 'password_common'],
        [twice('annLee@mail#2026'), 'password_personal'],
        [twice('Zxcvbnm,fghjkl8'), 'password_predictable'],
      ]
      for (const [fields, error] of refused) {
        const { page, status } = await browser.submit(id, fields)
        assert.deepEqual([status, changePage(page).error], [200, error], JSON.stringify(fields))
      }
      assert.equal((await provider.stores.passwords.find('ann'))?.hash, 'new:right')
      assert.equal((await provider.stores.users.find('ann'))?.timesEnded, 0)
      assert.equal((await browser.submit(id, twice('Kettledrum lighthouse 8'))).location, resumeOf(id))
    },
    demanded('ann'),
    instancePolicy('passwordComplexityPolicy', {
      minLength: '10',
      hasUppercase: true,
      hasLowercase: true,
      hasNumber: true,
      hasSymbol: true,
    }),
  ))

test('PW-18 a demanded change to the same password is refused', () =>
  withChange(async (provider) => {
    await provider.stores.passwords.replaceHash('ann', 'new:right', `old:${encodeURIComponent(good)}`)
    const browser = provider.browser()
    const { id } = await signIn(browser, good)
    assert.equal(changePage((await browser.submit(id, twice(good))).page).error, 'password_unchanged')
    assert.equal((await provider.stores.users.find('ann'))?.passwordChangeRequired, true)
  }, demanded('ann')))

test('an expired password is changed before anything else, and one that soon expires may be changed later', () =>
  withChange(
    async (provider) => {
      provider.wait(85 * day)
      const browser = provider.browser()
      const early = await signIn(browser)
      const offer = changePage(early.answer.page)
      assert.deepEqual([offer.reason, offer.daysLeft], ['expiring', 4])
      assert.deepEqual(offer.skip, { action: '/ui/login/skip', step: 'password_change' })
      const skipped = await browser.post('/ui/login/skip', { request: early.id, csrf: offer.csrf, step: 'password_change' })
      assert.equal(skipped.location, resumeOf(early.id))

      provider.wait(4 * day)
      const late = await signIn(provider.browser())
      const page = changePage(late.answer.page)
      assert.deepEqual([page.reason, page.skip], ['expired', undefined])
    },
    instancePolicy('passwordAgePolicy', { maxAgeDays: 90, expireWarnDays: 7 }),
  ))

test('a required change cannot be skipped, and a change that is not due is not taken', () =>
  withChange(
    async (provider) => {
      const browser = provider.browser()
      const { id, answer } = await signIn(browser)
      const { csrf } = changePage(answer.page)
      const skipped = await browser.post('/ui/login/skip', { request: id, csrf, step: 'password_change' })
      assert.equal(skipped.location, dispatcherOf(id))
      assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'password_change')

      const another = provider.browser()
      const next = await another.begin()
      const form = await formOf(another, next)
      await another.post(changePath, { request: next, csrf: form.csrf, ...twice(good) })
      await another.submit(next, { loginName: 'bob' })
      await another.post(changePath, { request: next, csrf: form.csrf, ...twice(good) })
      for (const userId of ['ann', 'bob']) assert.equal((await provider.stores.passwords.find(userId))?.hash, 'new:right')
    },
    demanded('ann'),
    human('bob', 'new:right'),
  ))

test('LG-12 PW-15 the present password is asked for where the proof is old, and guessing it is limited', () =>
  withChange(async (provider) => {
    const browser = provider.browser()
    await signIn(browser)
    await provider.put(demanded('ann'))
    provider.wait(600_000)
    const id = await browser.begin()
    assert.equal(changePage((await browser.get(dispatcherOf(id))).page).asksCurrent, true)
    const tryWith = async (currentPassword: string, password = good): Promise<Page> =>
      (await browser.submit(id, { ...(currentPassword === '' ? {} : { currentPassword }), ...twice(password) })).page
    assert.equal(changePage(await tryWith('')).error, 'missing_current_password')
    assert.equal(changePage(await tryWith('wrong')).error, 'wrong_current_password')
    assert.equal(provider.audited.at(-1)?.type, 'login_failed')
    for (let guess = 0; guess < 4; guess += 1) await tryWith(`wrong ${guess}`)
    assert.equal(changePage(await tryWith('right')).error, 'too_many_attempts')
    assert.equal((await provider.stores.passwords.find('ann'))?.hash, 'new:right')
    provider.wait(3_600_000)
    const later = await browser.begin()
    assert.equal((await browser.submit(later, { currentPassword: 'right', ...twice(good) })).location, resumeOf(later))
    assert.equal((await provider.stores.passwords.find('ann'))?.hash, `new:${encodeURIComponent(good)}`)
  }))

test('of two forms at once one sets its password', () =>
  withChange(async (provider) => {
    const browser = provider.browser()
    const { id } = await signIn(browser)
    const { csrf } = await formOf(browser, id)
    const passwords = [good, 'vineyard locomotive']
    await Promise.all(passwords.map((password) => browser.post(changePath, { request: id, csrf, ...twice(password) })))
    assert.equal((await provider.stores.users.find('ann'))?.timesEnded, 1)
    const { hash = '' } = (await provider.stores.passwords.find('ann')) ?? {}
    assert.ok(passwords.map((password) => `new:${encodeURIComponent(password)}`).includes(hash))
  }, demanded('ann')))

test('LG-13 a session that an administrator ended meanwhile sets no new password, and is not revived', () =>
  withChange(async (provider) => {
    const browser = provider.browser()
    const { id } = await signIn(browser)
    const { csrf } = await formOf(browser, id)
    const { passwords } = provider.stores
    const { hash = '' } = (await passwords.find('ann')) ?? {}
    const find = passwords.find.bind(passwords)
    // Between the page and the write the user is switched off and on.
    Object.assign(passwords, {
      async find(userId: string) {
        Object.assign(passwords, { find })
        const { content, ...user } = demanded('ann')
        await provider.put({ ...user, content: { ...content, state: 'USER_STATE_INACTIVE' } })
        await provider.put({ ...user, content })
        return { userId, hash }
      },
    })
    const answer = await browser.post(changePath, { request: id, csrf, ...twice(good) })
    assert.equal(answer.location, dispatcherOf(id))
    assert.equal((await browser.get(dispatcherOf(id))).page.kind, 'password')
    assert.equal((await find('ann'))?.hash, hash, 'and sets none')
  }, demanded('ann')))

test('the user is notified of the new password by mail, and not of a refused password', () =>
  withChange(async (provider) => {
    const browser = provider.browser()
    const { id } = await signIn(browser)
    await browser.submit(id, twice('short'))
    assert.deepEqual(await takeMails(provider), [])
    await browser.submit(id, twice(good))
    const mails = await takeMails(provider)
    assert.deepEqual(
      mails.map(({ to, message: { kind, at, place } }) => ({ to, kind, at, place })),
      [{ to: 'ann@mail.example', kind: 'password_changed', at: start, place: '192.0.2.1' }],
    )
  }, demanded('ann')))
