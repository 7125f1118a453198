// The verification of an email address as a step of a sign-in: when it is due, what proves the address, and what does not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verificationDue } from '../src/email/verification-due.ts'
import type { EmailAddressPage, MailedCodePage } from '../src/index.ts'
import { takeMails } from './mails.ts'
import { dispatcherOf, human } from './provider.ts'
import { codeOf, oneMail, pageOf, post } from './registering.ts'
import { ask, askAgain, current, emailOf, signIn, unverified, withEmail } from './verifying.ts'

const address = 'una@mail.example'

describe('the step is due', () => {
  const policy = { allowUsernamePassword: true, disableLoginWithEmail: false, hidePasswordReset: false }
  const user = { email: { address, verified: false } }

  test('exactly where an unverified address that mails can reach is used, or where the operator demands it', () => {
    for (const verified of [false, true])
      for (const reachable of [false, true])
        for (const disableLoginWithEmail of [false, true])
          for (const hidePasswordReset of [false, true])
            for (const allowUsernamePassword of [false, true])
              for (const required of [false, true]) {
                const email = { address: reachable ? address : 'root@localhost', verified }
                const facts = { user: { email }, policy: { allowUsernamePassword, disableLoginWithEmail, hidePasswordReset }, required }
                const isUsed = !disableLoginWithEmail || (allowUsernamePassword && !hidePasswordReset)
                const expected = verified || !reachable ? undefined : required ? 'required' : isUsed ? 'offerable' : undefined
                assert.equal(verificationDue(facts), expected, JSON.stringify(facts))
              }
  })

  test('never for a user without an address', () => {
    for (const required of [false, true]) assert.equal(verificationDue({ user: {}, policy, required }), undefined)
    assert.equal(verificationDue({ user, policy, required: false }), 'offerable')
  })
})

