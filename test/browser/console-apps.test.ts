// Projects, roles and applications in the console, from an empty organization to a sign-in with the application.
import { alice } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { addressWith, documentWith, expect, textOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, heading, picture, scriptModes, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage({ instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }] })))
after(async () => await stage.close())

/** The pair of https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
const pkce = { verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

/** Signs in and creates a new organization. @returns its address */
async function newOrganization(page: Page, name: string): Promise<string> {
  await page.goto(consoleUrl('/new-org'))
  await signIn(page, alice)
  await page.getByLabel('Name').fill(name)
  await button(page, 'Create organization').click()
  return (await addressWith(heading(page, name))).pathname
}

/** @returns the text next to a label in a list of facts */
async function fact(page: Page, label: string): Promise<string> {
  return await textOf(page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]/code'))
}

interface Registered {
  readonly clientId: string
  readonly clientSecret: string
}

async function register(page: Page, org: string, kind: string, name: string): Promise<void> {
  await page.goto(`${stage.issuer}${org}/apps`)
  await page.getByRole('link', { name: 'Register an application' }).click()
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel('Name').fill(name)
  await button(page, 'Next').click()
  await headed(page, `Register ${name}`)
}

/** Asks for a code with the application, and redeems it with its secret. @returns the claims of the ID token */
async function signInWith({ clientId, clientSecret }: Registered): Promise<ReturnType<typeof decodeJwt>> {
  const { redirectUri } = stage.relyingParty
  const own = await stage.newVisitor()
  const request = { client_id: clientId, scope: 'openid profile email offline_access', code_challenge: pkce.challenge }
  await own.page.goto(stage.authorizationUrl(request))
  await signIn(own.page, alice)
  const { code = '' } = await answerAt(own.page)
  await own.leave()
  const response = await fetch(`${stage.issuer}/oauth/v2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, code, code_verifier: pkce.verifier }),
  })
  const answer: unknown = await response.json()
  assert.ok(
    typeof answer === 'object' && answer !== null && 'id_token' in answer && typeof answer.id_token === 'string',
    JSON.stringify(answer),
  )
  assert.ok('refresh_token' in answer)
  return decodeJwt(answer.id_token)
}

for (const javaScriptEnabled of scriptModes(true)) {
  describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test('a new operator registers a web application, and signs in with it', async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      const org = await newOrganization(page, `Web ${javaScriptEnabled}`)
      await page.getByRole('link', { name: 'Applications', exact: true }).click()
      await page.getByText('Register your first application.').waitFor()
      await register(page, org, 'Web', 'Shop')
      await page.getByLabel('Redirect URIs', { exact: true }).fill(`${stage.relyingParty.redirectUri}#top`)
      await button(page, 'Register application').click()
      await page.getByRole('alert').getByRole('link', { name: 'The URI has a fragment (after #).' }).waitFor()
      await expect(page).toHaveTitle(/^Error: /)
      await expect(page.getByLabel('Redirect URIs', { exact: true })).toHaveValue(`${stage.relyingParty.redirectUri}#top`)
      await page.getByLabel('Redirect URIs', { exact: true }).fill(stage.relyingParty.redirectUri)
      await page.getByLabel('Development mode').check()
      await button(page, 'Register application').click()
      await headed(page, 'Shop is registered')
      const registered = { clientId: await fact(page, 'Client ID'), clientSecret: await fact(page, 'Client secret') }
      assert.equal(await fact(page, 'Discovery URL'), `${stage.issuer}/.well-known/openid-configuration`)
      const environment = await textOf(page.locator('pre').first())
      assert.ok(environment.includes(`OIDC_CLIENT_SECRET=${registered.clientSecret}\n`), environment)
      assert.ok(environment.includes(`OIDC_REDIRECT_URI=${stage.relyingParty.redirectUri}\n`), environment)

      const { aud } = await signInWith(registered)
      assert.ok([aud].flat().includes(registered.clientId))

      await page.getByRole('link', { name: 'Go to the application settings' }).click()
      const later = await documentWith(heading(page, 'Shop'))
      assert.ok(!later.includes(registered.clientSecret), 'The secret is shown once')
      await leave()
    })
  })
}

