// Which factor a session lacks by the login policy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { AuthenticationFactor, DueStep, FactorMethod, LoginPolicy, TwoFactorDemand } from '@symbolon/core-protocol'
import { canSignIn } from '@symbolon/schema-v2'
import { dueFactor, factorsThatCount } from '../src/visit/due-factor.ts'

const now = 1_000_000_000
const hour = 3_600_000
const standard: LoginPolicy = {
  ...defaultLoginPolicy,
  passwordCheckLifetime: hour,
  externalLoginCheckLifetime: hour,
  multiFactorCheckLifetime: hour,
  secondFactorCheckLifetime: hour,
}

const password: AuthenticationFactor = { method: 'pwd', at: now }
const code = (at: number = now): AuthenticationFactor => ({ method: 'otp', at })

interface Row {
  readonly title: string
  readonly factors: readonly AuthenticationFactor[]
  readonly policy?: Partial<LoginPolicy>
  readonly has?: readonly FactorMethod[]
  readonly due?: DueStep
  readonly twoFactors?: TwoFactorDemand
}

const rows: readonly Row[] = [
  { title: 'a fresh password', factors: [password] },
  { title: 'a password one millisecond before the end of its lifetime', factors: [{ method: 'pwd', at: now - hour + 1 }] },
  { title: 'a password at the end of its lifetime', factors: [{ method: 'pwd', at: now - hour }], due: 'first_factor' },
  { title: 'several passwords, of which the newest is fresh', factors: [{ method: 'pwd', at: now - 2 * hour }, password] },
  { title: 'another factor without a password', factors: [code()], due: 'first_factor' },
  { title: 'no factor at all', factors: [], due: 'first_factor' },
  { title: 'a wish for two factors of a user with one', factors: [password], twoFactors: 'voluntary' },
  {
    title: 'a wish for two factors of a user with a passkey',
    factors: [password],
    has: ['user'],
    twoFactors: 'voluntary',
    due: 'second_factor',
  },
  { title: 'a demand for two factors of a user with one', factors: [password], twoFactors: 'essential', due: 'factor_setup' },
  { title: 'a demand that no factor may meet', factors: [password], policy: { secondFactors: [] }, twoFactors: 'essential' },
  { title: 'a demand that was met', factors: [password, code()], has: ['otp'], twoFactors: 'essential' },
  { title: 'the last passkey, removed in this session', factors: [{ method: 'user', at: now, passkeyRemoved: true }] },
  {
    title: 'the last passkey, removed in this session, at the end of its lifetime',
    factors: [{ method: 'user', at: now - hour, passkeyRemoved: true }],
    due: 'first_factor',
  },
  { title: 'a demand that a passkey meets alone', factors: [{ method: 'user', at: now }], has: ['user'], twoFactors: 'essential' },
  {
    title: 'a lifetime of zero, within the first minute',
    factors: [{ method: 'pwd', at: now - 59_999 }],
    policy: { passwordCheckLifetime: 0 },
  },
  {
    title: 'a lifetime of zero, after a minute',
    factors: [{ method: 'pwd', at: now - 60_000 }],
    policy: { passwordCheckLifetime: 0 },
    due: 'first_factor',
  },
  {
    title: 'LG-07 a password of a user who has a second factor, without a policy that requires one',
    factors: [password],
    has: ['otp'],
    due: 'second_factor',
  },
  { title: 'a password and a code', factors: [password, code()], has: ['otp'] },
  { title: 'a code alone', factors: [code()], has: ['otp'], due: 'first_factor' },
  { title: 'an old password and a fresh code', factors: [{ method: 'pwd', at: now - hour }, code()], has: ['otp'], due: 'first_factor' },
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
    due: 'factor_setup',
  },
  {
    title: 'a policy that requires a second factor, and a code of a user who no longer has one',
    factors: [password, code()],
    policy: { forceMfa: true },
    due: 'factor_setup',
  },
  {
    title: 'a policy that requires another second factor than the one given',
    factors: [password, code()],
    has: ['otp'],
    policy: { forceMfa: true, secondFactors: [] },
    due: 'factor_setup',
  },
  {
    title: 'a policy that lists other second factors and requires none',
    factors: [password, code()],
    has: ['otp'],
    policy: { secondFactors: [] },
  },
  {
    title: 'a passkey that verified its user',
    factors: [{ method: 'user', at: now }],
    has: ['user'],
    policy: { forceMfa: true, secondFactors: [] },
  },
  { title: 'a passkey that was removed since', factors: [{ method: 'user', at: now }], due: 'first_factor' },
  {
    title: 'a password and a passkey that was removed since',
    factors: [password, { method: 'user', at: now }],
    has: ['otp'],
    due: 'second_factor',
  },
  {
    title: 'a passkey that verified a user who has an authenticator app',
    factors: [{ method: 'user', at: now }],
    has: ['user', 'otp'],
  },
  { title: 'a passkey at the end of its lifetime', factors: [{ method: 'user', at: now - hour }], due: 'first_factor' },
  { title: 'a security key that did not verify its user', factors: [{ method: 'pop', at: now }], due: 'first_factor' },
  { title: 'a password and a security key', factors: [password, { method: 'pop', at: now }], has: ['pop'] },
  {
    title: 'a policy that requires a security key, and a user who gave a code',
    factors: [password, code()],
    has: ['otp', 'pop'],
    policy: { forceMfa: true, secondFactors: ['pop'] },
    due: 'second_factor',
  },
  {
    title: 'a passkey alone where the policy does not admit it',
    factors: [{ method: 'user', at: now }],
    has: ['user'],
    policy: { allowPasskey: false },
    due: 'first_factor',
  },
  {
    title: 'a password and a passkey where the policy does not admit a passkey alone',
    factors: [password, { method: 'user', at: now }],
    has: ['user'],
    policy: { allowPasskey: false, forceMfa: true },
  },
  { title: 'a password of a user who has a passkey', factors: [password], has: ['user'] },
  {
    title: 'a policy that requires a second factor, and a password of a user who has a passkey',
    factors: [password],
    has: ['user'],
    policy: { forceMfa: true, secondFactors: [] },
    due: 'second_factor',
  },
  {
    title: 'a policy that requires a second factor, and a passkey after a password that did not verify its user',
    factors: [password, { method: 'pop', at: now }],
    has: ['user'],
    policy: { forceMfa: true },
  },
  {
    title: 'a policy that requires a verified passkey, and one after a password that did not verify its user',
    factors: [password, { method: 'pop', at: now }],
    has: ['user'],
    policy: { forceMfa: true, secondFactors: ['otp'] },
    due: 'second_factor',
  },
  {
    title: 'a password and a recovery code of a user who has an authenticator app',
    factors: [password, { method: 'recovery', at: now }],
    has: ['otp'],
    policy: { forceMfa: true },
  },
  { title: 'a recovery code alone', factors: [{ method: 'recovery', at: now }], has: ['otp'], due: 'first_factor' },
  { title: 'a sign-in at an identity provider', factors: [{ method: 'ext', at: now }] },
  {
    title: 'a sign-in at an identity provider at the end of its lifetime',
    factors: [{ method: 'ext', at: now - hour }],
    due: 'first_factor',
  },
  {
    title: 'a sign-in at an identity provider of a user with a second factor',
    factors: [{ method: 'ext', at: now }],
    has: ['otp'],
    due: 'second_factor',
  },
  {
    title: 'a policy that requires a second factor of everybody, and a sign-in at an identity provider',
    factors: [{ method: 'ext', at: now }],
    policy: { forceMfa: true },
    due: 'factor_setup',
  },
  {
    title: 'a policy that requires a second factor of local users, and a sign-in at an identity provider',
    factors: [{ method: 'ext', at: now }],
    policy: { forceMfaLocalOnly: true },
  },
  {
    title: 'a policy that requires a second factor of local users, and a password',
    factors: [password],
    policy: { forceMfaLocalOnly: true },
    due: 'factor_setup',
  },
]

