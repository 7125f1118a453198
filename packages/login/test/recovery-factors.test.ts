// The second factor that a recovery asks for before the new password.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { TOTP } from 'otpauth'
import { password, recovery } from '../src/index.ts'
import type { AnyAuthenticator, FirstPasswordPage, OneTimeCodePage, RecoveryCodePage } from '../src/index.ts'
import { beginRecoveryCodes, findNewRecoveryCodes, saveRecoveryCodes } from '../src/recovery-codes/code-set.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, human, instancePolicy, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import { begin, both, newPassword, pageOf, post, withRecovery } from './recovery.ts'

const app = new TOTP({ secret: 'JBSWY3DPEHPK3PXP' })
const factorPath = '/ui/login/recovery/second-factor'
const passwordPath = '/ui/login/recovery/password'

/** Gives `ann` an authenticator app. */
async function giveApp(provider: Provider): Promise<void> {
  const resource = human('ann', 'new:right')
  const sealedOtpSecret = await provider.context.sealing.seal(app.secret.base32, otpSecretPurpose('ann'))
  await provider.put({ ...resource, secrets: { ...resource.secrets, sealedOtpSecret } })
}

/** Gives `ann` recovery codes. */
async function giveCodes({ context, stores }: Provider): Promise<readonly string[]> {
  const user = await stores.users.find('ann')
  assert.ok(user !== undefined)
  const inBrowser = { user, browser: 'browser' }
  await beginRecoveryCodes(inBrowser, context)
  const codes = await findNewRecoveryCodes(inBrowser, context)
  assert.equal(await saveRecoveryCodes(inBrowser, context), true)
  return codes ?? []
}

/** Begins a recovery, and types the mailed code. @returns the page after it */
async function prove(provider: Provider, browser: Browser): Promise<Answer> {
  const { answer } = await begin(browser, 'ann')
  const [sent] = await takeMails(provider)
  return await post(browser, answer, { code: sent?.message.code ?? '' })
}

const rightCode = ({ context }: Provider): string => app.generate({ timestamp: context.now() })
const wrongCode = (provider: Provider): string => (rightCode(provider) === '000000' ? '111111' : '000000')
const hashOf = async ({ stores }: Provider): Promise<string | undefined> => (await stores.passwords.find('ann'))?.hash

test('LG-08 a user with an authenticator app gives its code before the new password, and again at the sign-in', () =>
  withRecovery(async (provider, browser) => {
    await giveApp(provider)
    const asked = await prove(provider, browser)
    const page = pageOf<OneTimeCodePage>(asked, 'one_time_code')
    assert.equal(page.action, factorPath)
    assert.equal(page.loginName, 'ann@org.example')
    assert.ok(page.backToSignIn?.path.startsWith('/ui/login?request='))
    assert.ok(!('otherUserPath' in page))
    const errorOf = async (code: string): Promise<unknown> =>
      pageOf<OneTimeCodePage>(await post(browser, asked, { code }), 'one_time_code').error
    assert.equal(await errorOf(''), 'missing_code')
    assert.equal(await errorOf('abc'), 'invalid_code')
    assert.equal(await errorOf(wrongCode(provider)), 'invalid_code')
    const next = await post(browser, asked, { code: rightCode(provider) })
    assert.equal(pageOf<FirstPasswordPage>(next, 'first_password').loginName, 'ann@org.example')
    assert.deepEqual(
      provider.audited.filter(({ type }) => type.startsWith('second_factor')).map(({ type, details }) => ({ type, ...details })),
      [
        { type: 'second_factor_failed', method: 'otp', reason: 'wrong_code', by: 'recovery' },
        { type: 'second_factor_checked', method: 'otp', by: 'recovery' },
      ],
    )
    const signIn = await post(browser, next, both)
    assert.equal(signIn.page.kind, 'password')
    provider.wait(30_000)
    const again = await post(browser, signIn, { password: newPassword })
    assert.equal(pageOf<OneTimeCodePage>(again, 'one_time_code').action, '/ui/login/totp')
    assert.ok(!('backToSignIn' in again.page))
  }))

test('a user who lost the app gives a recovery code instead, which works once', () =>
  withRecovery(async (provider, browser) => {
    await giveApp(provider)
    const [first = '', second = ''] = await giveCodes(provider)
    const asked = await prove(provider, browser)
    const [other] = pageOf<OneTimeCodePage>(asked, 'one_time_code').otherFactors ?? []
    assert.equal(other?.factor, 'recovery_code')
    const shown = await browser.get(other?.path ?? '')
    assert.equal(pageOf<RecoveryCodePage>(shown, 'recovery_code').action, factorPath)
    const refused = await post(browser, shown, { code: '00000-00000' })
    assert.equal(pageOf<RecoveryCodePage>(refused, 'recovery_code').error, 'invalid_recovery_code', 'the same page shows the error')
    const next = await post(browser, shown, { code: first })
    pageOf<FirstPasswordPage>(next, 'first_password')
    assert.equal((await provider.stores.recoveryCodes.find('ann'))?.left, 9)
    const twice = await post(browser, shown, { code: second })
    pageOf<FirstPasswordPage>(twice, 'first_password')
    assert.equal((await provider.stores.recoveryCodes.find('ann'))?.left, 9, 'a factor that is not due is not used up')
    const signIn = await post(browser, next, both)
    assert.equal((await post(browser, signIn, { password: newPassword })).page.kind, 'one_time_code', 'and the sign-in asks again')
  }))

