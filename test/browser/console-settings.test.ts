// Members and policies in the console, in a browser.
import { alice, bob } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, picture, scriptModes, signIn } from '../support/browser/steps.ts'

let stage: Stage

/** May write members of the instance, and has few other rights. */
const deputy = { id: 'deputy', loginName: 'deputy@acme.example', password: 'a deputy with few rights' }
/** Has no preferred language. */
const owner = { id: 'owner', loginName: 'owner@acme.example', password: 'the owner of an organization' }
/** May not see the members of the organization. */
const manager = { id: 'manager', loginName: 'manager@acme.example', password: 'a manager of users, not of members' }
/** Sees the members and the policies of the organization, and may change neither. */
const viewer = { id: 'viewer', loginName: 'viewer@acme.example', password: 'a viewer who only reads pages' }

before(async () => {
  stage = await openStage({
    instanceMembers: [
      { userId: alice.id, roles: ['IAM_OWNER'] },
      { userId: deputy.id, roles: ['IAM_LOGIN_CLIENT'] },
    ],
    org: {
      humanUsers: [deputy, manager, owner, viewer].map(({ id, password }) => ({
        userId: id,
        user: { userName: id, password, profile: { firstName: id, lastName: 'Carter', displayName: `${id} Carter` } },
      })),
      orgMembers: [
        { userId: manager.id, roles: ['ORG_USER_MANAGER'] },
        { userId: owner.id, roles: ['ORG_OWNER'] },
        { userId: viewer.id, roles: ['ORG_OWNER_VIEWER', 'ORG_PROJECT_CREATOR'] },
      ],
    },
  })
})
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

/** Opens a page as a user, who proves a fresh sign-in by the first page already. */
async function openAs(page: Page, who: Credentials, path: string): Promise<void> {
  await page.goto(consoleUrl(path))
  await signIn(page, who)
}

describe('members in the console', () => {
  for (const javaScriptEnabled of scriptModes(false)) {
    test(`an owner adds a member, changes the roles and removes the member, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      await openAs(page, alice, '/orgs/acme/members')
      await headed(page, 'Members')
      await picture(page, 'console-members')
      await page.getByRole('link', { name: 'Add a member' }).click()
      await headed(page, 'Add a member')

      await page.getByLabel('User', { exact: true }).fill('unknown@acme.example')
      await button(page, 'Add member').click()
      const problems = page.getByRole('alert')
      await problems.getByText('User not found').waitFor()
      await problems.getByText('Choose at least one role.').waitFor()
      await expect(page.getByLabel('User', { exact: true })).toHaveValue('unknown@acme.example')

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
      await expect(row.locator('code.badge')).toHaveText(['ORG_USER_MANAGER'])

      await page.getByRole('link', { name: 'Bob Builder' }).click()
      await button(page, 'Remove member').click()
      await page.getByText('Bob Builder was removed.').waitFor()
      await expect(row).toHaveCount(0)
      await leave()
    })
  }
})

describe('policies in the console', () => {
  for (const javaScriptEnabled of scriptModes(false)) {
    test(`an organization inherits a policy, has its own and gives it up, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      await openAs(page, alice, '/instance/policies/lockoutPolicy/change')
      await page.getByLabel('Wrong passwords before a temporary lockout').fill('7')
      await button(page, 'Save policy').click()
      await page.getByText('Lockout was changed.').waitFor()

      await page.goto(consoleUrl('/orgs/acme/policies'))
      await headed(page, 'Policies')
      await picture(page, 'console-policies')
      await page.getByRole('link', { name: 'Lockout' }).click()
      const attempts = page.getByRole('row', { name: /Wrong passwords/ }).getByRole('cell')
      await expect(attempts).toHaveText(['7', 'Instance', '–'])

      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByText('Saving copies these values.').waitFor()
      const field = page.getByLabel('Wrong passwords before a temporary lockout')
      await expect(field).toHaveValue('7')
      await field.fill('3')
      await button(page, 'Save policy').click()
      await page.getByText('Lockout was changed.').waitFor()
      await expect(attempts).toHaveText(['3', 'Organization', '3'])

      await page.getByRole('link', { name: 'Edit' }).click()
      await button(page, 'Reset to the default policy').click()
      await page.getByText('Lockout was reset.').waitFor()
      await expect(attempts).toHaveText(['7', 'Instance', '–'])
      await page.goto(consoleUrl('/instance/policies/lockoutPolicy/change'))
      await button(page, 'Reset to the built-in values').click()
      await page.getByText('Lockout was reset.').waitFor()
      await expect(attempts).toHaveText(['10', 'Built-in', '–'])
      await leave()
    })
  }

  test('a policy for the sign-in keeps what was typed wrong, and inherits the lifetimes that stay empty', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await openAs(page, alice, '/orgs/acme/policies/loginPolicy/change')
    await headed(page, 'Edit policy: Sign-in')
    await picture(page, 'console-login-policy-form')
    await page.getByLabel('Ask for the password again after').fill('a day')
    await page.getByLabel('Authenticator app').uncheck()
    await page.getByLabel('Security key').uncheck()
    await button(page, 'Save policy').click()
    const problems = page.getByRole('alert')
    await problems.getByText('Enter a number of hours').waitFor()
    await problems.getByText('Choose at least one.').waitFor()
    const hours = page.getByLabel('Ask for the password again after')
    await expect(hours).toHaveValue('a day')
    await hours.fill('0.5')
    await page.getByLabel('Security key').check()
    await button(page, 'Save policy').click()
    await page.getByText('Sign-in was changed.').waitFor()
    await picture(page, 'console-login-policy')
    const cells = (name: string): Locator => page.getByRole('row', { name }).getByRole('cell')
    await expect(cells('Ask for the password again after')).toHaveText(['0.5 hours', 'Organization', '0.5 hours'])
    await expect(cells('Ask for the passkey again after')).toHaveText(['12 hours', 'Built-in', '–'])
    await expect(cells('Allowed second factors')).toHaveText(['Security key', 'Organization', 'Security key'])
    await leave()
  })
})

