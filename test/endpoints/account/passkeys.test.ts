// Passkeys on the account page: added by a step of the login, renamed and removed there.
import { passkeysSection } from '@symbolon/account'
import { listPasskeys, removePasskey, renamePasskey } from '@symbolon/login-passkey'
import { acmeDocument, alice, createSoftwareAuthenticator, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { answer, create, optionsOf, storedPasskeys, use, withPolicy } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'

let provider: PasskeyProvider

before(async () => {
  const started = await startAccountProvider()
  provider = { ...started, audited: [], authenticator: createSoftwareAuthenticator(started.issuer) }
})
after(async () => await provider.close())

test('WA-10 a passkey is added, renamed and removed; the removal by a stale session asks for a proof', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  const form = await userAgent.get(`${provider.issuer}/ui/account/passkey`)
  const added = await answer(userAgent, form, provider.authenticator.create(optionsOf(form)).response)
  assert.equal(added.url.pathname, '/ui/account', textOf(added))
  const [passkey] = await storedPasskeys(provider)
  assert.ok(passkey !== undefined)

  const link = /href="(\/ui\/account\/passkeys\/name\?passkey=[^"]*)"/.exec(added.text)?.[1] ?? ''
  const naming = await openAccount(provider, userAgent, alice, link)
  const empty = await submitTo(userAgent, naming, '/ui/account/passkeys/rename', { name: ' ' })
  assert.match(textOf(empty), /Fill in all required fields/)
  const renamed = await submitTo(userAgent, naming, '/ui/account/passkeys/rename', { name: 'My phone' })
  assert.match(textOf(renamed), /The passkey was renamed\..*My phone/)

  provider.clock.advance(301)
  const removePath = '/ui/account/passkeys/remove'
  const stale = await submitTo(userAgent, await openAccount(provider, userAgent), removePath)
  assert.equal(stale.url.pathname, '/ui/login')
  assert.equal((await storedPasskeys(provider)).length, 1)
  const fresh = await signIn(userAgent, stale, alice)
  assert.equal(fresh.url.pathname, '/ui/account', textOf(fresh))
  assert.equal((await submitTo(userAgent, fresh, removePath, { passkey: 'of another user' })).status, 404)
  assert.match(textOf(await submitTo(userAgent, fresh, removePath)), /The passkey was removed\./)
  assert.deepEqual(await storedPasskeys(provider), [])
})

test('WA-10 the last factor of a user stays where the policy requires a second one', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  const form = await userAgent.get(`${provider.issuer}/ui/account/passkey`)
  const { credential } = await create(provider, userAgent, form)
  await provider.apply(withPolicy(acmeDocument(), { forceMfa: true }))
  const asked = await userAgent.get(`${provider.issuer}/ui/account`)
  const page = await use(provider, userAgent, asked, credential)
  assert.equal(page.url.pathname, '/ui/account', textOf(page))
  const refused = await submitTo(userAgent, page, '/ui/account/passkeys/remove')
  assert.match(textOf(refused), /Your organization requires two-step verification/)
  assert.equal((await storedPasskeys(provider)).length, 1)
})

test('WA-10 a passkey of another RP ID does not count when the last one of this RP ID is removed', async () => {
  const passkeys = passkeysSection({
    list: listPasskeys,
    rename: renamePasskey,
    remove: removePasskey,
    others: { password: false, externalAccount: false },
  })
  const own = await startAccountProvider({ sections: [passkeys] })
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  try {
    const userAgent = own.newUserAgent()
    await openAccount(own, userAgent)
    await create(local, userAgent, await userAgent.get(`${own.issuer}/ui/account/passkey`))
    const [current] = await storedPasskeys(local)
    assert.ok(current !== undefined)
    await own.storage.stores.passkeys?.insert({ ...current, credentialId: 'old', rpId: 'old.example' }, 10, 'any')
    const page = await openAccount(own, userAgent)
    const kept = await submitTo(userAgent, page, '/ui/account/passkeys/remove', { passkey: current.credentialId })
    assert.doesNotMatch(textOf(kept), /The passkey was removed\./)
    assert.equal((await storedPasskeys(local)).length, 2)
  } finally {
    await own.close()
  }
})

test('the activity names the network from which a passkey was added', async () => {
  const own = await startAccountProvider()
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  try {
    const userAgent = own.newUserAgent('203.0.113.77')
    await openAccount(own, userAgent)
    await create(local, userAgent, await userAgent.get(`${own.issuer}/ui/account/passkey`))
    const page = await openAccount(own, userAgent)
    assert.match(textOf(page), /Passkey added (?:(?!UTC).)*UTC · Network 203\.0\.113\.0\/24/)
  } finally {
    await own.close()
  }
})

