// Which factors meet the demand of a policy for a second factor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { FactorMethod, LoginPolicy } from '@symbolon/core-protocol'
import { demandedFactors } from '../src/factors/factor-rules.ts'

const forced: Partial<LoginPolicy> = { forceMfa: true }
const rows: readonly (readonly [policy: Partial<LoginPolicy>, passkeys: boolean, methods: readonly FactorMethod[] | undefined])[] = [
  [{}, true, undefined],
  [forced, true, ['user', 'otp', 'pop']],
  [{ forceMfaLocalOnly: true }, true, ['user', 'otp', 'pop']],
  [forced, false, ['otp']],
  [{ ...forced, secondFactors: ['otp'] }, true, ['user', 'otp']],
  [{ ...forced, secondFactors: ['otp'], allowPasskey: false }, true, ['otp']],
  [{ ...forced, secondFactors: ['pop'] }, false, []],
]
for (const [policy, passkeys, methods] of rows) {
  const found = methods === undefined ? 'none is demanded' : `one of ${methods.join(', ') || 'nothing'} is demanded`
  test(`${found} under ${JSON.stringify(policy)}, ${passkeys ? 'with' : 'without'} passkeys`, () => {
    assert.deepEqual(demandedFactors({ ...defaultLoginPolicy, ...policy }, passkeys), methods)
  })
}
