// Where people land who signed in without an application.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landingOf } from '../src/landing/landing.ts'

test('LG-26 only http and https addresses are led to', () => {
  assert.equal(landingOf({ defaultRedirectUri: 'https://home.example/a?b=c' }), 'https://home.example/a?b=c')
  assert.equal(landingOf({ defaultRedirectUri: 'http://home.example' }), 'http://home.example/')
  for (const defaultRedirectUri of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/relative',
    'https:evil.example',
    'https://',
    'https://home.example/\r\nset-cookie: x',
    'https://home.example/\u0000',
    ' https://home.example',
    '',
  ]) {
    assert.equal(landingOf({ defaultRedirectUri }), undefined, JSON.stringify(defaultRedirectUri))
  }
  assert.equal(landingOf({}), undefined)
})
