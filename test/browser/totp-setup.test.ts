// People set up an authenticator app and recovery codes while they sign in: where a policy forces it, and where it is offered.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { attributeOf, expect, textOf, textsOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, codeField, giveCode, headed, picture, signIn } from '../support/browser/steps.ts'
import { hotp } from '../support/second-factor.ts'

let forcing: Stage
let offering: Stage

before(async () => {
  forcing = await openStage({ org: { loginPolicy: { allowUsernamePassword: true, forceMfa: true } } })
  offering = await openStage({ org: { loginPolicy: { allowUsernamePassword: true } } })
})
after(async () => {
  await forcing.close()
  await offering.close()
})

/** The code of the app for the present time step of the machine's clock, or a later one. */
const codeOf = (secret: string, steps = 0): string => hotp(secret, Math.floor(Date.now() / 30_000) + steps)

const shownSecret = async (page: Page): Promise<string> => (await textOf(page.locator('code.secret'))).replaceAll(/\s/g, '')
const shownCodes = async (page: Page): Promise<readonly string[]> => await textsOf(page.locator('.codes code'))

async function confirm(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await button(page, 'Confirm').click()
}

test('a forced set-up leads to the application with two factors, and a recovery code takes the place of the app', async () => {
  const visitor = await forcing.newVisitor()
  const { page } = visitor
  await page.goto(forcing.authorizationUrl())
  await signIn(page, alice)
  await headed(page, 'Set up two-step verification')
  await expect(button(page, 'Not now')).toHaveCount(0)
  await picture(page, 'totp-setup')
  await button(page, 'Set up app').click()
  await headed(page, 'Set up your authenticator app')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = await shownSecret(page)
  const address = await attributeOf(page.getByRole('link', { name: 'Open an app on this device' }), 'href')
  assert.equal(new URL(address).searchParams.get('secret'), secret)
  await expect(button(page, 'Not now')).toHaveCount(0)
  await picture(page, 'totp-enrolment')
  await confirm(page, '000')
  await expect(page.getByRole('alert')).toHaveText(/This code is incorrect/)
  assert.equal(await shownSecret(page), secret)
  const confirmed = codeOf(secret)
  await confirm(page, confirmed)

  await headed(page, 'Save recovery codes')
  await picture(page, 'recovery-code-setup')
  await button(page, 'Show recovery codes').click()
  await headed(page, 'Your recovery codes')
  const codes = await shownCodes(page)
  assert.equal(codes.length, 10)
  await picture(page, 'recovery-codes')
  const downloading = page.waitForEvent('download')
  await button(page, 'Download as text file').click()
  const file = await (await downloading).path()
  for (const code of codes) assert.ok((await readFile(file, 'utf8')).includes(code))
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toHaveText(/Save the codes/)
  assert.deepEqual(await shownCodes(page), codes)
  await page.getByLabel('I have saved these codes').check()
  await button(page, 'Continue').click()
  const claims = await forcing.redeem((await answerAt(page))['code'])
  assert.deepEqual([claims.sub, claims['acr'], claims['amr']], [alice.id, '2', ['pwd', 'otp', 'mfa']])
  await visitor.leave()

  const elsewhere = await forcing.newVisitor()
  await elsewhere.page.goto(forcing.authorizationUrl())
  await signIn(elsewhere.page, alice)
  await headed(elsewhere.page, 'Enter your code')
  // Not the code that is shown now: a new time step may have begun.
  await giveCode(elsewhere.page, confirmed)
  await expect(elsewhere.page.getByRole('alert')).toHaveText(/was already used/)
  await elsewhere.page.getByRole('link', { name: 'Use a recovery code' }).click()
  await headed(elsewhere.page, 'Enter a recovery code')
  await picture(elsewhere.page, 'recovery-code')
  await elsewhere.page.getByLabel('Recovery code').fill((codes[3] ?? '').toUpperCase())
  await button(elsewhere.page, 'Continue').click()
  await headed(elsewhere.page, 'Set up a new authenticator app?')
  await button(elsewhere.page, 'Not now').click()
  assert.equal((await forcing.redeem((await answerAt(elsewhere.page))['code']))['acr'], '2')
  await elsewhere.leave()
})

test('the set-up works without scripts, with back and reload on every page', async () => {
  const visitor = await forcing.newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const { page } = visitor
  const reload = async (heading: string): Promise<void> => {
    assert.equal((await page.reload())?.status(), 200)
    await headed(page, heading)
  }
  await page.goto(forcing.authorizationUrl())
  await signIn(page, bob)
  await headed(page, 'Set up two-step verification')
  await reload('Set up two-step verification')
  await button(page, 'Set up app').click()
  await headed(page, 'Set up your authenticator app')
  const secret = await shownSecret(page)
  await reload('Set up your authenticator app')
  assert.equal(await shownSecret(page), secret)
  await page.goBack()
  await page.goForward()
  assert.equal(await shownSecret(page), secret)
  await confirm(page, codeOf(secret))
  await headed(page, 'Save recovery codes')
  await page.goBack()
  await headed(page, 'Save recovery codes')
  await reload('Save recovery codes')
  await button(page, 'Show recovery codes').click()
  await headed(page, 'Your recovery codes')
  const codes = await shownCodes(page)
  await reload('Your recovery codes')
  assert.deepEqual(await shownCodes(page), codes)
  await page.getByLabel('I have saved these codes').check()
  await button(page, 'Continue').click()
  assert.equal((await forcing.redeem((await answerAt(page))['code'])).sub, bob.id)
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.locator('.codes code'), 'nothing shows the codes again').toHaveCount(0)
  await visitor.leave()
})

test('an offered set-up is skipped by one click, and is not offered again at the next sign-in', async () => {
  for (const isFirst of [true, false]) {
    const visitor = await offering.newVisitor()
    const { page } = visitor
    await page.goto(offering.authorizationUrl())
    await signIn(page, alice)
    if (isFirst) {
      await headed(page, 'Set up two-step verification?')
      await picture(page, 'totp-setup-offered')
      await button(page, 'Not now').click()
    }
    assert.equal((await offering.redeem((await answerAt(page))['code']))['acr'], '1')
    await visitor.leave()
  }
})
