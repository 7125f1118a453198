// The sign-in with a passkey alone: on the page of the login name and next to the password.
import { acmeDocument, alice, bob } from '@symbolon/test-kit'
import type { SoftwareCredential } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { answer, hasPasskeyForm, newPasskey, optionsOf, startWithPasskeys, storedPasskeys, use } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import { claimsOf } from '../../support/second-factor.ts'

let provider: PasskeyProvider
let credential: SoftwareCredential
before(async () => {
  provider = await startWithPasskeys()
  credential = await newPasskey(provider)
})
after(async () => await provider.close())

const begin = async (fields: Readonly<Record<string, string | undefined>> = {}) => {
  const userAgent = provider.newUserAgent()
  return { userAgent, page: await userAgent.get(authorizationUrl(provider, fields)) }
}

test('a passkey alone signs in, as two factors', async () => {
  const { userAgent, page } = await begin()
  const done = await use(provider, userAgent, page, credential)
  const { sub, acr, amr } = await claimsOf(provider, done)
  assert.deepEqual([sub, acr, amr], [alice.id, '2', ['user', 'mfa']])
  const [stored] = await storedPasskeys(provider)
  assert.equal(stored?.lastUsedAt, provider.clock.now())
  assert.equal(provider.audited.at(-1)?.type, 'login_succeeded')
})

test('a passkey signs in next to the password, whatever login name was typed', async () => {
  const { userAgent, page } = await begin()
  const passwordPage = await userAgent.submit(page, { loginName: alice.loginName })
  assert.ok(passwordPage.forms.some(({ fields }) => 'password' in fields))
  assert.ok((await use(provider, userAgent, passwordPage, credential)).redirectedTo)
})

test('PW-02 WA-12 the options name no passkey, and are the same for every login name', async () => {
  const { userAgent, page } = await begin()
  const pages = [page]
  for (const loginName of [alice.loginName, bob.loginName, 'unknown@acme.example']) {
    pages.push(await userAgent.submit(page, { loginName }))
  }
  for (const each of pages) {
    const { challenge, ...options } = optionsOf(each)
    assert.deepEqual(options, { rpId: 'id.example', timeout: 300_000, userVerification: 'required' })
    assert.equal(challenge.length, 75)
  }
  assert.deepEqual(optionsOf(page, 'conditional-options'), optionsOf(page))
  assert.match(page.text, /autocomplete="username webauthn"/)
})

test('loading a page writes nothing, and its script comes from this server', async () => {
  const removeAll = async () => await provider.storage.stores.assertionIds?.deleteExpired(Number.MAX_SAFE_INTEGER, 1000)
  assert.notEqual(await removeAll(), 0, 'the challenges of the sign-ins before')
  const { page } = await begin()
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
  assert.equal(await removeAll(), 0)
})

test('WA-01 of 20 responses to one challenge only one signs in', async () => {
  const { userAgent, page } = await begin()
  const response = provider.authenticator.get(optionsOf(page), credential)
  const pages = await Promise.all(Array.from({ length: 20 }, () => answer(userAgent, page, response)))
  assert.equal(pages.filter(({ redirectedTo }) => redirectedTo !== undefined).length, 1)
  const reasons = provider.audited.filter(({ type }) => type === 'login_failed').map(({ details }) => details?.['reason'])
  assert.ok(reasons.includes('challenge_used'))
})

test('WA-01 a challenge of another request or browser is refused', async () => {
  const first = await begin()
  const second = await begin()
  const response = provider.authenticator.get(optionsOf(first.page), credential)
  const page = await answer(second.userAgent, second.page, response)
  assert.match(page.text, /You were not signed in/)
  assert.equal(provider.audited.at(-1)?.details?.['reason'], 'challenge')
})

test('an expired challenge is answered with a fresh page', async () => {
  const { userAgent, page } = await begin()
  provider.clock.advance(301)
  const again = await use(provider, userAgent, page, credential)
  assert.match(again.text, /This page has expired/)
  assert.ok((await use(provider, userAgent, again, credential)).redirectedTo)
})

