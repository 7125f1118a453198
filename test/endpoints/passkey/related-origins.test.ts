// The RP ID may be a parent domain, and other origins may use the passkeys. An origin that is not listed is refused, whatever browsers let
// through. https://www.w3.org/TR/webauthn-3/#sctn-related-origins
import { relatedOrigins } from '@symbolon/login-passkey'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { newPasskey, optionsOf, startWithPasskeys, storedPasskeys, use } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'

const issuer = 'https://id.acme.example'
const related = 'https://login.acme.test'
const passkeys = { rpId: 'acme.example', relatedOrigins: [related] }

let provider: PasskeyProvider
before(async () => {
  provider = await startWithPasskeys({ issuer, passkeys, endpoints: relatedOrigins(issuer, passkeys) })
})
after(async () => await provider.close())

test('the related origins are published where browsers look for them', async () => {
  const answer = await provider.fetch(new Request(`${issuer}/.well-known/webauthn`))
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(await answer.json(), { origins: [related] })
})

test('WA-25 an origin that is not listed is refused, whatever the RP ID of the answer', async () => {
  const credential = await newPasskey(provider, { origin: related })
  assert.equal((await storedPasskeys(provider))[0]?.rpId, 'acme.example')
  for (const [origin, accepted] of [
    ['https://shop.acme.example', false],
    ['https://acme.example', false],
    ['https://login.acme.test:8443', false],
    ['http://login.acme.test', false],
    [related, true],
    [issuer, true],
  ] as const) {
    const userAgent = provider.newUserAgent()
    const page = await userAgent.get(authorizationUrl(provider))
    assert.equal(optionsOf(page)['rpId'], 'acme.example')
    const done = await use(provider, userAgent, page, credential, { origin })
    assert.equal(done.redirectedTo !== undefined, accepted, origin)
  }
})

test('without related origins there is no such path, and one that is not https is a mistake', () => {
  assert.deepEqual(relatedOrigins(issuer, { rpId: 'acme.example' }), [])
  for (const wrong of ['http://login.acme.test', 'https://login.acme.test/', 'login.acme.test']) {
    assert.throws(() => relatedOrigins(issuer, { relatedOrigins: [wrong] }), { code: 'passkey_related_origin' })
  }
})
