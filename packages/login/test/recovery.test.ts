// The recovery of a forgotten password: by code and by link, for people with and without an account, and against guessing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import type { FirstPasswordPage, MailedCodePage, MailedLinkPage } from '../src/index.ts'
import { takeMails } from './mails.ts'
import { human } from './provider.ts'
import type { Answer } from './provider.ts'
import { begin, both, newPassword, oneMail, pageOf, pathOf, post, startPath, withRecovery } from './recovery.ts'

describe('a recovery by code', () => {
  test('the password page leads to a code by mail, a new password, and a sign-in with it', () =>
    withRecovery(async (provider, browser) => {
      const request = await browser.begin()
      const shown = await browser.submit(request, { loginName: 'ann' })
      assert.ok(shown.page.kind === 'password')
      assert.deepEqual(shown.page.ways, { recovery: { path: `${startPath}?request=${request}` } })
      const start = await browser.get(`${startPath}?request=${request}`)
      assert.ok(start.page.kind === 'recovery')
      assert.equal(start.page.loginName, 'ann')
      const asked = await post(browser, start, { loginName: 'ann' })

      const sent = await oneMail(provider)
      assert.equal(sent.to, 'ann@mail.example')
      assert.equal(sent.message.kind, 'recovery')
      assert.equal(sent.message.applicationName, 'Shop')
      assert.match(sent.message.code ?? '', /^[A-HJ-NP-Z2-9]{6}$/)
      assert.ok(!('place' in sent.message))

      const typed = (sent.message.code ?? '').toLowerCase().replace(/^(...)/, '$1-')
      const next = await post(browser, asked, { code: ` ${typed} ` })
      const page = pageOf<FirstPasswordPage>(next, 'first_password')
      assert.equal(page.loginName, 'ann@org.example')
      const signIn = await post(browser, next, both)
      assert.equal(pageOf<{ readonly loginName: string }>(signIn, 'password').loginName, 'ann@org.example')
      assert.equal((await post(browser, signIn, { password: 'right' })).page.kind, 'password', 'the old password still works')
      assert.equal((await post(browser, signIn, { password: newPassword })).page.kind, 'leaving')
    }))

  test('the user is notified of the new password, with time and place', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      await post(browser, next, both)
      const { to, message } = await oneMail(provider)
      assert.equal(to, 'ann@mail.example')
      assert.equal(message.kind, 'password_changed')
      assert.equal(message.place, '192.0.2.1')
      assert.equal(message.at, provider.context.now())
    }))

  test('LG-13 the new password ends what the old one opened, and the recovery opens no session', () =>
    withRecovery(async (provider, browser) => {
      const other = provider.browser()
      await other.signIn(await other.begin(), 'ann', 'right')
      const before = await provider.stores.users.find('ann')
      const { answer, request } = await begin(browser, 'ann')
      const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      assert.equal((await browser.get(`/ui/login?request=${request}`)).page.kind, 'password', 'a proven code does not sign the user in')
      await post(browser, next, both)
      assert.equal((await provider.stores.users.find('ann'))?.timesEnded, (before?.timesEnded ?? 0) + 1)
      const again = await other.get(`/ui/login?request=${await other.begin()}`)
      assert.notEqual(again.page.kind, 'leaving')
    }))

  test('LG-13 a user whom an administrator locks while the new password is hashed keeps the old one', () =>
    withRecovery(async (provider, browser, hashing) => {
      const { answer } = await begin(browser, 'ann')
      const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      const { hash } = hashing
      hashing.hash = async (secret) => {
        await provider.put(human('ann', 'new:right', 'USER_STATE_LOCKED'))
        await provider.put(human('ann', 'new:right'))
        return await hash(secret)
      }
      assert.equal(pageOf<{ readonly code: string }>(await post(browser, next, both), 'error').code, 'expired_link')
      assert.equal((await provider.stores.passwords.find('ann'))?.hash, 'new:right')
    }))

  test('a password that breaks the rules is refused, and the flow goes on', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      for (const [fields, error] of [
        [{ newPassword: '', newPasswordAgain: '' }, 'missing_new_password'],
        [{ newPassword: 'short', newPasswordAgain: 'short' }, 'password_too_short'],
        [{ newPassword, newPasswordAgain: 'other' }, 'passwords_differ'],
      ] as const) {
        const refused = await post(browser, next, fields)
        assert.equal(pageOf<FirstPasswordPage>(refused, 'first_password').error, error)
      }
      assert.equal((await post(browser, next, both)).page.kind, 'password')
    }))

  test('an empty login name is refused on its page', () =>
    withRecovery(async (_provider, browser) => {
      const request = await browser.begin()
      const refused = await post(browser, await browser.get(`${startPath}?request=${request}`), { loginName: ' ' })
      assert.ok(refused.page.kind === 'recovery')
      assert.equal(refused.page.error, 'missing_login_name')
    }))
})

