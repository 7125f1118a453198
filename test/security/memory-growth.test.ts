// Own process: it measures the heap.
// What an unauthenticated client can send without limit leaves nothing in memory. The same for the database, once it has expired, is in
// test/security/growth.test.ts.
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { authorizationUrl, postToken } from '../support/code-flow.ts'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { clientAssertion, introspectWith } from '../support/jws.ts'
import type { TestProvider } from '../support/provider.ts'
import { withHeldSweep } from '../support/sweep.ts'
import type { HeldSweep } from '../support/sweep.ts'
import { startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

const longTier = process.env['SYMBOLON_TEST_LONG'] === '1'
/** Requests of one round, each with a new name. */
const distinct = longTier ? 50_000 : 1500
/** Less than a map takes for a name, or for its digest with any value. */
const bytesPerName = 150

let file: DatabaseFile
let provider: TestProvider
let sweep: HeldSweep
let key: ClientKeyPair
before(async () => {
  key = await generateClientKey('client-key', 'ES256')
  file = await databaseFile()
  ;[provider, sweep] = await withHeldSweep(
    async (held) => await startWholeProvider({ ...held, storage: file.storage, document: wholeDocument([key]) }),
  )
})
after(async () => {
  await provider.close()
  file.dispose()
})

async function heapUsed(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // The test's records do not count as the provider's.
  provider.logged.splice(0)
  for (let round = 0; round < 3; round++) {
    if (typeof collect === 'function') collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}

/** Bytes that the heap has grown by while the request was sent with so many distinct names: of six rounds the least, because names that stay make every round grow. */
async function growth(send: (name: string) => Promise<unknown>): Promise<number> {
  let sent = 0
  // At once, so that writes share their syncs.
  const send100 = async (): Promise<void> => {
    await Promise.all(Array.from({ length: 100 }, async () => await send(`${(sent += 1)}-${'x'.repeat(180)}`)))
    provider.logged.splice(0)
  }
  for (let index = 0; index < 3; index++) await send100()
  let least = Infinity
  for (let round = 0; round < 6 && least > distinct * bytesPerName; round++) {
    const start = await heapUsed()
    for (let index = 0; index < distinct / 100; index++) await send100()
    least = Math.min(least, (await heapUsed()) - start)
  }
  return least
}

describe('memory', () => {
  const names: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
    'client ids': async (name) =>
      await postToken(provider, { grant_type: 'client_credentials', client_id: name, client_secret: name, scope: 'openid' }),
    'client ids at authorization, and request cookies': async (name) =>
      await (
        await provider.fetch(
          new Request(authorizationUrl(provider, { client_id: name }), { headers: { cookie: `__Host-symbolon-request-${name}=${name}` } }),
        )
      ).text(),
    'redirect URIs, origins and scopes': async (name) =>
      await (
        await provider.fetch(
          new Request(authorizationUrl(provider, { redirect_uri: `https://app.example/cb?${name}`, scope: `openid ${name}` }), {
            headers: { origin: `https://${name.slice(0, 60)}.example` },
          }),
        )
      ).text(),
    tokens: async (name) =>
      await (
        await provider.fetch(
          new Request(`${provider.issuer}/oidc/v1/userinfo`, {
            headers: { authorization: `Bearer ${name}` },
          }),
        )
      ).text(),
    'key ids of JWTs': async (name) =>
      await (
        await provider.fetch(
          new Request(`${provider.issuer}/oidc/v1/userinfo`, {
            headers: {
              authorization: `Bearer ${btoa(JSON.stringify({ alg: 'RS256', typ: 'at+jwt', kid: name })).replaceAll('=', '')}.e30.AAAA`,
            },
          }),
        )
      ).text(),
    paths: async (name) => await (await provider.fetch(new Request(`${provider.issuer}/${name}`))).text(),
  }
  for (const [what, send] of Object.entries(names)) {
    test(`DS-04 ${distinct} distinct ${what} leave nothing in memory`, async (t) => {
      const grown = await growth(send)
      t.diagnostic(`${(grown / 1024).toFixed(0)} KiB`)
      assert.ok(grown < distinct * bytesPerName, `${grown} bytes for ${distinct} names`)
    })
  }

  test(`DS-04 ${distinct} distinct jtis leave nothing in memory, and are swept from the database`, async (t) => {
    const grown = await growth(async (name) => await introspectWith(provider, await clientAssertion(provider, key, { jti: name })))
    t.diagnostic(`${(grown / 1024).toFixed(0)} KiB`)
    assert.ok(grown < distinct * bytesPerName, `${grown} bytes for ${distinct} names`)
    const kept = file.tables()['assertion_ids']?.length ?? 0
    assert.ok(kept > distinct)
    // An hour beyond their expiry, should a clock have been off.
    provider.clock.advance(3600 + 3600 + 11)
    await sweep.run()
    assert.equal(file.tables()['assertion_ids']?.length, 0)
  })

  test(`DS-04 ${distinct} distinct login names leave nothing in memory`, async (t) => {
    const userAgent = provider.newUserAgent()
    const start = await userAgent.get(authorizationUrl(provider))
    const grown = await growth(async (name) => await userAgent.submit(start, { loginName: name }, 0, { follow: false }))
    t.diagnostic(`${(grown / 1024).toFixed(0)} KiB`)
    assert.ok(grown < distinct * bytesPerName, `${grown} bytes`)
  })
})
