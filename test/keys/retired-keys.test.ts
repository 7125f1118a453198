// What an ID token of long ago is worth as a hint: its key is kept, unpublished, for 90 days, unless it was revoked.
import { endSession as endSessionEndpoint, userinfo } from '@symbolon/core-protocol'
import { keysEndpoints } from '@symbolon/admin-api'
import assert from 'node:assert/strict'
import { decodeProtectedHeader } from 'jose'
import { after, before, test } from 'node:test'
import { endSession, isSignedIn, signedOutUri } from '../support/end-session.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { signedIn } from '../support/signed-in.ts'
import { advanceKeys, askKeys, keyOf, ownedDocument, publishedKids } from '../support/signing-keys.ts'

const day = 86_400
let provider: TestProvider
before(async () => {
  provider = await startTestProvider({ document: ownedDocument(), endpoints: [userinfo, endSessionEndpoint, ...keysEndpoints] })
})
after(async () => await provider.close())

/** Whether the ID token ends the session of a browser that was signed in just now. */
async function hintCounts(idToken: string): Promise<boolean> {
  const { userAgent } = await signedIn(provider)
  const page = await endSession(provider, userAgent, { id_token_hint: idToken, post_logout_redirect_uri: signedOutUri })
  const ended = !(await isSignedIn(provider, userAgent))
  assert.equal(page.redirectedTo?.href.startsWith(signedOutUri) ?? false, ended)
  return ended
}

async function freshIdToken(): Promise<{ readonly idToken: string; readonly kid: string }> {
  const idToken = String((await (await signedIn(provider)).tokens())['id_token'])
  return { idToken, kid: decodeProtectedHeader(idToken).kid ?? '' }
}

async function rotateAndRetire(): Promise<void> {
  await askKeys(provider, '/rotate', {})
  provider.clock.advance(315 + 43_200 + 315)
  await advanceKeys(provider)
  provider.clock.advance(5)
}

test('a retired key is not published, and its ID tokens are hints for 90 days', async () => {
  const { idToken, kid } = await freshIdToken()
  assert.ok((await publishedKids(provider)).includes(kid))
  await rotateAndRetire()
  assert.equal((await publishedKids(provider)).includes(kid), false)
  assert.equal((await keyOf(provider, kid))?.sealedPrivateJwk, undefined, 'a retired key never signs again')
  assert.equal(await hintCounts(idToken), true)
  provider.clock.advance(89 * day)
  await advanceKeys(provider)
  assert.equal(await hintCounts(idToken), true)
  provider.clock.advance(day)
  await advanceKeys(provider)
  provider.clock.advance(5)
  assert.equal(await keyOf(provider, kid), undefined)
  assert.equal(await hintCounts(idToken), false)
})

test('CR-06 an ID token of a revoked key is not accepted as a hint, though the key is remembered', async () => {
  const { idToken, kid } = await freshIdToken()
  assert.equal(await hintCounts(idToken), true)
  await askKeys(provider, '/revoke', { kid })
  assert.equal(await hintCounts(idToken), false)
  assert.notEqual((await keyOf(provider, kid))?.revokedAt, undefined)
})

test('CR-06 a retired key can still be revoked, and then its ID tokens are no longer accepted as hints', async () => {
  const { idToken, kid } = await freshIdToken()
  await rotateAndRetire()
  assert.equal(await hintCounts(idToken), true)
  assert.deepEqual((await askKeys(provider, '/revoke', { kid })).body.made, [])
  assert.equal(await hintCounts(idToken), false)
})
