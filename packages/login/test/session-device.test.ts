// By what a user recognizes a session.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromRequest } from '@symbolon/core-protocol'
import { sessionDevice } from '../src/steps/session-device.ts'

const deviceOf = (userAgent: string | undefined, remoteAddress?: string) =>
  sessionDevice(fromRequest(new Request('https://id.example/', userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } })), {
    remoteAddress,
  })

describe('the device of a session', () => {
  for (const [userAgent, device] of [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      ['Chrome', 'Windows'],
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      ['Edge', 'Windows'],
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', ['Firefox', 'Linux']],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      ['Safari', 'macOS'],
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1',
      ['Chrome', 'iOS'],
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      ['Chrome', 'Android'],
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      ['Chrome', 'ChromeOS'],
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 OPR/122.0.0.0',
      ['Opera', 'macOS'],
    ],
  ] as const) {
    test(`${device.join(' on ')} is recognized`, () => {
      assert.deepEqual(deviceOf(userAgent), { browser: device[0], system: device[1] })
    })
  }

  test('nothing of an unknown or hostile header is stored', () => {
    assert.deepEqual(deviceOf(undefined), {})
    assert.deepEqual(deviceOf('<script>alert(1)</script>'), {})
    assert.deepEqual(deviceOf(`${'x'.repeat(100_000)} Firefox/1`), {})
  })

  test('an address is cut to its network: /24 for IPv4, /48 for IPv6', () => {
    assert.deepEqual(deviceOf(undefined, '203.0.113.77'), { network: '203.0.113.0/24' })
    assert.deepEqual(deviceOf(undefined, '::ffff:203.0.113.77'), { network: '203.0.113.0/24' })
    assert.deepEqual(deviceOf(undefined, '2001:db8:1234:5678::1'), { network: '2001:db8:1234::/48' })
    assert.deepEqual(deviceOf(undefined, 'unix:/socket'), {})
  })
})