describe('LG-09 a mailed code', () => {
  test('is dead after five wrong ones', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { code = '' } = (await oneMail(provider)).message
      for (let wrong = 0; wrong < 5; wrong++) {
        const refused = await post(browser, answer, { code: code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA' })
        assert.equal(pageOf<MailedCodePage>(refused, 'mailed_code').error, 'invalid_mailed_code')
      }
      assert.equal(pageOf<MailedCodePage>(await post(browser, answer, { code }), 'mailed_code').error, 'invalid_mailed_code')
    }))

  test('works once, in its flow, within one hour', () =>
    withRecovery(async (provider, browser) => {
      const other = provider.browser()
      await provider.put(human('bob', 'new:right'))
      const { answer } = await begin(browser, 'ann')
      const { code = '' } = (await oneMail(provider)).message
      const foreign = await begin(other, 'bob')
      await takeMails(provider)
      assert.equal((await post(other, foreign.answer, { code })).page.kind, 'mailed_code', 'the code of another user')
      const next = await post(browser, answer, { code })
      await post(browser, next, both)
      assert.equal((await post(browser, answer, { code })).status, 400, 'a second use')
      const late = await post(browser, next, { newPassword: 'another good passphrase', newPasswordAgain: 'another good passphrase' })
      assert.equal(late.status, 400, 'the flow was completed')

      provider.wait(60_000)
      const expired = await begin(browser, 'ann')
      const mails = await takeMails(provider)
      provider.wait(25 * 60_000)
      const known = mails.find(({ message }) => message.kind === 'recovery')?.message.code ?? ''
      assert.equal((await post(browser, expired.answer, { code: known })).page.kind, 'first_password', 'within the hour it works')
    }))

  test('only the newest code works, and the next code can be sent after a minute', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { resend } = pageOf<MailedCodePage>(answer, 'mailed_code')
      const first = (await oneMail(provider)).message.code ?? ''
      const again = async (): Promise<Answer> =>
        await post(browser, { ...answer, page: { ...answer.page, action: resend.action } as never }, resend.fields)
      const early = pageOf<MailedCodePage>(await again(), 'mailed_code')
      assert.equal(early.error, 'too_many_attempts')
      assert.equal(early.retryAfter, 60)
      assert.deepEqual(await takeMails(provider), [])
      provider.wait(60_000)
      assert.equal(pageOf<MailedCodePage>(await again(), 'mailed_code').error, undefined)
      const second = (await oneMail(provider)).message.code ?? ''
      assert.notEqual(second, first)
      assert.equal((await post(browser, answer, { code: first })).page.kind, 'mailed_code')
      assert.equal((await post(browser, answer, { code: second })).page.kind, 'first_password')
    }))

  test('typed twice, or after a step back, leads to the page that follows', () =>
    withRecovery(async (provider, browser) => {
      const { answer, request, flow } = await begin(browser, 'ann')
      const code = (await oneMail(provider)).message.code ?? ''
      const { requestId, csrf } = pageOf<MailedCodePage>(answer, 'mailed_code')
      const form = { request: requestId, csrf, flow, code }
      const twice = await Promise.all([browser.post(`${startPath}/code`, form), browser.post(`${startPath}/code`, form)])
      assert.ok(twice.some(({ location }) => location?.startsWith(`${startPath}/password`)))
      assert.equal((await post(browser, answer, { code: 'AAAAAA' })).page.kind, 'first_password', 'nothing is guessed any more')
      const back = await browser.get(`${startPath}/code?request=${request}&flow=${flow}`)
      assert.ok(back.location?.startsWith(`${startPath}/password`))
      const resent = await browser.post(startPath, { request: requestId, csrf, loginName: 'ann', resend: 'on' })
      assert.ok(resent.location?.startsWith(`${startPath}/code`))
      provider.wait(60_000)
      await browser.post(startPath, { request: requestId, csrf, loginName: 'ann', resend: 'on' })
      assert.deepEqual(await takeMails(provider), [], 'no other code is sent')
      assert.equal((await post(browser, await browser.get(back.location ?? ''), both)).page.kind, 'password', 'and the page still works')
    }))

  test('LG-08 without the code there is no page for the password', () =>
    withRecovery(async (_provider, browser) => {
      const { request, flow, answer } = await begin(browser, 'ann')
      assert.equal((await browser.get(`${startPath}/password?request=${request}&flow=${flow}`)).status, 400)
      const { csrf } = answer.page as MailedCodePage
      assert.equal((await browser.post(`${startPath}/password`, { request, csrf, flow, ...both })).status, 400)
    }))

  test('is of no use after the password was changed elsewhere', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { code = '' } = (await oneMail(provider)).message
      await provider.stores.passwords.set({ userId: 'ann', hash: 'new:changed', replaces: 'any', seen: 'any', now: provider.context.now() })
      assert.equal((await post(browser, answer, { code })).status, 400)
    }))
})

