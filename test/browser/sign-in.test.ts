// A person signs in with login name and password, and makes the mistakes that people make.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
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

/** Whether the focus comes there: a browser gives it a moment after the page is shown. */
const isFocused = async (field: Locator): Promise<boolean> =>
  await field
    .and(field.page().locator(':focus'))
    .waitFor()
    .then(
      () => true,
      () => false,
    )

test('a sign-in with login name and password ends at the application with a code', async () => {
  await page.goto(stage.authorizationUrl())
  await headed(page, `Sign in to ${applicationName}`)
  assert.equal(await page.title(), `Sign in · ${applicationName}`)
  await picture(page, 'login-name')
  await giveLoginName(page, alice.loginName)
  assert.equal(await loginNameField(page).inputValue(), alice.loginName)
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
  assert.equal(await alert.innerText(), 'User name or password is incorrect. Check both and try again.')
  assert.equal(await page.title(), `Error: Enter your password · ${applicationName}`)
  assert.equal(await loginNameField(page).inputValue(), alice.loginName)
  const field = passwordField(page)
  assert.equal(await field.inputValue(), '', 'a password never comes back')
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  assert.equal(await field.getAttribute('aria-describedby'), await alert.getAttribute('id'))
  assert.ok(await isFocused(field))
  await picture(page, 'password-wrong')
  await givePassword(page, alice.password)
  assert.ok((await answerAt(page))['code'])
})

test('an unknown login name is reported in the words of a wrong password, and a different name can be given', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, { loginName: 'unknown@acme.example', password: alice.password })
  assert.equal(await page.getByRole('alert').innerText(), 'User name or password is incorrect. Check both and try again.')
  await page.getByRole('link', { name: 'Use another account' }).click()
  await headed(page, `Sign in to ${applicationName}`)
  await signIn(page, alice)
  assert.ok((await answerAt(page))['code'])
})

test('an empty login name and an empty password are reported, and the field has the focus', async () => {
  await page.goto(stage.authorizationUrl())
  assert.ok(await isFocused(loginNameField(page)))
  await button(page, 'Next').click()
  assert.equal(await page.getByRole('alert').innerText(), 'Enter your email or user name.')
  assert.equal(await loginNameField(page).getAttribute('aria-invalid'), 'true')
  assert.ok(await isFocused(loginNameField(page)))
  await giveLoginName(page, alice.loginName)
  assert.ok(await isFocused(passwordField(page)))
  await button(page, 'Sign in').click()
  assert.equal(await page.getByRole('alert').innerText(), 'Enter your password.')
  assert.ok(await isFocused(passwordField(page)))
})

test('the whole sign-in can be done with the keyboard alone, on a screen that is zoomed to 200 %', async () => {
  // 1280 by 800 pixels at 200 %
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(stage.authorizationUrl())
  assert.ok(await isFocused(loginNameField(page)))
  await page.keyboard.type(alice.loginName)
  await page.keyboard.press('Tab')
  assert.ok(await isFocused(button(page, 'Next')))
  await page.keyboard.press('Enter')
  assert.ok(await isFocused(passwordField(page)))
  await page.keyboard.type('wrong')
  await page.keyboard.press('Tab')
  assert.ok(await isFocused(button(page, 'Sign in')))
  // Other ways to sign in stand between the button and the last link.
  const other = page.getByRole('link', { name: 'Use another account' })
  const steps = await page.locator('main').evaluate((main) => {
    const controls = [...main.querySelectorAll('a, button')]
    return controls.length - 1 - controls.findIndex((control) => control === document.activeElement)
  })
  for (let step = 0; step < steps; step++) await page.keyboard.press('Tab')
  assert.ok(await isFocused(other))
  const outline = await other.evaluate((element) => getComputedStyle(element).outlineWidth)
  assert.ok(Number.parseFloat(outline) >= 2, `the focus can be seen: ${outline}`)
  for (let step = 0; step < steps; step++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await page.getByRole('alert').waitFor()
  assert.ok(await isFocused(passwordField(page)))
  await page.keyboard.type(alice.password)
  await page.keyboard.press('Enter')
  assert.ok((await answerAt(page))['code'])
})

test('a reload of the password page shows it again, before and after a mistake, and the sign-in goes on', async () => {
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  await page.reload()
  assert.equal(await loginNameField(page).inputValue(), alice.loginName)
  await givePassword(page, 'wrong')
  await page.getByRole('alert').waitFor()
  await page.reload()
  await page.getByRole('alert').waitFor()
  await givePassword(page, alice.password)
  assert.ok((await answerAt(page))['code'])
})

test('password managers learn which fields are the user name and the current password', async () => {
  await page.goto(stage.authorizationUrl())
  assert.equal(await loginNameField(page).getAttribute('autocomplete'), 'username webauthn')
  assert.equal(await loginNameField(page).getAttribute('autocapitalize'), 'none')
  await giveLoginName(page, alice.loginName)
  const form = page.locator('form', { has: passwordField(page) })
  assert.equal(await form.locator('[autocomplete=username]').inputValue(), alice.loginName, 'both stand in one form')
  assert.equal(await passwordField(page).getAttribute('autocomplete'), 'current-password')
  assert.equal(await passwordField(page).getAttribute('type'), 'password')
})

test('the login name that the application hints at stands in the field', async () => {
  await page.goto(stage.authorizationUrl({ login_hint: alice.loginName }))
  assert.equal(await loginNameField(page).inputValue(), alice.loginName)
})
