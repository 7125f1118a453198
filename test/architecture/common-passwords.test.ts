// The filter of common passwords holds the list from which it is made.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brokenPasswordRules } from '@symbolon/password-rules'
import { commonPasswords, dataFile, makeDataFile } from '../../scripts/common-passwords.ts'

test('PW-11 the 100,000 most common passwords are refused, in less than 400 kB', () => {
  const entries = commonPasswords()
  assert.equal(entries.size, 100_000)
  const policy = { minLength: 1, requires: [] }
  const allowed = [...entries].filter((entry) => !brokenPasswordRules(entry, policy).includes('common'))
  assert.deepEqual(allowed, [])
  const file = readFileSync(new URL(`../../${dataFile}`, import.meta.url), 'utf8')
  assert.equal(file, makeDataFile(), 'Run node scripts/run.mjs scripts/common-passwords.ts')
  assert.ok(file.length < 400_000)
})
