// Pushed requests at the authorization endpoint: what counts, who may bring them, and that each is answered once.
// https://www.rfc-editor.org/rfc/rfc9126#section-4
import { implicit } from '@symbolon/grants-implicit'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { commandSignIn } from '@symbolon/management-api'
import { pushedRequests } from '@symbolon/pushed-requests'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, bob, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { answerOf, assertError } from '../../support/authorization-answer.ts'
import { authorizationUrl, authorize, codeOf, redeem } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { wholeDocument } from '../../support/whole-provider.ts'
import { push, pushed, pushedUrl, startPushProvider } from '../../support/pushing.ts'

let provider: TestProvider
beforeEach(async () => void (provider = await startPushProvider({ grants: [authorizationCode(), implicit()] })))
afterEach(async () => await provider.close())

/** The browser shows an error, and goes nowhere. */
function assertShown(page: Page, error: string): void {
  assert.equal(page.redirectedTo, undefined)
  assert.equal(page.status, 400)
  assert.match(page.text, new RegExp(error))
}

async function finish(url: string, agent = provider.newUserAgent()): Promise<Page> {
  return await signIn(agent, await agent.get(url), alice)
}

describe('a pushed request', () => {
  test('is answered at its redirect URI, with its state, and its code is redeemed', async () => {
    const page = await finish(pushedUrl(provider, await pushed(provider, { state: 'pushed', nonce: 'n' })))
    assert.equal(answerOf(page).parameters['state'], 'pushed')
    assert.equal((await redeem(provider, codeOf(page))).status, 200)
  })

  test('PA-06 counts alone: nothing else in the address, repeated or not, changes it', async () => {
    const uri = await pushed(provider, { state: 'pushed', prompt: 'login' })
    const further = { client_id: 'basic', redirect_uri: 'https://evil.example/', state: 'other', prompt: 'none', response_type: 'id_token' }
    const page = await finish(`${pushedUrl(provider, uri, further)}&scope=a&scope=b`)
    assert.deepEqual([answerOf(page).to, answerOf(page).parameters['state']], ['https://app.example/cb', 'pushed'])
  })

  test('is posted to the authorization endpoint as well', async () => {
    const agent = provider.newUserAgent()
    const fields = { client_id: 'basic', request_uri: await pushed(provider) }
    const page = await agent.post(`${provider.issuer}/oauth/v2/authorize`, fields, { crossSite: true })
    assert.equal((await redeem(provider, codeOf(await signIn(agent, page, alice)))).status, 200)
  })

  test('is answered at once for a user who is signed in, and in the response mode of its response type', async () => {
    const agent = provider.newUserAgent()
    await authorize(provider, {}, agent)
    assert.ok(codeOf(await agent.get(pushedUrl(provider, await pushed(provider)))) !== '')
    const all = { response_type: 'id_token', nonce: 'n', client_id: 'all', client_secret: 'unused' }
    assert.equal((await push(provider, all)).status, 400, 'the client in the body is not the authenticated one')
  })

  test('has the lifetime of its sign-in once it was brought in time, and starts again after that', async () => {
    const agent = provider.newUserAgent()
    const uri = await pushed(provider)
    provider.clock.advance(89)
    const page = await agent.get(pushedUrl(provider, uri))
    provider.clock.advance(29 * 60)
    assert.ok(codeOf(await signIn(agent, page, alice)) !== '')

    const left = await agent.get(pushedUrl(provider, await pushed(provider, { prompt: 'login' })))
    provider.clock.advance(10 * 3600)
    await provider.provider.tick()
    const expired = await agent.get(left.url)
    const restart = /href="(\/ui\/login\/restart\?request=[\w-]+)"/.exec(expired.text)?.[1] ?? ''
    assert.ok(codeOf(await signIn(agent, await agent.get(provider.issuer + restart), alice)) !== '')
  })
})

describe('PA-07 a reference is used up when the user is answered', () => {
  test('and not when the page is opened', async () => {
    const url = pushedUrl(provider, await pushed(provider))
    for (const agent of [provider.newUserAgent(), provider.newUserAgent()])
      assert.match((await agent.get(url)).url.pathname, /^\/ui\/login/)
    const agent = provider.newUserAgent()
    await agent.get(url)
    assert.ok(codeOf(await finish(url, agent)) !== '')
    assertShown(await agent.get(url), 'invalid_request_uri')
    assertShown(await provider.newUserAgent().get(url), 'invalid_request_uri')
  })

  test('so that of two browsers which opened it the second is not answered', async () => {
    const url = pushedUrl(provider, await pushed(provider))
    const [first, second] = [provider.newUserAgent(), provider.newUserAgent()]
    const [pageOfFirst, pageOfSecond] = [await first.get(url), await second.get(url)]
    assert.ok(codeOf(await signIn(first, pageOfFirst, alice)) !== '')
    const late = await signIn(second, pageOfSecond, bob)
    assertShown(late, 'This sign-in has expired')
    assert.match(late.text, /href="https:\/\/app\.example\/"/, 'the user finds the way back to the application')
  })

  test('also with an error, such as that of prompt=none', async () => {
    const url = pushedUrl(provider, await pushed(provider, { prompt: 'none' }))
    assertError(await provider.newUserAgent().get(url), 'login_required')
    assertShown(await provider.newUserAgent().get(url), 'invalid_request_uri')
  })
})

