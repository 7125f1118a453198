// A new person creates an account: the address is proven by a mail from a real mail server, and the application gets its answer.
import { alice, mailServer } from '@symbolon/test-kit'
import type { MailServer } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, picture } from '../support/browser/steps.ts'
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts'

const loginPolicy = {
  allowUsernamePassword: true,
  allowRegister: true,
  allowDomainDiscovery: true,
  passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' as const,
  mfaInitSkipLifetime: '0s',
}
const privacyPolicy = { tosLink: 'https://acme.example/terms', privacyLink: 'https://acme.example/privacy' }

let mails: MailServer
let stage: Stage

before(async () => {
  mails = await mailServer()
  const settings = { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' }
  stage = await openStage({ settings, instance: { loginPolicy, privacyPolicy } })
})
after(async () => {
  await stage.close()
  await mails.close()
})

async function giveAddress(page: Page, address: string): Promise<void> {
  await headed(page, 'Create an account')
  await picture(page, 'registration')
  await expect(page.getByRole('link', { name: 'Terms of service' })).toHaveAttribute('href', privacyPolicy.tosLink)
  await page.getByLabel('Email').fill(address)
  await button(page, 'Continue').click()
  await headed(page, 'Check your email')
  await picture(page, 'registration-code')
}

async function toCredential(page: Page, address: string): Promise<void> {
  await giveAddress(page, address)
  const code = /^Your code: ([A-Z2-9]{6})$/m.exec((await mails.next()).text ?? '')?.[1] ?? ''
  await page.getByLabel('Six-character code').fill(code)
  await button(page, 'Continue').click()
  await page.getByLabel('First name').fill('<b>Nora</b>')
  await picture(page, 'registration-names')
  await button(page, 'Continue').click()
  await page.getByRole('alert').waitFor()
  await expect(page.getByLabel('First name')).toHaveValue('<b>Nora</b>')
  await page.getByLabel('Last name').fill('Berg')
  await button(page, 'Continue').click()
  await headed(page, 'Choose a password')
  await page.getByText('At least 15 characters').waitFor()
}

async function create(page: Page, address: string): Promise<string | undefined> {
  await toCredential(page, address)
  await picture(page, 'registration-password')
  await page.getByLabel('New password', { exact: true }).fill('horse staple battery')
  await page.getByLabel('Confirm new password').fill('horse staple battery')
  await button(page, 'Save password').click()
  return (await answerAt(page))['code']
}

for (const javaScriptEnabled of [true, false]) {
  test(`${javaScriptEnabled ? 'with' : 'without'} scripts a person creates an account and is signed in`, async () => {
    const visitor = await stage.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    const address = javaScriptEnabled ? 'nora@acme.example' : 'nils@acme.example'
    if (javaScriptEnabled) {
      await page.goto(stage.authorizationUrl())
      await page.getByRole('link', { name: 'Create an account' }).click()
    } else {
      await page.goto(stage.authorizationUrl({ prompt: 'create' }))
    }
    const { sub } = await stage.redeem(await create(page, address))
    assert.ok(sub !== undefined && sub !== alice.id)
    await page.goto(stage.authorizationUrl())
    assert.equal((await stage.redeem((await answerAt(page))['code'])).sub, sub, 'the session lasts')
    await visitor.leave()
  })
}

test('a person creates an account with a passkey instead of a password, and signs in with it', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  const authenticator = await addAuthenticator(page)
  await authenticator.answers(false)
  await page.goto(stage.authorizationUrl({ prompt: 'create' }))
  await toCredential(page, 'pia@acme.example')
  await button(page, 'Create a passkey').waitFor()
  await picture(page, 'registration-passkey')
  await authenticator.answers(true)
  await button(page, 'Create a passkey').click()
  const { sub } = await stage.redeem((await answerAt(page))['code'])
  assert.equal((await authenticator.credentials()).length, 1)
  await page.context().clearCookies()
  await authenticator.answers(false)
  await page.goto(stage.authorizationUrl())
  await button(page, 'Sign in with a passkey').waitFor()
  await authenticator.answers(true)
  await button(page, 'Sign in with a passkey').click()
  const again = await stage.redeem((await answerAt(page))['code'])
  assert.deepEqual([again['sub'], again['acr']], [sub, '2'])
  await visitor.leave()
})

test('a user who has an account learns it by mail, and signs in from there', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  await page.goto(stage.authorizationUrl({ prompt: 'create' }))
  await giveAddress(page, alice.loginName)
  const mail = await mails.next()
  assert.equal(mail.subject, 'You already have an account')
  assert.ok(!/Your code/.test(mail.text ?? ''))
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByLabel('Email or user name').waitFor()
  await visitor.leave()
})
