// The way back to applications whose callback sends the browser on to another origin. Browsers apply the policy for the forms of a page to
// every redirect that follows a form, so that a separate page begins the way back. https://github.com/w3c/webappsec-csp/issues/8
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressWith, expect, oneOf, textOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import {
  answerAt,
  button,
  giveLoginName,
  givePassword,
  headed,
  leaving,
  loginNameField,
  picture,
  signIn,
} from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage({ heldClock: true })))
after(async () => await stage.close())

const hopping = (parameters: Readonly<Record<string, string>> = {}): string =>
  stage.authorizationUrl({ redirect_uri: stage.relyingParty.hoppingRedirectUri, ...parameters })

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts'

  test(`LG-22 a sign-in ends at an application whose callback redirects to another origin, ${scripts}`, async () => {
    const visitor = await stage.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    await page.goto(hopping())
    await signIn(page, alice)
    assert.ok((await answerAt(page))['code'])
    await expect(page).toHaveURL(({ origin }) => origin === stage.relyingParty.otherOrigin)
    await visitor.leave()
  })

  test(`LG-22 so does the choice of an account, ${scripts}`, async () => {
    const visitor = await stage.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    for (const person of [alice, bob]) {
      await page.goto(stage.authorizationUrl({ prompt: 'login' }))
      const other = page.getByRole('link', { name: 'Use another account' })
      if ((await oneOf({ other, loginName: loginNameField(page) })) === 'other') await other.click()
      await signIn(page, person)
      await answerAt(page)
    }
    await page.goto(hopping())
    await page.getByRole('button', { name: 'Alice Liddell' }).click()
    assert.ok((await answerAt(page))['code'])
    await visitor.leave()
  })

  test(`LG-22 so does a sign-in that the application refuses to have finished: an error, ${scripts}`, async () => {
    const visitor = await stage.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    await page.goto(hopping({ claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['3'] } } }) }))
    await signIn(page, alice)
    assert.equal((await answerAt(page))['error'], 'access_denied')
    await visitor.leave()
  })
}

test('LG-22 form_post arrives there, too: by itself, and by the button where scripts do not run', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await stage.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    const before = stage.relyingParty.answers.length
    await page.goto(hopping({ response_mode: 'form_post' }))
    await signIn(page, alice)
    if (!javaScriptEnabled) {
      await headed(page, 'Returning to the application')
      await button(page, 'Continue').click()
    }
    await headed(page, 'Welcome back')
    const [answer] = stage.relyingParty.answers.slice(before)
    assert.equal(answer?.method, 'POST')
    assert.ok(answer.parameters['code'])
    await expect(page).toHaveURL(({ origin }) => origin === stage.relyingParty.otherOrigin)
    await visitor.leave()
  }
})

test('Back from the application leads to no form that is sent again', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto(hopping())
  await signIn(page, alice)
  await answerAt(page)
  const sent = posts.length
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(posts.length, sent)
  await visitor.leave()
})

test('a form that was refused can be reloaded, and typed addresses of forms show pages', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto(stage.authorizationUrl())
  await signIn(page, { ...alice, password: 'wrong' })
  await page.getByRole('alert').waitFor()
  const sent = posts.length
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('User name or password is incorrect. Check both and try again.')
  assert.equal(posts.length, sent, 'a reload sends nothing')
  const request = (await addressWith(page.getByRole('alert'))).searchParams.get('request') ?? ''
  for (const path of ['login-name', 'password', 'totp']) {
    await page.goto(`${stage.issuer}/ui/login/${path}?request=${request}`)
    await headed(page, 'Enter your password')
    assert.equal((await page.goto(`${stage.issuer}/ui/login/${path}`))?.status(), 400)
    await headed(page, 'This sign-in has expired')
  }
  await page.goto(stage.issuer)
  await headed(page, 'Sign-in service')
  await picture(page, 'welcome')
  assert.equal((await page.goto(`${stage.issuer}/nowhere`))?.status(), 404)
  await headed(page, 'Page not found')
  await picture(page, 'not-found')
  assert.equal((await page.goto(`${stage.issuer}/oauth/v2/token`))?.status(), 405)
  await headed(page, 'Page not found')
  await visitor.leave()
})

test('a wait is shown in seconds, for known and unknown names alike', async () => {
  const shown = []
  for (const loginName of [bob.loginName, 'unknown@acme.example']) {
    const visitor = await stage.newVisitor()
    const { page } = visitor
    const seen: string[] = []
    await page.goto(stage.authorizationUrl())
    await giveLoginName(page, loginName)
    for (let count = 0; count < 6; count++) {
      await leaving(page, async () => await givePassword(page, 'wrong'))
      seen.push(await textOf(page.getByRole('alert')))
    }
    await picture(page, loginName === bob.loginName ? 'password-wait' : 'password-wait-unknown')
    shown.push(seen)
    await visitor.leave()
  }
  assert.deepEqual(shown[0], shown[1])
  assert.equal(shown[0]?.[5], 'Too many attempts. Wait 1 second, then try again.')
})
