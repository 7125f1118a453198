// People sign in with an account of another service, in a browser that follows both: the service as it is run, twice.
import { acmeDocument, alice, bob, clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { acmeWith, portalApp } from '../support/acme.ts'
import { expect } from '../support/browser/expect.ts'
import { startRelyingParty } from '../support/browser/relying-party.ts'
import type { RelyingParty } from '../support/browser/relying-party.ts'
import { openBrowser } from '../support/browser/shared-browser.ts'
import type { TestBrowser } from '../support/browser/shared-browser.ts'
import { answerAt, button, headed, picture, signIn } from '../support/browser/steps.ts'
import { openVisitor } from '../support/browser/visitor.ts'
import type { Visitor } from '../support/browser/visitor.ts'
import { ownCallbackPath, withDownstream } from '../support/external-sign-in.ts'
import { freePort } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let upstream: TestService
let local: TestService
let relyingParty: RelyingParty
let browser: TestBrowser
let upstreamIssuer: string
let visitor: Visitor
let page: Page

before(async () => {
  const [localPort, upstreamPort] = [await freePort(), await freePort()]
  // Cookies of a host are sent to all of its ports, so each service has a separate host.
  upstreamIssuer = `http://127.0.0.1:${upstreamPort}`
  relyingParty = await startRelyingParty()
  const idp = { name: 'Elsewhere', clientId: 'downstream', clientSecret, issuer: upstreamIssuer }
  const app = portalApp('travel', {
    name: 'Acme Travel',
    redirectUris: [relyingParty.redirectUri],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    devMode: true,
  })
  // Nothing is offered after a sign-in.
  const withoutOffers = { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' }
  const loginPolicy = { ...withoutOffers, allowExternalIdp: true, allowRegister: true, idps: [{ idpId: 'elsewhere' }] }
  // The provider is believed for addresses in this domain.
  const domains = [{ domainName: 'mail.example', isVerified: true }]
  const document = { ...acmeWith({ domains, oidcApps: [app], oidcIdps: [{ idpId: 'elsewhere', idp }] }), instance: { loginPolicy } }
  const redirectUri = `http://localhost:${localPort}${ownCallbackPath('elsewhere')}`
  ;[upstream, local, browser] = await Promise.all([
    startTestService({
      port: upstreamPort,
      tls: false,
      document: { ...withDownstream(acmeDocument(), [redirectUri]), instance: { loginPolicy: withoutOffers } },
      settings: { SYMBOLON_ISSUER: upstreamIssuer },
    }),
    startTestService({ port: localPort, tls: false, document, settings: { SYMBOLON_IDP_ALLOWED_HOSTS: '127.0.0.1' } }),
    openBrowser(),
  ])
})
after(async () => {
  await Promise.allSettled([browser.close(), relyingParty.close(), upstream.stop(), local.stop()])
})
beforeEach(async () => {
  visitor = await openVisitor(browser, [local.issuer, upstreamIssuer, relyingParty.origin], { locale: 'en-GB' })
  page = visitor.page
})
afterEach(async () => await visitor.leave())

async function goElsewhere(credentials: typeof alice, isOffered = false): Promise<void> {
  await page.goto(authorizationUrl())
  await page.getByRole('link', { name: 'Continue with Elsewhere' }).click()
  await page.waitForURL((url) => url.origin === upstreamIssuer)
  await signIn(page, credentials)
  if (isOffered) await button(page, 'Not now').click()
  await page.waitForURL((url) => url.origin === local.issuer)
}

function authorizationUrl(): string {
  const parameters = {
    client_id: 'travel',
    redirect_uri: relyingParty.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'the-state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  return `${local.issuer}/oauth/v2/authorize?${new URLSearchParams(parameters)}`
}

test('an existing user connects the account after a sign-in here, and then signs in by it with one click', async () => {
  await goElsewhere(alice)
  await headed(page, 'Account not connected')
  await picture(page, 'external-account')
  await expect(page.getByRole('textbox'), 'a proven address of a user here is not registered again').toHaveCount(0)
  await page.getByRole('link', { name: 'Sign in and connect an existing account' }).click()
  await signIn(page, alice)
  await headed(page, 'Connect this account?')
  await picture(page, 'external-link')
  await expect(page.locator('main')).toHaveText(/alice@acme\.example with your Elsewhere account/)
  await button(page, 'Connect').click()
  assert.ok((await answerAt(page))['code'])

  const later = await openVisitor(browser, [local.issuer, upstreamIssuer, relyingParty.origin], { locale: 'en-GB' })
  page = later.page
  await goElsewhereAndBack(alice)
  await later.leave()
})

async function goElsewhereAndBack(credentials: typeof alice): Promise<void> {
  await page.goto(authorizationUrl())
  await page.getByRole('link', { name: 'Continue with Elsewhere' }).click()
  await page.waitForURL((url) => url.origin === upstreamIssuer)
  await signIn(page, credentials)
  assert.ok((await answerAt(page))['code'])
}

test('an address that is not verified elsewhere connects nothing: the page offers a new account and says what to do', async () => {
  // The service there offers to verify the address.
  await goElsewhere(bob, true)
  await headed(page, 'Account not connected')
  await page.getByRole('link', { name: 'Sign in and connect an existing account' }).waitFor()
  await page.getByLabel('User name').fill('builder')
  await button(page, 'Create account').click()
  assert.ok((await answerAt(page))['code'])
})
