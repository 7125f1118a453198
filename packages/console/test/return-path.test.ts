// Where a sign-in to the console returns to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownConsolePath } from '../src/sign-in/begin.ts'

test('a sign-in returns to the page of the console that was asked for', () => {
  for (const path of ['/ui/console', '/ui/console/', '/ui/console/orgs/acme/users?q=a%20b&state=active', '/ui/console?a=1'])
    assert.equal(ownConsolePath(path), path)
})

test('a sign-in returns to no other page and to no other server', () => {
  for (const path of [
    '',
    '/',
    '/ui/account',
    '/ui/consoles',
    '/ui/console//evil.example',
    '//evil.example',
    '/ui/console\\evil',
    '/ui/console/a b',
  ])
    assert.equal(ownConsolePath(path), '/ui/console', path)
})
