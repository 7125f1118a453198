// Every spelling of an address is the same value; text that is not an address is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, isLoopback, parseAddress, hostNetworkOf } from '../src/http/address.ts'
import type { InternetAddress } from '../src/http/address.ts'

function parsed(text: string): InternetAddress {
  const address = parseAddress(text)
  assert.ok(address !== undefined, text)
  return address
}

const source = (text: string): string | undefined => {
  const address = parseAddress(text)
  return address === undefined ? undefined : hostNetworkOf(address)
}

for (const [text, expected] of [
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.255.255.255', '255.255.255.255'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
] as const) {
  test(`${text} is counted as ${expected}`, () => assert.equal(source(text), expected))
}

for (const text of [
  '',
  'a',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '0x7f.1',
  '2130706433',
  '1.2.3.4:80',
  '[::1]',
  ':',
  ':::',
  '1::2::3',
  '::g',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3',
  ' 1.2.3.4',
  '1.2.3.4\n',
  '::1]/@evil',
  '::1%',
  '::127.0.0.1',
  '::ffff:0x7f.0.0.1',
  '::ffff:0177.0.0.1',
  '::ffff:1.2.3.256',
  '64:ff9b::1.2.3',
  `::${'0'.repeat(100)}`,
  '١.2.3.4',
]) {
  test(`${JSON.stringify(text)} is not an address`, () => assert.equal(parseAddress(text), undefined))
}

test('loopback addresses are recognised in every spelling', () => {
  const loopback = (text: string): boolean => isLoopback(parsed(text))
  for (const text of ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1']) assert.ok(loopback(text), text)
  for (const text of ['128.0.0.1', '126.255.255.255', '0.0.0.0', '::', '::2', '::7f00:1', 'fe80::1', '10.0.0.1'])
    assert.ok(!loopback(text), text)
})

test('an address has one canonical spelling', () => {
  for (const [text, expected] of [
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:0:0:0::0001', '2001:db8::1'],
    ['::', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ] as const)
    assert.equal(formatAddress(parsed(text)), expected)
})
