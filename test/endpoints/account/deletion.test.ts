// Users delete their accounts: after a fresh proof and the typed login name, and a later user inherits nothing of it.
import { acmeDocument, alice, bob, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { allSections, openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { allRefreshing } from '../../support/refreshing.ts'

const pagePath = '/ui/account/delete'
const confirmPath = '/ui/account/delete/confirm'

let provider: TestProvider

beforeEach(async () => void (provider = await startAccountProvider({ document: allRefreshing(acmeDocument()) })))
afterEach(async () => await provider.close())

const isThere = async (userId: string): Promise<boolean> => (await provider.storage.stores.users?.find(userId)) !== undefined

async function deletePage(userAgent: UserAgent): Promise<Page> {
  await openAccount(provider, userAgent)
  return await userAgent.get(`${provider.issuer}${pagePath}`)
}

test('AC-05 the account goes with sessions and tokens; a mail says so, and the audit trail keeps the id alone', async () => {
  const elsewhere = provider.newUserAgent('203.0.113.9')
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid offline_access' }, elsewhere)))
  const userAgent = provider.newUserAgent()
  const page = await submitTo(userAgent, await deletePage(userAgent), confirmPath, { confirmation: ` ${alice.loginName.toUpperCase()}` })
  assert.equal(page.url.pathname, '/ui/account/deleted')
  assert.match(textOf(page), /Your account was deleted/)
  assert.equal(await isThere('alice'), false)
  const now = provider.clock.now()
  const mails = (await provider.storage.stores.mailOutbox?.claim(now, now + 1, 10)) ?? []
  assert.equal(mails.length, 1)

  assert.deepEqual(await provider.storage.stores.sessions?.listOfUser('alice', provider.clock.now(), { limit: 10 }), [])
  assert.deepEqual(await provider.storage.stores.refreshTokens?.listOfSubject('alice', provider.clock.now(), 10), [])
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
  const refreshed = await postToken(
    provider,
    { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']), redirect_uri: redirectUri },
    { authorization: basicHeader('basic', clientSecret) },
  )
  assert.equal(refreshed.status, 400)
  assert.equal((await elsewhere.get(authorizationUrl(provider))).redirectedTo, undefined)
  assert.equal((await userAgent.get(`${provider.issuer}/ui/account`)).url.pathname, '/ui/login')

  const events = (await provider.storage.stores.auditEvents?.list({ limit: 20 })) ?? []
  const event = events.find(({ type }) => type === 'resource_removed')
  const { id: _id, at: _at, ...recorded } = event ?? {}
  assert.deepEqual(recorded, {
    type: 'resource_removed',
    actorId: 'alice',
    subject: { kind: 'humanUser', id: 'alice' },
    orgId: 'acme',
  })
})

test('AC-05 a new user with the name of a deleted account gets another id and none of its tokens', async () => {
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid offline_access' }, provider.newUserAgent())))
  const before = await provider.storage.stores.users?.find('alice')
  const userAgent = provider.newUserAgent()
  await submitTo(userAgent, await deletePage(userAgent), confirmPath, { confirmation: alice.loginName })
  const outcome = await provider.storage.stores.userAccounts?.create(
    {
      userId: 'another',
      orgId: 'acme',
      userName: before?.userName ?? '',
      state: 'active',
      profile: { firstName: 'Alice', lastName: 'Other' },
      unique: ['userName'],
    },
    provider.clock.now(),
  )
  assert.equal(outcome?.kind, 'done')
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
  assert.deepEqual(await provider.storage.stores.sessions?.listOfUser('another', provider.clock.now(), { limit: 10 }), [])
  const later = provider.newUserAgent()
  const page = await signIn(later, await later.get(`${provider.issuer}/ui/account`), alice)
  assert.notEqual(page.url.pathname, '/ui/account', 'the old password opens nothing')
})

test('AC-05 another name, or none, deletes nothing', async () => {
  const userAgent = provider.newUserAgent()
  const page = await deletePage(userAgent)
  for (const confirmation of ['', bob.loginName, 'alic']) {
    const answer = await submitTo(userAgent, page, confirmPath, { confirmation })
    assert.equal(answer.url.pathname, pagePath)
    assert.match(textOf(answer), /your account was not deleted/)
  }
  assert.equal(await isThere('alice'), true)
})

test('AC-05 a stale session, a form of another site and one without the token of the session delete nothing', async () => {
  const userAgent = provider.newUserAgent()
  const page = await deletePage(userAgent)
  const fields = { confirmation: alice.loginName }
  assert.match(textOf(await submitTo(userAgent, page, confirmPath, { ...fields, csrf: '' })), /signed in again/)
  assert.equal((await userAgent.submit(page, fields, 0, { headers: { origin: 'https://evil.example' } })).status, 403)
  provider.clock.advance(301)
  assert.equal((await submitTo(userAgent, page, confirmPath, fields)).url.pathname, '/ui/login')
  assert.equal((await userAgent.get(`${provider.issuer}${pagePath}`)).url.pathname, '/ui/login')
  assert.equal(await isThere('alice'), true)
})

test('AC-05 the last user with IAM_OWNER is asked to assign the role to another user', async () => {
  const member = (userId: string) => ({ kind: 'instanceMember', key: [userId], content: { userId, roles: ['IAM_OWNER'] } }) as const
  await provider.storage.stores.directory?.apply({ put: [member('alice')], remove: [] }, provider.clock.now())
  const userAgent = provider.newUserAgent()
  const refused = await submitTo(userAgent, await deletePage(userAgent), confirmPath, { confirmation: alice.loginName })
  assert.match(textOf(refused), /You are the only owner of this service/)
  assert.equal(await isThere('alice'), true)
  await provider.storage.stores.directory?.apply({ put: [member('bob')], remove: [] }, provider.clock.now())
  await submitTo(userAgent, refused, confirmPath, { confirmation: alice.loginName })
  assert.equal(await isThere('alice'), false)
})

test('a link does not make a page say that an account is deleted', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  for (const query of ['', '?done=account_deleted', '?done=account_deleted&mark=x']) {
    assert.equal((await userAgent.get(`${provider.issuer}/ui/account/deleted${query}`)).url.pathname, '/ui/account')
    assert.equal((await provider.newUserAgent().get(`${provider.issuer}/ui/account/deleted${query}`)).url.pathname, '/ui/login')
  }
})

test('without the section there is no such page and no such form', async () => {
  const bare = await startAccountProvider({ sections: allSections.filter(({ name }) => name !== 'deletion') })
  try {
    const userAgent = bare.newUserAgent()
    const page = await openAccount(bare, userAgent)
    assert.doesNotMatch(textOf(page), /Delete account/)
    assert.equal((await userAgent.get(`${bare.issuer}${pagePath}`)).status, 404)
    assert.equal((await userAgent.post(`${bare.issuer}${confirmPath}`, { confirmation: alice.loginName })).status, 404)
  } finally {
    await bare.close()
  }
})
