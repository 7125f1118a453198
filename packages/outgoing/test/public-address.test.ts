// SS-19: which addresses count as public, for each entry of the registries of special-use addresses.
// https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry
import { parseAddress } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic } from '../src/public-address.ts'

const publicText = (text: string): boolean => {
  const address = parseAddress(text)
  assert.ok(address !== undefined, text)
  return isPublic(address)
}

test('SS-19 the first and the last address of every special-use range are not public', () => {
  const ranges: readonly (readonly [first: string, last: string])[] = [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.31.196.0', '192.31.196.255'],
    ['192.52.193.0', '192.52.193.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['192.175.48.0', '192.175.48.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['168.63.129.16', '168.63.129.16'],
    ['::', '::1'],
    ['::2', '::ffff'],
    ['::ffff:10.0.0.0', '::ffff:127.0.0.1'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['64:ff9b:1::8.8.8.8', '64:ff9b::1:0:8.8.8.8'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['4000::', '5fff::'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2600::5efe:a00:1', '2600::200:5efe:a00:1'],
  ]
  for (const text of ranges.flat()) assert.equal(publicText(text), false, text)
})

test('SS-19 the addresses next to the ranges are public', () => {
  const addresses = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '2001:200::',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::',
    '2606:4700::1111',
    '3ffe:ffff::',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ]
  for (const text of addresses) assert.equal(publicText(text), true, text)
})

test('SS-19 every IPv4 address counts alike in the prefix of NAT64 and when it is mapped', () => {
  for (const text of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '168.63.129.16', '8.8.8.8', '1.1.1.1'])
    assert.deepEqual([publicText(`64:ff9b::${text}`), publicText(`::ffff:${text}`)], [publicText(text), publicText(text)], text)
})
