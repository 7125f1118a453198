// The management console in a browser: sign-in, rights, forms, and its end.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, leaving, picture, signIn } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

before(async () => void (stage = await openStage({ instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }] })))
after(async () => await stage.close())
beforeEach(async () => {
  visitor = await stage.newVisitor()
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

describe('the console', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`an owner signs in, creates an organization, and signs out, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const own = await stage.newVisitor({ javaScriptEnabled })
      await own.page.goto(consoleUrl('/orgs'))
      await signIn(own.page, alice)
      await headed(own.page, 'Organizations')
      await picture(own.page, 'console-organizations')
      await own.page.getByRole('link', { name: 'New organization' }).click()
      await own.page.getByLabel('Name').fill('Blue Bird')
      await button(own.page, 'Create organization').click()
      await headed(own.page, 'Blue Bird')
      await own.page.getByText('Blue Bird was created.').waitFor()
      await own.page.getByText('Alice').first().click()
      await leaving(own.page, async () => await button(own.page, 'Sign out').click())
      const cookies = await own.page.context().cookies()
      assert.ok(!cookies.some(({ name }) => name.endsWith('symbolon-console')))
      await own.leave()
    })
  }

  test('a user without a role sees that they have none', async () => {
    await page.goto(consoleUrl())
    await signIn(page, bob)
    await headed(page, 'Overview')
    await page.getByText('You do not have an administrative role.').waitFor()
    const answer = await page.goto(consoleUrl('/orgs/acme'))
    assert.equal(answer?.status(), 404)
    await page.getByText('There is no page at this address').waitFor()
  })

  test('no token reaches the browser', async () => {
    await page.goto(consoleUrl())
    await signIn(page, alice)
    await headed(page, 'Overview')
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
    assert.equal(stored, '[{},{},""]')
  })
})