describe('the browser shows an error, because there is no redirect URI to trust', () => {
  test('PA-08 for the reference of another client', async () => {
    const uri = await pushed(provider)
    assertShown(await provider.newUserAgent().get(pushedUrl(provider, uri, { client_id: 'post' })), 'invalid_request_uri')
    assertShown(await provider.newUserAgent().get(pushedUrl(provider, uri, {})), 'client_id')
    assert.ok(codeOf(await finish(pushedUrl(provider, uri))) !== '', 'its own client still can use it')
  })

  test('PA-09 for an expired or unknown one', async () => {
    const uri = await pushed(provider)
    const unknown = ['', 'x', 'a'.repeat(43), '"><script>', uri.slice(-43).toLowerCase()]
    for (const each of unknown)
      assertShown(
        await provider.newUserAgent().get(pushedUrl(provider, `urn:ietf:params:oauth:request_uri:${each}`)),
        'invalid_request_uri',
      )
    provider.clock.advance(90)
    assertShown(await provider.newUserAgent().get(pushedUrl(provider, uri)), 'invalid_request_uri')
  })

  test('for a repeated one', async () => {
    const url = `${pushedUrl(provider, await pushed(provider))}&request_uri=x`
    assertShown(await provider.newUserAgent().get(url), 'redirect_uri')
  })

  test('PA-10 for a client that has lost the redirect URI since, or is switched off', async () => {
    const uri = await pushed(provider)
    const [waiting, uris] = [provider.newUserAgent(), [await pushed(provider), uri]]
    const page = await waiting.get(pushedUrl(provider, uris[0]))
    const app = { projectId: 'portal', name: 'Basic', redirectUris: ['https://app.example/elsewhere'] }
    await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [{ appId: 'basic', app }] }] })
    assertShown(await provider.newUserAgent().get(pushedUrl(provider, uri)), 'redirect_uri')
    assertShown(await signIn(waiting, page, alice), 'redirect_uri')
    await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [{ appId: 'basic', state: 'STATE_INACTIVE', app }] }] })
    assertShown(await provider.newUserAgent().get(pushedUrl(provider, uri)), 'client_id')
  })
})

test('a request_uri of another server stays refused, and nothing is fetched', async () => {
  const page = await provider.newUserAgent().get(authorizationUrl(provider, { request_uri: 'https://app.example/request' }))
  assertError(page, 'request_uri_not_supported')
})

test('the database has neither the reference nor a secret of the client', async () => {
  const uri = await pushed(provider)
  const { pushedRequests } = provider.storage.stores
  assert.ok(pushedRequests !== undefined)
  const reference = uri.slice(-43)
  assert.equal(await pushedRequests.find({ digest: reference, clientId: 'basic' }, provider.clock.now()), undefined)
  assert.equal(await pushedRequests.take(reference, provider.clock.now()), false)
})

describe('a server that requires pushed requests', () => {
  test('PA-11 says so in discovery, refuses others by redirect, and takes pushed ones', async () => {
    const strict = await startPushProvider({}, { required: true })
    const metadata = await strict.fetch(new Request(`${strict.issuer}/.well-known/openid-configuration`))
    const members = (await metadata.json()) as Record<string, unknown>
    assert.equal(members['require_pushed_authorization_requests'], true)
    assert.equal(members['pushed_authorization_request_endpoint'], `${strict.issuer}/oauth/v2/par`)
    assertError(await strict.newUserAgent().get(authorizationUrl(strict)), 'invalid_request')
    const agent = strict.newUserAgent()
    const page = await signIn(agent, await agent.get(pushedUrl(strict, await pushed(strict))), alice)
    assert.ok(codeOf(page) !== '')
    await strict.close()
  })

  test('lets clients that are parts of the provider sign users in, because they cannot push', async () => {
    const { clients, endpoints } = commandSignIn()
    const parts = [...pushedRequests({ required: true }), ...clients, ...endpoints]
    const strict = await startPushProvider({ parts, grants: [authorizationCode(), refreshToken()] })
    const [id] = clients.map((client) => client.clientId('symbolon'))
    const redirectUri = 'http://127.0.0.1/callback'
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
    const agent = strict.newUserAgent()
    const page = await agent.get(authorizationUrl(strict, { client_id: id ?? '', redirect_uri: redirectUri, ...challenge }))
    assert.equal((await signIn(agent, page, alice)).redirectedTo?.searchParams.has('code'), true)
    assertError(await strict.newUserAgent().get(authorizationUrl(strict)), 'invalid_request')
    await strict.close()
  })

  test('PA-11 demands it of the clients whose metadata say so, and of no others', async () => {
    const document = wholeDocument()
    const [org] = document.orgs ?? []
    const oidcApps = org?.oidcApps?.map((app) =>
      app.clientId === 'basic' ? { ...app, clientMetadata: { require_pushed_authorization_requests: true } } : app,
    )
    const some = await startPushProvider({ document: { ...document, orgs: [{ ...org, oidcApps }] } as OrgDocument })
    assertError(await some.newUserAgent().get(authorizationUrl(some)), 'invalid_request')
    const agent = some.newUserAgent()
    const page = await signIn(agent, await agent.get(pushedUrl(some, await pushed(some))), alice)
    assert.ok(codeOf(page) !== '')
    assert.equal((await some.newUserAgent().get(authorizationUrl(some, { client_id: 'all' }))).status, 200)
    await some.close()
  })
})
