// A person signs in with login name and password, and makes the mistakes that people make.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { attributeOf, expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import {
  answerAt,
  button,
  giveLoginName,
  givePassword,
  headed,
  loginNameField,
  passwordField,
  picture,
  signIn,
} from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

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

test('a sign-in with login name and password ends at the application with a code', async () => {
  await page.goto(stage.authorizationUrl())
  await headed(page, `Sign in to ${applicationName}`)
  await expect(page).toHaveTitle(`Sign in · ${applicationName}`)
  await picture(page, 'login-name')
  await giveLoginName(page, alice.loginName)
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
  await picture(page, 'password')
  await givePassword(page, alice.password)
  const { code, state, iss, ...others } = await answerAt(page)
  assert.match(code ?? '', /^\S{20,}$/)
  assert.deepEqual({ state, iss, others }, { state: 'the-state', iss: stage.issuer, others: {} })
})

test('a wrong password is reported next to the field, keeps the login name, and may be typed again at once', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, { loginName: alice.loginName, password: 'not the password' })
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('User name or password is incorrect. Check both and try again.')
  await expect(page).toHaveTitle(`Error: Enter your password · ${applicationName}`)
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
  const field = passwordField(page)
  await expect(field, 'a password never comes back').toHaveValue('')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAttribute('aria-describedby', await attributeOf(alert, 'id'))
  await expect(field).toBeFocused()
  await picture(page, 'password-wrong')
  await givePassword(page, alice.password)
  assert.ok((await answerAt(page))['code'])
})

test('an unknown login name is reported in the words of a wrong password, and a different name can be given', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, { loginName: 'unknown@acme.example', password: alice.password })
  await expect(page.getByRole('alert')).toHaveText('User name or password is incorrect. Check both and try again.')
  await page.getByRole('link', { name: 'Use another account' }).click()
  await headed(page, `Sign in to ${applicationName}`)
  await signIn(page, alice)
  assert.ok((await answerAt(page))['code'])
})

test('an empty login name and an empty password are reported, and the field has the focus', async () => {
  await page.goto(stage.authorizationUrl())
  await expect(loginNameField(page)).toBeFocused()
  await button(page, 'Next').click()
  await expect(page.getByRole('alert')).toHaveText('Enter your email or user name.')
  await expect(loginNameField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(loginNameField(page)).toBeFocused()
  await giveLoginName(page, alice.loginName)
  await expect(passwordField(page)).toBeFocused()
  await button(page, 'Sign in').click()
  await expect(page.getByRole('alert')).toHaveText('Enter your password.')
  await expect(passwordField(page)).toBeFocused()
})

test('the whole sign-in can be done with the keyboard alone, on a screen that is zoomed to 200 %', async () => {
  // 1280 by 800 pixels at 200 %
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(stage.authorizationUrl())
  await expect(loginNameField(page)).toBeFocused()
  await page.keyboard.type(alice.loginName)
  await page.keyboard.press('Tab')
  await expect(button(page, 'Next')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Tab')
  await expect(button(page, 'Sign in')).toBeFocused()
  // Other ways to sign in stand between the button and the last link.
  const other = page.getByRole('link', { name: 'Use another account' })
  const steps = await page.locator('main').evaluate((main) => {
    const controls = [...main.querySelectorAll('a, button')]
    return controls.length - 1 - controls.findIndex((control) => control === document.activeElement)
  })
  for (let step = 0; step < steps; step++) await page.keyboard.press('Tab')
  await expect(other).toBeFocused()
  const outline = await other.evaluate((element) => getComputedStyle(element).outlineWidth)
  assert.ok(Number.parseFloat(outline) >= 2, `the focus can be seen: ${outline}`)
  for (let step = 0; step < steps; step++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await page.getByRole('alert').waitFor()
  await expect(passwordField(page)).toBeFocused()
  await page.keyboard.type(alice.password)
  await page.keyboard.press('Enter')
  assert.ok((await answerAt(page))['code'])
})

test('a reload of the password page shows it again, before and after a mistake, and the sign-in goes on', async () => {
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  await page.reload()
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
  await givePassword(page, 'wrong')
  await page.getByRole('alert').waitFor()
  await page.reload()
  await page.getByRole('alert').waitFor()
  await givePassword(page, alice.password)
  assert.ok((await answerAt(page))['code'])
})

test('password managers learn which fields are the user name and the current password', async () => {
  await page.goto(stage.authorizationUrl())
  await expect(loginNameField(page)).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(loginNameField(page)).toHaveAttribute('autocapitalize', 'none')
  await giveLoginName(page, alice.loginName)
  const form = page.locator('form', { has: passwordField(page) })
  await expect(form.locator('[autocomplete=username]'), 'both stand in one form').toHaveValue(alice.loginName)
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
})

test('the login name that the application hints at stands in the field', async () => {
  await page.goto(stage.authorizationUrl({ login_hint: alice.loginName }))
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
})
