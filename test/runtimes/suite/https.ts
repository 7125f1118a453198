// TLS is spoken by the runtime, with the certificate that the settings name.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { connect } from 'node:tls'
import { sendRaw } from '../../support/raw-http.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'

const versions = [
  ['TLSv1', 'refused'],
  ['TLSv1.1', 'refused'],
  ['TLSv1.2', 'connected'],
  ['TLSv1.3', 'connected'],
] as const
type Version = (typeof versions)[number][0]

/** @param running the service, once tests run */
export function httpsSuite({ test }: Stage, running: () => TestService): void {
  describe('https', () => {
    test('the issuer is https, and answers demand it', async () => {
      const service = running()
      const response = await service.fetch(`${service.issuer}/.well-known/openid-configuration`)
      assert.match(service.issuer, /^https:/)
      assert.equal(((await response.json()) as Readonly<Record<string, unknown>>)['issuer'], service.issuer)
      assert.match(response.headers.get('strict-transport-security') ?? '', /^max-age=\d+/)
    })

    test('plain http on the port gets no answer of ours', async () => {
      const { text } = await sendRaw(running().port, 'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: localhost\r\n\r\n')
      assert.doesNotMatch(text, /issuer|HTTP\/1\.1 [23]/)
    })

    for (const [version, expected] of versions) {
      test(`${version} is ${expected}`, async () => assert.equal(await connectWith(version, running().port), expected))
    }
  })
}

async function connectWith(version: Version, port: number): Promise<'connected' | 'refused'> {
  return await new Promise((resolve) => {
    // Who signed the certificate is not asked here; the level lets this side offer what is out of date.
    const range = { minVersion: version, maxVersion: version, rejectUnauthorized: false, ciphers: 'DEFAULT@SECLEVEL=0' }
    const socket = connect({ port, host: 'localhost', ...range }, () => {
      socket.end()
      resolve('connected')
    })
    socket.on('error', () => resolve('refused'))
  })
}
