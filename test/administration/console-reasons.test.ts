// The console translates the reasons of refused objects into each of its languages.
import { advice } from '@symbolon/provisioning'
import { ledgerAdvice } from '@symbolon/transfer'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasons } from '../../packages/console/src/texts/de/reasons.ts'

test('every reason of a refusal has a German sentence', () => {
  const missing = [...Object.keys(advice), ...Object.keys(ledgerAdvice)].filter((reason) => !Object.hasOwn(reasons(), reason))
  assert.deepEqual(missing, [])
})
