// The account page in a browser: with and without scripts, on small and large screens, in two tabs, and after back and reload.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, oneOf } from '../support/browser/expect.ts'
import { computedContrasts, overflowing, smallTargets, squeezed } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import {
  answerAt,
  button,
  givePassword,
  headed,
  heading,
  leaving,
  passwordField,
  picture,
  scriptModes,
  signIn,
} from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

before(async () => void (stage = await openStage({ heldClock: true })))
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const accountUrl = (): string => `${stage.issuer}/ui/account`

/** Signs in to the account page, and leaves what is offered on the way. */
async function openAccount(tab: Page, person = alice): Promise<void> {
  await tab.goto(accountUrl())
  await signIn(tab, person)
  await leaveOffers(tab)
}

async function leaveOffers(tab: Page): Promise<void> {
  const skip = button(tab, 'Not now')
  while ((await oneOf({ account: heading(tab, 'Your account'), skip })) === 'skip') await leaving(tab, async () => await skip.click())
}

describe('the account page', () => {
  for (const javaScriptEnabled of scriptModes(false)) {
    test(`a person signs in, sees the account, and signs out another browser, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const other = await stage.newVisitor()
      await other.page.goto(stage.authorizationUrl())
      await signIn(other.page, alice)
      await answerAt(other.page)
      const own = await stage.newVisitor({ javaScriptEnabled })
      await openAccount(own.page)
      const list = own.page.getByRole('region', { name: 'Where you are signed in' })
      await list.getByText('Chrome on Linux').first().waitFor()
      await expect(list.getByText('This browser')).toHaveCount(1)
      await picture(own.page, 'account')
      await own.page.goto(`${accountUrl()}/sessions`)
      await headed(own.page, 'Where you are signed in')
      await own.page
        .getByRole('button', { name: /^Sign out/ })
        .nth(1)
        .waitFor()
      await picture(own.page, 'account-sessions')
      await own.page.getByRole('link', { name: 'Back to your account' }).click()
      await list.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await own.page.getByText('All other browsers were signed out.').waitFor()
      await expect(list.getByRole('button', { name: /^Sign out/ })).toHaveCount(1)
      await other.page.goto(stage.authorizationUrl())
      await headed(other.page, /^Sign in to/)
      await other.leave()
      await own.leave()
    })
  }

  test('a stale session is asked for the password again before it changes, and comes back', async () => {
    await openAccount(page)
    await stage.advance(301)
    await page.getByRole('link', { name: 'Change password' }).click()
    await headed(page, 'Enter your password')
    await givePassword(page, alice.password)
    await headed(page, 'Choose a new password')
    await picture(page, 'account-password')
    await button(page, 'Not now').click()
    await headed(page, 'Your account')
  })

  test('back and reload after a change send nothing again, and show no old message', async () => {
    await openAccount(page, bob)
    await page.getByRole('link', { name: 'Edit' }).click()
    await headed(page, 'Edit your name and language')
    await picture(page, 'account-profile')
    await page.getByLabel('Nickname (optional)').fill('Bobby')
    await button(page, 'Save').click()
    await page.getByText('Your name and language were updated.').waitFor()
    await picture(page, 'account-saved')
    await page.reload()
    await headed(page, 'Your account')
    await page.goBack()
    await headed(page, 'Edit your name and language')
    await page.reload()
    await expect(page.getByLabel('Nickname (optional)')).toHaveValue('Bobby')
  })

  test('a form of a tab that was open before a new sign-in does nothing, and says so', async () => {
    await openAccount(page)
    const second = await visitor.newTab()
    await second.goto(accountUrl())
    await stage.advance(301)
    await second.getByRole('link', { name: 'Change password' }).click()
    await passwordField(second).fill(alice.password)
    await button(second, 'Sign in').click()
    await headed(second, 'Choose a new password')
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click()
    await page.getByText('You signed in again after you opened this page').waitFor()
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click()
    await headed(page, /^Sign in to/)
  })

  test('after a sign-out, the button back shows nothing of the account', async () => {
    await openAccount(page)
    await page
      .getByRole('button', { name: /^Sign out: / })
      .first()
      .click()
    await headed(page, /^Sign in to/)
    await page.goBack()
    await headed(page, /^Sign in to/)
  })

  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    test(`nothing overflows or is hard to read at ${width} pixels, ${colorScheme}`, async () => {
      const own = await stage.newVisitor({ viewport: { width, height: 800 }, colorScheme })
      await openAccount(own.page)
      for (const name of ['account', 'profile']) {
        if (name === 'profile') await own.page.getByRole('link', { name: 'Edit' }).click()
        await own.page.getByRole('heading', { level: 1 }).waitFor()
        await picture(own.page, `account-${name}-${width}-${colorScheme}`)
        assert.deepEqual(await overflowing(own.page), [])
        assert.deepEqual(await squeezed(own.page), [])
        assert.deepEqual(await smallTargets(own.page, 24), [])
        const poor = (await computedContrasts(own.page)).filter(({ ratio }) => ratio < 4.5)
        assert.deepEqual(poor, [])
      }
      await own.leave()
    })
  }
})
