// The last second factor that a policy requires cannot be removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { FactorMethod, LoginPolicy, SecondFactor } from '@symbolon/core-protocol'
import { mayRemoveFactor } from '../src/factors/factor-rules.ts'

const forced: Partial<LoginPolicy> = { forceMfa: true }
const rows: readonly (readonly [removed: SecondFactor, enrolled: readonly FactorMethod[], policy: Partial<LoginPolicy>, may: boolean])[] = [
  ['otp', ['otp'], {}, true],
  ['otp', ['otp'], forced, false],
  ['otp', ['otp'], { forceMfaLocalOnly: true }, false],
  ['otp', ['otp', 'pop'], forced, true],
  ['pop', ['otp', 'pop'], forced, true],
  ['otp', ['otp', 'pop'], { ...forced, secondFactors: ['otp'] }, false],
  ['otp', ['otp', 'user'], { ...forced, secondFactors: ['otp'] }, true],
  ['otp', ['otp', 'pwd', 'recovery'], forced, false],
]
for (const [removed, enrolled, policy, may] of rows) {
  test(`${removed} of ${enrolled.join(', ')} may ${may ? '' : 'not '}be removed under ${JSON.stringify(policy)}`, () => {
    assert.equal(mayRemoveFactor(removed, enrolled, { ...defaultLoginPolicy, ...policy }), may)
  })
}
