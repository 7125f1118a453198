// The page of a sign-in that is over leads on: to a new sign-in with the same request where it has merely expired, and to the application.
import { alice, redirectUri, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { openAccount, startAccountProvider } from '../../support/account.ts'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { answerOf } from '../../support/authorization-answer.ts'
import { authorizationUrl, codeOf, redeem } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
beforeEach(async () => void (provider = await startAccountProvider()))
afterEach(async () => await provider.close())

const site = `${new URL(redirectUri).origin}/`
const begin = async (userAgent: UserAgent, state = 'the-state'): Promise<Page> =>
  await userAgent.get(authorizationUrl(provider, { state, nonce: `nonce of ${state}` }))
const resumeUrl = (page: Page): string => `${provider.issuer}/oauth/v2/authorize/resume${page.url.search}`

/** The addresses of the links of a page that is over. */
function linksOf(page: Page): { readonly restart: string | undefined; readonly application: boolean } {
  assert.match(page.text, /This sign-in has expired/, page.text)
  assert.equal(page.status, 400)
  assert.ok(!page.text.includes('the-state'), 'nothing of the request is shown')
  const restart = /href="(\/ui\/login\/restart\?request=[\w-]+)"/.exec(page.text)?.[1]
  return { restart, application: page.text.includes(`href="${site}"`) }
}

test('AZ-27 an expired sign-in starts again with the same request, from the page, the form and the resume endpoint, also after a reload', async () => {
  const userAgent = provider.newUserAgent()
  const left = await begin(userAgent)
  provider.clock.advance(31 * 60)
  const pages = [
    await userAgent.get(left.url),
    await userAgent.get(left.url),
    await userAgent.submit(left, { loginName: alice.loginName }),
    await userAgent.get(resumeUrl(left)),
  ]
  for (const page of pages) {
    const { restart = '', application } = linksOf(page)
    assert.ok(application)
    const again = await userAgent.get(`${provider.issuer}${restart}`)
    assert.equal(again.url.pathname, '/ui/login')
    assert.notEqual(again.url.search, left.url.search)
  }
  const again = await userAgent.get(`${provider.issuer}${linksOf(pages[0]!).restart}`)
  const done = await signIn(userAgent, again, alice)
  assert.equal(answerOf(done).parameters['state'], 'the-state')
  const { body } = await redeem(provider, codeOf(done))
  const payload = JSON.parse(Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString()) as { nonce?: string }
  assert.equal(payload.nonce, 'nonce of the-state')
})

test('AZ-27 a completed sign-in leads back to the application, and is not started again', async () => {
  const userAgent = provider.newUserAgent()
  const name = await begin(userAgent)
  assert.ok(codeOf(await signIn(userAgent, name, alice)) !== '')
  for (const later of [0, 3600, 30 * 86_400]) {
    provider.clock.advance(later)
    for (const url of [name.url, `${provider.issuer}/ui/login/accounts${name.url.search}`, resumeUrl(name)])
      assert.deepEqual(linksOf(await userAgent.get(url)), { restart: undefined, application: true })
    const page = await userAgent.get(`${provider.issuer}/ui/login/restart${name.url.search}`)
    assert.deepEqual(linksOf(page), { restart: undefined, application: true })
  }
})

test('AZ-26 AZ-27 another browser gets the way to the application alone, also once the request has expired', async () => {
  const [owner, other] = [provider.newUserAgent(), provider.newUserAgent()]
  const begun = await begin(owner)
  for (const later of [0, 31 * 60]) {
    provider.clock.advance(later)
    for (const url of [begun.url, resumeUrl(begun), `${provider.issuer}/ui/login/restart${begun.url.search}`])
      assert.deepEqual(linksOf(await other.get(url)), { restart: undefined, application: true })
  }
})

test('AZ-27 the page of the oldest of 17 tabs leads to the application', async () => {
  const userAgent = provider.newUserAgent()
  const tabs: Page[] = []
  for (let tab = 0; tab < 17; tab++) tabs.push(await begin(userAgent, `tab${tab}`))
  assert.deepEqual(linksOf(await userAgent.get(tabs[0]?.url ?? '')), { restart: undefined, application: true })
  assert.equal(answerOf(await signIn(userAgent, tabs[1]!, alice)).parameters['state'], 'tab1')
})

test('AZ-27 a source that this server has not sealed for the request leads nowhere, and no request waits for more than a day', async () => {
  const userAgent = provider.newUserAgent()
  const [one, two] = [(await begin(userAgent)).url.searchParams, (await begin(userAgent)).url.searchParams]
  const [request, from] = [one.get('request') ?? '', one.get('from') ?? '']
  const page = async (query: Readonly<Record<string, string>>): Promise<Page> =>
    await userAgent.get(`${provider.issuer}/ui/login?${new URLSearchParams(query)}`)
  provider.clock.advance(31 * 60 + 86_400)
  assert.deepEqual(linksOf(await page({ request, from })), { restart: undefined, application: true })
  for (const query of [
    { request, from: two.get('from') ?? '' },
    { request, from: `${from}A` },
    { request, from: `${from.slice(0, 22)}c${'-'.repeat(8)}${Buffer.from('basic').toString('base64url')}` },
    { request, from: `${'A'.repeat(22)}p${'-'.repeat(8)}${Buffer.from('//evil.example').toString('base64url')}` },
    { request, from: 'A'.repeat(700) },
    { request: 'A'.repeat(22), from },
    { request },
  ])
    assert.deepEqual(linksOf(await page(query)), { restart: undefined, application: false }, JSON.stringify(query))
})

test('AZ-27 a site that the application has given up since gets no link', async () => {
  const userAgent = provider.newUserAgent()
  await provider.apply(acmeWith({ oidcApps: [portalApp('moving', { redirectUris: ['https://old.example/cb'] })] }))
  const url = authorizationUrl(provider, { client_id: 'moving', redirect_uri: 'https://old.example/cb' })
  const begun = await userAgent.get(url)
  provider.clock.advance(31 * 60)
  assert.match((await userAgent.get(begun.url)).text, /href="https:\/\/old\.example\/"/)
  await provider.apply(acmeWith({ oidcApps: [portalApp('moving', { redirectUris: ['https://new.example/cb'] })] }))
  provider.clock.advance(2)
  assert.doesNotMatch((await userAgent.get(begun.url)).text, /old\.example|new\.example/)
})

test('AZ-27 a sign-in for a page of this server leads back to that page', async () => {
  const userAgent = provider.newUserAgent()
  const begun = await userAgent.get(`${provider.issuer}/ui/account`)
  await openAccount(provider, userAgent)
  provider.clock.advance(31 * 60)
  const page = await userAgent.get(begun.url)
  assert.match(page.text, new RegExp(`href="${provider.issuer}/ui/account"`))
})
