// The change of the email address of an account: the new address is proven before it replaces the old one, and both are notified.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailChange, password, recovery, registration } from '../src/index.ts'
import type { EmailAddressPage, MailedCodePage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, dispatcherOf, human, instancePolicy, openProvider } from './provider.ts'
import { begin as beginRecovery } from './recovery.ts'
import { begin as beginRegistration, codeOf, oneMail, open, pageOf, post } from './registering.ts'
import { ask, askAgain, askForChange, current, emailOf, signIn, unverified, withEmail } from './verifying.ts'

const old = { address: 'ann@mail.example', verified: true }
const fresh = 'ann@new.example'

describe('AC-04 the change of an address', () => {
  test('needs the code that was mailed to the new one, and notifies both', () =>
    withEmail(async (provider, browser) => {
      const shown = await askForChange(browser, 'ann')
      const page = pageOf<EmailAddressPage>(shown, 'email_address')
      assert.deepEqual([page.reason, page.email, page.skip?.step], ['change', undefined, 'email_change'])
      const asked = await ask(browser, shown, ' ann@New.example ')
      const sent = await oneMail(provider)
      assert.equal(sent.to, fresh)
      assert.equal(sent.message.kind, 'email_verification')
      assert.deepEqual(await emailOf(provider, 'ann'), old, 'the old one counts until then')
      await post(browser, asked, { code: sent.message.code ?? '' })
      assert.deepEqual(await emailOf(provider, 'ann'), { address: fresh, verified: true })
      const notices = await takeMails(provider)
      assert.deepEqual(notices.map(({ to, message }) => [to, message.kind]).toSorted(), [
        ['ann@mail.example', 'email_changed'],
        ['ann@new.example', 'email_changed'],
      ])
      assert.deepEqual(provider.audited.find(({ type }) => type === 'resource_changed')?.details, {
        members: 'email',
        event: 'email_changed',
      })
      assert.equal((await current(browser, shown)).page.kind, 'leaving', 'the way back to the account page')
    }))

  test('is never due by itself, and its form does nothing without being asked for', () =>
    withEmail(async (provider, browser) => {
      const { requestId, csrf } = (await signIn(browser)).page as EmailAddressPage
      const answer = await browser.post('/ui/login/email-change', { request: requestId, csrf, email: fresh })
      assert.equal(answer.location, dispatcherOf(requestId))
      assert.deepEqual(await takeMails(provider), [])
    }))

  test('to the address that the account has is refused', () =>
    withEmail(async (_provider, browser) => {
      const answer = await ask(browser, await askForChange(browser, 'ann'), 'ANN@mail.example')
      assert.equal(pageOf<EmailAddressPage>(answer, 'email_address').error, 'email_unchanged')
    }))

  test('the code of an older change is refused after a newer one', () =>
    withEmail(async (provider, browser) => {
      const shown = await askForChange(browser, 'ann')
      const older = await ask(browser, shown, 'ann@older.example')
      const code = await codeOf(provider)
      provider.wait(60_000)
      const newer = await ask(browser, await current(browser, shown), fresh)
      const next = await codeOf(provider)
      for (const page of [older, newer]) {
        const refused = await post(browser, page, { code })
        assert.equal(pageOf<MailedCodePage>(refused, 'mailed_code').error, 'invalid_mailed_code')
      }
      await post(browser, newer, { code: next })
      assert.equal((await emailOf(provider, 'ann'))?.address, fresh)
    }))

  test('the code is refused when the address was changed elsewhere since', () =>
    withEmail(async (provider, browser) => {
      const asked = await ask(browser, await askForChange(browser, 'ann'), fresh)
      const code = await codeOf(provider)
      await provider.put(unverified('ann', 'ann@admin.example'))
      assert.equal(pageOf<EmailAddressPage>(await post(browser, asked, { code }), 'email_address').error, 'setup_expired')
      assert.equal((await emailOf(provider, 'ann'))?.address, 'ann@admin.example')
    }))

  test('an address of another user gets the same responses, and only its mail differs', () =>
    withEmail(async (provider, browser) => {
      const shownTo = async (email: string, name: string): Promise<unknown> => {
        const asked = await ask(name === 'ann' ? browser : provider.browser(), await askForChange(browser, 'ann'), email)
        const { requestId: _, csrf: __, flow: ___, back: ____, sentTo, resend, ...page } = pageOf<MailedCodePage>(asked, 'mailed_code')
        assert.equal(sentTo, email)
        assert.equal(resend.fields['email'], email)
        return page
      }
      const free = await shownTo('ann@free.example', 'ann')
      assert.equal((await oneMail(provider)).message.kind, 'email_verification')
      provider.wait(60_000)
      assert.deepEqual(await shownTo('una@mail.example', 'ann'), free)
      const sent = await oneMail(provider)
      assert.equal(sent.message.kind, 'email_in_use')
      assert.deepEqual([sent.message.code, sent.message.placeholders['PreferredLoginName']], [undefined, 'una@mail.example'])
    }))

  test('of two users who prove one address at the same time one gets it', () =>
    withEmail(async (provider) => {
      const prove = async (name: string) => {
        const browser = provider.browser()
        const asked = await ask(browser, await askForChange(browser, name), 'both@new.example')
        const code = await codeOf(provider)
        return async () => await post(browser, asked, { code })
      }
      const first = await prove('ann')
      provider.wait(60_000)
      const second = await prove('una')
      const answers = await Promise.all([first(), second()])
      const refused = answers.filter(({ page }) => page.kind === 'email_address')
      assert.equal(refused.length, 1)
      assert.equal(refused[0]?.page.kind === 'email_address' && refused[0].page.error, 'email_taken')
      const owners = await Promise.all(['ann', 'una'].map(async (name) => (await emailOf(provider, name))?.address === 'both@new.example'))
      assert.deepEqual(owners.toSorted(), [false, true])
    }))

  test('mails to a foreign address count for the address, and no page reveals the limit', () =>
    withEmail(async (provider) => {
      await provider.put(...[1, 2, 3, 4, 5, 6].map((index) => unverified(`u${index}`)))
      const mails: number[] = []
      for (const index of [1, 2, 3, 4, 5, 6]) {
        const browser = provider.browser()
        pageOf<MailedCodePage>(await ask(browser, await askForChange(browser, `u${index}`), 'victim@far.example'), 'mailed_code')
        mails.push((await takeMails(provider)).length)
        provider.wait(60_000)
      }
      assert.deepEqual(mails, [1, 1, 1, 1, 1, 0])
    }))

  test('LG-32 another code that the limit does not allow leaves the one that arrived, and not the one for an earlier address', () =>
    withEmail(async (provider, browser) => {
      const shown = await askForChange(browser, 'ann')
      const page = await ask(browser, shown, fresh)
      const code = await codeOf(provider)
      const stranger = async (email: string): Promise<void> => {
        const other = provider.browser()
        await ask(other, await askForChange(other, 'una'), email)
        await takeMails(provider)
        provider.wait(5000)
      }
      provider.wait(61_000)
      await stranger(fresh)
      const again = await askAgain(browser, page)
      assert.deepEqual(await takeMails(provider), [])
      provider.wait(61_000)
      await stranger('ann@other.example')
      const other = await ask(browser, await current(browser, shown), 'ann@other.example')
      assert.equal(pageOf<MailedCodePage>(other, 'mailed_code').sentTo, 'ann@other.example')
      for (const asked of [again, other])
        assert.equal(pageOf<MailedCodePage>(await post(browser, asked, { code }), 'mailed_code').error, 'invalid_mailed_code')
    }))

  test('LG-32 the code that stays completes the change', () =>
    withEmail(async (provider, browser) => {
      const page = await ask(browser, await askForChange(browser, 'ann'), fresh)
      const code = await codeOf(provider)
      provider.wait(61_000)
      const other = provider.browser()
      await ask(other, await askForChange(other, 'una'), fresh)
      provider.wait(5000)
      await post(browser, await askAgain(browser, page), { code })
      assert.equal((await emailOf(provider, 'ann'))?.address, fresh)
    }))

  test('after others have asked for mails to the address, no page reveals whether it has an account', async () => {
    const hashing = countingHashing()
    const provider = await openProvider(() => [password({ hashing })], {
      steps: [emailChange({ mail })],
      detours: [recovery({ mail, hashing }), registration({ mail, hashing, organization: 'org-1' })],
    })
    try {
      await provider.put(unverified('una'), human('bob', undefined), instancePolicy('loginPolicy', open))
      for (const [address, asked] of [
        ['bob@mail.example', beginRecovery],
        ['unknown@mail.example', beginRecovery],
        ['ann@mail.example', beginRegistration],
        ['free@mail.example', beginRegistration],
      ] as const) {
        await asked(provider.browser(), address)
        await takeMails(provider)
        const browser = provider.browser()
        const page = pageOf<MailedCodePage>(await ask(browser, await askForChange(browser), address), 'mailed_code')
        assert.equal(page.sentTo, address)
        assert.deepEqual(await takeMails(provider), [], 'the mailbox has just got one')
        provider.wait(60_000)
      }
    } finally {
      await provider.close()
    }
  })
})
