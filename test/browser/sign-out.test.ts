// A person signs out: by the application, by the page of the service, and not because another site wants it.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { documentWith, expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, picture, signIn } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page
/** A visit to another site is what the browser complains about. */
let goesElsewhere = false

before(async () => void (stage = await openStage()))
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
  await page.goto(stage.authorizationUrl())
  await signIn(page, alice)
  await answerAt(page)
})
afterEach(async () => {
  await (goesElsewhere ? visitor.context.close() : visitor.leave())
  goesElsewhere = false
})

/** What an application hears that asks without showing a page. */
async function silentAnswer(): Promise<string | undefined> {
  await page.goto(stage.authorizationUrl({ prompt: 'none' }))
  const { code, error } = await answerAt(page)
  return code === undefined ? error : 'code'
}

const travel = (): Readonly<Record<string, string>> => ({
  client_id: 'travel',
  post_logout_redirect_uri: `${stage.relyingParty.origin}/signed-out`,
  state: 'the state',
})

async function idToken(): Promise<string> {
  await page.goto(stage.authorizationUrl({ prompt: 'none' }))
  const { code } = await answerAt(page)
  return await stage.idToken(code)
}

async function isBack(): Promise<void> {
  await headed(page, 'The application')
  await expect(page).toHaveURL(`${stage.relyingParty.origin}/signed-out?state=the+state`)
  const left = await page.context().cookies(stage.issuer)
  assert.deepEqual(
    left.map(({ name }) => name),
    ['symbolon-browser'],
    'the browser stays known, and no user is signed in',
  )
  assert.equal(await silentAnswer(), 'login_required')
}

test('the application sends the person to sign out with their ID token, and gets them and its state back', async () => {
  await page.goto(stage.endSessionUrl({ ...travel(), id_token_hint: await idToken() }))
  await isBack()
})

test('without an ID token the person is asked, and one button signs them out and brings them back', async () => {
  await page.goto(stage.endSessionUrl(travel()))
  await headed(page, 'Sign out of Symbolon?')
  await picture(page, 'sign-out')
  await expect(page.locator('button')).toHaveCount(1)
  await expect(page.locator('a')).toHaveCount(0)
  await button(page, 'Sign out').click()
  await isBack()
})

test('a user who does not answer the confirmation stays signed in', async () => {
  await page.goto(stage.endSessionUrl(travel()))
  await headed(page, 'Sign out of Symbolon?')
  await page.reload()
  await headed(page, 'Sign out of Symbolon?')
  assert.equal(await silentAnswer(), 'code')
})

test('ES-06 another site cannot sign the person out by a frame or an image', async () => {
  goesElsewhere = true
  await page.goto(stage.relyingParty.framing(stage.endSessionUrl()))
  await page.evaluate(async (address) => {
    const image = document.createElement('img')
    const loaded = new Promise((resolve) => image.addEventListener('error', resolve))
    image.src = address
    document.body.append(image)
    await loaded
  }, stage.endSessionUrl())
  assert.equal(await silentAnswer(), 'code')
})

test('a form that another site posts brings the person to the question all the same', async () => {
  goesElsewhere = true
  await page.goto(stage.relyingParty.framing('about:blank'))
  await page.evaluate(
    ([action = '', fields = '']) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = action
      for (const [name, value] of new URLSearchParams(fields)) {
        const input = document.createElement('input')
        input.name = name
        input.value = value
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    [stage.endSessionUrl().replace(/\?$/, ''), new URLSearchParams(travel()).toString()],
  )
  await headed(page, 'Sign out of Symbolon?')
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/signed-out')
  assert.equal(await silentAnswer(), 'login_required')
})

test('ES-08 going back after a sign-out shows no kept page', async () => {
  await page.goto(stage.authorizationUrl({ prompt: 'select_account' }))
  await headed(page, 'Choose an account')
  await page.goto(stage.endSessionUrl())
  await button(page, 'Sign out').click()
  await headed(page, 'You are signed out')
  await picture(page, 'signed-out')
  await page.goBack()
  assert.doesNotMatch(await documentWith(page.getByRole('heading', { level: 1 })), /alice|Alice/)
})

test('the page says it in the language of the person, and leads nowhere', async () => {
  await page.goto(stage.endSessionUrl({ ui_locales: 'de' }))
  await headed(page, 'Von Symbolon abmelden?')
  await expect(page).toHaveTitle('Abmelden · Symbolon')
  await picture(page, 'sign-out-de')
  await button(page, 'Abmelden').click()
  await headed(page, 'Sie sind abgemeldet')
  await expect(page).toHaveTitle('Sie sind abgemeldet · Symbolon')
  await expect(page.locator('a, button, input')).toHaveCount(0)
  await picture(page, 'signed-out-de')
})

test('one of two users signs out, and the page says that another user is still signed in', async () => {
  await page.goto(stage.authorizationUrl({ prompt: 'create' }))
  await signIn(page, bob)
  const { code } = await answerAt(page)
  const hint = await stage.idToken(code)
  await page.goto(stage.endSessionUrl({ id_token_hint: hint }))
  await headed(page, 'You are signed out')
  await page.getByText('Other accounts are still signed in on this browser.').waitFor()
  await picture(page, 'signed-out-others')
  assert.equal(await silentAnswer(), 'code')
})

test('a wrong request to sign out is refused with a page', async () => {
  const response = await page.goto(stage.endSessionUrl({ ...travel(), post_logout_redirect_uri: 'https://elsewhere.example/' }))
  assert.equal(response?.status(), 400)
  await headed(page, 'This sign-out request is not valid')
  await picture(page, 'sign-out-refused')
  assert.equal(await silentAnswer(), 'code')
})