test('WA-24 the page reports every passkey of the user to the browser, and none after the last was removed', async () => {
  const own = await startAccountProvider()
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  try {
    const userAgent = local.newUserAgent()
    const signalled = async () => {
      const page = await openAccount(local, userAgent)
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      assert.doesNotMatch(page.text, /<script(?! src="\/ui\/login\/assets\/passkey-signals\.js")/)
      const data = /data-passkey-signals="([^"]*)"/.exec(page.text)?.[1] ?? ''
      return JSON.parse(data.replaceAll('&quot;', '"')) as {
        readonly accepted: readonly { readonly userHandle: string; readonly credentialIds: readonly string[] }[]
      }
    }
    const [before] = (await signalled()).accepted
    assert.deepEqual(before?.credentialIds, [])
    for (const _ of [1, 2]) await create(local, userAgent, await userAgent.get(`${local.issuer}/ui/account/passkey`))
    const stored = await storedPasskeys(local)
    assert.equal(stored.length, 2)
    assert.deepEqual(await signalled(), {
      rpId: 'id.example',
      name: alice.loginName,
      displayName: 'Alice Liddell',
      accepted: [{ userHandle: before?.userHandle, credentialIds: stored.map(({ credentialId }) => credentialId) }],
    })
    for (const _ of [1, 2]) await submitTo(userAgent, await openAccount(local, userAgent), '/ui/account/passkeys/remove')
    assert.deepEqual((await signalled()).accepted, [before])
  } finally {
    await own.close()
  }
})

test('WA-24 without the list of passkeys nothing is reported to the browser', async () => {
  const own = await startAccountProvider()
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  const { passkeys } = own.storage.stores
  assert.ok(passkeys !== undefined)
  const { list } = passkeys
  try {
    const userAgent = local.newUserAgent()
    await openAccount(local, userAgent)
    Object.assign(passkeys, { list: async () => await Promise.reject(new Error('The list broke off.')) })
    const page = await userAgent.get(`${own.issuer}/ui/account`)
    assert.equal(page.status, 500)
    assert.doesNotMatch(page.text, /passkey-signals/)
  } finally {
    Object.assign(passkeys, { list })
    await own.close()
  }
})

test('LG-13 a removed passkey ends the sessions that it alone opened', async () => {
  const own = await startAccountProvider()
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  try {
    const [userAgent, thief] = [own.newUserAgent(), own.newUserAgent()]
    await openAccount(own, userAgent)
    const { credential } = await create(local, userAgent, await userAgent.get(`${own.issuer}/ui/account/passkey`))
    const opened = await use(local, thief, await thief.get(`${own.issuer}/ui/account`), credential)
    assert.equal(opened.url.pathname, '/ui/account', textOf(opened))
    await submitTo(userAgent, await openAccount(own, userAgent), '/ui/account/passkeys/remove')
    assert.deepEqual(await storedPasskeys(local), [])
    assert.equal((await thief.get(`${own.issuer}/ui/account`)).url.pathname, '/ui/login')
  } finally {
    await own.close()
  }
})

test('WA-10 after a sign-in with a passkey alone, passkeys are removed without another proof, the last one too', async () => {
  const own = await startAccountProvider()
  const local = { ...own, audited: [], authenticator: createSoftwareAuthenticator(own.issuer) }
  const removePath = '/ui/account/passkeys/remove'
  try {
    const first = own.newUserAgent()
    await openAccount(own, first)
    const { credential } = await create(local, first, await first.get(`${own.issuer}/ui/account/passkey`))
    await create(local, first, await first.get(`${own.issuer}/ui/account/passkey`))
    const userAgent = own.newUserAgent()
    const opened = await use(local, userAgent, await userAgent.get(`${own.issuer}/ui/account`), credential)
    assert.equal(opened.url.pathname, '/ui/account', textOf(opened))
    const other = (await storedPasskeys(local)).find(({ credentialId }) => credentialId !== credential.id)?.credentialId ?? ''
    assert.match(textOf(await submitTo(userAgent, opened, removePath, { passkey: other })), /The passkey was removed\./)
    const elsewhere = own.newUserAgent()
    await use(local, elsewhere, await elsewhere.get(`${own.issuer}/ui/account`), credential)
    const last = await submitTo(userAgent, await userAgent.get(`${own.issuer}/ui/account`), removePath)
    assert.match(textOf(last), /The passkey was removed\./)
    assert.deepEqual(await storedPasskeys(local), [])
    assert.equal((await userAgent.get(`${own.issuer}/ui/account`)).url.pathname, '/ui/account', 'this browser stays signed in')
    assert.equal((await elsewhere.get(`${own.issuer}/ui/account`)).url.pathname, '/ui/login', 'no other browser does')
    // The proof gets old like every other one.
    own.clock.advance(301)
    assert.match(textOf(await userAgent.get(`${own.issuer}/ui/account/password`)), /Enter your password/)
  } finally {
    await own.close()
  }
})
