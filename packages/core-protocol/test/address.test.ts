// Every spelling of an address is one value, and what is no address is none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, isLoopback, parseAddress, sourceOf } from '../src/http/address.ts'

const source = (text: string): string | undefined => {
  const address = parseAddress(text)
  return address === undefined ? undefined : sourceOf(address)
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
] as const) {
  test(`${text} is counted as ${expected}`, () => assert.equal(source(text), expected))
}

for (const text of [
  '', 'a', 'localhost', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', '0x7f.1', '2130706433', '1.2.3.4:80', '[::1]', ':', ':::', '1::2::3', '::g',
  '1:2:3:4:5:6:7:8:9', '1:2:3', ' 1.2.3.4', '1.2.3.4\n', '::1]/@evil', '::1%', `::${'0'.repeat(100)}`, '١.2.3.4',
]) {
  test(`${JSON.stringify(text)} is no address`, () => assert.equal(parseAddress(text), undefined))
}

test('addresses of this machine are known in every spelling', () => {
  const loopback = (text: string): boolean => isLoopback(parseAddress(text) ?? 0n)
  for (const text of ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1']) assert.ok(loopback(text), text)
  for (const text of ['128.0.0.1', '126.255.255.255', '0.0.0.0', '::', '::2', '::127.0.0.1', 'fe80::1', '10.0.0.1']) assert.ok(!loopback(text), text)
})

test('an address is written in one way', () => {
  for (const [text, expected] of [
    ['::ffff:203.0.113.9', '203.0.113.9'], ['2001:DB8:0:0:0::0001', '2001:db8::1'], ['::', '::'], ['0:0:0:0:0:0:0:1', '::1'], ['fe80::1%eth0', 'fe80::1'],
  ] as const) assert.equal(formatAddress(parseAddress(text) ?? 7n), expected)
})
