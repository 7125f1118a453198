// A user who forgot the password gets a code by mail from a real mail server, or opens the link on a phone, and signs in with a new password.
import { alice, mailServer } from '@symbolon/test-kit'
import type { MailServer, ReceivedMail } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, giveLoginName, givePassword, headed, loginNameField, picture } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let mails: MailServer
let stage: Stage
let visitor: Visitor
let page: Page

before(async () => {
  mails = await mailServer()
  stage = await openStage({ heldClock: true, settings: { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' } })
})
after(async () => {
  await stage.close()
  await mails.close()
})
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const codeIn = ({ text }: ReceivedMail): string => /^Your code: ([A-Z2-9]{6})$/m.exec(text ?? '')?.[1] ?? ''
const linkIn = ({ text }: ReceivedMail): string => /^https?:\/\/\S+$/m.exec(text ?? '')?.[0] ?? ''

async function ask(at: Page, loginName: string): Promise<void> {
  await at.goto(stage.authorizationUrl())
  await giveLoginName(at, loginName)
  await at.getByRole('link', { name: 'Forgot your password?' }).click()
  await headed(at, 'Forgot your password?')
  await expect(loginNameField(at)).toHaveValue(loginName)
  await picture(at, 'recovery')
  await button(at, 'Send code').click()
  await headed(at, 'Check your email')
}

async function choose(at: Page, password: string): Promise<void> {
  await headed(at, 'Choose a new password')
  await at.getByLabel('New password', { exact: true }).fill(password)
  await at.getByLabel('Confirm new password').fill(password)
  await button(at, 'Save password').click()
  await headed(at, 'Enter your password')
}

/** Follows the link of a notice in another browser, and signs in there with the new password that it leads to. */
async function report(link: string, password: string, options: { readonly javaScriptEnabled?: boolean } = {}): Promise<void> {
  const owner = await stage.newVisitor(options)
  try {
    await owner.page.goto(link)
    await headed(owner.page, 'Was this not you?')
    await picture(owner.page, 'change-report')
    await button(owner.page, 'Continue').click()
    await choose(owner.page, password)
    await givePassword(owner.page, password)
    await owner.page.waitForURL(`${stage.issuer}/ui/account`)
    await owner.page.goto(link)
    await headed(owner.page, 'This link no longer works')
  } finally {
    await owner.leave()
  }
}

test('a code by mail leads to a new password, with which the user signs in; the link of the notice takes the account back', async () => {
  await ask(page, alice.loginName)
  await picture(page, 'recovery-code')
  const mail = await mails.next()
  assert.match(mail.text ?? '', new RegExp(`^Application: ${applicationName}$`, 'm'))
  const field = page.getByLabel('Six-character code')
  await field.fill('AAAAAA')
  await button(page, 'Continue').click()
  await page.getByRole('alert').getByText('This code is incorrect').waitFor()
  await field.fill(codeIn(mail).toLowerCase())
  await button(page, 'Continue').click()
  await picture(page, 'recovery-password')
  await choose(page, 'a password by code')
  await givePassword(page, 'a password by code')
  assert.equal((await answerAt(page))['state'], 'the-state')
  const notice = await mails.next()
  assert.equal(notice.subject, 'Your password was changed')
  await report(linkIn(notice), 'a password after a report')
  await mails.next()
  await page.goto(stage.authorizationUrl())
  await headed(page, /^Sign in to/)
})

test('without scripts the link works in another browser, also after a scanner has opened it, and so does that of the notice', async () => {
  const plain = await stage.newVisitor({ javaScriptEnabled: false })
  const phone = await stage.newVisitor({ javaScriptEnabled: false })
  try {
    // A minute is between two mails to one user.
    await stage.advance(61)
    await ask(plain.page, alice.loginName)
    const link = linkIn(await mails.next())
    for (const method of ['GET', 'HEAD']) assert.equal((await fetch(link, { method })).status, 200)
    await phone.page.goto(link)
    await headed(phone.page, 'Reset your password')
    await picture(phone.page, 'recovery-link')
    await button(phone.page, 'Continue').click()
    await choose(phone.page, 'a password by link')
    await givePassword(phone.page, 'a password by link')
    await phone.page.waitForURL(`${stage.issuer}/ui/account`)
    await phone.page.goto(link)
    await headed(phone.page, 'This link no longer works')
    await report(linkIn(await mails.next()), 'a password after another report', { javaScriptEnabled: false })
    await phone.page.goto(`${stage.issuer}/ui/account`)
    await headed(phone.page, /^Sign in/)
  } finally {
    await plain.leave()
    await phone.leave()
  }
})

test('an unknown name leads to the same page, and back to the sign-in', async () => {
  await ask(page, 'unknown')
  await page.getByText('If an account exists').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await headed(page, 'Enter your password')
})
