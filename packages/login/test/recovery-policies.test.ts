// What policies and second factors say about the recovery of a password.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { TOTP } from 'otpauth'
import type { FirstPasswordPage } from '../src/index.ts'
import { takeMails } from './mails.ts'
import { human, instancePolicy } from './provider.ts'
import { begin, both, newPassword, oneMail, pageOf, post, startPath, withRecovery } from './recovery.ts'

describe('policies and second factors', () => {
  test('where the policy hides the reset, there is no link, and the form is refused', () =>
    withRecovery(async (provider, browser) => {
      await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, hidePasswordReset: true }))
      const request = await browser.begin()
      const shown = await browser.submit(request, { loginName: 'ann' })
      assert.ok(shown.page.kind === 'password')
      assert.equal(shown.page.ways, undefined)
      const refused = await post(browser, await browser.get(`${startPath}?request=${request}`), { loginName: 'ann' })
      assert.equal(refused.status, 403)
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

  test('LG-08 a user with an authenticator app gives its code before the new password, and again at the sign-in', () =>
    withRecovery(async (provider, browser) => {
      const app = new TOTP({ secret: 'JBSWY3DPEHPK3PXP' })
      const resource = human('ann', 'new:right')
      const sealedOtpSecret = await provider.context.sealing.seal(app.secret.base32, otpSecretPurpose('ann'))
      await provider.put({ ...resource, secrets: { ...resource.secrets, sealedOtpSecret } })
      const { answer } = await begin(browser, 'ann')
      const next = await post(browser, answer, { code: (await oneMail(provider)).message.code ?? '' })
      assert.equal(pageOf<FirstPasswordPage>(next, 'first_password').asksCode, true)
      const error = async (code: string): Promise<unknown> =>
        pageOf<FirstPasswordPage>(await post(browser, next, { ...both, code }), 'first_password').error
      assert.equal(await error(''), 'missing_code')
      assert.equal(await error('abc'), 'invalid_code')
      const right = app.generate({ timestamp: provider.context.now() })
      assert.equal(await error(right === '000000' ? '111111' : '000000'), 'invalid_code')
      const failures = provider.audited.filter(({ type }) => type === 'second_factor_failed')
      assert.deepEqual(
        failures.map(({ details }) => details),
        [{ method: 'otp', reason: 'wrong_code' }],
      )
      const signIn = await post(browser, next, { ...both, code: right })
      assert.equal(signIn.page.kind, 'password')
      assert.equal((await post(browser, signIn, { password: newPassword })).page.kind, 'one_time_code')
    }))
})
