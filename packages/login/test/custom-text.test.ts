// The texts of organizations in mails: the code stands alone, and nothing leads to another server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usableTexts } from '../src/mail/custom-text.ts'

const usable = (text: string, domains: readonly string[] = ['acme.example']): string | undefined =>
  usableTexts({ text }, 'id.example', new Set(domains)).text

for (const [text, expected] of [
  ['Your code is {{.Code}}.', 'Your code is {{.Code}}.'],
  ['{{.Code}}', '{{.Code}}'],
  ['({{.Code}})', '( {{.Code}})'],
  ['验证码：{{ .Code }}。', '验证码： {{ .Code }}。'],
  ['/p/{{.Code}}/{{.Code}}', '/p/ {{.Code}} / {{.Code}}'],
  ['evil{{.Code}}.x', 'evil {{.Code}} .x'],
  ['\u200B{{.Code}}\u200B', '\u200B {{.Code}} \u200B'],
  ['https://shop.acme.example/{{.Code}}', 'https://shop.acme.example/ {{.Code}}'],
] as const) {
  test(`MA-07 the code of ${JSON.stringify(text)} stands alone`, () => assert.equal(usable(text), expected))
}

for (const text of [
  'Open https://evil.example/p/{{.Code}}/{{.PreferredLoginName}}',
  'https://id.example.evil.example/',
  'https://acme.example{{.UserName}}/',
  'https://acme.example@{{.NickName}}',
  'https://{{.FirstName}}',
  'evil.{{.LastName}}',
  'Write to win@evil.example',
]) {
  test(`MA-07 the built-in text stands in the place of ${JSON.stringify(text)}`, () => assert.equal(usable(text), undefined))
}

test('MA-07 a text may lead to the issuer, and to a domain for as long as the organization has it', () => {
  for (const text of ['See https://id.example/ui/account', 'https://www.acme.example/help?u={{.UserName}}', 'help@acme.example'])
    assert.equal(usable(text), text)
  assert.equal(usable('https://www.acme.example/', []), undefined)
  assert.equal(usable('https://id.example/ui', []), 'https://id.example/ui')
})
