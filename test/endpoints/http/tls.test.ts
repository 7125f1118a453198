// HTTPS without a proxy: the command serves an https issuer with a configured certificate.
import { serve } from '@symbolon/server'
import type { Served } from '@symbolon/server'
import { alice, createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { after, before, describe, test } from 'node:test'
import { createCertificate } from '../../support/certificate.ts'
import type { Certificate } from '../../support/certificate.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import { createHttpsFetch } from '../../support/https-fetch.ts'
import type { HttpsFetch } from '../../support/https-fetch.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

describe('https', () => {
  let certificate: Certificate
  let served: Served
  let provider: TestProvider
  let client: HttpsFetch

  before(async () => {
    certificate = await createCertificate()
    const begun = Promise.withResolvers<TestProvider>()
    const tls = { cert: certificate.certificate, key: certificate.privateKey }
    served = await serve(
      { answer: async (request) => await (await begun.promise).answer(request) },
      { hostname: '127.0.0.1', port: 0, tls },
    )
    provider = await startTestProvider({ issuer: `https://localhost:${served.port}` })
    begun.resolve(provider)
    client = createHttpsFetch(certificate.certificate)
  })
  after(async () => {
    client.close()
    await served.drain(0)
    await provider.close()
  })

  test('a whole sign-in, with cookies that need https and a header that demands it', async () => {
    const userAgent = createUserAgent(async (request) => {
      const response = await client.fetch(request)
      assert.match(response.headers.get('strict-transport-security') ?? '', /^max-age=\d+/)
      return response
    })
    const page = await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    assert.notEqual(codeOf(page), '')
    assert.equal(page.redirectedTo?.searchParams.get('iss'), provider.issuer)
    for (const { name } of userAgent.cookies.list()) assert.match(name, /^__Host-/)
  })

  test('plain http on the port gets no answer of ours', async () => {
    const text = await new Promise<string>((resolve) => {
      let got = ''
      const socket = connectPlain(served.port, '127.0.0.1', () =>
        socket.write('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      )
      socket.on('data', (chunk) => void (got += String(chunk)))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(got))
    })
    assert.doesNotMatch(text, /issuer|HTTP\/1\.1 [23]/)
  })

  const versions = [
    ['TLSv1', 'refused'],
    ['TLSv1.1', 'refused'],
    ['TLSv1.2', 'connected'],
    ['TLSv1.3', 'connected'],
  ] as const
  for (const [version, expected] of versions) {
    test(`${version} is ${expected}`, async () => {
      const outcome = await new Promise<string>((resolve) => {
        const range = { minVersion: version, maxVersion: version }
        const socket = connectTls({ port: served.port, host: 'localhost', ca: certificate.certificate, ...range }, () => {
          socket.end()
          resolve('connected')
        })
        socket.on('error', () => resolve('refused'))
      })
      assert.equal(outcome, expected)
    })
  }

  test('a key that does not belong to the certificate is found at the start', async () => {
    const other = await createCertificate()
    const tls = { cert: certificate.certificate, key: other.privateKey }
    await assert.rejects(
      async () => await serve({ answer: async () => ({ status: 200, fields: {}, body: null }) }, { hostname: '127.0.0.1', port: 0, tls }),
    )
  })
})
