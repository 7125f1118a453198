// The main paths of people in Chromium, with the service on Bun and on Deno. The other tests of this folder run it on Node.
import { alice, bob, mailServer } from '@symbolon/test-kit'
import type { MailServer } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, giveCode, giveLoginName, givePassword, headed, signIn } from '../support/browser/steps.ts'
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts'
import { bun, deno } from '../support/runtimes.ts'
import { hotp, otpSecret, password } from '../support/second-factor.ts'

const newPassword = 'horse staple battery'
const loginPolicy = {
  allowUsernamePassword: true,
  allowRegister: true,
  allowDomainDiscovery: true,
  passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED',
  mfaInitSkipLifetime: '0s',
} as const

async function visit(stage: Stage, run: (page: Page) => Promise<void>): Promise<void> {
  const visitor = await stage.newVisitor()
  await run(visitor.page)
  await visitor.leave()
}

async function giveMailedCode(page: Page, mails: MailServer): Promise<void> {
  await headed(page, 'Check your email')
  const code = /^Your code: ([A-Z2-9]{6})$/m.exec((await mails.next()).text ?? '')?.[1] ?? ''
  await page.getByLabel('Six-character code').fill(code)
  await button(page, 'Continue').click()
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password').fill(newPassword)
  await button(page, 'Save password').click()
}

for (const runtime of [bun, deno]) {
  describe(`on ${runtime.name}`, () => {
    let mails: MailServer
    let stage: Stage
    before(async () => {
      mails = await mailServer()
      const settings = { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' }
      stage = await openStage({ runtime, settings, instance: { loginPolicy } })
    })
    after(async () => {
      await stage?.close()
      await mails?.close()
    })

    test('a person signs in with a password and a code of an authenticator app', () =>
      visit(stage, async (page) => {
        await page.goto(stage.authorizationUrl())
        await signIn(page, { loginName: 'careful@acme.example', password })
        await headed(page, 'Enter your code')
        await giveCode(page, hotp(otpSecret, Math.floor(Date.now() / 30_000)))
        const { acr, amr } = await stage.redeem((await answerAt(page))['code'])
        assert.deepEqual([acr, amr], ['2', ['pwd', 'otp', 'mfa']])
      }))

    test('a person who forgot the password chooses a new one with a code by mail', () =>
      visit(stage, async (page) => {
        await page.goto(stage.authorizationUrl())
        await giveLoginName(page, bob.loginName)
        await page.getByRole('link', { name: 'Forgot your password?' }).click()
        await button(page, 'Send code').click()
        await giveMailedCode(page, mails)
        await headed(page, 'Choose a new password')
        await choosePassword(page)
        await headed(page, 'Enter your password')
        await givePassword(page, newPassword)
        assert.equal((await stage.redeem((await answerAt(page))['code'])).sub, bob.id)
        assert.equal((await mails.next()).subject, 'Your password was changed')
      }))

    test('a new person creates an account', () =>
      visit(stage, async (page) => {
        await page.goto(stage.authorizationUrl({ prompt: 'create' }))
        await page.getByLabel('Email').fill(`nora-on-${runtime.name.toLowerCase()}@acme.example`)
        await button(page, 'Continue').click()
        await giveMailedCode(page, mails)
        await page.getByLabel('First name').fill('Nora')
        await page.getByLabel('Last name').fill('Berg')
        await button(page, 'Continue').click()
        await headed(page, 'Choose a password')
        await choosePassword(page)
        assert.ok((await stage.redeem((await answerAt(page))['code'])).sub)
      }))

    test('a person adds a passkey on the account page, and signs in with it', () =>
      visit(stage, async (page) => {
        const authenticator = await addAuthenticator(page)
        await authenticator.answers(false)
        await page.goto(`${stage.issuer}/ui/account`)
        await signIn(page, alice)
        await headed(page, 'Your account')
        await page.getByRole('link', { name: 'Add a passkey' }).click()
        await headed(page, 'Create a passkey')
        await authenticator.answers(true)
        await button(page, 'Create a passkey').click()
        await button(page, 'Remove: Passkey').waitFor()
        await authenticator.answers(false)
        await page.context().clearCookies()
        await page.goto(stage.authorizationUrl())
        await button(page, 'Sign in with a passkey').waitFor()
        await authenticator.answers(true)
        await button(page, 'Sign in with a passkey').click()
        const { sub, acr } = await stage.redeem((await answerAt(page))['code'])
        assert.deepEqual([sub, acr], [alice.id, '2'])
      }))
  })
}
