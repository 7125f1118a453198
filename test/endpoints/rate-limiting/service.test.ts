// The command behind a proxy on the same machine: every runtime reports the peer's address, and reads a body twice.
import { acmeDocument } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runtimes } from '../../support/runtimes.ts'
import { startTestService } from '../../support/service.ts'

for (const runtime of runtimes) {
  test(`CA-07 PW-08 on ${runtime.name}, behind a trusted proxy, guesses count by client and by the source that the proxy names`, async () => {
    const settings = { SYMBOLON_TRUSTED_PROXIES: '127.0.0.1,::1' }
    const service = await startTestService({ runtime, settings, document: acmeDocument(), tls: false })
    try {
      const guess = async (clientId: string, forwardedFor: string): Promise<{ status: number; error: unknown }> => {
        const response = await service.fetch(
          new Request(`${service.issuer}/oauth/v2/token`, {
            method: 'POST',
            headers: { 'x-forwarded-for': forwardedFor },
            body: new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, client_secret: 'a guessed secret' }),
          }),
        )
        return { status: response.status, error: ((await response.json()) as { error: unknown }).error }
      }
      for (let count = 0; count < 20; count++) {
        assert.deepEqual(await guess('post', `1.2.3.${count}, 203.0.113.9`), { status: 401, error: 'invalid_client' })
      }
      assert.deepEqual(await guess('post', '203.0.113.9'), { status: 429, error: 'temporarily_unavailable' })
      assert.equal((await guess('post', '198.51.100.7')).status, 401)
      assert.equal((await guess('basic', '203.0.113.9')).status, 401)
    } finally {
      await service.stop()
    }
  })
}

test('CA-07 behind a local proxy that is not configured, guesses are limited, and the start reports what to set', async () => {
  const settings = { SYMBOLON_ISSUER: 'https://id.example' }
  const service = await startTestService({ settings, document: acmeDocument(), tls: false })
  try {
    assert.match(service.stdout(), /SYMBOLON_TRUSTED_PROXIES/)
    const guess = async (headers: Record<string, string>): Promise<number> => {
      const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'post', client_secret: 'a guessed secret' })
      return (await fetch(`http://127.0.0.1:${service.port}/oauth/v2/token`, { method: 'POST', headers, body })).status
    }
    for (let count = 0; count < 20; count++)
      assert.equal(await guess(count % 2 === 0 ? { 'x-forwarded-for': `203.0.113.${count}` } : {}), 401)
    assert.equal(await guess({ 'x-forwarded-for': '203.0.113.99' }), 429)
    assert.equal(await guess({}), 429, 'the issuer is https: plain http comes from a proxy, with or without a header')
    assert.match(service.stderr(), /"event":"forwarded_header_ignored"/)
    assert.match(service.stderr(), /SYMBOLON_TRUSTED_PROXIES/)
  } finally {
    await service.stop()
  }
})
