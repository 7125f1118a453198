// PKCE at the token request: a challenge and a verifier come together and fit, or not at all.
// https://www.rfc-editor.org/rfc/rfc7636#section-4.6
import { OAuthError } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyCodeVerifier } from '../src/authorization-code.ts'

/** https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

function refuses(given: string | undefined, stored: string | undefined): void {
  assert.throws(
    () => verifyCodeVerifier(given, stored),
    (error) => error instanceof OAuthError && error.error === 'invalid_grant',
  )
}

test('the verifier of the RFC fits its challenge', () => {
  assert.doesNotThrow(() => verifyCodeVerifier(verifier, challenge))
  assert.doesNotThrow(() => verifyCodeVerifier(undefined, undefined))
})

test('PK-05 PK-06 one without the other is refused', () => {
  refuses(undefined, challenge)
  refuses(verifier, undefined)
})

test('PK-09 any other verifier is refused', () => {
  for (const other of [`${verifier}A`, verifier.slice(1), verifier.toLowerCase(), challenge, '']) refuses(other, challenge)
  refuses(challenge, verifier)
})