describe('the verification of an address', () => {
  test('is offered after the sign-in, and done by the mailed code', () =>
    withEmail(async (provider, browser) => {
      const shown = await signIn(browser)
      const page = pageOf<EmailAddressPage>(shown, 'email_address')
      assert.deepEqual([page.reason, page.email, page.fixed, page.skip?.step], ['verification', address, false, 'email_verification'])
      assert.deepEqual(await takeMails(provider), [], 'loading the page sends nothing')

      const asked = await ask(browser, shown, address)
      const code = pageOf<MailedCodePage>(asked, 'mailed_code')
      assert.equal(code.sentTo, address)
      assert.equal(code.back?.path, dispatcherOf(code.requestId))
      const sent = await oneMail(provider)
      assert.equal(sent.to, address)
      assert.equal(sent.message.kind, 'email_verification')
      assert.equal(sent.message.applicationName, 'Shop')
      assert.equal(sent.message.placeholders['LastEmail'], address)

      const wrong = await post(browser, asked, { code: 'AAAAAA' })
      assert.equal(pageOf<MailedCodePage>(wrong, 'mailed_code').error, 'invalid_mailed_code')
      assert.deepEqual(await emailOf(provider), { address, verified: false })
      assert.equal((await post(browser, wrong, { code: sent.message.code ?? '' })).page.kind, 'leaving')
      assert.deepEqual(await emailOf(provider), { address, verified: true })
      const changed = provider.audited.find(({ type }) => type === 'resource_changed')
      assert.deepEqual(changed?.details, { members: 'email', event: 'email_verified' })
      assert.equal((await signIn(provider.browser())).page.kind, 'leaving', 'it is not due any more')
    }))

  test('RG-07 proves no address that another user has proven: the mail says so and holds no code, and nothing is stored', () =>
    withEmail(async (provider, browser) => {
      await provider.put(unverified('zoe', 'Ann@mail.example'))
      const asked = await ask(browser, await signIn(browser, 'zoe'), 'Ann@mail.example')
      const sent = await oneMail(provider)
      assert.deepEqual([sent.to, sent.message.kind, sent.message.code], ['Ann@mail.example', 'email_in_use', undefined])
      pageOf<MailedCodePage>(asked, 'mailed_code')

      // The other user proves the address while the code is on its way.
      const later = provider.browser()
      const code = await ask(later, await signIn(later), address)
      const proven = human('kim', undefined)
      const user = { ...(proven.content['user'] as object), email: { email: address, isEmailVerified: true } }
      await provider.put({ ...proven, content: { ...proven.content, user } })
      const refused = await post(later, code, { code: await codeOf(provider) })
      assert.equal(pageOf<EmailAddressPage>(refused, 'email_address').error, 'email_taken')
      assert.deepEqual(await emailOf(provider), { address, verified: false })
    }))

  test('can be skipped, and is offered again after 30 days', () =>
    withEmail(async (provider, browser) => {
      const shown = await signIn(browser)
      const { skip, requestId, csrf } = pageOf<EmailAddressPage>(shown, 'email_address')
      const answer = await browser.post(skip?.action ?? '', { request: requestId, csrf, step: skip?.step ?? '' })
      assert.equal(answer.page.kind, 'leaving')
      assert.equal((await signIn(provider.browser())).page.kind, 'leaving')
      provider.wait(30 * 86_400_000)
      assert.equal((await signIn(provider.browser())).page.kind, 'email_address')
    }))

  test('is not skipped where it is required, and completes the sign-in', () =>
    withEmail(
      async (provider, browser) => {
        const shown = await signIn(browser)
        const { skip, requestId, csrf } = pageOf<EmailAddressPage>(shown, 'email_address')
        assert.equal(skip, undefined)
        await browser.post('/ui/login/skip', { request: requestId, csrf, step: 'email_verification' })
        assert.equal((await current(browser, shown)).page.kind, 'email_address')
        assert.deepEqual(
          provider.audited.filter(({ type }) => type === 'login_succeeded'),
          [],
        )
        const done = await post(browser, await ask(browser, shown, address), { code: await codeOf(provider) })
        assert.equal(done.page.kind, 'leaving')
        assert.equal(provider.audited.filter(({ type }) => type === 'login_succeeded').length, 1)
      },
      { required: true },
    ))

  test('does not come for a user whose address is verified, nor in a silent request', () =>
    withEmail(async (provider, browser) => {
      assert.equal((await signIn(provider.browser(), 'ann')).page.kind, 'leaving')
      await signIn(browser)
      const silent = await browser.begin({ prompt: ['none'], loginHint: 'una' })
      assert.equal((await browser.get(dispatcherOf(silent))).page.kind, 'leaving')
    }))

  test('a mistyped address is replaced by the one that its code proves, while the sign-in is recent', () =>
    withEmail(
      async (provider, browser) => {
        const shown = await signIn(browser)
        await ask(browser, shown, address)
        await takeMails(provider)
        provider.wait(60_000)
        const asked = await ask(browser, await current(browser, shown), 'una@right.example')
        assert.equal(pageOf<MailedCodePage>(asked, 'mailed_code').sentTo, 'una@right.example')
        const sent = await oneMail(provider)
        assert.equal(sent.to, 'una@right.example')
        assert.equal(sent.message.placeholders['LastEmail'], 'una@right.example')
        assert.deepEqual(await emailOf(provider), { address, verified: false }, 'the old one stays until then')
        assert.equal((await post(browser, asked, { code: sent.message.code ?? '' })).page.kind, 'leaving')
        assert.deepEqual(await emailOf(provider), { address: 'una@right.example', verified: true })
      },
      { required: true },
    ))

  test('LG-24 an old sign-in verifies the address of the account and no other one', () =>
    withEmail(
      async (provider, browser) => {
        await signIn(browser)
        provider.wait(700_000)
        const request = await browser.begin()
        const shown = await browser.get(dispatcherOf(request))
        assert.equal(pageOf<EmailAddressPage>(shown, 'email_address').fixed, true)
        await ask(browser, shown, 'una@evil.example')
        assert.deepEqual(await takeMails(provider), [])
        assert.equal((await ask(browser, shown, address)).page.kind, 'mailed_code')
        assert.equal((await oneMail(provider)).to, address)
      },
      { required: true },
    ))

  test('text that is not the address of one mailbox is refused on its page', () =>
    withEmail(async (provider, browser) => {
      const shown = await signIn(browser)
      for (const email of ['', 'una', 'una@mail.example,eve@evil.example', 'una@mail.example\r\nBcc: eve@evil.example'])
        assert.equal(pageOf<EmailAddressPage>(await ask(browser, shown, email), 'email_address').error, 'invalid_email', email)
      assert.deepEqual(await takeMails(provider), [])
    }))
})