test('WA-06 a counter that goes back is refused', async () => {
  const { userAgent, page } = await begin()
  const refused = await use(provider, userAgent, page, credential, { counter: 1 })
  assert.equal(refused.redirectedTo, undefined)
  assert.equal(provider.audited.at(-1)?.details?.['reason'], 'counter')
  assert.ok((await use(provider, userAgent, refused, credential)).redirectedTo)
})

test('WA-06 the counter of a synced passkey may go back, which is logged', async () => {
  const synced = await newPasskeyOf('synced')
  const { userAgent, page } = await begin()
  assert.ok((await use(provider, userAgent, page, synced, { counter: 1, backupEligible: true })).redirectedTo)
  assert.equal(provider.logged.filter(({ event }) => event === 'passkey_counter_not_higher').length, 1)
})

/** Another passkey of Alice: the first one has to go, because a user who has one is not offered another. */
async function newPasskeyOf(_name: string): Promise<SoftwareCredential> {
  await provider.storage.stores.passkeys?.remove(alice.id, credential.id, { password: true, externalAccount: false })
  const created = await newPasskey(provider, { backupEligible: true, counter: 50 })
  credential = created
  return created
}

test('WA-05 WA-07 every refusal has the same text, and repeats nothing of the response', async () => {
  const backupEligible = true
  for (const [reason, traits] of [
    ['verification', { userVerified: false, backupEligible }],
    ['verification', { origin: 'https://evil.example', backupEligible }],
    ['user_handle', { userHandle: 'b3RoZXI', backupEligible }],
    ['user_handle', { userHandle: null, backupEligible }],
    ['cross_origin', { crossOrigin: true, backupEligible }],
    ['backup_eligibility', { backupEligible: false }],
  ] as const) {
    const { userAgent, page } = await begin()
    const refused = await use(provider, userAgent, page, credential, traits)
    assert.match(refused.text, /You were not signed in\. Try again, or choose another way to sign in\./)
    assert.doesNotMatch(refused.text, /evil/)
    assert.equal(provider.audited.at(-1)?.details?.['reason'], reason)
  }
  const { userAgent, page } = await begin()
  const unknown = await use(provider, userAgent, page, { ...credential, id: 'dW5rbm93bg' })
  assert.match(unknown.text, /You were not signed in/)
  assert.equal(provider.audited.at(-1)?.details?.['reason'], 'unknown_credential')
  for (const text of ['', '{', 'null', 'x'.repeat(40_000)]) {
    assert.match((await answer(userAgent, unknown, text)).text, /You were not signed in/)
  }
})

test('the page of another user keeps its form after a refusal', async () => {
  const { userAgent, page } = await begin()
  await use(provider, userAgent, page, credential, { backupEligible: true })
  const chosen = await userAgent.get(authorizationUrl(provider, { prompt: 'select_account' }))
  const other = await userAgent.get(new URL(/href="(\/ui\/login\/other-user[^"]*)"/.exec(chosen.text)?.[1] ?? '', chosen.url))
  const refused = await use(provider, userAgent, other, credential, { userVerified: false, backupEligible: true })
  assert.match(refused.text, /You were not signed in/)
  assert.ok(hasPasskeyForm(refused))
})

test('PW-05 WA-14 a user who is not active is refused', async () => {
  const { userAgent, page } = await begin()
  const [org] = acmeDocument().orgs ?? []
  const locked = (org?.humanUsers ?? []).map((user) => (user.userId === alice.id ? { ...user, state: 'USER_STATE_LOCKED' as const } : user))
  assert.ok(org !== undefined)
  await provider.apply({ orgs: [{ ...org, humanUsers: locked }] })
  const refused = await use(provider, userAgent, page, credential, { backupEligible: true })
  assert.equal(refused.status, 403)
  assert.equal(provider.audited.at(-1)?.details?.['reason'], 'not_active')
})
