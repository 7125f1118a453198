// Which hosts a plain text leads to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainsAbove, linkHostsIn } from '../src/text/link-hosts.ts'

for (const [text, hosts] of [
  ['Your code is on its way, e.g. tomorrow. z.B. morgen. 3.5 times', []],
  ['您好。请使用下面的验证码。', []],
  ['https://id.example/ui', ['id.example']],
  ['(see HTTPS://Evil.Example:8443/p?q=1)', ['evil.example']],
  ['https:\\\\evil.example\\p', ['evil.example']],
  ['https:/evil.example', ['evil.example']],
  ['https://id.example@evil.example/', ['evil.example']],
  ['https://id.example/,https://evil.example', ['id.example', 'evil.example']],
  ['evil.example/p and www.evil.example', ['evil.example', 'www.evil.example']],
  ['mailto:win@evil.example', ['evil.example']],
  ['win@evil.example', ['evil.example']],
  ['ev\u200Bil.exam\u00ADple', ['evil.example']],
  ['https://evil。example/', ['evil.example']],
  ['https://bücher.example', ['xn--bcher-kva.example']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['192.0.2.1/p', ['192.0.2.1']],
  ['1.2.3.4.5 and 3.50 EUR', []],
  ['http://[2001:db8::1]/', ['[2001:db8::1]']],
  ['app://evil.example', ['evil.example']],
  ['https://', ['https://']],
  ['<a href="https://evil.example">', ['evil.example']],
  ['https://id.example/terms.html', ['id.example']],
] as const) {
  test(`MA-07 ${JSON.stringify(text)} leads to ${JSON.stringify(hosts)}`, () => assert.deepEqual(linkHostsIn(text), hosts))
}

test('MA-07 a text of 200,000 characters takes linear time', () => {
  for (const text of ['a'.repeat(200_000), 'a.'.repeat(100_000), 'a+'.repeat(100_000), 'http:'.repeat(40_000), '1.'.repeat(100_000)])
    linkHostsIn(text)
})

test('the domains above a host have two labels or more', () => {
  assert.deepEqual(domainsAbove('www.shop.example'), ['www.shop.example', 'shop.example'])
  assert.deepEqual(domainsAbove('localhost'), [])
})
