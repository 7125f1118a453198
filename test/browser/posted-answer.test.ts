// An identity provider posts its answer, as Apple does, in Chromium: the POST from the other site has no cookies. The browser that began the
// sign-in gets in; an attacker who lets another person finish the sign-in does not, although the attacker is faster.
import type { Answer, HttpRequest } from '@symbolon/core-protocol'
import { external } from '@symbolon/login-external'
import { password } from '@symbolon/login'
import { serve } from '@symbolon/server'
import type { Served } from '@symbolon/server'
import { acmeDocument, alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { startRelyingParty } from '../support/browser/relying-party.ts'
import type { RelyingParty } from '../support/browser/relying-party.ts'
import { openBrowser } from '../support/browser/shared-browser.ts'
import type { TestBrowser } from '../support/browser/shared-browser.ts'
import { answerAt, signIn } from '../support/browser/steps.ts'
import { openVisitor } from '../support/browser/visitor.ts'
import type { Visitor } from '../support/browser/visitor.ts'
import { acmeWith, portalApp } from '../support/acme.ts'
import { callbackPath, outgoingTo, postingProvider, upstreamProvider, withDownstream } from '../support/external-sign-in.ts'
import { testHashing } from '../support/hashing.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { freePort } from '../support/run-command.ts'

let upstream: TestProvider
let local: TestProvider
let served: readonly Served[]
let relyingParty: RelyingParty
let browser: TestBrowser
/** While it is set, a redirect with a posted answer waits for it. `reached` is called for each. */
let gate: { readonly opened: Promise<void>; readonly reached: () => void } | undefined

async function answerHeld(request: HttpRequest): Promise<Answer> {
  if (request.path === callbackPath && request.method === 'GET' && request.query.includes('posted=') && gate !== undefined) {
    gate.reached()
    await gate.opened
  }
  return await local.answer(request, { remoteAddress: '127.0.0.1' })
}

before(async () => {
  const [localPort, upstreamPort] = [await freePort(), await freePort()]
  relyingParty = await startRelyingParty()
  const clock = { now: () => Date.now(), advance: () => undefined, set: () => undefined }
  // Hosts of different sites, so that Lax cookies are not sent with the form.
  const [issuer, upstreamIssuer] = [`http://localhost:${localPort}`, `http://127.0.0.1:${upstreamPort}`]
  const redirectUris = [callbackPath, '/ui/login/external/callback/plain'].map((path) => `${issuer}${path}`)
  upstream = await startTestProvider({ issuer: upstreamIssuer, clock, document: withDownstream(acmeDocument(), redirectUris) })
  const providers = [postingProvider({ issuer: upstreamIssuer }), upstreamProvider({ id: 'plain', name: 'Plain', issuer: upstreamIssuer })]
  const outgoing = { ...outgoingTo(upstream), allowedHosts: ['127.0.0.1'] }
  const app = portalApp('travel', {
    name: 'Acme Travel',
    redirectUris: [relyingParty.redirectUri],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    devMode: true,
  })
  const links = ['upstream', 'plain'].map((idpId) => ({ userId: 'bob', idpId, providedUserId: alice.id }))
  local = await startTestProvider({
    issuer,
    clock,
    document: acmeWith({ oidcApps: [app], userLinks: links }),
    authenticators: [password({ hashing: testHashing }), external({ providers, outgoing })],
  })
  served = await Promise.all([
    serve({ answer: async (request) => await answerHeld(request) }, { hostname: 'localhost', port: localPort }),
    serve(upstream.provider, { hostname: '127.0.0.1', port: upstreamPort }),
  ])
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await relyingParty.close()
  for (const each of served) await each.drain(1000)
  await Promise.all([local.close(), upstream.close()])
})

async function visit(): Promise<Visitor> {
  return await openVisitor(browser, [local.issuer, upstream.issuer, relyingParty.origin], { locale: 'en-GB' })
}

function authorizationUrl(): string {
  const parameters = {
    client_id: 'travel',
    redirect_uri: relyingParty.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  return `${local.issuer}/oauth/v2/authorize?${new URLSearchParams(parameters)}`
}

/** Begins a sign-in, and stops at the identity provider. @returns the address of the authorization request there */
async function begin(page: Page, name: string): Promise<URL> {
  let sent: URL | undefined
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === upstream.issuer && url.pathname === '/oauth/v2/authorize') sent = url
  })
  await page.goto(authorizationUrl())
  await page.getByRole('link', { name: `Continue with ${name}` }).click()
  await page.waitForURL((url) => url.origin === upstream.issuer)
  return sent ?? assert.fail('the browser did not leave')
}