describe('LG-09 a code', () => {
  test('for an older address of the account does not verify the newer one', () =>
    withEmail(async (provider, browser) => {
      const asked = await ask(browser, await signIn(browser), address)
      const code = await codeOf(provider)
      await provider.put(unverified('una', 'una@newer.example'))
      const answer = await post(browser, asked, { code })
      assert.equal(pageOf<EmailAddressPage>(answer, 'email_address').error, 'setup_expired')
      assert.deepEqual(await emailOf(provider), { address: 'una@newer.example', verified: false })
    }))

  test('expires when the next code is sent, to the same address or a different address', () =>
    withEmail(async (provider, browser) => {
      const shown = await signIn(browser)
      const asked = await ask(browser, shown, address)
      const first = await codeOf(provider)
      provider.wait(60_000)
      await askAgain(browser, asked)
      const second = await codeOf(provider)
      assert.equal(pageOf<MailedCodePage>(await post(browser, asked, { code: first }), 'mailed_code').error, 'invalid_mailed_code')
      provider.wait(60_000)
      const other = await ask(browser, await current(browser, shown), 'una@other.example')
      await takeMails(provider)
      assert.equal(pageOf<MailedCodePage>(await post(browser, other, { code: second }), 'mailed_code').error, 'invalid_mailed_code')
      assert.deepEqual(await emailOf(provider), { address, verified: false })
    }))

  test('works in the sign-in that asked for it and in no other one, once, and for one hour', () =>
    withEmail(async (provider, browser) => {
      const asked = await ask(browser, await signIn(browser), address)
      const code = await codeOf(provider)
      const { flow } = pageOf<MailedCodePage>(asked, 'mailed_code')
      for (const [other, name] of [
        [provider.browser(), 'una'],
        [provider.browser(), 'ann'],
      ] as const) {
        const { requestId, csrf } = (await signIn(other, name)).page as MailedCodePage
        const answer = await other.post('/ui/login/email-verification/code', { request: requestId, csrf, flow, code })
        assert.ok(answer.status >= 400, `${name} ${answer.status}`)
      }
      assert.deepEqual(await emailOf(provider), { address, verified: false })
      provider.wait(3_600_000)
      assert.equal((await post(browser, asked, { code })).page.kind, 'error')
      assert.deepEqual(await emailOf(provider), { address, verified: false })
    }))

  test('is asked for at most five times an hour, a minute apart, and the page says when the next one is', () =>
    withEmail(async (provider, browser) => {
      const asked = await ask(browser, await signIn(browser), address)
      const early = pageOf<MailedCodePage>(await askAgain(browser, asked), 'mailed_code')
      assert.deepEqual([early.error, early.retryAfter], ['too_many_attempts', 60])
      for (let count = 2; count <= 5; count++) {
        provider.wait(60_000)
        await askAgain(browser, asked)
      }
      assert.equal((await takeMails(provider)).length, 1, 'the mails of earlier codes that still wait are dropped')
      provider.wait(60_000)
      const late = pageOf<EmailAddressPage>(await askAgain(browser, asked), 'email_address')
      assert.deepEqual([late.error, late.retryAfter], ['too_many_attempts', 3300])
    }))

  test('is worth nothing after five wrong ones', () =>
    withEmail(async (provider, browser) => {
      let page = await ask(browser, await signIn(browser), address)
      const code = await codeOf(provider)
      for (let count = 0; count < 5; count++) page = await post(browser, page, { code: 'AAAAAA' })
      assert.equal(pageOf<MailedCodePage>(await post(browser, page, { code }), 'mailed_code').error, 'invalid_mailed_code')
      assert.deepEqual(await emailOf(provider), { address, verified: false })
    }))
})

test('a user without an address signs in without the step, and no mail is sent', () =>
  withEmail(async (provider, browser) => {
    await provider.put({ ...human('bare', 'new:right'), content: { userId: 'bare', user: { userName: 'bare' } } })
    assert.equal((await signIn(browser, 'bare')).page.kind, 'leaving')
    assert.deepEqual(await takeMails(provider), [])
  }))
