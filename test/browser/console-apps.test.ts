// Projects, roles and applications in the console, from an empty organization to a sign-in with the application.
import { alice } from '@symbolon/testing'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage({ instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }] })))
after(async () => await stage.close())

/** The pair of https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
const pkce = { verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

/** Signs in and makes an organization of its own. @returns its address */
async function newOrganization(page: Page, name: string): Promise<string> {
  await page.goto(consoleUrl('/new-org'))
  await signIn(page, alice)
  await page.getByLabel('Name').fill(name)
  await button(page, 'Create organization').click()
  await headed(page, name)
  return new URL(page.url()).pathname
}

/** @returns the text beside a label in a list of facts */
async function fact(page: Page, label: string): Promise<string> {
  return (await page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]/code').textContent()) ?? ''
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

for (const javaScriptEnabled of [true, false]) {
  describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test('a new operator registers a web application, and signs in with it', async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled })
      const org = await newOrganization(page, `Web ${javaScriptEnabled}`)
      await page.getByRole('link', { name: 'Applications' }).click()
      await page.getByText('Register the first one.').waitFor()
      await register(page, org, 'Web', 'Shop')
      await page.getByLabel('Redirect URIs', { exact: true }).fill(`${stage.relyingParty.redirectUri}#top`)
      await button(page, 'Register application').click()
      await page.getByRole('alert').getByRole('link', { name: 'The address has a part behind #.' }).waitFor()
      assert.match(await page.title(), /^Error: /)
      assert.equal(await page.getByLabel('Redirect URIs', { exact: true }).inputValue(), `${stage.relyingParty.redirectUri}#top`)
      await page.getByLabel('Redirect URIs', { exact: true }).fill(stage.relyingParty.redirectUri)
      await page.getByLabel('Development mode').check()
      await button(page, 'Register application').click()
      await headed(page, 'Shop is registered')
      const registered = { clientId: await fact(page, 'Client id'), clientSecret: await fact(page, 'Client secret') }
      assert.equal(await fact(page, 'Discovery address'), `${stage.issuer}/.well-known/openid-configuration`)
      const environment = (await page.locator('pre').first().textContent()) ?? ''
      assert.ok(environment.includes(`OIDC_CLIENT_SECRET=${registered.clientSecret}\n`), environment)
      assert.ok(environment.includes(`OIDC_REDIRECT_URI=${stage.relyingParty.redirectUri}\n`), environment)

      const { aud } = await signInWith(registered)
      assert.ok([aud].flat().includes(registered.clientId))

      await page.getByRole('link', { name: 'To the settings of the application' }).click()
      await headed(page, 'Shop')
      assert.ok(!(await page.content()).includes(registered.clientSecret), 'The secret is shown once')
      await leave()
    })
  })
}
