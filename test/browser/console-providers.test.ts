// Identity providers in the console, in a browser: added, offered by the login policy, changed without a look at the secret, and removed.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violations } from '../support/browser/accessibility.ts'
import { addressWith, expect } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, heading, picture, scriptModes, signIn } from '../support/browser/steps.ts'

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

describe('identity providers in the console', () => {
  for (const javaScriptEnabled of scriptModes(true)) {
    test(`AD-25 one is added, offered, changed and removed, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({
        javaScriptEnabled,
        viewport: javaScriptEnabled ? { width: 1280, height: 800 } : { width: 360, height: 740 },
        colorScheme: javaScriptEnabled ? 'dark' : 'light',
      })
      const name = javaScriptEnabled ? 'Contoso' : 'Fabrikam'
      await page.goto(consoleUrl('/orgs/acme/idps'))
      await signIn(page, alice)
      await headed(page, 'Identity providers')
      await picture(page, 'console-providers')
      await page.getByRole('link', { name: 'Add Microsoft' }).click()
      await headed(page, 'Add Microsoft')
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Client ID').fill('the-client')
      await page.getByLabel('Client secret').fill('the secret of the client')
      // The tenant is still a placeholder.
      await button(page, 'Add provider').click()
      await page.getByRole('alert').getByText('Replace the placeholder in braces').waitFor()
      await expect(page.getByLabel('Client secret')).toHaveValue('')
      await page.getByLabel('Issuer').fill('https://login.microsoftonline.com/contoso/v2.0')
      await page.getByLabel('Client secret').fill('the secret of the client')
      assert.deepEqual(await overflowing(page), [])
      await button(page, 'Add provider').click()

      await headed(page, name)
      await page.getByText(`${name} was created.`).waitFor()
      const idpId = (await addressWith(heading(page, name))).pathname.split('/').at(-1) ?? ''
      await expect(page.locator('#redirect-uri')).toHaveText(`${stage.issuer}/ui/login/external/callback/${idpId}`)
      await picture(page, 'console-provider')
      assert.deepEqual(await overflowing(page), [])
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])

      await page.getByRole('link', { name: 'Offer at sign-in' }).click()
      await button(page, 'Offer at sign-in').click()
      await headed(page, name)
      await page.getByText('Offered', { exact: true }).waitFor()
      const guest = await stage.newVisitor({ javaScriptEnabled: false })
      const scope = 'openid urn:zitadel:iam:org:id:acme urn:symbolon:iam:org:id:acme'
      await guest.page.goto(stage.authorizationUrl({ scope }))
      await guest.page
        .getByRole('link', { name: new RegExp(name) })
        .or(guest.page.getByRole('button', { name: new RegExp(name) }))
        .waitFor()
      await guest.leave()

      await page.getByRole('link', { name: 'Edit' }).click()
      await expect(page.getByLabel('Client secret')).toHaveValue('')
      await page.getByLabel('Issuer').fill('https://attacker.example')
      await button(page, 'Save provider').click()
      // The stored secret is not sent to another server.
      await page.getByRole('alert').getByText('Enter its secret too').waitFor()
      await page.getByLabel('Issuer').fill('https://login.microsoftonline.com/contoso/v2.0')
      await page.getByLabel('Client ID').fill('another-client')
      await button(page, 'Save provider').click()
      await page.getByText('another-client').waitFor()

      await page.getByRole('link', { name: 'Stop offering' }).click()
      await button(page, 'Stop offering').click()
      await page.getByText('Not offered', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Remove provider' }).click()
      await page.getByLabel('Name').fill(name)
      await button(page, 'Remove permanently').click()
      await page.getByText(`${name} was removed.`).waitFor()
      await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
      await leave()
    })
  }

  test('of the instance are offered by an organization, and what is typed wrong is undone', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await page.goto(consoleUrl('/instance/idps'))
    await signIn(page, alice)
    await headed(page, 'Instance identity providers')
    const add = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Add another provider' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Everywhere')
      await page.getByLabel('Issuer').fill('https://everywhere.example')
      await page.getByLabel('Client ID').fill('the-client')
      await page.getByLabel('Client secret').fill('the secret of the client')
      await button(page, 'Add provider').click()
      await page.getByText('Everywhere was created.').waitFor()
    }
    await add()
    await button(page, 'Undo').click()
    await page.getByText('Restored: Everywhere').waitFor()
    await expect(page.getByRole('row', { name: /Everywhere/ })).toHaveCount(0)
    await add()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Client ID').fill('another-client')
    await button(page, 'Save provider').click()
    await button(page, 'Undo').click()
    await page.getByText('the-client', { exact: true }).waitFor()

    await page.goto(consoleUrl('/orgs/acme/idps'))
    const row = page.getByRole('row', { name: /Everywhere/ })
    await row.getByText('Instance', { exact: true }).waitFor()
    // An organization decides whether it offers the provider, and nothing else about it.
    await expect(page.getByRole('link', { name: 'Everywhere', exact: true })).toHaveCount(0)
    await row.getByRole('link', { name: 'Offer at sign-in: Everywhere' }).click()
    await button(page, 'Offer at sign-in').click()
    await page.getByText('Everywhere was changed.').waitFor()
    await row.getByText('Offered', { exact: true }).waitFor()
    const guest = await stage.newVisitor({ javaScriptEnabled: false })
    await guest.page.goto(stage.authorizationUrl({ scope: 'openid urn:symbolon:iam:org:id:acme' }))
    await guest.page
      .getByRole('link', { name: /Everywhere/ })
      .or(guest.page.getByRole('button', { name: /Everywhere/ }))
      .waitFor()
    await guest.leave()
    await leave()
  })

  test('are not changed by a user who may only read policies', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/orgs/acme/users'))
    await signIn(page, bob)
    await headed(page, 'Users')
    await page.getByRole('link', { name: 'Identity providers' }).click()
    await headed(page, 'Identity providers')
    await expect(page.getByRole('link', { name: /^Add/ })).toHaveCount(0)
    for (const path of ['/orgs/acme/new-idp', '/instance/idps']) {
      const answer = await page.goto(consoleUrl(path))
      assert.equal(answer?.status(), 404, path)
    }
    await leave()
  })
})
