// The limits of recoveries: of mails, of codes, and of guesses after one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FirstPasswordPage, MailedCodePage } from '../src/index.ts'
import { takeMails } from './mails.ts'
import type { ReadMail } from './mails.ts'
import { browserCookie, human, instancePolicy, origin, sessionCookie } from './provider.ts'
import type { Answer } from './provider.ts'
import { begin, both, newPassword, oneMail, pageOf, post, startPath, withRecovery } from './recovery.ts'
import { askAgain } from './verifying.ts'

describe('the limits of recoveries', () => {
  test('PW-19 a user gets at most five mails an hour, and can still sign in', () =>
    withRecovery(async (provider) => {
      const mails: ReadMail[] = []
      for (let count = 0; count < 59; count++) {
        await begin(provider.browser(), 'ann')
        mails.push(...(await takeMails(provider)))
        provider.wait(61_000)
        // Each comes from a different network, so that the limit of networks does not hide the limit of accounts.
        Object.assign(origin, { remoteAddress: `198.51.100.${count}` })
      }
      Object.assign(origin, { remoteAddress: '192.0.2.1' })
      assert.equal(mails.length, 5)
      const owner = provider.browser()
      assert.equal((await owner.signIn(await owner.begin(), 'ann', 'right')).page.kind, 'leaving')
    }))

  test('LG-30 PW-19 a known browser gets no more mails when another user signs in there in between', () =>
    withRecovery(async (provider, browser) => {
      await provider.put(human('mallory', 'new:mine'))
      await browser.signIn(await browser.begin(), 'ann', 'right')
      let mails = 0
      for (let count = 0; count < 16; count++) {
        browser.cookies.delete(sessionCookie)
        await begin(browser, 'ann')
        mails += (await takeMails(provider)).length
        assert.equal((await browser.signIn(await browser.begin(), 'mallory', 'mine')).page.kind, 'leaving')
        provider.wait(61_000)
        Object.assign(origin, { remoteAddress: `198.51.100.${count}` })
      }
      Object.assign(origin, { remoteAddress: '192.0.2.1' })
      assert.equal(mails, 5)
    }))

  test('LG-32 another code that the limit does not allow leaves the one that arrived', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { code = '' } = (await oneMail(provider)).message
      const { answer: unknown } = await begin(browser, 'unknown')
      await post(browser, answer, { code: 'AAAAAA' })
      provider.wait(61_000)
      for (const name of ['ann', 'unknown']) await begin(provider.browser(), name)
      await takeMails(provider)
      provider.wait(5000)
      const page = await askAgain(browser, answer)
      assert.deepEqual(await takeMails(provider), [])
      const shown = (of: Answer): unknown => {
        const { requestId: _, csrf: __, flow: ___, resend: ____, backToSignIn: _____, ...rest } = pageOf<MailedCodePage>(of, 'mailed_code')
        return rest
      }
      assert.deepEqual(shown(page), shown(await askAgain(browser, unknown)))
      for (let count = 0; count < 3; count++) await post(browser, page, { code: 'AAAAAA' })
      pageOf<FirstPasswordPage>(await post(browser, page, { code }), 'first_password')
    }))

  test('LG-32 the tries of a code that stays are not given back', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { code = '' } = (await oneMail(provider)).message
      for (let count = 0; count < 4; count++) await post(browser, answer, { code: 'AAAAAA' })
      provider.wait(61_000)
      await begin(provider.browser(), 'ann')
      provider.wait(5000)
      await askAgain(browser, answer)
      await post(browser, answer, { code: 'AAAAAA' })
      assert.equal(pageOf<MailedCodePage>(await post(browser, answer, { code }), 'mailed_code').error, 'invalid_mailed_code')
    }))

  test('PW-06 a stranger who guesses passwords does not keep the user from the sign-in after the recovery', () =>
    withRecovery(async (provider, browser) => {
      await provider.put(instancePolicy('lockoutPolicy', { maxPasswordAttempts: 3 }))
      const guess = async (): Promise<Answer> => {
        const stranger = provider.browser()
        return await stranger.signIn(await stranger.begin(), 'ann@org.example', 'wrong')
      }
      for (let count = 0; count < 3; count++) await guess()
      const { answer } = await begin(browser, 'ann@org.example')
      const page = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      const old = provider.browser()
      old.cookies.set(browserCookie, browser.cookies.get(browserCookie) ?? '')
      const signIn = await post(browser, page, both)
      assert.equal((await guess()).status, 429)
      assert.equal((await post(browser, signIn, { password: newPassword })).page.kind, 'leaving')
      assert.equal((await old.signIn(await old.begin(), 'ann@org.example', newPassword)).status, 429, 'no other browser')
    }))

  test('a browser in which the user has signed in gets a mail when strangers have used up the others', () =>
    withRecovery(async (provider, browser) => {
      await browser.signIn(await browser.begin(), 'ann', 'right')
      for (let count = 0; count < 6; count++) {
        await begin(provider.browser(), 'ann')
        provider.wait(61_000)
      }
      await takeMails(provider)
      await begin(provider.browser(), 'ann')
      assert.deepEqual(await takeMails(provider), [])
      const request = await browser.begin({ prompt: ['login'] })
      const start = await browser.get(`${startPath}?request=${request}`)
      await post(browser, start, { loginName: 'ann' })
      assert.equal((await takeMails(provider)).length, 1)
    }))

  test('a network gets ten mails an hour, and the page says how long to wait', () =>
    withRecovery(async (provider) => {
      for (let count = 0; count < 10; count++) await begin(provider.browser(), `user-${count}`)
      const browser = provider.browser()
      const request = await browser.begin()
      const refused = await post(browser, await browser.get(`${startPath}?request=${request}`), { loginName: 'ann' })
      assert.ok(refused.page.kind === 'recovery')
      assert.equal(refused.page.error, 'too_many_attempts')
      assert.equal(refused.status, 429)
      provider.wait(3_600_000)
      await begin(provider.browser(), 'ann')
    }))
})
