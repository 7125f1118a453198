// Nobody picks its own source: of a header only what trusted proxies added counts, and what makes no sense disables nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseNetwork } from '../src/network.ts'
import { requestSource } from '../src/request-source.ts'
import type { RequestSource } from '../src/request-source.ts'

const proxies = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'].flatMap((text) => parseNetwork(text) ?? [])
const from = (peer: string | undefined, headers: Record<string, string> = {}): RequestSource => requestSource(new Headers(headers), peer, proxies)
const nameOf = (peer: string | undefined, headers: Record<string, string> = {}): string => from(peer, headers).name

test('PW-08 headers of a peer that is no trusted proxy change nothing', () => {
  for (const header of ['198.51.100.1', '127.0.0.1', '::1', '10.0.0.1', 'a', '', '198.51.100.1, 10.0.0.1']) {
    const source = from('203.0.113.9', { 'x-forwarded-for': header, forwarded: `for=${header}` })
    assert.deepEqual(source, { name: '203.0.113.9', loopback: false, forwardedByStranger: true }, header)
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
    ['IPv6 counts by /64', { 'x-forwarded-for': '[2001:db8:1:2:a::1]:4711' }, '2001:db8:1:2::/64'],
    ['Forwarded is understood', { forwarded: 'for=1.2.3.4, for="[2001:db8:1:2::17]:4711";proto=https;by=10.0.0.1' }, '2001:db8:1:2::/64'],
    ['Forwarded in capitals is understood', { forwarded: 'By=10.0.0.1; FOR = 198.51.100.1' }, '198.51.100.1'],
    ['an obfuscated hop leaves the proxy', { forwarded: 'for=_hidden' }, '10.0.0.1'],
    ['an unknown hop leaves the proxy', { forwarded: 'for=unknown' }, '10.0.0.1'],
    ['two addresses in one hop leave the proxy', { forwarded: 'for=198.51.100.1;for=198.51.100.2' }, '10.0.0.1'],
    ['both headers may say the same', { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' }, '198.51.100.1'],
    ['headers that differ leave the proxy', { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.77' }, '10.0.0.1'],
  ] as const) {
    test(title, () => assert.equal(nameOf('10.0.0.1', headers), expected))
  }

  test('nothing that it says makes the source one of this machine', () => {
    for (const header of ['127.0.0.1', '::1', 'a', '']) assert.equal(from('127.0.0.1', { 'x-forwarded-for': header }).loopback, false)
  })

  test('a client that walks through addresses of its own stays one source', () => {
    const names = new Set(Array.from({ length: 1000 }, (_, index) => nameOf('10.0.0.1', { 'x-forwarded-for': `1.2.${index >> 8}.${index & 255}, 198.51.100.1` })))
    assert.deepEqual([...names], ['198.51.100.1'])
    const addresses = new Set(Array.from({ length: 1000 }, (_, index) => nameOf(`2001:db8:1:2::${index.toString(16)}`)))
    assert.deepEqual([...addresses], ['2001:db8:1:2::/64'])
  })
})

test('a program of this machine is told apart, a peer without address shares one source', () => {
  const onThisMachine = (peer: string): boolean => requestSource(new Headers(), peer, []).loopback
  assert.equal(onThisMachine('127.0.0.1'), true)
  assert.equal(onThisMachine('::ffff:127.0.0.1'), true)
  assert.equal(onThisMachine('::1'), true)
  assert.equal(onThisMachine('203.0.113.9'), false)
  assert.deepEqual(from(undefined, { 'x-forwarded-for': '1.2.3.4' }), { name: 'unknown', loopback: false, forwardedByStranger: true })
  assert.equal(nameOf('not an address'), 'unknown')
})
