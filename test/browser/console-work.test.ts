// The work of an operator in the console, in a browser: from the first page to an application and a colleague, roles, domains and secrets.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { addressWith, expect } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, heading, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(
  async () =>
    void (stage = await openStage({
      instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }],
      org: {
        orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER'] }],
        projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
        projectRoles: [
          { projectId: 'shop', roleKey: 'buyer', displayName: 'Buys' },
          { projectId: 'shop', roleKey: 'seller', displayName: 'Sells' },
        ],
      },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

async function open(page: Page, path: string, who = alice): Promise<void> {
  await page.goto(consoleUrl(path))
  await signIn(page, who)
  await page.waitForURL((url) => url.pathname.startsWith('/ui/console'))
}

/** A phone in the dark without scripts, or a wide page with them. */
const views = [
  { javaScriptEnabled: true, viewport: { width: 1280, height: 800 } },
  { javaScriptEnabled: false, viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const

for (const view of views) {
  const how = view.javaScriptEnabled ? 'with scripts' : 'on a phone without scripts'

  describe(how, () => {
    test('the first page leads to a registered application and an invited colleague in ten clicks', async () => {
      const { page, leave } = await stage.newVisitor(view)
      await open(page, '')
      await headed(page, 'Overview')
      await picture(page, `console-first-page-${view.viewport.width}`)
      let clicks = 0
      const click = async (role: 'button' | 'link' | 'radio', name: string | RegExp): Promise<void> => {
        clicks += 1
        await page.getByRole(role, { name }).first().click()
      }
      await click('link', 'Register an application')
      await click('radio', /^Web/)
      await page.getByLabel('Name').fill(`First ${how}`)
      await click('button', 'Next')
      await page.getByLabel('Redirect URIs', { exact: true }).fill('https://app.example/callback')
      await click('button', 'Register')
      await page.locator('dt', { hasText: 'Client secret' }).waitFor()
      await click('link', /Console$/)
      await click('link', 'Invite a user')
      await page.getByLabel('First name').fill('Cleo')
      await page.getByLabel('Last name').fill('League')
      await page.getByLabel('User name').fill(`cleo-${view.viewport.width}`)
      await click('button', 'Create user')
      await click('link', 'Invite')
      await click('button', 'Send invitation')
      await page.locator('#link').waitFor()
      assert.ok(clicks <= 10, `${clicks} clicks`)
      await leave()
    })

    test('roles of a project are given to a user, changed and taken', async () => {
      const { page, leave } = await stage.newVisitor(view)
      await open(page, `/orgs/acme/users/${bob.id}/grants`)
      await headed(page, /^Grants/)
      await page.getByLabel('Project').selectOption({ label: 'Shop' })
      await button(page, 'Assign roles').click()
      await headed(page, 'Roles in Shop')
      await button(page, 'Save roles').click()
      await page.getByRole('alert').getByText('Choose at least one role').waitFor()
      await page.getByLabel('buyer').check()
      assert.deepEqual(await overflowing(page), [])
      if (view.javaScriptEnabled) assert.deepEqual(await violations(page), [])
      await button(page, 'Save roles').click()
      await page.getByText('Roles in Shop was added.').waitFor()
      await page.getByRole('link', { name: 'Shop' }).click()
      await page.getByLabel('seller').check()
      await button(page, 'Save roles').click()
      const row = page.getByRole('row', { name: /Shop/ })
      await expect(row.locator('code')).toHaveText(['buyer', 'seller'])
      await page.getByRole('link', { name: 'Shop' }).click()
      await button(page, 'Remove all roles').click()
      await page.getByText('Roles in Shop was removed.').waitFor()
      await expect(row).toHaveCount(0)
      await leave()
    })

    test('an application has two secrets while it moves from one to the other', async () => {
      const { page, leave } = await stage.newVisitor(view)
      await open(page, '/orgs/acme/new-app?kind=api&name=Stock')
      await button(page, 'Register application').click()
      await page.locator('dt', { hasText: 'Client secret' }).waitFor()
      await page.goto(consoleUrl(`/orgs/acme/apps`))
      await page.getByRole('link', { name: 'Stock' }).first().click()
      await page.getByRole('link', { name: 'Client secrets' }).click()
      await headed(page, 'Client secrets')
      const rows = page.locator('tbody tr')
      await expect(rows).toHaveCount(1)
      await button(page, 'Create secret').click()
      await page.goto((await addressWith(heading(page, 'New secret'))).href)
      await headed(page, 'Client secrets')
      await expect(rows).toHaveCount(2)
      await expect(button(page, 'Create secret')).toHaveCount(0)
      assert.deepEqual(await overflowing(page), [])
      if (view.javaScriptEnabled) assert.deepEqual(await violations(page), [])
      await rows.filter({ hasText: 'Previous' }).getByRole('button').click()
      await page.getByText('was removed.').waitFor()
      await expect(rows).toHaveCount(1)
      await leave()
    })

    test('a domain is added, verified by the instance, made primary, and removed', async () => {
      const { page, leave } = await stage.newVisitor(view)
      const name = `shop-${view.viewport.width}.example`
      await open(page, '/orgs/acme/domains')
      await headed(page, 'Domains')
      await page.getByLabel('Domain', { exact: true }).fill('no domain')
      await button(page, 'Add domain').click()
      // A change needs a fresh proof, which the sign-in just before was.
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Domain', { exact: true }).fill(name)
      await button(page, 'Add domain').click()
      await page.getByText(`${name} was added.`).waitFor()
      assert.deepEqual(await overflowing(page), [])
      if (view.javaScriptEnabled) assert.deepEqual(await violations(page), [])
      await picture(page, `console-domains-${view.viewport.width}`)

      const owner = await stage.newVisitor(view)
      await open(owner.page, '/orgs/acme/domains', bob)
      await headed(owner.page, 'Domains')
      await expect(owner.page.getByRole('button', { name: /verified/ })).toHaveCount(0)
      await owner.leave()

      await button(page, `Mark as verified: ${name}`).click()
      await page.getByText(`${name} was changed.`).waitFor()
      await button(page, `Remove: ${name}`).click()
      await page.getByText(`${name} was removed.`).waitFor()
      await expect(page.getByRole('rowheader', { name })).toHaveCount(0)
      await leave()
    })
  })
}
