// A passkey or a security key as second factor, and what the login policy decides.
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import type { SoftwareCredential } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import {
  create,
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

/** Runs with a provider whose organization has these members in its login policy. */
async function withProvider(policy: Readonly<Record<string, unknown>>, run: (provider: PasskeyProvider) => Promise<void>): Promise<void> {
  const provider = await startWithPasskeys({ document: withPolicy(acmeDocument(), policy) })
  try {
    await run(provider)
  } finally {
    await provider.close()
  }
}

/** Alice with a security key that the policy made her register. */
async function withKey(provider: PasskeyProvider): Promise<SoftwareCredential> {
  const { userAgent, page } = await toOffer(provider)
  assert.match(page.text, /Add a security key/)
  const { credential, page: next } = await create(provider, userAgent, page, { userVerified: false, discoverable: false })
  assert.ok((await use(provider, userAgent, next, credential, { userVerified: false })).redirectedTo)
  return credential
}

const keysOnly = { passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED', forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_U2F'] }

test('a security key that does not verify its user comes after the password', () =>
  withProvider(keysOnly, async (provider) => {
    const credential = await withKey(provider)
    const [stored] = await storedPasskeys(provider)
    assert.deepEqual([stored?.uvInitialized, stored?.discoverable, stored?.name], [false, false, 'Security key'])
    const userAgent = provider.newUserAgent()
    const asked = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    const { allowCredentials, userVerification } = optionsOf(asked)
    assert.deepEqual(allowCredentials, [{ type: 'public-key', id: credential.id, transports: ['internal'] }])
    assert.equal(userVerification, 'preferred')
    const { acr, amr } = await claimsOf(
      provider,
      await use(provider, userAgent, asked, credential, { userVerified: false, userHandle: null }),
    )
    assert.deepEqual([acr, amr], ['2', ['pwd', 'pop', 'mfa']])
  }))

test('a policy without passkeys shows none on the first pages, and refuses one that is posted by hand', () =>
  withProvider(keysOnly, async (provider) => {
    const userAgent = provider.newUserAgent()
    const page = await userAgent.get(authorizationUrl(provider, { scope: 'openid urn:symbolon:iam:org:id:acme' }))
    assert.equal(hasPasskeyForm(page), false)
    assert.equal(hasPasskeyForm(await userAgent.submit(page, { loginName: alice.loginName })), false)
  }))

test('WA-22 a key that was registered without verification does not sign in alone, until a password came with it', () =>
  withProvider({ ...keysOnly, passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED' }, async (provider) => {
    const credential = await withKey(provider)
    await provider.apply(withPolicy(acmeDocument(), { forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_U2F'] }))
    const alone = async () => {
      const userAgent = provider.newUserAgent()
      return await use(provider, userAgent, await userAgent.get(authorizationUrl(provider)), credential)
    }
    assert.match((await alone()).text, /You were not signed in/)
    assert.equal(provider.audited.at(-1)?.details?.['reason'], 'not_sole_factor')
    const userAgent = provider.newUserAgent()
    const asked = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    const { amr } = await claimsOf(provider, await use(provider, userAgent, asked, credential))
    assert.deepEqual(amr, ['pwd', 'user', 'mfa'])
    assert.equal((await storedPasskeys(provider))[0]?.uvInitialized, true)
    // It still does not work as a passkey: the authenticator does not find it without a list.
    assert.match((await alone()).text, /You were not signed in/)
  }))

test('where the policy requires a verified key, an answer without verification is refused', () =>
  withProvider({}, async (provider) => {
    const credential = await newPasskey(provider)
    await provider.apply(withPolicy(acmeDocument(), { forceMfa: true, multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'] }))
    const userAgent = provider.newUserAgent()
    const asked = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    assert.equal(optionsOf(asked)['userVerification'], 'required')
    const refused = await use(provider, userAgent, asked, credential, { userVerified: false })
    assert.match(refused.text, /You were not signed in/)
    assert.equal(provider.audited.at(-1)?.type, 'second_factor_failed')
    assert.deepEqual((await claimsOf(provider, await use(provider, userAgent, refused, credential)))['amr'], ['pwd', 'user', 'mfa'])
  }))

test('a password stays enough for a user with a passkey where no second factor is required', () =>
  withProvider({}, async (provider) => {
    await newPasskey(provider)
    const userAgent = provider.newUserAgent()
    const page = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    assert.deepEqual((await claimsOf(provider, page))['amr'], ['pwd'])
  }))

test('WA-07 the key of another user does not count as a second factor', () =>
  withProvider({}, async (provider) => {
    const credential = await newPasskey(provider)
    await provider.apply(withPolicy(acmeDocument(), { forceMfa: true }))
    const userAgent = provider.newUserAgent()
    const first = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), bob)
    const { credential: own, page } = await create(provider, userAgent, first)
    assert.ok(page.redirectedTo, page.text)
    const again = provider.newUserAgent()
    const asked = await signIn(again, await again.get(authorizationUrl(provider)), bob)
    const refused = await use(provider, again, asked, credential)
    assert.match(refused.text, /You were not signed in/)
    assert.equal(provider.audited.at(-1)?.details?.['reason'], 'other_user')
    assert.ok((await use(provider, again, refused, own)).redirectedTo)
  }))