/** Every status of an answer of ours at the redirect URI of a provider. */
function watchCallbacks(context: BrowserContext): { readonly method: string; readonly status: number; readonly cookies: boolean }[] {
  const seen: { method: string; status: number; cookies: boolean }[] = []
  context.on('response', async (response) => {
    const request = response.request()
    if (!new URL(request.url()).pathname.startsWith('/ui/login/external/callback/')) return
    seen.push({ method: request.method(), status: response.status(), cookies: (await request.allHeaders())['cookie'] !== undefined })
  })
  return seen
}

test('the browser that began signs in: its POST carries no cookie, and the redirect that follows does', async () => {
  const visitor = await visit()
  const callbacks = watchCallbacks(visitor.context)
  await begin(visitor.page, 'Upstream')
  await signIn(visitor.page, alice)
  assert.ok((await answerAt(visitor.page))['code'])
  assert.deepEqual(callbacks, [
    { method: 'POST', status: 303, cookies: false },
    { method: 'GET', status: 200, cookies: true },
  ])
  await visitor.leave()
})

test('XI-16 a person who finishes the sign-in of an attacker signs the attacker in to nothing, in either order of their requests', async () => {
  for (const first of ['attacker', 'victim'] as const) {
    const [attacker, victim] = [await visit(), await visit()]
    const link = await begin(attacker.page, 'Upstream')
    const state = link.searchParams.get('state') ?? ''
    // The redirect of the victim waits until the attacker has had the first try.
    const [opened, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gate = first === 'attacker' ? { opened: opened.promise, reached: reached.resolve } : undefined
    await victim.page.goto(link.href)
    await signIn(victim.page, alice)
    const arrived = victim.page.waitForURL((url) => url.origin === local.issuer && url.searchParams.has('posted'))
    await (first === 'attacker' ? reached.promise : arrived)
    const answer = await attacker.page.goto(`${local.issuer}${callbackPath}?state=${encodeURIComponent(state)}`)
    assert.equal(answer?.status(), 400, first)
    opened.resolve()
    await arrived
    await victim.page.getByRole('heading', { level: 1 }).waitFor()
    // The attacker has no session: the application asks for a sign-in.
    await attacker.page.goto(authorizationUrl())
    await attacker.page.getByLabel('Email or user name').waitFor()
    await Promise.all([attacker.context.close(), victim.context.close()])
  }
})

test('XI-16 a provider that is not asked for a form cannot be made to send one', async () => {
  const [attacker, victim] = [await visit(), await visit()]
  const link = await begin(attacker.page, 'Plain')
  link.searchParams.set('response_mode', 'form_post')
  const callbacks = watchCallbacks(victim.context)
  await victim.page.goto(link.href)
  await signIn(victim.page, alice)
  await victim.page.waitForURL((url) => url.origin === local.issuer)
  await victim.page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(callbacks, [{ method: 'POST', status: 400, cookies: false }])
  const state = encodeURIComponent(link.searchParams.get('state') ?? '')
  const answer = await attacker.page.goto(`${local.issuer}/ui/login/external/callback/plain?state=${state}`)
  assert.notEqual(answer?.status(), 200)
  await attacker.page.goto(authorizationUrl())
  await attacker.page.getByLabel('Email or user name').waitFor()
  await Promise.all([attacker.context.close(), victim.context.close()])
})
