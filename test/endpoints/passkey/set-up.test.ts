// The step that sets up a passkey: offered after a password, required by a policy, created by the browser itself.
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { passkey } from '@symbolon/login-passkey'
import { authorizationUrl } from '../../support/code-flow.ts'
import {
  answer,
  create,
  givePassword,
  hasPasskeyForm,
  newPasskey,
  optionsOf,
  startWithPasskeys,
  storedPasskeys,
  toOffer,
  use,
  withPolicy,
} from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import { claimsOf } from '../../support/second-factor.ts'

let provider: PasskeyProvider
beforeEach(async () => void (provider = await startWithPasskeys()))
afterEach(async () => await provider.close())

test('a passkey is offered after a sign-in with a password, and signs in from then on', async () => {
  const { userAgent, page } = await toOffer(provider)
  const { rp, user, excludeCredentials, authenticatorSelection, pubKeyCredParams } = optionsOf(page)
  assert.deepEqual(rp, { id: 'id.example', name: 'id.example' })
  assert.deepEqual([user?.['name' as 'id'], excludeCredentials], [alice.loginName, []])
  assert.deepEqual(authenticatorSelection, { residentKey: 'required', requireResidentKey: true, userVerification: 'required' })
  assert.deepEqual(
    pubKeyCredParams?.map(({ alg }) => alg),
    [-8, -7, -257],
  )
  const { page: done, credential } = await create(provider, userAgent, page, {
    aaguid: Buffer.from('bada5566a7aa401fbd9645619a55120d', 'hex'),
  })
  assert.deepEqual((await claimsOf(provider, done))['amr'], ['pwd'])
  const [stored] = await storedPasskeys(provider)
  assert.deepEqual([stored?.name, stored?.createdBy, stored?.userHandle], ['1Password', 'user', credential.userHandle])
  assert.deepEqual(
    provider.audited.filter(({ type }) => type === 'passkey_added').map(({ actorId, details }) => [actorId, details]),
    [[alice.id, { createdBy: 'user' }]],
  )
  const fresh = provider.newUserAgent()
  assert.ok((await use(provider, fresh, await fresh.get(authorizationUrl(provider)), credential)).redirectedTo)
})

test('the offer can be skipped, and is not made again for a month, nor to a user who has a passkey', async () => {
  const { userAgent, page } = await toOffer(provider)
  assert.ok((await userAgent.submit(page, {}, 1)).redirectedTo)
  const again = async () => {
    const fresh = provider.newUserAgent()
    return await givePassword(provider, fresh)
  }
  assert.ok((await again()).redirectedTo)
  provider.clock.advance(30 * 86_400)
  assert.ok(hasPasskeyForm(await again()))
  await newPasskey(provider)
  assert.ok((await again()).redirectedTo)
})

test('the offer never stands in the way of an application that asks again', async () => {
  const { userAgent } = await toOffer(provider)
  assert.ok((await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))).redirectedTo?.searchParams.has('code'))
})

test('WA-21 the browser creates a passkey by itself, without presence or verification, with the challenge for that alone', async () => {
  const { userAgent, page } = await toOffer(provider)
  const traits = { userPresent: false, userVerified: false }
  const refused = await create(provider, userAgent, page, traits)
  assert.match(refused.page.text, /The passkey was not created/)
  const { page: done, credential } = await create(provider, userAgent, refused.page, traits, 'conditional-options')
  assert.ok(done.redirectedTo)
  assert.deepEqual(
    (await storedPasskeys(provider)).map(({ createdBy, uvInitialized }) => [createdBy, uvInitialized]),
    [['conditional', false]],
  )
  const fresh = provider.newUserAgent()
  assert.ok((await use(provider, fresh, await fresh.get(authorizationUrl(provider)), credential)).redirectedTo, 'with verification')
})

test('WA-21 WA-01 a challenge of another user or request creates nothing', async () => {
  const ada = await toOffer(provider)
  const other = await toOffer(provider, provider.newUserAgent(), bob)
  const { response } = provider.authenticator.create(optionsOf(other.page))
  assert.match((await answer(ada.userAgent, ada.page, response)).text, /The passkey was not created/)
  assert.deepEqual(await storedPasskeys(provider), [])
})

test('WA-15 a credential that exists is refused, also one of another user', async () => {
  const credential = await newPasskey(provider)
  const { userAgent, page } = await toOffer(provider, provider.newUserAgent(), bob)
  const credentialId = Buffer.from(credential.id, 'base64url')
  assert.match((await create(provider, userAgent, page, { credentialId })).page.text, /already has a passkey/)
  assert.deepEqual(await storedPasskeys(provider, bob.id), [])
})

test('a form that is posted without the step being due writes nothing', async () => {
  const { userAgent, page } = await toOffer(provider)
  const { response } = provider.authenticator.create(optionsOf(page))
  await answer(userAgent, page, response)
  const second = provider.authenticator.create(optionsOf(page))
  await answer(userAgent, page, second.response)
  assert.equal((await storedPasskeys(provider)).length, 1)
})

test('a policy that requires a second factor makes a user without one create a passkey, which counts at once', async () => {
  await provider.apply(withPolicy(acmeDocument(), { forceMfa: true }))
  const { userAgent, page } = await toOffer(provider)
  assert.equal(page.forms.length, 1, 'no form that skips')
  assert.equal(
    (await userAgent.post(`${provider.issuer}/ui/login/skip`, { ...page.forms[0]?.fields, step: 'passkey_setup' })).redirectedTo,
    undefined,
  )
  const { page: done } = await create(provider, userAgent, page)
  assert.deepEqual((await claimsOf(provider, done))['amr'], ['pwd', 'user', 'mfa'])
})

test('a login with passkeys and without passwords signs in', async () => {
  const credential = await newPasskey(provider)
  const { passkeys } = provider.storage.stores
  const alone = await startWithPasskeys({ authenticators: [passkey()], steps: [] })
  try {
    for (const each of await storedPasskeys(provider)) await alone.storage.stores.passkeys?.insert(each, 20, 'any')
    assert.ok(passkeys !== undefined)
    const userAgent = alone.newUserAgent()
    const first = await userAgent.get(authorizationUrl(alone))
    const typed = await userAgent.submit(first, { loginName: alice.loginName })
    assert.ok(!typed.forms.some(({ fields }) => 'password' in fields))
    assert.match(typed.text, /<noscript>/)
    assert.ok((await use(alone, userAgent, typed, credential, { counter: 99 })).redirectedTo)
  } finally {
    await alone.close()
  }
})

test('an issuer at an IP address has no passkeys', async () => {
  const local = await startWithPasskeys({ issuer: 'http://127.0.0.1:8080' })
  try {
    const userAgent = local.newUserAgent()
    const page = await userAgent.get(authorizationUrl(local))
    assert.equal(hasPasskeyForm(page), false)
    assert.ok((await signIn(userAgent, page, alice)).redirectedTo)
  } finally {
    await local.close()
  }
})
