// A browser with sessions: who is asked for what, and who is chosen.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addressWith, expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import {
  answerAt,
  button,
  giveLoginName,
  givePassword,
  headed,
  heading,
  loginNameField,
  passwordField,
  picture,
  signIn,
} from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

/** The cookies of a browser in which Alice and then Bob have signed in. */
let both: Awaited<ReturnType<Visitor['context']['storageState']>>

before(async () => {
  stage = await openStage({ heldClock: true })
  const { page: first, context, leave } = await stage.newVisitor()
  await first.goto(stage.authorizationUrl())
  await signIn(first, alice)
  await answerAt(first)
  await signInAnother(first)
  both = await context.storageState()
  await leave()
})
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const account = (name: string): Locator => page.getByRole('button', { name })

async function signInAnother(tab: Page): Promise<void> {
  await tab.goto(stage.authorizationUrl({ prompt: 'select_account' }))
  await tab.getByRole('link', { name: 'Use another account' }).click()
  await signIn(tab, bob)
  await answerAt(tab)
}

const subjectOf = async (): Promise<unknown> => (await stage.redeem((await answerAt(page))['code'])).sub

test('a user who is signed in goes straight to the application', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  await answerAt(page)
  await page.goto(stage.authorizationUrl({ state: 'again' }))
  assert.equal((await answerAt(page))['state'], 'again')
})

test('prompt=select_account shows the accounts of the browser, and the chosen one signs in without a password', async () => {
  await visitor.context.addCookies(both.cookies)
  await page.goto(stage.authorizationUrl({ prompt: 'select_account' }))
  await headed(page, 'Choose an account')
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await picture(page, 'account-selection')
  await account('Alice Liddell').click()
  assert.equal(await subjectOf(), alice.id)
})

test('with two sessions the accounts are shown without prompt too', async () => {
  await visitor.context.addCookies(both.cookies)
  await page.goto(stage.authorizationUrl())
  await headed(page, 'Choose an account')
  await account('Bob Builder').click()
  assert.equal(await subjectOf(), bob.id)
})

test('a login hint chooses among two sessions without a question', async () => {
  await visitor.context.addCookies(both.cookies)
  await page.goto(stage.authorizationUrl({ login_hint: alice.loginName }))
  assert.equal(await subjectOf(), alice.id)
})

test('use another account leads to the login name, from there back to the accounts, and the keyboard chooses one', async () => {
  await visitor.context.addCookies(both.cookies)
  await page.goto(stage.authorizationUrl())
  await page.getByRole('link', { name: 'Use another account' }).click()
  await headed(page, `Sign in to ${applicationName}`)
  await expect(loginNameField(page)).toHaveValue('')
  await picture(page, 'login-name-with-accounts')
  await page.getByRole('link', { name: 'Choose an account' }).click()
  await headed(page, 'Choose an account')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const chosen = await page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.keyboard.press('Enter')
  assert.match(chosen, (await subjectOf()) === alice.id ? /Alice/ : /Bob/)
})

test('prompt=none answers in the address alone: login_required, then a code, then interaction_required', async () => {
  await page.goto(stage.authorizationUrl({ prompt: 'none' }))
  const { error, state, iss, error_description: description } = await answerAt(page)
  assert.deepEqual({ error, state, iss }, { error: 'login_required', state: 'the-state', iss: stage.issuer })
  assert.ok(description)
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  await answerAt(page)
  await page.goto(stage.authorizationUrl({ prompt: 'none' }))
  assert.equal(await subjectOf(), alice.id)
  await signInAnother(page)
  await page.goto(stage.authorizationUrl({ prompt: 'none' }))
  assert.equal((await answerAt(page))['error'], 'interaction_required')
})

test('AZ-14 prompt=login asks a signed-in user for the password, and auth_time is later than the request', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  const { auth_time: before } = await stage.redeem((await answerAt(page))['code'])
  const requestedAt = Math.floor((await stage.advance(1)) / 1000)
  await page.goto(stage.authorizationUrl({ prompt: 'login' }))
  await headed(page, `Sign in to ${applicationName}`)
  await giveLoginName(page, alice.loginName)
  await givePassword(page, alice.password)
  const { sub, auth_time: authTime } = await stage.redeem((await answerAt(page))['code'])
  assert.equal(sub, alice.id)
  assert.ok(Number(authTime) >= requestedAt && Number(authTime) > Number(before), `${String(before)} ${requestedAt} ${String(authTime)}`)
})

test('max_age=0 asks for the password of the account that is signed in', async () => {
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  await answerAt(page)
  await stage.advance(1)
  await page.goto(stage.authorizationUrl({ max_age: '0' }))
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
  await button(page, 'Sign in').waitFor()
})

// The last one with those cookies: a new sign-in replaces them.
test('AZ-14 prompt=login is not skipped by the address that ends a sign-in, by going back, or by a choice of the account', async () => {
  await visitor.context.addCookies(both.cookies)
  const answers = stage.relyingParty.answers.length
  await page.goto(stage.authorizationUrl({ prompt: 'login' }))
  const { search } = await addressWith(heading(page, 'Choose an account'))
  const resume = new URL(`/oauth/v2/authorize/resume${search}`, stage.issuer).href
  await page.goto(resume)
  await headed(page, 'Choose an account')
  await picture(page, 'account-selection-signed-out')
  await account('Alice Liddell').click()
  await passwordField(page).waitFor()
  await page.goto(resume)
  await passwordField(page).waitFor()
  await page.goBack()
  await headed(page, /^(Choose an account|Enter your password)$/)
  await page.goto(stage.authorizationUrl({ prompt: 'login' }))
  await headed(page, 'Choose an account')
  assert.equal(stage.relyingParty.answers.length, answers, 'nothing was answered')
  await account('Alice Liddell').click()
  await expect(loginNameField(page)).toHaveValue(alice.loginName)
  await givePassword(page, alice.password)
  assert.equal(await subjectOf(), alice.id)
})
