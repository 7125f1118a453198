// What a session lacks by policy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthenticationFactor, DueStep, LoginPolicy, SecondFactor } from '@symbolon/core-protocol'
import { dueStep } from '../src/visit/due-step.ts'

const now = 1_000_000_000
const hour = 3_600_000
const standard: LoginPolicy = {
  allowUsernamePassword: true, disableLoginWithEmail: false, disableLoginWithPhone: false, maxPasswordAttempts: 0, maxOtpAttempts: 0,
  passwordCheckLifetime: hour, secondFactorCheckLifetime: hour, forceMfa: false, secondFactors: ['otp'],
}

const password: AuthenticationFactor = { method: 'pwd', at: now }
const code = (at: number = now): AuthenticationFactor => ({ method: 'otp', at })

interface Row {
  readonly says: string
  readonly factors: readonly AuthenticationFactor[]
  readonly policy?: Partial<LoginPolicy>
  readonly has?: readonly SecondFactor[]
  readonly passwordChangeRequired?: boolean
  readonly due?: DueStep
}

const rows: readonly Row[] = [
  { says: 'a fresh password', factors: [password] },
  { says: 'a password one millisecond before its lifetime', factors: [{ method: 'pwd', at: now - hour + 1 }] },
  { says: 'a password at its lifetime', factors: [{ method: 'pwd', at: now - hour }], due: 'password' },
  { says: 'the newest of several passwords counts', factors: [{ method: 'pwd', at: now - 2 * hour }, password] },
  { says: 'another factor is no password', factors: [code()], due: 'password' },
  { says: 'no factor at all', factors: [], due: 'password' },
  {
    says: 'a lifetime of zero does not ask again on the way to the answer', factors: [{ method: 'pwd', at: now - 59_999 }],
    policy: { passwordCheckLifetime: 0 },
  },
  { says: 'a lifetime of zero asks a minute later', factors: [{ method: 'pwd', at: now - 60_000 }], policy: { passwordCheckLifetime: 0 }, due: 'password' },
  { says: 'LG-07 a user with a second factor, whatever the policy says', factors: [password], has: ['otp'], due: 'second_factor' },
  { says: 'password and code', factors: [password, code()], has: ['otp'] },
  { says: 'a code alone', factors: [code()], has: ['otp'], due: 'password' },
  { says: 'an old password and a fresh code', factors: [{ method: 'pwd', at: now - hour }, code()], has: ['otp'], due: 'password' },
  { says: 'a code one millisecond before its lifetime', factors: [password, code(now - hour + 1)], has: ['otp'] },
  { says: 'a code at its lifetime', factors: [password, code(now - hour)], has: ['otp'], due: 'second_factor' },
  { says: 'a code from a clock that ran ahead, at its lifetime', factors: [password, code(now + hour)], has: ['otp'], due: 'second_factor' },
  {
    says: 'a second factor lifetime of zero does not ask again on the way to the answer', factors: [password, code(now - 59_999)], has: ['otp'],
    policy: { secondFactorCheckLifetime: 0 },
  },
  { says: 'a policy that demands a second factor, of a user who has one', factors: [password], has: ['otp'], policy: { forceMfa: true }, due: 'second_factor' },
  { says: 'a policy that demands a second factor, proven', factors: [password, code()], has: ['otp'], policy: { forceMfa: true } },
  { says: 'a policy that demands a second factor, of a user without any', factors: [password], policy: { forceMfa: true }, due: 'second_factor' },
  {
    says: 'a policy that demands a second factor, proven with one that the user has no more', factors: [password, code()],
    policy: { forceMfa: true }, due: 'second_factor',
  },
  {
    says: 'a policy that demands another second factor than the one proven', factors: [password, code()], has: ['otp'],
    policy: { forceMfa: true, secondFactors: [] }, due: 'other_factor',
  },
  {
    says: 'a policy that lists other second factors and demands none', factors: [password, code()], has: ['otp'],
    policy: { secondFactors: [] },
  },
  { says: 'a user who has to change the password', factors: [password], passwordChangeRequired: true, due: 'password_change' },
  {
    says: 'a user who has to change the password, before the second factor', factors: [password], has: ['otp'], passwordChangeRequired: true,
    due: 'second_factor',
  },
]

for (const { says, factors, policy = {}, has = [], passwordChangeRequired = false, due } of rows) {
  test(`${says}: ${due ?? 'nothing'} is due`, () => {
    assert.equal(dueStep({ factors }, { secondFactors: has, passwordChangeRequired }, { ...standard, ...policy }, now), due)
  })
}
