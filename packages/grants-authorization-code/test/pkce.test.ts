// PKCE at the token request: a challenge and a verifier come together and fit, or not at all.
// https://www.rfc-editor.org/rfc/rfc7636#section-4.6
import { OAuthError } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyCodeVerifier } from '../src/pkce.ts'

/** https://www.rfc-editor.org/rfc/rfc7636#appendix-B */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

async function refuses(given: string | undefined, stored: string | undefined): Promise<void> {
  await assert.rejects(verifyCodeVerifier(given, stored), (error) => error instanceof OAuthError && error.error === 'invalid_grant')
}

test('the verifier of the RFC fits its challenge', async () => {
  await assert.doesNotReject(verifyCodeVerifier(verifier, challenge))
  await assert.doesNotReject(verifyCodeVerifier(undefined, undefined))
})

test('PK-05 PK-06 one without the other is refused', async () => {
  await refuses(undefined, challenge)
  await refuses(verifier, undefined)
})

test('PK-09 any other verifier is refused', async () => {
  for (const other of [`${verifier}A`, verifier.slice(1), verifier.toLowerCase(), challenge, '']) await refuses(other, challenge)
  await refuses(challenge, verifier)
})
