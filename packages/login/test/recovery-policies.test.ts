// What policies say about the recovery of a password.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { takeMails } from './mails.ts'
import { instancePolicy } from './provider.ts'
import { begin, both, oneMail, pageOf, post, startPath, withRecovery } from './recovery.ts'

describe('policies', () => {
  test('where the policy hides the reset, there is no link, and the form is refused', () =>
    withRecovery(async (provider, browser) => {
      await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, hidePasswordReset: true }))
      const request = await browser.begin()
      const shown = await browser.submit(request, { loginName: 'ann' })
      assert.ok(shown.page.kind === 'password')
      assert.equal(shown.page.ways, undefined)
      const refused = await post(browser, await browser.get(`${startPath}?request=${request}`), { loginName: 'ann' })
      assert.equal(refused.status, 403)
      assert.match(JSON.stringify(refused.page), /"recovery_unavailable"/)
      assert.deepEqual(await takeMails(provider), [])
    }))

  for (const policy of [{ allowUsernamePassword: true, hidePasswordReset: true }, { allowUsernamePassword: false }]) {
    test(`a recovery that began before the policy became ${JSON.stringify(policy)} sets no password`, () =>
      withRecovery(async (provider, browser) => {
        const { answer } = await begin(browser, 'ann')
        const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
        assert.equal(next.page.kind, 'first_password')
        await provider.put(instancePolicy('loginPolicy', policy))
        const refused = await post(browser, next, both)
        assert.deepEqual(pageOf<{ readonly code: string }>(refused, 'error').code, 'expired_link')
        assert.equal((await provider.stores.passwords.find('ann'))?.hash, 'new:right')
      }))
  }
})