for (const { title, factors, policy = {}, has = [], due, twoFactors } of rows) {
  test(`${title}: ${due ?? 'nothing'} is due`, () => {
    assert.equal(dueFactor({ factors }, has, { ...standard, ...policy }, now, twoFactors), due)
  })
}

/** All combinations of the values. */
function combinations(members: Readonly<Record<string, readonly unknown[]>>): readonly Readonly<Record<string, unknown>>[] {
  return Object.entries(members).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}

test('canSignIn says of every policy and all credentials whether some proofs suffice, where what is missing can be set up', () => {
  const both = [true, false]
  const policies = combinations({
    allowUsernamePassword: both,
    allowExternalIdp: both,
    allowPasskey: both,
    forceMfa: both,
    forceMfaLocalOnly: both,
    secondFactors: [[], ['otp'], ['pop'], ['otp', 'pop']],
  }).map((policy): LoginPolicy => ({ ...standard, ...policy }))
  for (const policy of policies) {
    for (const held of combinations({ password: both, passkey: both, externalAccount: both, app: both })) {
      const has = { password: false, passkey: false, externalAccount: false, app: false, ...held }
      const enrolled: FactorMethod[] = []
      if (has.app) enrolled.push('otp')
      if (has.passkey) enrolled.push(policy.allowPasskey ? 'user' : 'pop')
      const first: FactorMethod[] = []
      if (has.password && policy.allowUsernamePassword) first.push('pwd')
      if (has.externalAccount && policy.allowExternalIdp) first.push('ext')
      if (has.passkey && policy.allowPasskey) first.push('user')
      const second = enrolled.map((method): FactorMethod => (method === 'otp' ? method : 'pop'))
      const suffices = first.some((method) =>
        [undefined, ...second].some((proved) => {
          const factors = [method, ...(proved === undefined ? [] : [proved])].map((each) => ({ method: each, at: now }))
          const due = dueFactor({ factors }, enrolled, policy, now)
          return due === undefined || (due === 'factor_setup' && policy.secondFactors.length > 0)
        }),
      )
      assert.equal(canSignIn(has, policy), suffices, JSON.stringify({ policy, has }))
    }
  }
})

const countedRows: readonly (readonly [title: string, has: readonly FactorMethod[], counted: readonly FactorMethod[]])[] = [
  ['has nothing any more', [], ['pwd', 'ext', 'recovery']],
  ['has the app alone', ['otp'], ['pwd', 'ext', 'otp', 'recovery']],
  ['has a security key alone', ['pop'], ['pwd', 'ext', 'user', 'pop', 'recovery']],
  ['has a passkey alone', ['user'], ['pwd', 'ext', 'user', 'pop', 'recovery']],
]
const everyMethod: readonly FactorMethod[] = ['pwd', 'ext', 'user', 'otp', 'pop', 'recovery']
for (const [title, has, counted] of countedRows) {
  test(`LG-29 of a session with every factor those count that are left to a user who ${title}, in their order`, () => {
    const countedOf = (at: number): readonly FactorMethod[] =>
      factorsThatCount({ factors: everyMethod.map((method) => ({ method, at })) }, has, standard, now).map(({ method }) => method)
    assert.deepEqual(countedOf(now), counted)
    assert.deepEqual(countedOf(now - hour + 1), counted)
    assert.deepEqual(countedOf(now - hour), [])
  })
}
