// What the Content-Security-Policy says about a redirect URI.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formActionSource } from '../src/http/form-action.ts'

const rows: readonly [redirectUri: string, expected: string | undefined][] = [
  ['https://app.example/callback?x=1', 'https://app.example'],
  ['https://app.example:8443/callback', 'https://app.example:8443'],
  ['http://127.0.0.1:5173/callback', 'http://127.0.0.1:5173'],
  ['http://[::1]:5173/callback', 'http:'],
  ['com.example.app:/callback', 'com.example.app:'],
  ['com.example.app:/callback; script-src *', 'com.example.app:'],
  ['https://*.example/callback', undefined],
  ["https://app.example';x/callback", undefined],
  ['not a uri', undefined],
]

for (const [redirectUri, expected] of rows) {
  test(`form-action for ${redirectUri} is ${expected ?? 'nothing'}`, () => {
    assert.equal(formActionSource(redirectUri), expected)
  })
}
