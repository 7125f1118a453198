// Members and policies in the console, in a browser.
import { alice, bob } from '@symbolon/testing'
import type { Credentials } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

/** Whose members and settings differ from those of the others. */
const manager = { id: 'manager', loginName: 'manager@acme.example', password: 'a manager of settings, not of people' }
const editor = { id: 'editor', loginName: 'editor@acme.example', password: 'an editor of the permissions of users' }

before(async () => {
  stage = await openStage({
    instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }],
    org: {
      humanUsers: [manager, editor].map(({ id, password }) => ({
        userId: id,
        user: { userName: id, password, profile: { firstName: id, lastName: 'Carter', displayName: `${id} Carter` } },
      })),
      orgMembers: [
        { userId: manager.id, roles: ['ORG_SETTINGS_MANAGER'] },
        { userId: editor.id, roles: ['ORG_USER_PERMISSION_EDITOR', 'ORG_PROJECT_CREATOR'] },
      ],
    },
  })
})
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

/** Opens a page as somebody, who proves a fresh sign-in by the first page already. */
async function openAs(page: Page, who: Credentials, path: string): Promise<void> {
  await page.goto(consoleUrl(path))
  await signIn(page, who)
}

describe('members in the console', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`an owner adds a member, changes the roles and removes the member, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      await openAs(page, alice, '/orgs/acme/members')
      await headed(page, 'Members')
      await picture(page, 'console-members')
      await page.getByRole('link', { name: 'Add a member' }).click()
      await headed(page, 'Add a member')

      await page.getByLabel('User', { exact: true }).fill('nobody@acme.example')
      await button(page, 'Add member').click()
      const problems = page.getByRole('alert')
      await problems.getByText('There is no such user').waitFor()
      await problems.getByText('Choose at least one role.').waitFor()
      assert.equal(await page.getByLabel('User', { exact: true }).inputValue(), 'nobody@acme.example')

      await page.getByLabel('User', { exact: true }).fill(bob.loginName)
      await page.getByLabel('ORG_OWNER_VIEWER').check()
      await picture(page, 'console-new-member')
      await button(page, 'Add member').click()
      await page.getByText('Bob Builder was added.').waitFor()

      await page.getByRole('link', { name: 'Bob Builder' }).click()
      await page.getByLabel('ORG_OWNER_VIEWER').uncheck()
      await page.getByLabel('ORG_USER_MANAGER').check()
      await picture(page, 'console-member')
      await button(page, 'Save roles').click()
      await page.getByText('Bob Builder was changed.').waitFor()
      const row = page.getByRole('row', { name: /Bob Builder/ })
      assert.equal(await row.locator('code.badge').allTextContents().then(String), 'ORG_USER_MANAGER')

      await page.getByRole('link', { name: 'Bob Builder' }).click()
      await button(page, 'Remove member').click()
      await page.getByText('Bob Builder was removed.').waitFor()
      assert.equal(await row.count(), 0)
      await leave()
    })
  }
})

describe('policies in the console', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`an organization inherits a policy, has its own and gives it up, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      await openAs(page, alice, '/instance/policies/lockoutPolicy/change')
      await page.getByLabel('Wrong passwords before a pause').fill('7')
      await button(page, 'Save policy').click()
      await page.getByText('Lockout was changed.').waitFor()

      await page.goto(consoleUrl('/orgs/acme/policies'))
      await headed(page, 'Policies')
      await picture(page, 'console-policies')
      await page.getByRole('link', { name: 'Lockout' }).click()
      const attempts = page.getByRole('row', { name: /Wrong passwords/ }).getByRole('cell')
      assert.deepEqual(await attempts.allTextContents(), ['7', 'Instance', '–'])

      await page.getByRole('link', { name: 'Change' }).click()
      await page.getByText('The organization has no policy of its own yet.').waitFor()
      const field = page.getByLabel('Wrong passwords before a pause')
      assert.equal(await field.inputValue(), '7')
      await field.fill('3')
      await button(page, 'Save policy').click()
      await page.getByText('Lockout was changed.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['3', 'Organization', '3'])

      await page.getByRole('link', { name: 'Change' }).click()
      await button(page, 'Reset to the policy of the instance').click()
      await page.getByText('Lockout was reset.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['7', 'Instance', '–'])
      await page.goto(consoleUrl('/instance/policies/lockoutPolicy/change'))
      await button(page, 'Reset to the built-in values').click()
      await page.getByText('Lockout was reset.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['10', 'Built in', '–'])
      await leave()
    })
  }

  test('a policy for the sign-in keeps what was typed wrong, and inherits the lifetimes that stay empty', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await openAs(page, alice, '/orgs/acme/policies/loginPolicy/change')
    await headed(page, 'Change: Sign-in')
    await picture(page, 'console-login-policy-form')
    await page.getByLabel('Hours until the password is asked for again').fill('a day')
    await page.getByLabel('Authenticator app').uncheck()
    await page.getByLabel('Security key').uncheck()
    await button(page, 'Save policy').click()
    const problems = page.getByRole('alert')
    await problems.getByText('This must be a number of hours').waitFor()
    await problems.getByText('Choose at least one.').waitFor()
    const hours = page.getByLabel('Hours until the password is asked for again')
    assert.equal(await hours.inputValue(), 'a day')
    await hours.fill('0.5')
    await page.getByLabel('Security key').check()
    await button(page, 'Save policy').click()
    await page.getByText('Sign-in was changed.').waitFor()
    await picture(page, 'console-login-policy')
    const cells = async (name: string): Promise<readonly string[]> =>
      await page.getByRole('row', { name }).getByRole('cell').allTextContents()
    assert.deepEqual(await cells('Hours until the password is asked for again'), ['0.5 hours', 'Organization', '0.5 hours'])
    assert.deepEqual(await cells('Hours until the passkey is asked for again'), ['12 hours', 'Built in', '–'])
    assert.deepEqual(await cells('Second factors that may be set up'), ['Security key', 'Organization', 'Security key'])
    await leave()
  })
})
