// Recovery codes: how they are made, saved and used, and that guesses of all kinds of codes are counted together.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import { recoveryCodesDue } from '../src/recovery-codes/recovery-code-setup.ts'
import type { RecoveryCodeFacts } from '../src/recovery-codes/recovery-code-setup.ts'
import { newRecoveryCode, readRecoveryCode, shownRecoveryCode } from '../src/recovery-codes/code-format.ts'
import { takeMails } from './mails.ts'
import { dispatcherOf } from './provider.ts'
import type { Provider } from './provider.ts'
import { beginSetup, codeOf, openWithFactors, pageOf, post, setPolicy, setUpApp, signIn } from './second-factors.ts'
import type { SignInOf } from './second-factors.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openWithFactors({ mfaInitSkipLifetime: '3600s' })
})
afterEach(async () => {
  await provider.close()
})

/** Sets up an app and saves recovery codes. */
async function enrol(): Promise<{ readonly visit: SignInOf; readonly secret: string; readonly codes: readonly string[] }> {
  const visit = await signIn(provider)
  const { secret, answer } = await setUpApp(provider, visit)
  pageOf(answer, 'recovery_code_setup')
  const { codes } = pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes')
  assert.equal((await visit.browser.submit(visit.id, { saved: 'on' })).page.kind, 'leaving')
  provider.wait(60_000)
  return { visit, secret, codes }
}

/** Signs in with the password and a recovery code. */
async function recover(code: string): Promise<SignInOf> {
  const visit = await signIn(provider)
  pageOf(visit.answer, 'one_time_code')
  return { ...visit, answer: await post(visit, '/ui/login/recovery-code', { code }) }
}

test('without offers, a user who sets up an app gets the codes with it, and is not asked again', async () => {
  await setPolicy(provider, { forceMfa: true, mfaInitSkipLifetime: '0s' })
  const { secret, answer } = await setUpApp(provider, await signIn(provider))
  pageOf(answer, 'recovery_code_setup')
  provider.wait(60_000)
  const next = await signIn(provider)
  pageOf(next.answer, 'one_time_code')
  assert.equal((await next.browser.submit(next.id, { code: codeOf(secret, provider) })).page.kind, 'leaving')
})

const leftOf = async (): Promise<number | undefined> => (await provider.stores.recoveryCodes.find('ann'))?.left

