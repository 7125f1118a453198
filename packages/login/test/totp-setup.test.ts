// Setting up an authenticator app during a sign-in: when it is due, what is stored, and that it cannot be bypassed.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { FactorMethod, LoginPolicy } from '@symbolon/core-protocol'
import { totpSetupDue } from '../src/totp/totp-setup.ts'
import type { TotpSetupFacts } from '../src/totp/totp-setup.ts'
import { dispatcherOf } from './provider.ts'
import type { Provider } from './provider.ts'
import { beginSetup, codeOf, openWithFactors, pageOf, post, setPolicy, setUpApp, signIn } from './second-factors.ts'

let provider: Provider
afterEach(async () => {
  await provider.close()
})

const appOf = async () => await provider.stores.oneTimeCodes.find('ann')
const forced = { forceMfa: true }

test('LG-23 a forced set-up is never skipped, and ends with the first right code', async () => {
  provider = await openWithFactors(forced)
  const visit = await signIn(provider)
  const page = pageOf(visit.answer, 'totp_setup')
  assert.equal(page.reason, 'required')
  assert.ok(!('skip' in page))
  for (const step of ['totp_setup', 'factor_setup', 'recovery_code_setup']) {
    pageOf(await post(visit, '/ui/login/skip', { step }), 'totp_setup')
  }
  const secret = await beginSetup(visit)
  pageOf(await post(visit, '/ui/login/skip', { step: 'totp_setup' }), 'totp_enrolment')
  assert.equal(await provider.stores.skippedOffers.find('ann', 'totp_setup'), undefined)
  assert.equal(pageOf(await visit.browser.submit(visit.id, { code: '' }), 'totp_enrolment').error, 'missing_code')
  assert.equal(pageOf(await visit.browser.submit(visit.id, { code: '12345' }), 'totp_enrolment').error, 'invalid_code')
  assert.equal(await appOf(), undefined)
  pageOf(await visit.browser.submit(visit.id, { code: codeOf(secret, provider) }), 'recovery_code_setup')
  assert.notEqual(await appOf(), undefined)
  const added = provider.audited.find(({ type }) => type === 'second_factor_added')
  assert.deepEqual(added?.details, { method: 'otp', replaced: false })
  assert.equal(provider.audited.filter(({ type }) => type === 'login_succeeded').length, 1)
})

test('OT-10 a reload shows the same secret for ten minutes, in this browser alone, and never from a cache', async () => {
  provider = await openWithFactors(forced)
  const visit = await signIn(provider)
  const secret = await beginSetup(visit)
  const again = await visit.browser.get(dispatcherOf(visit.id))
  assert.equal(pageOf(again, 'totp_enrolment').secret, secret)
  assert.equal(again.headers.get('cache-control'), 'no-store')
  assert.equal(pageOf(await post(visit, '/ui/login/totp-setup'), 'totp_enrolment').secret, secret, 'a form that is posted twice')

  const elsewhere = await signIn(provider)
  assert.equal(elsewhere.answer.page.kind, 'totp_setup', 'another browser of the same user')
  const refused = await post(elsewhere, '/ui/login/totp-enrolment', { code: codeOf(secret, provider) })
  assert.equal(pageOf(refused, 'totp_setup').error, 'setup_expired')
  assert.notEqual(await beginSetup(elsewhere), secret)

  provider.wait(600_000)
  pageOf(await visit.browser.get(dispatcherOf(visit.id)), 'password')
  pageOf(await visit.browser.submit(visit.id, { password: 'right' }), 'totp_setup')
  const late = await post(visit, '/ui/login/totp-enrolment', { code: codeOf(secret, provider) })
  assert.equal(pageOf(late, 'totp_setup').error, 'setup_expired')
  assert.equal(await appOf(), undefined)
})

test('the QR code holds the organization, the login name and the secret', async () => {
  provider = await openWithFactors(forced)
  const visit = await signIn(provider)
  const { secret, keyUri } = pageOf(await visit.browser.submit(visit.id, {}), 'totp_enrolment')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.equal(keyUri, `otpauth://totp/org-1:ann%40org.example?secret=${secret}&issuer=org-1`)
})

test('OT-11 the code of the set-up is not accepted at a sign-in', async () => {
  provider = await openWithFactors(forced)
  const { secret } = await setUpApp(provider, await signIn(provider))
  const next = await signIn(provider)
  pageOf(next.answer, 'one_time_code')
  const again = await next.browser.submit(next.id, { code: codeOf(secret, provider) })
  assert.equal(pageOf(again, 'one_time_code').error, 'invalid_code')
  provider.wait(30_000)
  pageOf(await next.browser.submit(next.id, { code: codeOf(secret, provider) }), 'recovery_code_setup')
})

test('LG-24 a password alone does not suffice to set up or replace the app of a user who has one', async () => {
  provider = await openWithFactors(forced)
  const thief = await signIn(provider)
  const secretOfThief = await beginSetup(thief)
  await setUpApp(provider, await signIn(provider))
  const app = await appOf()

  pageOf(await post(thief, '/ui/login/totp-enrolment', { code: codeOf(secretOfThief, provider) }), 'one_time_code')
  pageOf(await post(thief, '/ui/login/totp-setup'), 'one_time_code')
  pageOf(await post(thief, '/ui/login/recovery-codes'), 'one_time_code')
  pageOf(await post(thief, '/ui/login/recovery-codes/saved', { saved: 'on' }), 'one_time_code')
  assert.deepEqual(await appOf(), app)
  assert.equal(await provider.stores.recoveryCodes.find('ann'), undefined)
})

