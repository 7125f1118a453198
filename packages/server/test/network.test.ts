// Which addresses a network contains.
import { parseAddress } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetwork, parseNetwork } from '../src/remote-address/network.ts'

test('a network contains its addresses and no others', () => {
  const holds = (network: string, text: string): boolean | undefined => {
    const address = parseAddress(text)
    return address === undefined ? undefined : parseNetwork(network)?.contains(address)
  }
  assert.equal(holds('10.0.0.0/8', '10.255.0.1'), true)
  assert.equal(holds('10.0.0.0/8', '::ffff:10.1.2.3'), true)
  assert.equal(holds('10.0.0.0/8', '11.0.0.1'), false)
  assert.equal(holds('10.1.2.3', '10.1.2.3'), true)
  assert.equal(holds('10.1.2.3', '10.1.2.4'), false)
  assert.equal(holds('fd00::/8', 'fdff::1'), true)
  assert.equal(holds('fd00::/8', 'fe00::1'), false)
  assert.equal(holds('0.0.0.0/0', '203.0.113.9'), true)
  assert.equal(holds('0.0.0.0/0', '2001:db8::1'), false)
  assert.equal(holds('::/0', '2001:db8::1'), true)
  assert.equal(holds('::/0', '203.0.113.9'), true)
  assert.equal(holds('::ffff:10.0.0.0/104', '10.1.2.3'), true)
  assert.equal(holds('::ffff:10.0.0.0/104', '11.1.2.3'), false)
  assert.equal(holds('::ffff:10.1.2.3', '10.1.2.3'), true)
})

test('text that is not a network is refused', () => {
  for (const text of [
    '',
    '/',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10/8',
    'proxy.example',
    '::/129',
    '::/064',
    'fe80::1%eth0',
  ]) {
    assert.equal(isNetwork(text), false, text)
  }
})
