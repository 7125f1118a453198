// A user connects an account at an identity provider: what has to be proved before, and how fresh that is. It is what the account page demands.
import { account, identitiesSection } from '@symbolon/account'
import { alice, bob, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import { accountTemplates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { submitTo } from '../../support/account.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import { answerOf, signInThere, startFederation } from '../../support/external-sign-in.ts'
import type { Federation } from '../../support/external-sign-in.ts'
import { asksForCode, asksForPassword, careful, codeAt, documentWithApps, isSignedIn, toCode } from '../../support/second-factor.ts'

let federation: Federation
const sections = [identitiesSection({ connectPath: '/ui/login/external/connect', others: { password: true, passkey: false } })]
const endpoints = account({ ui: accountTemplates(), sections })
const start = async (): Promise<Federation> => (federation = await startFederation({ document: documentWithApps(), endpoints }))
afterEach(async () => await federation.close())

const linksOf = async (userId: string): Promise<readonly string[]> =>
  ((await federation.local.storage.stores.userLinks?.list(userId)) ?? []).map(({ externalId }) => externalId)
const connect = async (userAgent: UserAgent): Promise<Page> =>
  await userAgent.get(`${federation.local.issuer}/ui/login/external/connect?idp=upstream`)
const isAtProvider = ({ redirectedTo }: Page): boolean => redirectedTo?.host === 'upstream.example'
const comeBack = async (userAgent: UserAgent, { redirectedTo }: Page): Promise<Page> =>
  await userAgent.get(await answerOf(federation, redirectedTo ?? assert.fail('no redirect')))

/** Signs `careful` in with the password and a code. */
async function signedIn(): Promise<UserAgent> {
  const { userAgent, page } = await toCode(federation.local)
  assert.ok(isSignedIn(await userAgent.submit(page, { code: codeAt(federation.local) })))
  return userAgent
}

test('a proof of the last five minutes is enough', async () => {
  const { clock } = await start()
  const userAgent = await signedIn()
  clock.advance(299)
  assert.ok(isAtProvider(await connect(userAgent)))
})

test('AC-01 an older proof is asked for again, with the second factor', async () => {
  const { clock, local } = await start()
  const userAgent = await signedIn()
  clock.advance(301)
  const first = await connect(userAgent)
  assert.ok(asksForPassword(first))
  const second = await signIn(userAgent, first, careful)
  assert.ok(asksForCode(second), 'the code of five minutes ago does not count next to a new password')
  const left = await userAgent.submit(second, { code: codeAt(local) })
  const confirm = await comeBack(userAgent, left)
  assert.match(confirm.text, /Connect this account\?/)
  await userAgent.submit(confirm)
  assert.deepEqual(await linksOf(careful.id), [alice.id])
})

test('AC-01 a proof that is too old when the user comes back, or confirms, is asked for again, and nothing is lost', async () => {
  const { clock, local } = await start()
  const userAgent = await signedIn()
  clock.advance(250)
  const left = await connect(userAgent)
  clock.advance(100)
  const asked = await comeBack(userAgent, left)
  assert.ok(asksForPassword(asked))
  assert.deepEqual(await linksOf(careful.id), [])
  const code = await signIn(userAgent, asked, careful)
  const confirm = await userAgent.submit(code, { code: codeAt(local) })
  assert.match(confirm.text, /Connect this account\?/)
  clock.advance(301)
  assert.ok(asksForPassword(await userAgent.submit(confirm)))
  assert.deepEqual(await linksOf(careful.id), [])
})

test('AC-01 a user who connects an unknown account proves the second factor for that', async () => {
  const { clock, local } = await start()
  const userAgent = await signedIn()
  clock.advance(301)
  const page = await signInThere(federation, userAgent, { prompt: 'login' })
  const path = /href="([^"]*\/ui\/login\/external\/sign-in[^"]*)"/.exec(page.text)?.[1] ?? assert.fail('nothing leads to a sign-in')
  const code = await signIn(userAgent, await userAgent.get(new URL(path.replaceAll('&amp;', '&'), page.url)), careful)
  assert.ok(asksForCode(code))
  const confirm = await userAgent.submit(code, { code: codeAt(local) })
  assert.match(confirm.text, /Connect this account\?/)
})

test('AC-01 a connection is removed after a fresh proof, with the second factor', async () => {
  const { clock, local } = await start()
  const userAgent = await signedIn()
  await userAgent.submit(await comeBack(userAgent, await connect(userAgent)))
  assert.deepEqual(await linksOf(careful.id), [alice.id])
  const disconnect = async (): Promise<Page> =>
    await submitTo(userAgent, await userAgent.get(`${local.issuer}/ui/account`), '/ui/account/identities/disconnect')
  clock.advance(301)
  const asked = await disconnect()
  assert.ok(asksForPassword(asked))
  assert.deepEqual(await linksOf(careful.id), [alice.id])
  assert.ok(asksForCode(await userAgent.submit(asked, { password: careful.password })))
  assert.ok(asksForCode(await disconnect()), 'a fresh password does not make an old code fresh')
  assert.deepEqual(await linksOf(careful.id), [alice.id])
  await userAgent.submit(await disconnect(), { code: codeAt(local) })
  await disconnect()
  assert.deepEqual(await linksOf(careful.id), [])
})

test('the connection has the name of the account at the provider', async () => {
  const { local } = await start()
  const userAgent = await signedIn()
  await userAgent.submit(await comeBack(userAgent, await connect(userAgent)))
  const [link] = (await local.storage.stores.userLinks?.list(careful.id)) ?? []
  assert.deepEqual([link?.externalId, link?.externalName, link?.idpName], [alice.id, alice.loginName, 'Upstream'])
})

test('XI-07 the confirmation for one user is requested from that user, also if others are signed in to the browser', async () => {
  const { local } = await start()
  const userAgent = local.newUserAgent()
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), bob))
  const left = await connect(userAgent)
  // Bob signs out in another tab, and Alice signs in.
  const { sessions } = local.storage.stores
  await sessions?.remove(((await sessions?.listOfUser(bob.id, local.clock.now(), { limit: 100 })) ?? []).map(({ id }) => id))
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), alice))
  const asked = await comeBack(userAgent, left)
  assert.doesNotMatch(asked.text, /Connect this account\?/)
  const confirm = await signIn(userAgent, asked, bob)
  assert.match(confirm.text, /Connect this account\?/)
  assert.match(confirm.text, /bob@acme\.example/)
  assert.deepEqual([await linksOf(alice.id), await linksOf(bob.id)], [[], []])
})

