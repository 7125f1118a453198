// A user confirms the email address of the account after a sign-in, and changes it on the account page, with the codes of a real mail server.
import { alice, bob, mailServer } from '@symbolon/test-kit'
import type { MailServer, ReceivedMail } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, oneOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, heading, picture, signIn } from '../support/browser/steps.ts'

let mails: MailServer
let stage: Stage

before(async () => {
  mails = await mailServer()
  stage = await openStage({
    heldClock: true,
    unverified: true,
    settings: { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' },
  })
})
after(async () => {
  await stage.close()
  await mails.close()
})

const codeIn = ({ text }: ReceivedMail): string => /^Your code: ([A-Z2-9]{6})$/m.exec(text ?? '')?.[1] ?? ''

/** Types the code of the next mail. @returns whom the mail was for */
async function typeCode(page: Page): Promise<readonly string[]> {
  await headed(page, 'Check your email')
  const mail = await mails.next()
  await page.getByLabel('Six-character code').fill(codeIn(mail))
  await button(page, 'Continue').click()
  return mail.recipients
}

test('an unverified address is confirmed after the sign-in, without scripts', async () => {
  const visitor = await stage.newVisitor({ javaScriptEnabled: false })
  const { page } = visitor
  await page.goto(stage.authorizationUrl())
  await signIn(page, bob)
  await headed(page, 'Confirm your email address')
  await picture(page, 'email-verification')
  await expect(page.getByLabel('Email')).toHaveValue('bob@mail.example')
  await page.reload()
  await button(page, 'Send code').click()
  assert.deepEqual(await typeCode(page), ['bob@mail.example'])
  assert.ok((await answerAt(page))['code'])
  await visitor.leave()
})

test('the account page changes the address by the code that the new one gets, and both are notified', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  await page.goto(`${stage.issuer}/ui/account`)
  await signIn(page, alice)
  const skip = button(page, 'Not now')
  if ((await oneOf({ account: heading(page, 'Your account'), skip })) === 'skip') await skip.click()
  await headed(page, 'Your account')
  await page.getByRole('link', { name: 'Change email address' }).click()
  await headed(page, 'Change your email address')
  await picture(page, 'email-change')
  await page.getByLabel('Email').fill('alice')
  await button(page, 'Send code').click()
  await page.getByRole('alert').getByText('Enter a valid email address').waitFor()
  await page.getByLabel('Email').fill('alice@new.example')
  await button(page, 'Send code').click()
  assert.deepEqual(await typeCode(page), ['alice@new.example'])
  await headed(page, 'Your account')
  await page.getByText('alice@new.example').waitFor()
  const notices = [await mails.next(), await mails.next()]
  assert.deepEqual(notices.flatMap(({ recipients }) => recipients).toSorted(), ['alice@mail.example', 'alice@new.example'])
  await visitor.leave()
})