describe('a recovery by link', () => {
  test('MA-01 opening the link changes nothing, ten times by GET and by HEAD', () =>
    withRecovery(async (provider, browser) => {
      const { answer } = await begin(browser, 'ann')
      const { link, code = '' } = (await oneMail(provider)).message
      const scanner = provider.browser()
      for (let time = 0; time < 10; time++) assert.equal((await scanner.get(pathOf(link))).page.kind, 'mailed_link')
      assert.equal((await post(browser, answer, { code })).page.kind, 'first_password')
    }))

  test('in another browser one button leads to the new password, and says for which application', () =>
    withRecovery(async (provider, browser) => {
      await begin(browser, 'ann')
      const { link } = (await oneMail(provider)).message
      const phone = provider.browser()
      const page = pageOf<MailedLinkPage>(await phone.get(pathOf(link)), 'mailed_link')
      assert.equal(page.applicationName, 'Shop')
      const followed = await phone.post(page.action, page.fields)
      const next = await phone.get(followed.location ?? '')
      assert.equal(next.page.kind, 'first_password')
      const signIn = await post(phone, next, both)
      const done = await post(phone, signIn, { password: newPassword })
      assert.equal(done.location, '/')
    }))

  test('in the same browser the code is filled in, and the sign-in to the application goes on', () =>
    withRecovery(async (provider, browser) => {
      await begin(browser, 'ann')
      const { link, code } = (await oneMail(provider)).message
      const opened = await browser.get(pathOf(link))
      const page = await browser.get(opened.location ?? '')
      assert.equal(pageOf<MailedCodePage>(page, 'mailed_code').code, code)
      const next = await post(browser, page, { code: code ?? '' })
      const signIn = await post(browser, next, both)
      assert.match((await post(browser, signIn, { password: newPassword })).location ?? '', /^\/oauth\/v2\/authorize/)
    }))

  test('an attacker who started the recovery of another user does not go on when the link is used', () =>
    withRecovery(async (provider, attacker) => {
      const { request, flow, answer } = await begin(attacker, 'ann')
      const { link } = (await oneMail(provider)).message
      const victim = provider.browser()
      const page = pageOf<MailedLinkPage>(await victim.get(pathOf(link)), 'mailed_link')
      await victim.post(page.action, page.fields)
      assert.equal((await attacker.get(`${startPath}/password?request=${request}&flow=${flow}`)).status, 400)
      const { csrf } = answer.page as MailedCodePage
      assert.equal((await attacker.post(`${startPath}/password`, { request, csrf, flow, ...both })).status, 400)
      assert.equal((await provider.stores.users.find('ann'))?.timesEnded, 0)
    }))

  test('a link works once, and another site cannot press its button', () =>
    withRecovery(async (provider, browser) => {
      await begin(browser, 'ann')
      const { link } = (await oneMail(provider)).message
      const phone = provider.browser()
      const page = pageOf<MailedLinkPage>(await phone.get(pathOf(link)), 'mailed_link')
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
        assert.equal((await phone.post(page.action, page.fields, headers)).status, 403)
      assert.equal((await phone.post(page.action, page.fields)).status, 303)
      assert.equal((await phone.post(page.action, page.fields)).status, 400)
      assert.equal((await phone.get(pathOf(link))).status, 400)
    }))

  for (const query of ['', '?flow=x&code=ABCDEF', `?flow=${'A'.repeat(43)}&code=ABCDEF`, `?flow=${'A'.repeat(43)}`]) {
    test(`a link with the query "${query.slice(0, 30)}" leads to an error page`, () =>
      withRecovery(async (_provider, browser) => {
        const answer = await browser.get(`${startPath}/link${query}`)
        assert.equal(answer.status, 400)
        assert.ok(answer.page.kind === 'error' && answer.page.code === 'expired_link')
      }))
  }
})

