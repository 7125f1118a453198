// Which user names a person may have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUserName } from '../src/steps/user-name.ts'
import type { UserNameRules } from '../src/steps/user-name.ts'

const rules: UserNameRules = { email: 'ada@mail.example', domain: 'acme.example', mustBeDomain: false }

for (const [typed, more, expected] of [
  ['ada', {}, 'ada'],
  // The domain of the organization completes every name.
  ['ada@acme.example', {}, 'ada'],
  ['Ada@ACME.example', { mustBeDomain: true }, 'Ada'],
  ['ada\uff20acme.example', {}, undefined],
  ['ada@eve@acme.example', {}, undefined],
  ['@acme.example', {}, undefined],
  // The own address, and no other one.
  ['ada@mail.example', {}, 'ada@mail.example'],
  ['ADA@mail.example', {}, 'ADA@mail.example'],
  ['ada@mail.example', { mustBeDomain: true }, undefined],
  ['ada@mail.example', { email: undefined }, undefined],
  ['eve@mail.example', {}, undefined],
  ['eve\uff20mail.example', {}, undefined],
  ['eve@acme.example', { domain: undefined }, undefined],
  // As everywhere.
  ['', {}, undefined],
  ['a\u200bda', {}, undefined],
] as const satisfies readonly (readonly [string, Partial<UserNameRules>, string | undefined])[]) {
  test(`user name: ${JSON.stringify(typed)} with ${JSON.stringify(more)} is ${expected ?? 'refused'}`, () => {
    assert.equal(readUserName(typed, { ...rules, ...more }), expected)
  })
}
