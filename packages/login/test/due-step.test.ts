// Which step a session lacks by the login policy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthenticationFactor, DueStep, LoginPolicy, SecondFactor } from '@symbolon/core-protocol'
import { dueStep } from '../src/visit/due-step.ts'

const now = 1_000_000_000
const hour = 3_600_000
const standard: LoginPolicy = {
  allowUsernamePassword: true,
  disableLoginWithEmail: false,
  disableLoginWithPhone: false,
  maxPasswordAttempts: 0,
  maxOtpAttempts: 0,
  passwordCheckLifetime: hour,
  secondFactorCheckLifetime: hour,
  forceMfa: false,
  secondFactors: ['otp'],
}

const password: AuthenticationFactor = { method: 'pwd', at: now }
const code = (at: number = now): AuthenticationFactor => ({ method: 'otp', at })

interface Row {
  readonly title: string
  readonly factors: readonly AuthenticationFactor[]
  readonly policy?: Partial<LoginPolicy>
  readonly has?: readonly SecondFactor[]
  readonly passwordChangeRequired?: boolean
  readonly due?: DueStep
}

const rows: readonly Row[] = [
  { title: 'a fresh password', factors: [password] },
  { title: 'a password one millisecond before the end of its lifetime', factors: [{ method: 'pwd', at: now - hour + 1 }] },
  { title: 'a password at the end of its lifetime', factors: [{ method: 'pwd', at: now - hour }], due: 'password' },
  { title: 'several passwords, of which the newest is fresh', factors: [{ method: 'pwd', at: now - 2 * hour }, password] },
  { title: 'another factor without a password', factors: [code()], due: 'password' },
  { title: 'no factor at all', factors: [], due: 'password' },
  {
    title: 'a lifetime of zero, within the first minute',
    factors: [{ method: 'pwd', at: now - 59_999 }],
    policy: { passwordCheckLifetime: 0 },
  },
  {
    title: 'a lifetime of zero, after a minute',
    factors: [{ method: 'pwd', at: now - 60_000 }],
    policy: { passwordCheckLifetime: 0 },
    due: 'password',
  },
  {
    title: 'LG-07 a password of a user who has a second factor, without a policy that requires one',
    factors: [password],
    has: ['otp'],
    due: 'second_factor',
  },
  { title: 'a password and a code', factors: [password, code()], has: ['otp'] },
  { title: 'a code alone', factors: [code()], has: ['otp'], due: 'password' },
  { title: 'an old password and a fresh code', factors: [{ method: 'pwd', at: now - hour }, code()], has: ['otp'], due: 'password' },
  { title: 'a code one millisecond before the end of its lifetime', factors: [password, code(now - hour + 1)], has: ['otp'] },
  { title: 'a code at the end of its lifetime', factors: [password, code(now - hour)], has: ['otp'], due: 'second_factor' },
  { title: 'a code from a clock that is ahead by its lifetime', factors: [password, code(now + hour)], has: ['otp'], due: 'second_factor' },
  {
    title: 'a second factor lifetime of zero, within the first minute',
    factors: [password, code(now - 59_999)],
    has: ['otp'],
    policy: { secondFactorCheckLifetime: 0 },
  },
  {
    title: 'a policy that requires a second factor, and a user who has not given theirs',
    factors: [password],
    has: ['otp'],
    policy: { forceMfa: true },
    due: 'second_factor',
  },
  {
    title: 'a policy that requires a second factor, and a user who has given theirs',
    factors: [password, code()],
    has: ['otp'],
    policy: { forceMfa: true },
  },
  {
    title: 'a policy that requires a second factor, and a user without one',
    factors: [password],
    policy: { forceMfa: true },
    due: 'second_factor',
  },
  {
    title: 'a policy that requires a second factor, and a code of a user who no longer has one',
    factors: [password, code()],
    policy: { forceMfa: true },
    due: 'second_factor',
  },
  {
    title: 'a policy that requires another second factor than the one given',
    factors: [password, code()],
    has: ['otp'],
    policy: { forceMfa: true, secondFactors: [] },
    due: 'other_factor',
  },
  {
    title: 'a policy that lists other second factors and requires none',
    factors: [password, code()],
    has: ['otp'],
    policy: { secondFactors: [] },
  },
  { title: 'a user who has to change the password', factors: [password], passwordChangeRequired: true, due: 'password_change' },
  {
    title: 'a user who has to change the password and has not given the second factor',
    factors: [password],
    has: ['otp'],
    passwordChangeRequired: true,
    due: 'second_factor',
  },
]

for (const { title, factors, policy = {}, has = [], passwordChangeRequired = false, due } of rows) {
  test(`${title}: ${due ?? 'nothing'} is due`, () => {
    assert.equal(dueStep({ factors }, { secondFactors: has, passwordChangeRequired }, { ...standard, ...policy }, now), due)
  })
}