test('recovery codes are offered after the first second factor, shown until they are saved, and never again', async () => {
  const visit = await signIn(provider)
  const { answer } = await setUpApp(provider, visit)
  const offer = pageOf(answer, 'recovery_code_setup')
  assert.deepEqual(offer.skip, { action: '/ui/login/skip', step: 'recovery_code_setup' })
  assert.ok(!('left' in offer))

  const shown = await visit.browser.submit(visit.id, {})
  const { codes, downloadPath } = pageOf(shown, 'recovery_codes')
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  assert.deepEqual(pageOf(await visit.browser.get(dispatcherOf(visit.id)), 'recovery_codes').codes, codes, 'a reload shows the same')
  assert.equal(shown.headers.get('cache-control'), 'no-store')

  const file = await post(visit, downloadPath)
  assert.match(file.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/)
  assert.equal(file.headers.get('cache-control'), 'no-store')
  assert.equal(file.body, ['id.example', 'ann@org.example', '', ...codes].map((line) => `${line}\r\n`).join(''))

  assert.equal(pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes').error, 'codes_not_saved')
  assert.equal(await leftOf(), undefined, 'they count when they are saved')
  assert.equal((await visit.browser.submit(visit.id, { saved: 'on' })).page.kind, 'leaving')
  assert.equal(await leftOf(), 10)
  const made = provider.audited.find(({ type }) => type === 'recovery_codes_made')
  assert.equal(made?.actorId, 'ann')
})

test('codes that wait for longer than ten minutes do not count, and new ones are drawn', async () => {
  const visit = await signIn(provider)
  const { secret } = await setUpApp(provider, visit)
  const { codes } = pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes')
  provider.wait(600_000)
  pageOf(await visit.browser.submit(visit.id, { saved: 'on' }), 'password')
  pageOf(await visit.browser.submit(visit.id, { password: 'right' }), 'one_time_code')
  pageOf(await visit.browser.submit(visit.id, { code: codeOf(secret, provider) }), 'recovery_code_setup')
  const late = await post(visit, '/ui/login/recovery-codes/saved', { saved: 'on' })
  assert.equal(pageOf(late, 'recovery_code_setup').error, 'setup_expired')
  assert.equal(await leftOf(), undefined)
  assert.notDeepEqual(pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes').codes, codes)
})

test('a recovery code takes the place of the app once, however it is typed', async () => {
  const { codes } = await enrol()
  const [first = '', second = ''] = codes
  const visit = await signIn(provider)
  const [link] = pageOf(visit.answer, 'one_time_code').otherFactors ?? []
  assert.equal(link?.factor, 'recovery_code')
  const page = pageOf(await visit.browser.get(link?.path ?? ''), 'recovery_code')
  assert.equal(page.otherFactors?.[0]?.factor, 'one_time_code')
  const typed = ` ${first.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l').replace('-', ' ')} `
  pageOf(await post(visit, page.action, { code: typed }), 'totp_setup')
  assert.equal(await leftOf(), 9)
  const checked = provider.audited.find(({ type, details }) => type === 'second_factor_checked' && details?.['method'] === 'recovery_code')
  assert.equal(checked?.details?.['left'], 9)

  assert.equal(pageOf((await recover(first)).answer, 'recovery_code').error, 'invalid_recovery_code', 'the same code again')
  pageOf((await recover(second)).answer, 'totp_setup')
})

test('users are notified of every change of the second factors by mail, with its time and place', async () => {
  const { codes } = await enrol()
  const notices = async (): Promise<readonly string[]> =>
    (await takeMails(provider)).map(({ to, message: { kind, at, place } }) => `${kind} to ${to}: ${at !== undefined} ${place}`)
  const facts = 'to ann@mail.example: true 192.0.2.1'
  assert.deepEqual((await notices()).toSorted(), [`authenticator_added ${facts}`, `recovery_codes_created ${facts}`])
  await recover(codes[0] ?? '')
  assert.deepEqual(await notices(), [`recovery_code_used ${facts}`])
})

test('OT-12 of 50 parallel uses of one code one succeeds', async () => {
  const { codes } = await enrol()
  const visits = await Promise.all(Array.from({ length: 50 }, async () => await signIn(provider)))
  const answers = await Promise.all(visits.map(async (visit) => await post(visit, '/ui/login/recovery-code', { code: codes[0] ?? '' })))
  assert.equal(answers.filter(({ page }) => page.kind === 'totp_setup').length, 1)
  assert.equal(await leftOf(), 9)
})

test('OT-13 guesses of app codes and of recovery codes are counted together', async () => {
  const { codes, secret } = await enrol()
  const visit = await signIn(provider)
  for (let count = 0; count < 3; count++) await post(visit, '/ui/login/totp', { code: '000000' })
  for (let count = 0; count < 2; count++) {
    const wrong = await post(visit, '/ui/login/recovery-code', { code: 'zzzzz-zzzzz' })
    assert.equal(pageOf(wrong, 'recovery_code').error, 'invalid_recovery_code')
  }
  const early = pageOf(await post(visit, '/ui/login/recovery-code', { code: codes[0] ?? '' }), 'recovery_code')
  assert.deepEqual([early.error, early.retryAfter], ['too_many_attempts', 1])
  const earlyToo = pageOf(await post(visit, '/ui/login/totp', { code: codeOf(secret, provider) }), 'one_time_code')
  assert.deepEqual([earlyToo.error, earlyToo.retryAfter], ['too_many_attempts', 1])
  assert.equal(await leftOf(), 10, 'the code is not used up')
  provider.wait(1000)
  pageOf(await post(visit, '/ui/login/recovery-code', { code: codes[0] ?? '' }), 'totp_setup')
})

test('text that is not a recovery code is refused, and does not count as an attempt', async () => {
  await enrol()
  const visit = await signIn(provider)
  for (let count = 0; count < 6; count++) {
    for (const code of ['', 'abcde', 'uuuuu-uuuuu', 'abcde-fghjkm', '１２３４５６'])
      assert.match(String(pageOf(await post(visit, '/ui/login/recovery-code', { code }), 'recovery_code').error), /_recovery_code$/)
  }
  assert.equal(provider.audited.filter(({ type }) => type === 'second_factor_failed').length, 0)
})

test('who signed in with a recovery code may set up a new app, and the old one works until then', async () => {
  const { codes, secret } = await enrol()
  const visit = await recover(codes[0] ?? '')
  assert.equal(pageOf(visit.answer, 'totp_setup').reason, 'replacement')
  const newSecret = await beginSetup(visit)
  provider.wait(60_000)
  const meanwhile = await signIn(provider)
  assert.equal((await meanwhile.browser.submit(meanwhile.id, { code: codeOf(secret, provider) })).page.kind, 'leaving')
  provider.wait(60_000)
  assert.equal((await visit.browser.submit(visit.id, { code: codeOf(newSecret, provider) })).page.kind, 'leaving')
  provider.wait(60_000)
  const next = await signIn(provider)
  assert.equal(pageOf(await next.browser.submit(next.id, { code: codeOf(secret, provider) }), 'one_time_code').error, 'invalid_code')
  assert.equal((await next.browser.submit(next.id, { code: codeOf(newSecret, provider) })).page.kind, 'leaving')
})

test('with three codes left new ones are offered, and they end the old ones', async () => {
  const { codes, secret } = await enrol()
  for (const code of codes.slice(0, 6)) pageOf((await recover(code)).answer, 'totp_setup')
  await provider.stores.skippedOffers.record('ann', 'totp_setup', provider.context.now())
  const visit = await recover(codes[6] ?? '')
  assert.equal(pageOf(visit.answer, 'recovery_code_setup').left, 3)
  pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes')
  assert.equal(await leftOf(), 3, 'the old ones count until the new ones are saved')
  await visit.browser.submit(visit.id, { saved: 'on' })
  assert.equal(await leftOf(), 10)
  assert.equal(pageOf((await recover(codes[9] ?? '')).answer, 'recovery_code').error, 'invalid_recovery_code')
  const next = await signIn(provider)
  assert.equal((await next.browser.submit(next.id, { code: codeOf(secret, provider) })).page.kind, 'leaving')
})

test('a database holds no recovery code', async () => {
  const visit = await signIn(provider)
  await setUpApp(provider, visit)
  const { codes } = pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes')
  const browser = (await provider.stores.authorizationRequests.find(visit.id, provider.context.now()))?.browser ?? ''
  const draft = await provider.stores.factorDrafts.find({ userId: 'ann', browser, kind: 'recovery_codes' }, provider.context.now())
  for (const code of codes) assert.ok(draft !== undefined && !draft.sealed.includes(code) && !draft.sealed.includes(code.replace('-', '')))
})

test('a code has 50 bits, and is read in every way in which people type it', () => {
  assert.equal(newRecoveryCode(Uint8Array.from([0, 31, 32, 63, 255, 1, 2, 3, 4, 5, 6])), '0z0zz12345')
  assert.equal(shownRecoveryCode('0z0zz12345'), '0z0zz-12345')
  for (const typed of ['0z0zz-12345', '0Z0ZZ12345', 'oz0zz i2345', ' OZOZZ–L2345\n', '０z０zz-12345'])
    assert.equal(readRecoveryCode(typed), '0z0zz12345', typed)
  for (const typed of ['', '0z0zz-1234', '0z0zz-123456', '0z0zz-1234u', '0z0zz_12345'])
    assert.equal(readRecoveryCode(typed), undefined, typed)
})

interface OfferRow {
  readonly title: string
  readonly facts?: Partial<RecoveryCodeFacts>
  readonly lifetime?: number
  readonly left?: number
  readonly skippedAt?: number
  readonly expected: boolean
}

const passwordThenCode: RecoveryCodeFacts['session'] = {
  factors: [
    { method: 'pwd', at: 500 },
    { method: 'otp', at: 900 },
  ],
}
const offers: readonly OfferRow[] = [
  { title: 'a second factor and no codes', expected: true },
  { title: 'no second factor', facts: { enrolled: [{ method: 'pwd' }, { method: 'user' }] }, expected: false },
  { title: 'a security key', facts: { enrolled: [{ method: 'pop' }] }, expected: true },
  { title: 'four codes left', left: 4, expected: false },
  { title: 'three codes left', left: 3, expected: true },
  { title: 'all codes used', left: 0, expected: true },
  { title: 'skipped lately', skippedAt: 901, expected: false },
  { title: 'skipped long ago', skippedAt: 900, expected: true },
  { title: 'nothing is ever offered', lifetime: 0, expected: false },
  {
    title: 'nothing is ever offered, but the app was just set up',
    lifetime: 0,
    facts: { enrolled: [{ method: 'otp', since: 900 }] },
    expected: true,
  },
  {
    title: 'the same, after it was skipped',
    lifetime: 0,
    facts: { enrolled: [{ method: 'otp', since: 900 }] },
    skippedAt: 950,
    expected: false,
  },
  {
    title: 'nothing is ever offered, and the app is older',
    lifetime: 0,
    facts: { enrolled: [{ method: 'otp', since: 499 }] },
    expected: false,
  },
]
for (const { title, facts = {}, lifetime = 100, left, skippedAt, expected } of offers) {
  test(`recovery codes are ${expected ? '' : 'not '}offered: ${title}`, () => {
    const policy = { ...defaultLoginPolicy, mfaInitSkipLifetime: lifetime }
    assert.equal(
      recoveryCodesDue({ enrolled: [{ method: 'otp' }], session: passwordThenCode, now: 1000, policy, ...facts }, left, skippedAt),
      expected,
    )
  })
}
