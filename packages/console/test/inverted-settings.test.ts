// Settings that turn something off are shown by what they turn off: a ticked box stores that it is allowed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryFrom } from '../src/html/fields.ts'
import { policyFields } from '../src/policies/fields.ts'
import { policies } from '../src/policies/settings.ts'
import type { Setting } from '../src/policies/settings.ts'
import { showValue } from '../src/policies/show-value.ts'
import { en } from '../src/texts/en.ts'

const texts = en()
const policy = policies.find(({ name }) => name === 'loginPolicy') ?? assert.fail('no login policy')

function settingNamed(name: string): Setting {
  return policy.settings.find((setting) => setting.name === name) ?? assert.fail(name)
}

for (const name of ['hidePasswordReset', 'disableLoginWithEmail', 'disableLoginWithPhone']) {
  test(`${name} is off where its box is ticked, and on where it is not`, () => {
    const contentOf = (fields: Readonly<Record<string, string>>): unknown =>
      entryFrom(policyFields(policy, [], texts), new URLSearchParams(fields))[name]
    assert.equal(contentOf({ [name]: 'true' }), undefined)
    assert.equal(contentOf({}), true)
  })

  test(`${name} is shown by what it turns off`, () => {
    assert.equal(String(showValue(settingNamed(name), true, texts)), 'Off')
    assert.equal(String(showValue(settingNamed(name), false, texts)), 'On')
  })
}

test('a flag that turns something on is shown as it is stored', () => {
  assert.equal(String(showValue(settingNamed('forceMfa'), true, texts)), 'On')
})

for (const [hours, shown] of [
  [240, '10 days'],
  [48, '2 days'],
  [24, '24 hours'],
  [60, '60 hours'],
  [0.5, '0.5 hours'],
  [1, '1 hour'],
] as const) {
  test(`a lifetime of ${hours} hours is shown as ${shown}`, () => {
    assert.equal(String(showValue(settingNamed('passwordCheckLifetime'), hours, texts)), shown)
  })
}
