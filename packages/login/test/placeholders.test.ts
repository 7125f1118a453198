// Names of users in mails: they never become a link or a separate line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInMail } from '../src/mail/placeholders.ts'

for (const [name, shown] of [
  ['Ann Lee', 'Ann Lee'],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['Zoë 李', 'Zoë 李'],
  ['Click http://evil.example/x now', 'Click now'],
  ['HTTPS://EVIL.EXAMPLE', ''],
  ['www.evil.example', ''],
  ['mailto:bob@evil.example', ''],
  ['win at evil.example', 'win at evil. example'],
  ['evil.example/path', 'evil. example path'],
  ['Ann\r\nBcc: bob', 'Ann Bcc: bob'],
  ['Ann\u2028Lee\u202E', 'Ann Lee'],
  ['  ', ''],
] as const) {
  test(`RG-05 ${JSON.stringify(name)} is shown as ${JSON.stringify(shown)}`, () => assert.equal(nameInMail(name), shown))
}

test('RG-05 a name of 10,000 characters is cut', () => assert.equal(nameInMail('x'.repeat(10_000)).length, 100))
