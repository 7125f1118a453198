// Several tabs at once, the back button, and people who come back too late.
import { alice, bob } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addressWith, documentWith, expect, oneOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import {
  answerAt,
  button,
  giveLoginName,
  givePassword,
  headed,
  heading,
  leaving,
  loginNameField,
  passwordField,
  picture,
  signIn,
} from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let tabs: readonly [Page, Page]

before(async () => void (stage = await openStage()))
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  tabs = [visitor.page, await visitor.newTab()]
})
afterEach(async () => await visitor.leave())

const closed = 'This sign-in has expired'

/** Each tab has a separate request and stands at the password. */
async function giveLoginNames(first: Credentials, second: Credentials): Promise<void> {
  await tabs[0].goto(stage.authorizationUrl({ state: 'first' }))
  await tabs[1].goto(stage.authorizationUrl({ state: 'second' }))
  await giveLoginName(tabs[0], first.loginName)
  await giveLoginName(tabs[1], second.loginName)
}

async function assertAnswer(page: Page, state: string, subject: string): Promise<void> {
  const answer = await answerAt(page)
  assert.equal(answer['state'], state)
  assert.equal((await stage.redeem(answer['code'])).sub, subject)
}

for (const [who, first, second] of [
  ['the same person', alice, alice],
  ['two people', alice, bob],
] as const) {
  test(`two tabs in which ${who} sign in at once both end well, the first one finished first`, async () => {
    await giveLoginNames(first, second)
    await givePassword(tabs[0], first.password)
    await assertAnswer(tabs[0], 'first', first.id)
    await givePassword(tabs[1], second.password)
    await assertAnswer(tabs[1], 'second', second.id)
  })

  test(`two tabs in which ${who} sign in at once both end well, the second one finished first`, async () => {
    await giveLoginNames(first, second)
    await givePassword(tabs[1], second.password)
    await assertAnswer(tabs[1], 'second', second.id)
    await givePassword(tabs[0], first.password)
    await assertAnswer(tabs[0], 'first', first.id)
  })

  test(`two tabs in which ${who} press the button in the same moment both end well, at worst after a second time`, async () => {
    await giveLoginNames(first, second)
    await Promise.all([
      leaving(tabs[0], async () => await givePassword(tabs[0], first.password)),
      leaving(tabs[1], async () => await givePassword(tabs[1], second.password)),
    ])
    for (const [page, state, { id, loginName, password }] of [
      [tabs[0], 'first', first],
      [tabs[1], 'second', second],
    ] as const) {
      // Of two session cookies that were set at once the browser kept one: a user whose cookie was lost is asked again, as the same person.
      if ((await oneOf({ back: heading(page, 'Welcome back'), asked: passwordField(page) })) === 'asked') {
        await expect(loginNameField(page)).toHaveValue(loginName)
        await givePassword(page, password)
      }
      await assertAnswer(page, state, id)
    }
  })
}

test('a tab that still shows the password page goes on by a reload once the other tab has signed in the same person', async () => {
  await giveLoginNames(alice, alice)
  await givePassword(tabs[0], alice.password)
  await answerAt(tabs[0])
  await tabs[1].reload()
  await assertAnswer(tabs[1], 'second', alice.id)
})

test('the button pressed twice sends one answer', async () => {
  const [page] = tabs
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  const before = stage.relyingParty.answers.length
  await passwordField(page).fill(alice.password)
  await button(page, 'Sign in').dblclick()
  await assertAnswer(page, 'the-state', alice.id)
  assert.equal(stage.relyingParty.answers.length, before + 1)
})

for (const responseMode of ['query', 'form_post']) {
  test(`LG-21 the back button after the end shows a page that helps, and never a second code, with ${responseMode}`, async () => {
    const [page] = tabs
    await page.goto(stage.relyingParty.origin)
    const before = stage.relyingParty.answers.length
    await page.goto(stage.authorizationUrl({ response_mode: responseMode }))
    const resumed = page.waitForRequest((request) => request.url().includes('/oauth/v2/authorize/resume?'))
    await signIn(page, alice)
    await headed(page, 'Welcome back')
    await page.goBack()
    await headed(page, closed)
    const main = page.getByRole('main')
    await expect(main).toContainText('Go back to the application and start again.')
    await expect(main, 'what was typed is gone').not.toContainText(alice.loginName)
    await expect(page.getByRole('link', { name: /^Back to / })).toHaveAttribute('href', `${stage.relyingParty.origin}/`)
    await expect(page.getByRole('link', { name: 'Start again' }), 'what was completed is not started again').toHaveCount(0)
    await picture(page, 'error-closed')
    // A browser that keeps the address of the resumed request in its history finds the same links there.
    await page.goto((await resumed).url())
    await headed(page, closed)
    await expect(page.getByRole('link', { name: /^Back to / })).toHaveAttribute('href', `${stage.relyingParty.origin}/`)
    await page.goBack()
    const start = heading(page, 'The application')
    for (let steps = 0; steps < 4 && (await oneOf({ start, closed: heading(page, closed) })) === 'closed'; steps++) await page.goBack()
    await start.waitFor()
    assert.equal(stage.relyingParty.answers.length, before + 1)
  })
}

test('the back button at the password page leads to a page that goes on', async () => {
  const [page] = tabs
  await page.goto(stage.relyingParty.origin)
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  await page.goBack()
  // What the server knows counts, not what the browser remembers: the name is given already.
  const shown = { start: heading(page, 'The application'), password: passwordField(page), loginName: loginNameField(page) }
  if ((await oneOf(shown)) === 'start') await page.goForward()
  if ((await oneOf(shown)) === 'loginName') await giveLoginName(page, alice.loginName)
  await givePassword(page, alice.password)
  assert.ok((await answerAt(page))['code'])
})

test('the address of a sign-in opens nothing in another browser', async () => {
  const [page] = tabs
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  const stranger = await stage.newVisitor()
  const response = await stranger.page.goto((await addressWith(passwordField(page))).href)
  assert.equal(response?.status(), 400)
  assert.ok(!(await documentWith(heading(stranger.page, closed))).includes(alice.loginName))
  await stranger.leave()
})

test('AZ-27 a sign-in that took too long ends on a page that says what to do, and starts again with the same request', async () => {
  const later = await openStage({ heldClock: true })
  try {
    const late = await later.newVisitor()
    await late.page.goto(later.authorizationUrl())
    await giveLoginName(late.page, alice.loginName)
    await later.advance(3601)
    await givePassword(late.page, alice.password)
    await headed(late.page, closed)
    await expect(late.page.getByRole('main')).toHaveText(/took too long.*\s+Go back to the application and start again\./, {
      useInnerText: true,
    })
    await expect(late.page.locator('form')).toHaveCount(0)
    assert.deepEqual(later.relyingParty.answers, [])
    await picture(late.page, 'error-expired')
    await late.page.reload()
    await late.page.getByRole('link', { name: 'Start again' }).click()
    await loginNameField(late.page).waitFor()
    await signIn(late.page, alice)
    const answer = await answerAt(late.page)
    assert.equal(answer['state'], 'the-state')
    assert.equal((await later.redeem(answer['code'])).sub, alice.id)
    await late.leave()
  } finally {
    await later.close()
  }
  const [page] = tabs
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  assert.ok((await answerAt(page))['code'], 'a sign-in that is not too long succeeds')
})
