// A person with an authenticator app signs in: with the code, with mistakes, with one that was used, by keyboard and without scripts.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { attributeOf, expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, codeField, giveCode, headed, picture, signIn } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'
import { hotp, otpSecret, password } from '../support/second-factor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

before(async () => void (stage = await openStage()))
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

/** What the app shows now: the service runs by the machine's clock. */
const shownCode = (): string => hotp(otpSecret, Math.floor(Date.now() / 30_000))
const notShown = (): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => hotp(otpSecret, Math.floor(Date.now() / 30_000) + steps))
  return ['123456', '234567', '345678', '456789', '567890', '678901'].find((code) => !near.includes(code)) ?? ''
}

async function toCode(on: Page, who: string): Promise<void> {
  await on.goto(stage.authorizationUrl())
  await signIn(on, { loginName: `${who}@acme.example`, password })
  await headed(on, 'Enter your code')
}

test('password and code end at the application with two factors', async () => {
  await toCode(page, 'careful')
  await expect(page).toHaveTitle(`Enter your code · ${applicationName}`)
  await picture(page, 'one-time-code')
  const code = shownCode()
  await giveCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
  const claims = await stage.redeem((await answerAt(page))['code'])
  assert.deepEqual([claims['acr'], claims['amr']], ['2', ['pwd', 'otp', 'mfa']])
})

test('a wrong code is reported next to the field, which is empty and has the focus, and the right one is taken there', async () => {
  await toCode(page, 'cautious')
  await expect(codeField(page)).toBeFocused()
  await giveCode(page, notShown())
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('This code is incorrect, has expired or was already used. Wait for the next code and enter it.')
  await expect(page).toHaveTitle(`Error: Enter your code · ${applicationName}`)
  const field = codeField(page)
  await expect(field).toHaveValue('')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAttribute('aria-describedby', await attributeOf(alert, 'id'))
  await expect(field).toBeFocused()
  await picture(page, 'one-time-code-wrong')
  await page.keyboard.type(shownCode())
  await page.keyboard.press('Enter')
  assert.ok((await answerAt(page))['code'])
})

test('a code that was used in one browser is refused in another', async () => {
  const code = shownCode()
  await toCode(page, 'prudent')
  await giveCode(page, code)
  assert.ok((await answerAt(page))['code'])
  const thief = await stage.newVisitor()
  await toCode(thief.page, 'prudent')
  await giveCode(thief.page, code)
  await expect(thief.page.getByRole('alert')).toHaveText(/was already used/)
  await thief.page.goto(stage.authorizationUrl())
  await headed(thief.page, 'Enter your code')
  await thief.leave()
})

test('the code can be given without scripts, and another user can sign in in place of its owner', async () => {
  const plain = await stage.newVisitor({ javaScriptEnabled: false, locale: 'de-DE', viewport: { width: 360, height: 740 } })
  await plain.page.goto(stage.authorizationUrl({ ui_locales: 'en' }))
  await signIn(plain.page, { loginName: 'wary@acme.example', password })
  await headed(plain.page, 'Enter your code')
  await plain.page.getByRole('link', { name: 'Use another account' }).click()
  await headed(plain.page, `Sign in to ${applicationName}`)
  await plain.page.goBack({ waitUntil: 'commit' })
  await giveCode(plain.page, shownCode())
  assert.ok((await answerAt(plain.page))['code'])
  await plain.leave()
})

test('phones learn the purpose of the field, and the page speaks German', async () => {
  const phone = await stage.newVisitor({ locale: 'de-DE', viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await phone.page.goto(stage.authorizationUrl({ ui_locales: 'en' }))
  await signIn(phone.page, { loginName: 'watchful@acme.example', password })
  await headed(phone.page, 'Enter your code')
  await expect(codeField(phone.page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(codeField(phone.page)).toHaveAttribute('inputmode', 'numeric')
  await picture(phone.page, 'one-time-code-360-dark')
  await phone.page.goto(stage.authorizationUrl({ ui_locales: 'de' }))
  await headed(phone.page, 'Code eingeben')
  await expect(button(phone.page, 'Weiter')).toHaveCount(1)
  await picture(phone.page, 'one-time-code-360-dark-de')
  await phone.page.getByLabel('Sechsstelliger Code').fill(notShown())
  await button(phone.page, 'Weiter').click()
  await phone.page.getByRole('alert').waitFor()
  await phone.page.emulateMedia({ colorScheme: 'light' })
  await picture(phone.page, 'one-time-code-360-light-de-wrong')
  await phone.leave()
})