describe('applications and projects', () => {
  test('a service gets a secret that gives it a token', async () => {
    const { page, leave } = await stage.newVisitor()
    const org = await newOrganization(page, 'Services')
    await register(page, org, 'Service', 'billing-sync')
    await button(page, 'Register application').click()
    await headed(page, 'billing-sync is registered')
    const [clientId, clientSecret] = [await fact(page, 'Client ID'), await fact(page, 'Client secret')]
    const response = await fetch(`${stage.issuer}/oauth/v2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' }),
    })
    assert.equal(response.status, 200, await response.text())
    await leave()
  })

  test('an application without a secret is set up without one, and its members are changed', async () => {
    const { page, leave } = await stage.newVisitor()
    const org = await newOrganization(page, 'Browsers')
    await register(page, org, 'Single-page app', 'Board')
    await page.getByLabel('Redirect URIs', { exact: true }).fill('http://board.example/cb')
    await picture(page, 'console-app-addresses')
    await button(page, 'Register application').click()
    await headed(page, 'Board is registered')
    await picture(page, 'console-app-created')
    await expect(page.locator('dt', { hasText: 'Client secret' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the application settings' }).click()
    await headed(page, 'Board')
    const redirectUris = page.getByLabel('Redirect URIs', { exact: true })
    await page.getByText('http needs development mode.').first().waitFor()
    await picture(page, 'console-app')
    await redirectUris.fill('https://board.example/cb\nhttps://board.example/other')
    await page.getByLabel('User info in ID tokens').check()
    await page.getByLabel('Access token format').selectOption('JWT')
    await page.getByLabel('Clock skew').fill('2')
    await button(page, 'Save').click()
    await page.getByText('Board was changed.').waitFor()
    await expect(redirectUris).toHaveValue('https://board.example/cb\nhttps://board.example/other')
    await expect(page.getByLabel('User info in ID tokens')).toBeChecked()
    await expect(page.getByLabel('Access token format')).toHaveValue('OIDC_TOKEN_TYPE_JWT')
    await expect(page.getByLabel('Clock skew')).toHaveValue('2')

    // Another tab changes the name, and the values of this one stay.
    const other = await page.context().newPage()
    await other.goto((await addressWith(redirectUris)).href)
    await other.getByLabel('Name').fill('Blackboard')
    await button(other, 'Save').click()
    await other.getByText('Board was changed.').waitFor()
    await page.getByLabel('Clock skew').fill('3')
    await button(page, 'Save').click()
    await page.getByText('Current value: Blackboard').first().waitFor()
    await expect(page.getByLabel('Clock skew')).toHaveValue('3')

    await page.goto(`${stage.issuer}${org}/apps`)
    await picture(page, 'console-apps')
    await page.getByRole('link', { name: 'Blackboard' }).click()
    await page.getByRole('link', { name: 'Remove application' }).click()
    await headed(page, 'Remove application')
    await page.getByLabel('Name').fill('Board')
    await button(page, 'Remove permanently').click()
    await page.getByRole('alert').getByText('The name does not match.').waitFor()
    await page.getByLabel('Name').fill('Blackboard')
    await button(page, 'Remove permanently').click()
    await page.getByText('Blackboard was removed.').waitFor()
    await leave()
  })

  test('a project has settings and roles', async () => {
    const { page, leave } = await stage.newVisitor()
    const org = await newOrganization(page, 'Projects Ltd')
    await page.goto(`${stage.issuer}${org}/projects`)
    await page.getByRole('link', { name: 'New project' }).click()
    await page.getByLabel('Name').fill('Travel')
    await button(page, 'Create project').click()
    await page.getByText('Travel was created.').waitFor()
    await page.getByLabel('Require a role in this project').check()
    await button(page, 'Save').click()
    await page.getByText('Travel was changed.').waitFor()
    await expect(page.getByLabel('Require a role in this project')).toBeChecked()
    await button(page, 'Undo').click()
    await page.getByText('Restored: Travel').waitFor()
    await expect(page.getByLabel('Require a role in this project')).not.toBeChecked()
    const addRole = async (key: string): Promise<void> => {
      await page.getByRole('link', { name: 'New role' }).click()
      await page.getByLabel('Key').fill(key)
      await page.getByLabel('Display name').fill('Editors')
      await button(page, 'Create role').click()
    }
    await addRole('editor')
    await page.getByText('editor was created.').waitFor()
    await picture(page, 'console-project')
    await addRole('editor')
    await page.getByRole('alert').getByText('A role with this key already exists.').waitFor()
    await page.getByRole('link', { name: 'Travel' }).click()
    await page.getByRole('link', { name: 'editor' }).click()
    await page.getByLabel('Display name').fill('Writers')
    await button(page, 'Save').click()
    await page.getByRole('cell', { name: 'Writers' }).waitFor()
    await page.getByRole('link', { name: 'editor', exact: true }).click()
    await page.getByRole('link', { name: 'Remove role' }).click()
    await page.getByLabel('Name').fill('editor')
    await button(page, 'Remove permanently').click()
    await page.getByText('editor was removed.').waitFor()
    await leave()
  })

  test('the second step and a form with errors fit a phone, in the dark, and axe finds nothing', async () => {
    const { page, leave } = await stage.newVisitor({ colorScheme: 'dark', viewport: { width: 360, height: 800 } })
    await page.goto(consoleUrl('/orgs/acme/apps'))
    await signIn(page, alice)
    await headed(page, 'Applications')
    for (const path of ['new-app?kind=web&name=Laden', 'new-app?kind=&name=']) {
      await page.goto(consoleUrl(`/orgs/acme/${path}`))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await picture(page, `console-phone-${path.replaceAll(/\W+/g, '-')}`)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path)
      assert.deepEqual(await violations(page), [], path)
    }
    await leave()
  })
})
