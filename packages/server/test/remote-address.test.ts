// No client chooses its address: only entries of trusted proxies count, and malformed headers disable no limit.
import type { HttpRequest, RequestOrigin } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseNetwork } from '../src/remote-address/network.ts'
import { requestOrigin } from '../src/remote-address/remote-address.ts'

const proxies = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'].flatMap((text) => parseNetwork(text) ?? [])
const quiet = { warn: () => undefined }
const originOf = requestOrigin(proxies, quiet)
const headerOf =
  (fields: Readonly<Record<string, string>> = {}): HttpRequest['header'] =>
  (name) =>
    new Headers(fields).get(name) ?? undefined
const from = (peer: string | undefined, headers: Record<string, string> = {}): RequestOrigin => originOf(headerOf(headers), peer)
const addressOf = (peer: string | undefined, headers: Record<string, string> = {}): string | undefined => from(peer, headers).remoteAddress

test('PW-08 headers of a peer that is not a trusted proxy change nothing', () => {
  for (const header of ['198.51.100.1', '127.0.0.1', '::1', '10.0.0.1', 'a', '', '198.51.100.1, 10.0.0.1']) {
    const origin = from('203.0.113.9', { 'x-forwarded-for': header, forwarded: `for=${header}` })
    assert.deepEqual(origin, { remoteAddress: '203.0.113.9', forwarded: true }, header)
  }
})

describe('PW-08 behind a trusted proxy', () => {
  for (const [title, headers, expected] of [
    ['the address that it added is the source', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['what the client wrote before it is not', { 'x-forwarded-for': '1.2.3.4, 127.0.0.1, 198.51.100.1' }, '198.51.100.1'],
    ['garbage that the client wrote before it changes nothing', { 'x-forwarded-for': 'a, , ;;, 198.51.100.1' }, '198.51.100.1'],
    ['other trusted proxies are passed over', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1, 10.0.0.3, 10.0.0.2' }, '198.51.100.1'],
    ['where all are trusted, the first is the source', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
    ['garbage leaves the proxy', { 'x-forwarded-for': 'a' }, '10.0.0.1'],
    ['garbage behind another proxy leaves that proxy', { 'x-forwarded-for': '1.2.3.4, a, 10.0.0.2' }, '10.0.0.2'],
    ['an empty header leaves the proxy', { 'x-forwarded-for': '' }, '10.0.0.1'],
    ['no header leaves the proxy', {}, '10.0.0.1'],
    ['a port is not part of the source', { 'x-forwarded-for': '198.51.100.1:4711' }, '198.51.100.1'],
    ['IPv6 is understood', { 'x-forwarded-for': '[2001:db8:1:2:a::1]:4711' }, '2001:db8:1:2:a::1'],
    ['Forwarded is understood', { forwarded: 'for=1.2.3.4, for="[2001:db8:1:2::17]:4711";proto=https;by=10.0.0.1' }, '2001:db8:1:2::17'],
    ['Forwarded in capitals is understood', { forwarded: 'By=10.0.0.1; FOR = 198.51.100.1' }, '198.51.100.1'],
    ['an obfuscated hop leaves the proxy', { forwarded: 'for=_hidden' }, '10.0.0.1'],
    ['an unknown hop leaves the proxy', { forwarded: 'for=unknown' }, '10.0.0.1'],
    ['two addresses in one hop leave the proxy', { forwarded: 'for=198.51.100.1;for=198.51.100.2' }, '10.0.0.1'],
    ['both headers may say the same', { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' }, '198.51.100.1'],
    ['headers that differ leave the proxy', { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.77' }, '10.0.0.1'],
  ] as const) {
    test(title, () => assert.deepEqual(from('10.0.0.1', headers), { remoteAddress: expected, forwarded: true }))
  }

  test('nothing that it says makes the request one of this machine itself', () => {
    for (const header of ['127.0.0.1', '::1', 'a', '']) assert.equal(from('127.0.0.1', { 'x-forwarded-for': header }).forwarded, true)
  })

  test('more hops than there are proxies are not read', () => {
    assert.equal(addressOf('10.0.0.1', { 'x-forwarded-for': `198.51.100.1${', 10.0.0.2'.repeat(1000)}` }), '10.0.0.2')
  })

  test('a client that sends changing addresses keeps the address that the proxy sees', () => {
    const names = new Set(
      Array.from({ length: 1000 }, (_, index) =>
        addressOf('10.0.0.1', { 'x-forwarded-for': `1.2.${index >> 8}.${index & 255}, 198.51.100.1` }),
      ),
    )
    assert.deepEqual([...names], ['198.51.100.1'])
  })
})

test('a request with any forwarding header is recognized as forwarded', () => {
  const direct = requestOrigin([], quiet)
  assert.deepEqual(direct(headerOf({ accept: '*/*' }), '::ffff:127.0.0.1'), { remoteAddress: '127.0.0.1', forwarded: false })
  for (const name of [
    'X-Forwarded-For',
    'Forwarded',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Real-IP',
    'Via',
    'CF-Connecting-IP',
    'True-Client-IP',
  ]) {
    assert.deepEqual(direct(headerOf({ [name]: '203.0.113.9' }), '127.0.0.1'), { remoteAddress: '127.0.0.1', forwarded: true }, name)
  }
})

test('a peer without address has none, whatever its headers say', () => {
  assert.deepEqual(from(undefined, { 'x-forwarded-for': '1.2.3.4' }), { remoteAddress: undefined, forwarded: true })
  assert.equal(addressOf('not an address'), undefined)
})

test('an unnamed proxy causes one warning, which says what to set', () => {
  const warnings: unknown[] = []
  const watched = requestOrigin(proxies, { warn: (event, fields) => void warnings.push({ event, ...fields }) })
  watched(headerOf(), '203.0.113.9')
  watched(headerOf({ 'x-forwarded-for': '198.51.100.1' }), '10.0.0.1')
  assert.deepEqual(warnings, [])
  for (let count = 0; count < 3; count++) watched(headerOf({ 'x-forwarded-for': '198.51.100.1' }), '203.0.113.9')
  assert.deepEqual(warnings, [
    {
      event: 'forwarded_header_ignored',
      peer: '203.0.113.9',
      reason: 'the peer is not among the trusted proxies',
      advice: 'If it is your proxy, add it to trustedProxies (SYMBOLON_TRUSTED_PROXIES) and configure it to set X-Forwarded-For.',
    },
  ])
})

test('a host that passes no address causes one warning, which states what to pass', () => {
  const events: unknown[] = []
  const watched = requestOrigin(proxies, { warn: (event, fields) => void events.push([event, fields?.['advice']]) })
  for (let count = 0; count < 3; count++) watched(headerOf(), undefined)
  assert.deepEqual(events, [['remote_address_missing', 'Pass it with each request: provider.fetch(request, { remoteAddress }).']])
})

test('a connection that broke off before its address was read causes no warning', () => {
  const events: unknown[] = []
  const watched = requestOrigin(proxies, { warn: (event) => void events.push(event) })
  watched(headerOf(), '203.0.113.9')
  watched(headerOf(), undefined)
  assert.deepEqual(events, [])
})