describe('responses do not reveal who has an account', () => {
  const others: readonly (readonly [string, Resource | undefined])[] = [
    ['unknown', undefined],
    ['locked', human('locked', 'new:x', 'USER_STATE_LOCKED')],
    ['fresh', human('fresh', undefined, 'USER_STATE_INITIAL')],
    ['unverified', withEmail(human('unverified', 'new:x'), { email: 'u@mail.example', isEmailVerified: false })],
    ['mailless', withEmail(human('mailless', 'new:x'), undefined)],
    ['odd', withEmail(human('odd', 'new:x'), { email: 'odd@mail.example, b@evil.example', isEmailVerified: true })],
  ]
  for (const [name, resource] of others) {
    test(`PW-20 PW-02 ${name}: the pages and the rows are those of a user, and no mail is sent`, () =>
      withRecovery(async (provider, browser) => {
        if (resource !== undefined) await provider.put(resource)
        const of = async (loginName: string): Promise<unknown> => {
          const visitor = provider.browser()
          const { request, answer, flow } = await begin(visitor, loginName)
          const refused = await post(visitor, answer, { code: 'AAAAAA' })
          const link = `${startPath}/link?flow=${flow}&code=AAAAAA`
          const stranger = provider.browser()
          const links = [
            await visitor.get(link),
            await stranger.get(link),
            await stranger.post(`${startPath}/link`, { flow, code: 'AAAAAA' }),
          ]
          const strip = (text: string): string =>
            text
              .replaceAll(request, 'R')
              .replaceAll(flow, 'F')
              .replaceAll((answer.page as MailedCodePage).csrf, 'C')
              .replaceAll(loginName, 'N')
          const ofLinks = links.map(({ status, body, location = '' }) => [status, strip(body), strip(location)])
          return [answer.status, strip(answer.body), refused.status, strip(refused.body), [...answer.headers.keys()], ofLinks]
        }
        const known = await of('ann')
        assert.equal((await takeMails(provider)).length, 1)
        assert.deepEqual(await of(name), known)
        assert.deepEqual(await takeMails(provider), [])
        void browser
      }))
  }

  function withEmail(resource: Resource, email: unknown): Resource {
    const user = resource.content['user'] as object
    return { ...resource, content: { ...resource.content, user: { ...user, email } } }
  }

  test('a user without a password learns by mail how to sign in, and gets no code', () =>
    withRecovery(async (provider, browser) => {
      await provider.put(human('passkey', undefined))
      const { answer } = await begin(browser, 'passkey')
      const { message } = await oneMail(provider)
      assert.equal(message.kind, 'recovery_without_password')
      assert.equal(message.code, undefined)
      assert.equal(message.link, undefined)
      assert.equal(answer.page.kind, 'mailed_code')
    }))
})
