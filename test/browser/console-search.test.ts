// The search over everything in the console, in a browser: by keyboard, without scripts, and within the rights of the visitor.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violations } from '../support/browser/accessibility.ts'
import { expect, textsOf } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { headed, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(
  async () =>
    void (stage = await openStage({
      instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }],
      org: { orgMembers: [{ userId: bob.id, roles: ['ORG_USER_MANAGER'] }] },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

describe('the search over everything', () => {
  test('is reached by a key, shows what it finds while one types, and is gone through by the arrow keys', async () => {
    const { page, leave } = await stage.newVisitor({ colorScheme: 'dark' })
    await page.goto(consoleUrl('/orgs/acme/users'))
    await signIn(page, alice)
    await headed(page, 'Users')
    const find = page.getByRole('searchbox', { name: 'Search the console' })
    await page.keyboard.press('/')
    await page.keyboard.type('build')
    const hit = page.getByRole('search', { name: 'Search the console' }).getByRole('link', { name: /Bob Builder/ })
    await hit.waitFor()
    await picture(page, 'console-search')
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await hit.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await find.fill('travel')
    await page
      .getByRole('search', { name: 'Search the console' })
      .getByRole('link', { name: /Acme Travel/ })
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await headed(page, 'Acme Travel')
    await leave()
  })

  test('is a page without scripts, finds pages by their names, and says what to do when nothing is found', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    await page.goto(consoleUrl())
    await signIn(page, alice)
    await headed(page, 'Overview')
    const find = page.getByRole('searchbox', { name: 'Search the console' })
    await find.fill('keys')
    await find.press('Enter')
    await headed(page, 'Search results')
    assert.deepEqual(await overflowing(page), [])
    await picture(page, 'console-search-page')
    await page
      .getByRole('link', { name: /Signing keys/ })
      .last()
      .click()
    await headed(page, 'Signing keys')
    await find.fill('<b>nowhere')
    await find.press('Enter')
    await page.getByText('Nothing found for “<b>nowhere”.').waitFor()
    await leave()
  })

  test('finds nothing that the visitor may not list', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/search?q=a'))
    await signIn(page, bob)
    await headed(page, 'Search results')
    const results = page.locator('#results')
    const headings = await textsOf(results.getByRole('heading'))
    assert.ok(headings.includes('Users') && !headings.includes('Applications'), headings.join())
    // No applications, which others of the organization find.
    await page.goto(consoleUrl('/search?q=travel'))
    await headed(page, 'Search results')
    await expect(results.getByRole('link')).toHaveCount(0)
    await leave()
  })
})
