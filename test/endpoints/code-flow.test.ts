// The whole sign-in, once: what every other test takes for granted.
import { alice } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'

test('a person signs in with a password and the application gets tokens that work', async () => {
  const provider = await startTestProvider()
  const page = await authorize(provider, { scope: 'openid profile email', nonce: 'the-nonce' })
  assert.equal(page.redirectedTo?.searchParams.get('state'), 'the-state')
  assert.equal(page.redirectedTo?.searchParams.get('iss'), provider.issuer)
  const { status, body } = await redeem(provider, codeOf(page))
  assert.equal(status, 200, JSON.stringify(body))
  const idToken = decodeJwt(String(body['id_token']))
  assert.equal(idToken.sub, alice.id)
  assert.equal(idToken['nonce'], 'the-nonce')
  const userinfo = await userinfoOf(provider, body['access_token'])
  assert.equal(userinfo.status, 200)
  assert.equal(userinfo.body['email'], 'alice@mail.example')
  await provider.close()
})