describe('rights over members and policies in the console', () => {
  test('a role that allows more than those of the visitor is disabled, with the reason, and refused when it is sent', async () => {
    const { page, leave } = await stage.newVisitor()
    await openAs(page, deputy, '/instance/members/new')
    const owner = page.getByLabel('IAM_OWNER', { exact: true })
    await expect(owner).toBeDisabled()
    await expect(page.getByLabel('IAM_LOGIN_CLIENT')).toBeEnabled()
    await page.getByText('This role allows more than yours.').first().waitFor()
    await picture(page, 'console-new-member-of-instance')
    await page.getByLabel('User', { exact: true }).fill(bob.loginName)
    await owner.evaluate((box: HTMLInputElement) => {
      box.disabled = false
      box.checked = true
    })
    await button(page, 'Add member').click()
    await page.getByRole('alert').getByText('IAM_OWNER allows more').waitFor()
    await page.goto(consoleUrl(`/instance/members/of/${alice.id}`))
    await headed(page, 'Alice Liddell')
    await expect(owner).toBeDisabled()
    await expect(owner).toBeChecked()
    await expect(button(page, 'Remove member')).toHaveCount(0)
    await leave()
  })

  test('a user who may not see members sees their own roles, and gives them up', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await openAs(page, manager, '/orgs/acme/members')
    await headed(page, 'Members')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.getByRole('link', { name: 'manager Carter' }).click()
    await expect(page.getByLabel('ORG_OWNER', { exact: true })).toBeDisabled()
    await page.getByText('You cannot assign roles to yourself.').first().waitFor()
    await button(page, 'Give up all roles').click()
    await page.getByText('You no longer have a role in Acme.').waitFor()
    const answer = await page.goto(consoleUrl('/orgs/acme/members'))
    assert.equal(answer?.status(), 404)
    await leave()
  })

  test('a user who may only read finds nothing to change', async () => {
    const { page, leave } = await stage.newVisitor()
    await openAs(page, viewer, '/orgs/acme/members')
    await headed(page, 'Members')
    await expect(page.getByRole('row', { name: /viewer Carter/ })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Add a member' })).toHaveCount(0)
    await page.goto(consoleUrl('/orgs/acme/policies/privacyPolicy'))
    await headed(page, 'Links')
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    for (const path of ['/orgs/acme/policies/privacyPolicy/change', '/orgs/acme/members/new', '/instance/policies', '/instance/members']) {
      const answer = await page.goto(consoleUrl(path))
      assert.equal(answer?.status(), 404, path)
    }
    await leave()
  })
})
