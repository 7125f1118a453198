// The login needs no scripts; the one page that has a script works without it.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, givePassword, headed, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage()))
after(async () => await stage.close())

test('without scripts the whole sign-in works: mistakes, another account, and the choice of an account', async () => {
  const visitor = await stage.newVisitor({ javaScriptEnabled: false })
  const { page } = visitor
  await page.goto(stage.authorizationUrl())
  await signIn(page, { ...alice, password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await givePassword(page, alice.password)
  assert.equal((await stage.redeem((await answerAt(page))['code'])).sub, alice.id)
  await page.goto(stage.authorizationUrl({ prompt: 'select_account' }))
  await page.getByRole('link', { name: 'Use another account' }).click()
  await signIn(page, bob)
  await answerAt(page)
  await page.goto(stage.authorizationUrl())
  await page.getByRole('button', { name: 'Alice Liddell' }).click()
  assert.equal((await stage.redeem((await answerAt(page))['code'])).sub, alice.id)
  await visitor.leave()
})

test('form_post without scripts shows a button, which posts the answer to the application', async () => {
  const visitor = await stage.newVisitor({ javaScriptEnabled: false })
  const { page } = visitor
  const before = stage.relyingParty.answers.length
  await page.goto(stage.authorizationUrl({ response_mode: 'form_post', state: '"><b>&amp; ü' }))
  await signIn(page, alice)
  await headed(page, 'Returning to the application')
  assert.equal(stage.relyingParty.answers.length, before)
  await picture(page, 'form-post')
  await button(page, 'Continue').click()
  await headed(page, 'Welcome back')
  await expect(page, 'nothing stands in the address').toHaveURL(stage.relyingParty.redirectUri)
  const [answer] = stage.relyingParty.answers.slice(before)
  assert.equal(answer?.method, 'POST')
  assert.equal(answer.parameters['state'], '"><b>&amp; ü')
  assert.equal((await stage.redeem(answer.parameters['code'])).sub, alice.id)
  await visitor.leave()
})

test('form_post with scripts posts the answer by itself, errors too', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  const before = stage.relyingParty.answers.length
  await page.goto(stage.authorizationUrl({ response_mode: 'form_post' }))
  await signIn(page, alice)
  await headed(page, 'Welcome back')
  await page.goto(stage.authorizationUrl({ response_mode: 'form_post' }))
  await headed(page, 'Welcome back')
  await page.goto(stage.authorizationUrl({ response_mode: 'form_post', prompt: 'none', login_hint: 'unknown', max_age: '0' }))
  await headed(page, 'Welcome back')
  const answers = stage.relyingParty.answers.slice(before)
  assert.deepEqual(
    answers.map(({ method, parameters }) => [method, 'code' in parameters, parameters['error']]),
    [
      ['POST', true, undefined],
      ['POST', true, undefined],
      ['POST', false, 'login_required'],
    ],
  )
  await visitor.leave()
})
