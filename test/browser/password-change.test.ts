// A person changes the password: because an administrator demands it, because it has expired, or because it soon will.
import { bob } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, passwordField, picture, signIn } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

const day = 24 * 60 * 60
const given = 'a password that an administrator chose'
const heading = 'Choose a new password'

/** The clock goes forwards only, so the tests are in the order of time. */
let stage: Stage
let visitor: Visitor
let page: Page

const asked = ['marga', 'nadia', 'ottilie', 'petra']
const aging = ['quirin', 'rasmus']

before(async () => {
  const person = (
    userName: string,
    members: object,
  ): { userId: string; user: { userName: string; profile: { firstName: string; lastName: string } } } => ({
    userId: userName,
    user: { userName, profile: { firstName: userName, lastName: 'Waldvogel' }, ...members },
  })
  stage = await openStage({
    heldClock: true,
    instance: { passwordAgePolicy: { maxAgeDays: 90, expireWarnDays: 7 } },
    org: {
      passwordComplexityPolicy: { minLength: '12', hasLowercase: true, hasSymbol: true },
      humanUsers: [
        ...asked.map((name) => person(name, { password: given, passwordChangeRequired: true })),
        ...aging.map((name) => person(name, { password: given })),
      ],
    },
  })
})
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const newPassword = (on: Page): Locator => on.getByLabel('New password', { exact: true })
const again = (on: Page): Locator => on.getByLabel('Confirm new password')

const credentialsOf = (name: string, password = given): Credentials => ({ loginName: `${name}@acme.example`, password })

async function toChange(name: string): Promise<void> {
  await page.goto(stage.authorizationUrl())
  await signIn(page, credentialsOf(name))
  await headed(page, heading)
}

async function give(on: Page, password: string, repeated = password): Promise<void> {
  await newPassword(on).fill(password)
  await again(on).fill(repeated)
  await button(on, 'Save password').click()
}

async function subjectOf(on: Page): Promise<string | undefined> {
  return (await stage.redeem((await answerAt(on))['code'])).sub
}

test('a demanded change shows the rules, takes a new password, and ends at the application', async () => {
  await toChange('marga')
  await expect(page).toHaveTitle(`${heading} · ${applicationName}`)
  await page.getByText('Your administrator requires you to change your password.').waitFor()
  await expect(page.getByRole('listitem')).toHaveText([
    'At least 12 characters',
    'A lowercase letter (a–z)',
    'A symbol or a space',
    'Not a common password, a name or a sequence such as 1234',
  ])
  const field = newPassword(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await expect(field).toHaveAttribute('passwordrules', 'minlength: 12; required: lower; required: special;')
  await expect(page.getByLabel('Current password'), 'the password was just given').toHaveCount(0)
  await picture(page, 'password-change')
  await give(page, 'kettledrum lighthouse')
  assert.equal(await subjectOf(page), 'marga')

  const other = await stage.newVisitor()
  await other.page.goto(stage.authorizationUrl())
  await signIn(other.page, credentialsOf('marga'))
  await other.page.getByRole('alert').waitFor()
  await passwordField(other.page).fill('kettledrum lighthouse')
  await button(other.page, 'Sign in').click()
  assert.equal(await subjectOf(other.page), 'marga')
  await other.leave()
})

test('every refusal is shown at the field, which is empty again, and says what to do', async () => {
  await toChange('nadia')
  const mistakes: readonly (readonly [string, string, string])[] = [
    ['', '', 'Enter a new password.'],
    ['kettle drum', 'kettle drum', 'This password is too short. Add more characters.'],
    ['KETTLEDRUM LIGHTHOUSE', 'KETTLEDRUM LIGHTHOUSE', 'Add a lowercase letter.'],
    ['kettledrumlighthouse', 'kettledrumlighthouse', 'Add a symbol.'],
    ['passw0rd-2026', 'passw0rd-2026', 'This password is too common. Choose a different one.'],
    ['nadia Waldvogel', 'nadia Waldvogel', 'This password contains only names that others know. Choose a different one.'],
    [
      'xk7-xk7-xk7-xk7-',
      'xk7-xk7-xk7-xk7-',
      'This password is a sequence or repeats itself, so it is easy to guess. Choose a different one.',
    ],
    ['kettledrum lighthouse', 'kettledrum lighthousf', 'The passwords do not match.'],
    [given, given, 'This is your current password. Choose a different one.'],
  ]
  for (const [password, repeated, message] of mistakes) {
    // Browsers report a short password by themselves, in their own words.
    await page.evaluate(() => document.querySelector('form')?.setAttribute('novalidate', ''))
    await give(page, password, repeated)
    const alert = page.getByRole('alert').getByText(message, { exact: true })
    await alert.waitFor()
    await expect(page).toHaveTitle(`Error: ${heading} · ${applicationName}`)
    const wrong = message.startsWith('The passwords') ? again(page) : newPassword(page)
    await expect(wrong, message).toHaveAttribute('aria-invalid', 'true')
    for (const each of [newPassword(page), again(page)]) await expect(each).toHaveValue('')
  }
  await picture(page, 'password-change-refused')
  await expect(newPassword(page)).toHaveJSProperty('minLength', 12)
  await give(page, 'vineyard locomotive')
  assert.equal(await subjectOf(page), 'nadia')
})

test('reloading sends nothing again, and going back after the change changes nothing', async () => {
  await toChange('ottilie')
  await give(page, 'kettledrum lighthouse', 'something else')
  await page.getByRole('alert').waitFor()
  await page.reload()
  await page.getByRole('alert').waitFor()
  await page.goBack()
  await headed(page, heading)
  await give(page, 'kettledrum lighthouse')
  await answerAt(page)
  await page.goBack()
  await headed(page, 'This sign-in has expired')
  await page.goto(stage.authorizationUrl())
  assert.equal(await subjectOf(page), 'ottilie', 'still signed in, without a page')
})

test('without scripts the change works, and another account can be used instead', async () => {
  const plain = await stage.newVisitor({ javaScriptEnabled: false })
  await plain.page.goto(stage.authorizationUrl())
  await signIn(plain.page, credentialsOf('petra'))
  await headed(plain.page, heading)
  await plain.page.getByRole('link', { name: 'Use another account' }).click()
  await signIn(plain.page, bob)
  assert.equal(await subjectOf(plain.page), bob.id)
  await plain.page.goto(stage.authorizationUrl({ login_hint: 'petra@acme.example' }))
  await headed(plain.page, heading)
  await give(plain.page, 'kettledrum lighthouse')
  assert.equal(await subjectOf(plain.page), 'petra')
  await plain.leave()
})

test('a password that soon expires may be changed later, once it has expired it is changed first', async () => {
  await stage.advance(85 * day)
  await toChange('quirin')
  await page.getByText('Your password expires in 5 days.').waitFor()
  await picture(page, 'password-change-offered')
  await button(page, 'Not now').click()
  assert.equal(await subjectOf(page), 'quirin')

  await visitor.context.clearCookies()
  await toChange('rasmus')
  await give(page, 'kettledrum lighthouse')
  assert.equal(await subjectOf(page), 'rasmus')

  await stage.advance(5 * day)
  await visitor.context.clearCookies()
  await toChange('quirin')
  await page.getByText('Your password has expired.').waitFor()
  await expect(button(page, 'Not now')).toHaveCount(0)
  await give(page, 'vineyard locomotive')
  assert.equal(await subjectOf(page), 'quirin')
})
