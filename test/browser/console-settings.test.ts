// Members and policies in the console, in a browser.
import { alice, bob } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
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
      assert.equal(await page.getByLabel('User', { exact: true }).inputValue(), 'unknown@acme.example')

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
      assert.deepEqual(await attempts.allTextContents(), ['7', 'Instance', '–'])

      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByText('Saving copies these values.').waitFor()
      const field = page.getByLabel('Wrong passwords before a temporary lockout')
      assert.equal(await field.inputValue(), '7')
      await field.fill('3')
      await button(page, 'Save policy').click()
      await page.getByText('Lockout was changed.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['3', 'Organization', '3'])

      await page.getByRole('link', { name: 'Edit' }).click()
      await button(page, 'Reset to the default policy').click()
      await page.getByText('Lockout was reset.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['7', 'Instance', '–'])
      await page.goto(consoleUrl('/instance/policies/lockoutPolicy/change'))
      await button(page, 'Reset to the built-in values').click()
      await page.getByText('Lockout was reset.').waitFor()
      assert.deepEqual(await attempts.allTextContents(), ['10', 'Built-in', '–'])
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
    assert.equal(await hours.inputValue(), 'a day')
    await hours.fill('0.5')
    await page.getByLabel('Security key').check()
    await button(page, 'Save policy').click()
    await page.getByText('Sign-in was changed.').waitFor()
    await picture(page, 'console-login-policy')
    const cells = async (name: string): Promise<readonly string[]> =>
      await page.getByRole('row', { name }).getByRole('cell').allTextContents()
    assert.deepEqual(await cells('Ask for the password again after'), ['0.5 hours', 'Organization', '0.5 hours'])
    assert.deepEqual(await cells('Ask for the passkey again after'), ['12 hours', 'Built-in', '–'])
    assert.deepEqual(await cells('Allowed second factors'), ['Security key', 'Organization', 'Security key'])
    await leave()
  })
})

describe('rights over members and policies in the console', () => {
  test('a role that allows more than those of the visitor is disabled, with the reason, and refused when it is sent', async () => {
    const { page, leave } = await stage.newVisitor()
    await openAs(page, deputy, '/instance/members/new')
    const owner = page.getByLabel('IAM_OWNER', { exact: true })
    assert.ok(await owner.isDisabled())
    assert.ok(await page.getByLabel('IAM_LOGIN_CLIENT').isEnabled())
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
    assert.ok(await owner.isDisabled())
    assert.ok(await owner.isChecked())
    assert.equal(await button(page, 'Remove member').count(), 0)
    await leave()
  })

  test('a user who may not see members sees their own roles, and gives them up', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await openAs(page, manager, '/orgs/acme/members')
    await headed(page, 'Members')
    assert.equal(await page.locator('tbody tr').count(), 1)
    await page.getByRole('link', { name: 'manager Carter' }).click()
    assert.ok(await page.getByLabel('ORG_OWNER', { exact: true }).isDisabled())
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
    assert.equal(await page.getByRole('row', { name: /viewer Carter/ }).count(), 1)
    assert.equal(await page.getByRole('link', { name: 'Add a member' }).count(), 0)
    await page.goto(consoleUrl('/orgs/acme/policies/privacyPolicy'))
    await headed(page, 'Links')
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0)
    for (const path of ['/orgs/acme/policies/privacyPolicy/change', '/orgs/acme/members/new', '/instance/policies', '/instance/members']) {
      const answer = await page.goto(consoleUrl(path))
      assert.equal(answer?.status(), 404, path)
    }
    await leave()
  })
})
