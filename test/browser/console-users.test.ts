// The users of an organization in the console: found, created, invited, changed, switched off and on, and deleted.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addressWith, expect, textOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, heading, picture, scriptModes, signIn } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
before(async () => void (stage = await openStage({ instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }] })))
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`
const link = (page: Page, name: string): ReturnType<Page['getByRole']> => page.getByRole('link', { name, exact: true })

async function openUsers(visitor: Visitor): Promise<Page> {
  const { page } = visitor
  await page.goto(consoleUrl('/orgs/acme/users'))
  await signIn(page, alice)
  await headed(page, 'Users')
  return page
}

async function withVisitor(javaScriptEnabled: boolean, work: (page: Page) => Promise<void>): Promise<void> {
  const visitor = await stage.newVisitor({ javaScriptEnabled })
  try {
    await work(await openUsers(visitor))
  } finally {
    await visitor.leave()
  }
}

async function createUser(page: Page, firstName: string, userName: string, email = ''): Promise<void> {
  await link(page, 'New user').click()
  await headed(page, 'New user')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Newcomer')
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Email').fill(email)
  await button(page, 'Create user').click()
  await headed(page, `${firstName} Newcomer`)
}

for (const javaScriptEnabled of scriptModes(true)) {
  const how = javaScriptEnabled ? 'with scripts' : 'without scripts'
  const suffix = javaScriptEnabled ? 'scripted' : 'plain'

  describe(`users in the console ${how}`, () => {
    test('a user is created, invited by a link that is shown once, and deleted', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await createUser(page, 'Nora', `nora-${suffix}`)
        await page.getByText('Nora Newcomer was created.').waitFor()
        await page.getByText('Not signed in yet').waitFor()
        await picture(page, `console-user-${suffix}`)
        await link(page, 'Invite').click()
        await headed(page, 'Invite Nora Newcomer')
        await button(page, 'Send invitation').click()
        const shown = await textOf(page.locator('#link'))
        assert.match(shown, /^https?:\/\/localhost:\d+\//)
        assert.ok(!(await addressWith(page.locator('#link'))).href.includes(shown))
        await picture(page, `console-user-link-${suffix}`)
        await link(page, 'Back to the user').click()
        await link(page, 'Delete').click()
        await headed(page, 'Delete Nora Newcomer')
        await page.getByLabel('To confirm, type the login name').fill('another user')
        await button(page, 'Delete').click()
        await page.getByRole('link', { name: 'The login name does not match. Check it and type it again.' }).waitFor()
        const loginName = await textOf(page.locator('form strong'))
        await page.getByLabel('To confirm, type the login name').fill(loginName)
        await button(page, 'Delete').click()
        await headed(page, 'Users')
        await page.getByText('Nora Newcomer was removed.').waitFor()
      }))

    test('an invitation that is mailed is not shown', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await createUser(page, 'Mia', `mia-${suffix}`, `mia-${suffix}@mail.test`)
        await link(page, 'Invite').click()
        await button(page, 'Send invitation').click()
        await page.getByText(`The link was sent to mia-${suffix}@mail.test.`).waitFor()
        await expect(page.locator('#link')).toHaveCount(0)
      }))

    test('users are found by a part of a name, and a filter that finds no user can be dropped', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await picture(page, `console-users-${suffix}`)
        await page.getByLabel('Search', { exact: true }).fill('ali')
        await button(page, 'Search').click()
        await link(page, 'Alice Liddell')
          .or(page.getByRole('link', { name: /^Alice/ }))
          .first()
          .waitFor()
        await expect(page.getByRole('row')).toHaveCount(2)
        await page.getByLabel('Search', { exact: true }).fill('%')
        await button(page, 'Search').click()
        await page.getByText('No results.').waitFor()
        await link(page, 'Clear filters').click()
        await page.getByRole('row').nth(2).waitFor()
        await page.getByLabel('State').selectOption({ label: 'Locked' })
        await button(page, 'Search').click()
        await page.getByText('No results.').waitFor()
      }))

    test('a user is deactivated, and the notice takes that back', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await page.goto(consoleUrl(`/orgs/acme/users/${bob.id}`))
        await button(page, 'Deactivate').click()
        await page.getByText('was deactivated.').waitFor()
        await page.locator('dl').getByText('Deactivated', { exact: true }).waitFor()
        await picture(page, `console-user-deactivated-${suffix}`)
        await button(page, 'Undo').click()
        await page.getByText('Restored:').waitFor()
        await page.locator('dl').getByText('Active', { exact: true }).waitFor()
      }))

    test('a person who has not started is locked without an offer to take that back, which nothing could keep', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await createUser(page, 'Lena', `lena-${suffix}`)
        await button(page, 'Lock').click()
        await page.getByText('Lena Newcomer was locked.').waitFor()
        await expect(button(page, 'Undo')).toHaveCount(0)
        await button(page, 'Unlock').click()
        await page.locator('dl').getByText('Active', { exact: true }).waitFor()
        await link(page, 'Reset password').waitFor()
      }))

    test('a form that another user overtook keeps what was typed', () =>
      withVisitor(javaScriptEnabled, async (page) => {
        await createUser(page, 'Otto', `otto-${suffix}`)
        const url = (await addressWith(heading(page, 'Otto Newcomer'))).href.replace(/\?.*/, '')
        const other = await page.context().newPage()
        for (const each of [page, other]) {
          await each.goto(`${url}/edit`)
          await headed(each, 'Edit')
        }
        await other.getByLabel('Nickname').fill('Swift')
        await button(other, 'Save').click()
        await other.getByText('Otto Newcomer was changed.').waitFor()
        await page.getByLabel('Nickname').fill('Slow')
        await button(page, 'Save').click()
        await page.getByText('Another user changed this after you opened the page.').first().waitFor()
        await page.getByText('Current value: Swift').first().waitFor()
        await expect(page.getByLabel('Nickname')).toHaveValue('Slow')
        await picture(page, `console-user-overtaken-${suffix}`)
        await button(page, 'Save').click()
        await page.getByText('Otto Newcomer was changed.').waitFor()
        await page.getByText('Slow').waitFor()
      }))
  })
}

test('an administrator sees the sessions, factors, grants, memberships and history of a user', () =>
  withVisitor(true, async (page) => {
    await page.goto(consoleUrl(`/orgs/acme/users/${alice.id}`))
    for (const tab of ['Sessions', 'Factors', 'Grants', 'Memberships', 'History']) {
      await link(page, tab).click()
      await headed(page, new RegExp(`^${tab}`))
      await picture(page, `console-user-${tab.toLowerCase()}`)
    }
    await page.getByText('Alice Liddell signed in').first().waitFor()
    await link(page, 'Sessions').click()
    await page.getByRole('cell', { name: 'password' }).first().waitFor()
  }))
