// Passkeys in Chromium, with its virtual authenticator: created during a sign-in, offered in the field of the login name, and used by a button.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, giveLoginName, givePassword, headed, loginNameField, picture } from '../support/browser/steps.ts'
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts'
import type { VirtualAuthenticator, VirtualCredential } from '../support/browser/virtual-authenticator.ts'

let stage: Stage
/** Alice's passkey, which the first test creates. */
let passkey: VirtualCredential | undefined
/** Each copy of the passkey counts on from where no other one was. */
let uses = 0

before(async () => void (stage = await openStage({ heldClock: true, offers: true })))
after(async () => await stage.close())

const withPasskey = (tab: Page) => button(tab, 'Sign in with a passkey')

/** A tab with an authenticator that holds the passkey, and does not answer yet. */
async function tabWithPasskey(tab: Page): Promise<VirtualAuthenticator> {
  const authenticator = await addAuthenticator(tab)
  await authenticator.answers(false)
  assert.ok(passkey !== undefined)
  await authenticator.add({ ...passkey, signCount: (uses += 100) })
  return authenticator
}

async function visit(run: (page: Page, newTab: () => Promise<Page>) => Promise<void>, options = {}): Promise<void> {
  const visitor = await stage.newVisitor(options)
  await run(visitor.page, visitor.newTab)
  await visitor.leave()
}

test('a passkey is created after a password, and signs in by itself where the browser offers it in the field', () =>
  visit(async (page) => {
    await page.addInitScript(() => {
      // The capability says yes, but a conditional creation never ends with a virtual authenticator.
      Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalCreate: false }) })
    })
    const authenticator = await addAuthenticator(page)
    await authenticator.answers(false)
    await page.goto(stage.authorizationUrl())
    await giveLoginName(page, alice.loginName)
    await givePassword(page, alice.password)
    await headed(page, 'Create a passkey')
    await picture(page, 'passkey-offer')
    await authenticator.answers(true)
    await button(page, 'Create a passkey').click()
    await answerAt(page)
    await page.context().clearCookies()
    await page.goto(stage.authorizationUrl({ state: 'conditional' }))
    const { code, state } = await answerAt(page)
    assert.equal(state, 'conditional')
    const { sub, amr, acr } = await stage.redeem(code)
    assert.deepEqual([sub, amr, acr], [alice.id, ['user', 'mfa'], '2'])
    const credentials = await authenticator.credentials()
    assert.equal(credentials.length, 1)
    passkey = credentials[0]
  }))

for (const withPassword of [false, true]) {
  test(`the button signs in ${withPassword ? 'next to the password' : 'on the page of the login name'}`, () =>
    visit(async (page) => {
      const authenticator = await tabWithPasskey(page)
      await page.goto(stage.authorizationUrl())
      if (withPassword) await giveLoginName(page, alice.loginName)
      await withPasskey(page).waitFor()
      await picture(page, withPassword ? 'password-with-passkey' : 'login-name-with-passkey')
      await authenticator.answers(true)
      await withPasskey(page).click()
      assert.equal((await stage.redeem((await answerAt(page))['code'])).sub, alice.id)
    }))
}

test('an authenticator that cannot verify its user does not sign in, and the page says what to do', () =>
  visit(async (page) => {
    const authenticator = await tabWithPasskey(page)
    await authenticator.verifies(false)
    await page.goto(stage.authorizationUrl())
    await authenticator.answers(true)
    await withPasskey(page).click()
    await page.getByText('You were not signed in. Try again, or choose another way to sign in.').waitFor()
    // The other way still works.
    await giveLoginName(page, alice.loginName)
    await givePassword(page, alice.password)
    await answerAt(page)
  }))

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`WA-23 each of two tabs signs in with its own challenge, in the order ${order.join(', ')}`, () =>
    visit(async (page, newTab) => {
      const tabs = [page, await newTab()]
      const authenticators: VirtualAuthenticator[] = []
      for (const [index, tab] of tabs.entries()) {
        authenticators.push(await tabWithPasskey(tab))
        await tab.goto(stage.authorizationUrl({ state: `tab-${index}`, prompt: 'login' }))
        await withPasskey(tab).waitFor()
      }
      for (const index of order) {
        const tab = tabs[index] ?? page
        await tab.bringToFront()
        await authenticators[index]?.answers(true)
        await withPasskey(tab).click()
        assert.equal((await answerAt(tab))['state'], `tab-${index}`)
      }
    }))
}

test('a page that was open for too long is answered with a fresh one, which signs in', () =>
  visit(async (page) => {
    const authenticator = await tabWithPasskey(page)
    await page.goto(stage.authorizationUrl())
    await withPasskey(page).waitFor()
    await stage.advance(301)
    await authenticator.answers(true)
    await withPasskey(page).click()
    // While presence is simulated, the fresh page signs in by itself.
    await answerAt(page)
  }))

test('WA-24 the browser forgets the passkey that its user removes on the account page', () =>
  visit(async (page) => {
    const authenticator = await addAuthenticator(page)
    await authenticator.answers(false)
    await page.goto(`${stage.issuer}/ui/account`)
    await giveLoginName(page, bob.loginName)
    await givePassword(page, bob.password)
    await headed(page, 'Create a passkey')
    await authenticator.answers(true)
    await button(page, 'Create a passkey').click()
    await headed(page, 'Your account')
    assert.equal((await authenticator.credentials()).length, 1)
    const removed = authenticator.forgets()
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await page.getByText('The passkey was removed.').waitFor()
    await removed
    assert.deepEqual(await authenticator.credentials(), [])
  }))

test('without scripts, no page has a button for passkeys, and everything else works', () =>
  visit(
    async (page) => {
      await page.goto(stage.authorizationUrl())
      await loginNameField(page).waitFor()
      await expect(withPasskey(page)).toHaveCount(0)
      await giveLoginName(page, bob.loginName)
      await expect(withPasskey(page)).toHaveCount(0)
      await givePassword(page, bob.password)
      await headed(page, 'Create a passkey')
      await button(page, 'Not now').click()
      await answerAt(page)
    },
    { javaScriptEnabled: false },
  ))
