// A person signs up on the page of the application, signs in at the provider in the same process, and calls the API of the application.
import { libsql } from '@symbolon/storage-libsql'
import { createUserAgent, signIn } from '@symbolon/test-client'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { createApp } from '../src/app.ts'
import { startProvider } from '../src/provider.ts'
import { openUsers } from '../src/users.ts'

const redirectUri = 'http://localhost:5173/callback'
const verifier = 'a-verifier-of-at-least-43-characters-as-pkce-demands'

test('sign-up, sign-in, a claim of the table, the API, and a new password that ends them', async () => {
  const users = await openUsers(':memory:')
  // The port is part of the issuer, so it is taken first.
  const server = createServer()
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = await startProvider({ issuer, masterKey: new Uint8Array(32).fill(7), storage: libsql({ url: ':memory:' }), users })
  server.on('request', createApp(provider, users))
  try {
    const userAgent = createUserAgent(fetch)
    const person = { email: 'Ada@example.com', name: 'Ada', password: 'the difference engine' }
    const short = await userAgent.submit(await userAgent.get(`${issuer}/sign-up`), { ...person, password: 'short' })
    assert.equal(short.status, 422)
    assert.equal((await userAgent.submit(await userAgent.get(`${issuer}/sign-up`), person)).status, 200)

    const query = new URLSearchParams({
      client_id: 'shop-app',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email plan',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const start = await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`)
    const end = await signIn(userAgent, start, { loginName: 'ada@example.com', password: person.password })
    const code = end.redirectedTo?.searchParams.get('code') ?? assert.fail(end.text)
    const answer = await fetch(`${issuer}/oauth/v2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'shop-app',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    })
    const tokens = (await answer.json()) as { readonly access_token: string; readonly id_token: string }
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
    assert.equal(claims['plan'], 'free')

    const call = async (): Promise<Response> =>
      await fetch(`${issuer}/api/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    assert.deepEqual(await (await call()).json(), { id: claims['sub'], name: 'Ada' })
    assert.equal((await fetch(`${issuer}/api/me`)).status, 401)
    await users.changePassword(String(claims['sub']), 'the analytical engine')
    assert.equal((await call()).status, 401)
  } finally {
    server.closeAllConnections()
    server.close()
    await provider.close()
    users.close()
  }
})
