// Which codes of an authenticator app are taken: near in time, each once, in the form in which people type them.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import {
  asksForCode,
  claimsOf,
  codeAt,
  codeFailures,
  documentWithApps,
  isSignedIn,
  otpSecret,
  toCode,
  wrongCode,
} from '../../support/second-factor.ts'

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ document: documentWithApps() })))
after(async () => await provider.close())
// Codes of the test before are used up, and its wrong tries are forgotten with the next right code.
beforeEach(() => provider.clock.advance(600))

/** A new browser gives the password, and then this code. */
async function give(code: string) {
  const { userAgent, page } = await toCode(provider)
  return await userAgent.submit(page, { code })
}

test('password and code end at the application, with two factors in the ID token', async () => {
  const page = await give(codeAt(provider))
  assert.ok(isSignedIn(page), page.text)
  const { acr, amr, auth_time: authTime } = await claimsOf(provider, page)
  assert.equal(acr, '2')
  assert.deepEqual(amr, ['pwd', 'otp', 'mfa'])
  assert.equal(authTime, Math.floor(provider.clock.now() / 1000))
})

test('OT-01 a code is right once: in the same step, in another browser and in the next step it is refused', async () => {
  const code = codeAt(provider)
  assert.ok(isSignedIn(await give(code)))
  for (const seconds of [0, 0, 30]) {
    provider.clock.advance(seconds)
    const page = await give(code)
    assert.ok(asksForCode(page))
    assert.match(page.text, /incorrect, has expired or was already used/)
  }
  provider.clock.advance(60)
  assert.ok(isSignedIn(await give(codeAt(provider))))
})

test('OT-03 codes one step before and after are taken, those two steps away are not', async () => {
  for (const [steps, taken] of [
    [-2, false],
    [2, false],
    [-1, true],
    [0, true],
    [1, true],
  ] as const) {
    const page = await give(codeAt(provider, steps))
    assert.equal(isSignedIn(page), taken, `${steps} steps away`)
  }
})

test('OT-03 a code of the step before is refused after one of this step was taken', async () => {
  assert.ok(isSignedIn(await give(codeAt(provider, 1))))
  for (const steps of [-1, 0, 1]) assert.ok(asksForCode(await give(codeAt(provider, steps))), `${steps} steps away`)
})

test('OT-05 spaces do not count; everything but six ASCII digits is refused, and does not count as an attempt', async () => {
  const before = await codeFailures(provider)
  const code = codeAt(provider)
  const fullWidth = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  const arabic = [...code].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')
  const others = [`+${code}`, `-${code}`, code.slice(1), `${code}0`, `0${code}`, `${code}.0`, `0x${code}`, 'abcdef', `${code}\0`]
  for (const typed of [fullWidth, arabic, ...others]) {
    const page = await give(typed)
    assert.ok(asksForCode(page), JSON.stringify(typed))
    assert.equal(page.status, 200)
  }
  assert.equal(await codeFailures(provider), before)
  assert.ok(isSignedIn(await give(` ${code.slice(0, 3)} ${code.slice(3)}\u00a0`)))
})

test('OT-05 a missing code is asked for again, also where the field is missing', async () => {
  const { userAgent, page } = await toCode(provider)
  for (const fields of [{ code: '' }, { code: '   ' }]) {
    const again = await userAgent.submit(page, fields)
    assert.equal(again.status, 200)
    assert.match(again.text, /Enter the code from your authenticator app/)
  }
  const { request = '', csrf = '' } = page.forms[0]?.fields ?? {}
  const without = await userAgent.post(new URL('/ui/login/totp', page.url), { request, csrf }, { headers: { origin: provider.issuer } })
  assert.match(without.text, /Enter the code from your authenticator app/)
})

test('OT-07 nothing that the login shows or logs holds the secret or a code', async () => {
  const { userAgent, page } = await toCode(provider)
  const wrong = wrongCode(provider)
  const code = codeAt(provider)
  const pages = [page, await userAgent.submit(page, { code: wrong }), await userAgent.submit(page, { code })]
  const logged = JSON.stringify(provider.logged)
  for (const text of [...pages.map((each) => each.text), logged]) {
    assert.ok(!text.includes(otpSecret.slice(0, 16)))
    for (const each of [wrong, code]) assert.doesNotMatch(text, new RegExp(`\\b${each}\\b`))
  }
})

test('OT-09 TM-02 a clock that moves back makes no code right again', async () => {
  const code = codeAt(provider)
  assert.ok(isSignedIn(await give(code)))
  provider.clock.advance(-90)
  for (const steps of [-1, 0, 1]) assert.ok(asksForCode(await give(codeAt(provider, steps))))
  provider.clock.advance(90)
  assert.ok(asksForCode(await give(code)))
  provider.clock.advance(30)
  assert.ok(isSignedIn(await give(codeAt(provider))))
})