test('of several users who are signed in, the account is connected to the one who asked, and to no user without a choice', async () => {
  const { local } = await start()
  const userAgent = local.newUserAgent()
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), bob))
  const second = await userAgent.get(authorizationUrl(local, { prompt: 'login' }))
  codeOf(await signIn(userAgent, second, alice))
  const undecided = await connect(userAgent)
  assert.equal(undecided.url.pathname, '/ui/account')
  assert.equal(isAtProvider(undecided), false)
  const chosen = `${local.issuer}/ui/login/external/connect?idp=upstream&account=`
  const confirm = await comeBack(userAgent, await userAgent.get(`${chosen}${bob.id}`))
  assert.match(confirm.text, /Connect this account\?/)
  await userAgent.submit(confirm)
  assert.deepEqual([await linksOf(bob.id), await linksOf(alice.id)], [[alice.id], []])
  const foreign = await userAgent.get(`${chosen}unknown`)
  assert.equal(isAtProvider(foreign), false)
})

test('LG-36 no account is connected in a session that ended meanwhile', async () => {
  const { clock, local } = await start()
  const { passwords, userLinks, users } = local.storage.stores
  assert.ok(passwords !== undefined && userLinks !== undefined && users !== undefined)
  const userAgent = await signedIn()
  const confirm = await comeBack(userAgent, await connect(userAgent))
  assert.match(confirm.text, /Connect this account\?/)
  const seen = (await users.find(careful.id)) ?? assert.fail()
  const add = userLinks.add.bind(userLinks)
  // The owner sets a new password, as a recovery does, between the check of the session and the write.
  userLinks.add = async (...parameters) => {
    await passwords.set({ userId: careful.id, hash: 'hash of the owner', replaces: 'any', seen, forgetsBrowsers: true, now: clock.now() })
    return await add(...parameters)
  }
  await userAgent.submit(confirm)
  assert.deepEqual(await linksOf(careful.id), [])
})
