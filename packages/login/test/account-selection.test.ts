// The account selection, and which sessions of the browser a request may be answered from.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { dispatcherOf, human, openProvider, resumeOf, start } from './provider.ts'
import type { Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
  await provider.put(human('bob', 'new:builder'))
})
afterEach(async () => {
  await provider.close()
})

const accountsOf = (requestId: string): string => `/ui/login/accounts?request=${requestId}`

test('without a session the account selection redirects to the dispatcher', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  assert.equal((await browser.get(accountsOf(id))).location, dispatcherOf(id))
})

test('a request that demands a user offers and accepts no session of another user', async () => {
  const browser = provider.browser()
  const first = await browser.begin()
  await browser.signIn(first, 'ann', 'right')
  const sessionId = (await provider.stores.authorizationRequests.find(first, start))?.sessionId ?? ''
  const id = await browser.begin({ subject: 'bob' })
  const { page } = await browser.get(dispatcherOf(id))
  assert.ok(page.kind === 'login_name' && page.accountsPath === undefined)
  assert.equal((await browser.get(accountsOf(id))).location, dispatcherOf(id))
  const { location } = await browser.post('/ui/login/accounts', { request: id, csrf: page.csrf, sessionId })
  assert.equal(location, dispatcherOf(id))
  assert.equal((await provider.stores.authorizationRequests.find(id, start))?.sessionId, undefined)
})

test('the chosen session answers the request, whatever login name was typed before', async () => {
  const browser = provider.browser()
  await browser.signIn(await browser.begin(), 'ann', 'right')
  const id = await browser.begin({ prompt: ['select_account'] })
  const { page } = await browser.get(`/ui/login/other-user?request=${id}`)
  assert.ok(page.kind === 'login_name')
  await browser.post(page.action, { request: id, csrf: page.csrf, loginName: 'bob' })
  const { page: accounts } = await browser.get(accountsOf(id))
  assert.ok(accounts.kind === 'account_selection')
  const sessionId = accounts.accounts[0]?.sessionId ?? ''
  assert.equal((await browser.post(accounts.action, { request: id, csrf: accounts.csrf, sessionId })).location, resumeOf(id))
  assert.equal((await provider.stores.authorizationRequests.find(id, start))?.loginName, undefined)
})