test('LG-23 the forms of the set-up write nothing while it is not due', async () => {
  provider = await openWithFactors({ mfaInitSkipLifetime: '0s' })
  const visit = await signIn(provider)
  assert.equal(visit.answer.page.kind, 'leaving')
  const before = { browser: provider.browser() }
  const id = await before.browser.begin()
  for (const path of [
    'totp-setup',
    'totp-enrolment',
    'recovery-codes',
    'recovery-codes/saved',
    'recovery-codes/download',
    'recovery-code',
  ]) {
    const answer = await post({ ...before, id, answer: visit.answer }, `/ui/login/${path}`, { code: '123456', saved: 'on' })
    pageOf(answer, 'login_name')
  }
  assert.equal(await provider.stores.factorDrafts.deleteExpired(Number.MAX_SAFE_INTEGER, 10), 0)
})

test('a set-up is offered, can be skipped, and is offered again after the lifetime of the policy', async () => {
  provider = await openWithFactors({ mfaInitSkipLifetime: '3600s' })
  const first = await signIn(provider)
  const page = pageOf(first.answer, 'totp_setup')
  assert.equal(page.reason, 'offered')
  assert.deepEqual(page.skip, { action: '/ui/login/skip', step: 'totp_setup' })
  assert.equal((await post(first, '/ui/login/skip', { step: 'totp_setup' })).page.kind, 'leaving')
  provider.wait(3_599_000)
  assert.equal((await signIn(provider)).answer.page.kind, 'leaving')
  provider.wait(1000)
  pageOf((await signIn(provider)).answer, 'totp_setup')
})

test('an offered set-up ends in a session with two factors, and the sign-in is recorded once', async () => {
  provider = await openWithFactors()
  const visit = await signIn(provider)
  await setUpApp(provider, visit)
  assert.equal(provider.audited.filter(({ type }) => type === 'login_succeeded').length, 1)
  const next = await visit.browser.begin({ prompt: ['none'] })
  assert.equal((await visit.browser.get(dispatcherOf(next))).page.kind, 'leaving', 'the session needs no second factor any more')
})

test('a user of a policy that allows no authenticator app is refused where a second factor is forced', async () => {
  provider = await openWithFactors({ forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_U2F'] })
  const { answer } = await signIn(provider)
  assert.equal(answer.status, 403)
  assert.equal(pageOf(answer, 'error').code, 'second_factor_missing')
  await setPolicy(provider, { secondFactors: ['SECOND_FACTOR_TYPE_U2F'] })
  assert.equal((await signIn(provider)).answer.page.kind, 'leaving', 'nothing is offered that may not be set up')
})

interface Row {
  readonly title: string
  readonly has?: readonly FactorMethod[]
  readonly proved?: readonly FactorMethod[]
  readonly lacking?: string
  readonly policy?: Partial<LoginPolicy>
  readonly expected: ReturnType<typeof totpSetupDue>
}

const rows: readonly Row[] = [
  { title: 'forced', lacking: 'factor_setup', expected: 'required' },
  { title: 'forced, and never offered', lacking: 'factor_setup', policy: { mfaInitSkipLifetime: 0 }, expected: 'required' },
  { title: 'forced, but not allowed', lacking: 'factor_setup', policy: { secondFactors: ['pop'] }, expected: undefined },
  { title: 'forced for a user whose security key is not allowed any more', has: ['pop'], lacking: 'factor_setup', expected: 'required' },
  { title: 'not forced', expected: 'offerable' },
  { title: 'not forced, and never offered', policy: { mfaInitSkipLifetime: 0 }, expected: undefined },
  { title: 'not forced and not allowed', policy: { secondFactors: [] }, expected: undefined },
  { title: 'the user has an app', has: ['otp'], proved: ['pwd', 'otp'], expected: undefined },
  { title: 'the user has a passkey', has: ['user'], expected: undefined },
  { title: 'the user has a security key', has: ['pop'], proved: ['pwd', 'pop'], expected: undefined },
  { title: 'the user signed in at a provider', proved: ['ext'], expected: undefined },
  { title: 'the user signed in with a recovery code', has: ['otp'], proved: ['pwd', 'recovery'], expected: 'offerable' },
  { title: 'the app was replaced after that', has: ['otp'], proved: ['pwd', 'recovery', 'otp'], expected: undefined },
]
const byPassword: readonly FactorMethod[] = ['pwd']
for (const { title, has = [], proved = byPassword, lacking, policy, expected } of rows) {
  test(`the set-up of an app is ${expected ?? 'not due'}: ${title}`, async () => {
    provider = await openWithFactors()
    const facts: TotpSetupFacts = {
      session: { factors: proved.map((method) => ({ method, at: 1 })) },
      enrolled: has.map((method) => ({ method })),
      lacking,
      policy: { ...defaultLoginPolicy, ...policy },
      now: 1,
    }
    assert.equal(totpSetupDue(facts), expected)
  })
}
