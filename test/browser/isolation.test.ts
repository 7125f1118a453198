// What keeps other sites out of the sign-in, as a real browser enforces it.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressWith, expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, giveLoginName, headed, loginNameField, passwordField, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage()))
after(async () => await stage.close())

test('LG-01 the cookies of a sign-in are HttpOnly and SameSite=Lax, and the one of the request goes with its end', async () => {
  const visitor = await stage.newVisitor()
  const { page, context } = visitor
  await page.goto(stage.authorizationUrl())
  const [pending, ...others] = await context.cookies()
  assert.match(pending?.name ?? '', /^symbolon-request-/)
  assert.deepEqual(others, [])
  await signIn(page, alice)
  await answerAt(page)
  const cookies = await context.cookies()
  assert.deepEqual(
    cookies.map(({ name }) => name),
    ['symbolon-session', 'symbolon-browser'],
  )
  for (const { httpOnly, sameSite, path, domain } of [pending, ...cookies].filter((cookie) => cookie !== undefined)) {
    assert.deepEqual({ httpOnly, sameSite, path, domain }, { httpOnly: true, sameSite: 'Lax', path: '/', domain: 'localhost' })
  }
  await visitor.leave()
})

test('LG-01 on https the browser takes the cookies under the prefix __Host-, and a sign-in works', async () => {
  const secure = await openStage({ tls: true })
  try {
    const visitor = await secure.newVisitor()
    await visitor.page.goto(secure.authorizationUrl())
    await signIn(visitor.page, alice)
    await answerAt(visitor.page)
    const cookies = await visitor.context.cookies(secure.issuer)
    const expected = ['__Host-symbolon-session', '__Host-symbolon-browser'].map((name) => ({ name, only: true }))
    assert.deepEqual(
      cookies.map(({ name, secure: only }) => ({ name, only })),
      expected,
    )
    await visitor.page.goto(secure.authorizationUrl({ response_mode: 'form_post', prompt: 'none' }))
    await headed(visitor.page, 'Welcome back')
    await visitor.leave()
  } finally {
    await secure.close()
  }
})

test('HO-11 another site that frames the sign-in shows nothing of it', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  const started = (await addressWith(passwordField(page))).href
  for (const framed of [
    started,
    stage.authorizationUrl(),
    stage.authorizationUrl({ client_id: 'unknown' }),
    `${stage.issuer}/ui/login?request=unknown`,
  ]) {
    await page.goto(stage.relyingParty.framing(framed))
    // The page of the browser itself, which says that the site refuses.
    await page.waitForFunction(() => window.frames.length === 1)
    const [, frame = assert.fail(framed)] = page.frames()
    await frame.waitForURL('chrome-error://chromewebdata/')
    await expect(frame.getByRole('textbox')).toHaveCount(0)
  }
  // The browser says so on its console, and the frame is a request to another origin than the framing page's.
  assert.ok(
    visitor.complaints.some((complaint) => /frame/i.test(complaint)),
    visitor.complaints.join('\n'),
  )
  await visitor.context.close()
})

test('LG-04 a form that another site posts in the name of its visitor signs no user in', async () => {
  const visitor = await stage.newVisitor()
  const { page, context } = visitor
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  const fields = await page
    .locator('input[type=hidden]')
    .evaluateAll((inputs) => inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''] as const))
  // Even one that knows the request and its token: 127.0.0.1 is another site than localhost.
  await page.goto(stage.relyingParty.framing('about:blank'))
  await page.evaluate(
    ({ action, given }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action })
      for (const [name, value] of given) {
        const input = document.createElement('input')
        Object.assign(input, { name, value })
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    { action: `${stage.issuer}/ui/login/password`, given: [...fields, ['password', alice.password] as const] },
  )
  await headed(page, 'The form was not accepted')
  assert.ok(!(await context.cookies()).some(({ name }) => name === 'symbolon-session'))
  await context.close()
})

test('an authorization request that another site posts reaches the login with its cookie, and signs in', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  await page.goto(stage.relyingParty.origin)
  await page.evaluate((address) => {
    const url = new URL(address)
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: url.origin + url.pathname })
    for (const [name, value] of url.searchParams) {
      const input = document.createElement('input')
      Object.assign(input, { name, value })
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }, stage.authorizationUrl())
  await loginNameField(page).waitFor()
  await giveLoginName(page, alice.loginName)
  await passwordField(page).fill(alice.password)
  await page.keyboard.press('Enter')
  assert.ok((await answerAt(page))['code'])
  await visitor.leave()
})