test('LG-08 without the second factor neither the page nor the form of the password works', () =>
  withRecovery(async (provider, browser) => {
    await giveApp(provider)
    const asked = await prove(provider, browser)
    const { requestId, csrf, fields } = pageOf<OneTimeCodePage>(asked, 'one_time_code')
    const flow = fields?.['flow'] ?? ''
    const shown = await browser.get(`${passwordPath}?request=${requestId}&flow=${flow}`)
    assert.ok(shown.location?.startsWith(factorPath))
    const posted = await browser.post(passwordPath, {
      request: requestId,
      csrf,
      flow,
      ...both,
      factor: 'one_time_code',
      code: rightCode(provider),
    })
    assert.ok(posted.location?.startsWith(factorPath))
    for (const factor of ['passkey', 'recovery_code', 'password', '']) {
      const unknown = await browser.post(factorPath, { request: requestId, csrf, flow, factor, code: rightCode(provider) })
      assert.equal(unknown.location, `${factorPath}?request=${requestId}&flow=${flow}`, `${factor} is not a factor of the user`)
    }
    assert.equal(await hashOf(provider), 'new:right')
  }))

test('the proof of a second factor belongs to its flow and browser, and opens no session', () =>
  withRecovery(async (provider, browser) => {
    await giveApp(provider)
    const asked = await prove(provider, browser)
    const { fields, requestId } = pageOf<OneTimeCodePage>(asked, 'one_time_code')
    pageOf<FirstPasswordPage>(await post(browser, asked, { code: rightCode(provider) }), 'first_password')
    assert.equal((await browser.get(`/ui/login?request=${requestId}`)).page.kind, 'password')

    provider.wait(60_000)
    const other = provider.browser()
    const own = await begin(other, 'ann')
    for (const path of [factorPath, passwordPath]) {
      const stolen = await other.get(`${path}?request=${own.request}&flow=${fields?.['flow'] ?? ''}`)
      assert.deepEqual(pageOf<{ readonly code: string }>(stolen, 'error').code, 'expired_link')
    }
    const [sent] = await takeMails(provider)
    const second = await post(other, own.answer, { code: sent?.message.code ?? '' })
    assert.equal(second.page.kind, 'one_time_code', 'another flow asks again')
  }))

test('OT-13 guesses in a recovery and at a sign-in are counted together, whatever the code is', () =>
  withRecovery(async (provider, browser) => {
    await provider.put(instancePolicy('lockoutPolicy', { maxOtpAttempts: 5 }))
    await giveApp(provider)
    const [unused = ''] = await giveCodes(provider)
    const asked = await prove(provider, browser)
    const [other] = pageOf<OneTimeCodePage>(asked, 'one_time_code').otherFactors ?? []
    const codes = await browser.get(other?.path ?? '')
    for (let guess = 0; guess < 2; guess++) await post(browser, codes, { code: `00000-0000${guess}` })
    for (let guess = 0; guess < 2; guess++) await post(browser, asked, { code: wrongCode(provider) })
    const elsewhere = provider.browser()
    const request = await elsewhere.begin()
    assert.equal((await elsewhere.signIn(request, 'ann', 'right')).page.kind, 'one_time_code')
    await elsewhere.submit(request, { code: wrongCode(provider) })

    for (const [page, code] of [
      [asked, rightCode(provider)],
      [codes, unused],
    ] as const) {
      const refused = pageOf<OneTimeCodePage>(await post(browser, page, { code }), page.page.kind)
      assert.equal(refused.error, 'too_many_attempts')
      assert.equal(refused.retryAfter, 900)
    }
    const alike = pageOf<OneTimeCodePage>(await elsewhere.submit(request, { code: rightCode(provider) }), 'one_time_code')
    assert.equal(alike.error, 'too_many_attempts')
    assert.equal((await provider.stores.recoveryCodes.find('ann'))?.left, 10)
    assert.equal(await hashOf(provider), 'new:right')
  }))

test('recovery codes alone do not count as a second factor, so that a recovery does not ask for them', () =>
  withRecovery(async (provider, browser) => {
    await giveCodes(provider)
    pageOf<FirstPasswordPage>(await prove(provider, browser), 'first_password')
  }))

test('where nothing that is composed can check the factor, the page says whom to ask, and no password is set', async () => {
  const hashing = countingHashing()
  const withoutApps: readonly AnyAuthenticator[] = [password({ hashing })]
  const provider = await openProvider(() => withoutApps, { detours: [recovery({ mail, hashing })] })
  try {
    await giveApp(provider)
    const refused = await prove(provider, provider.browser())
    assert.equal(refused.status, 403)
    assert.equal(pageOf<{ readonly code: string }>(refused, 'error').code, 'second_factor_unavailable')
    assert.equal(await hashOf(provider), 'new:right')
  } finally {
    await provider.close()
  }
})

test('a factor that the user lost during the recovery is not asked for any more', () =>
  withRecovery(async (provider, browser) => {
    await giveApp(provider)
    const asked = await prove(provider, browser)
    const stored = await provider.stores.oneTimeCodes.find('ann')
    assert.equal(await provider.stores.oneTimeCodes.remove('ann', stored?.sealedSecret ?? ''), 'removed')
    pageOf<FirstPasswordPage>(await post(browser, asked, { code: rightCode(provider) }), 'first_password')
  }))
