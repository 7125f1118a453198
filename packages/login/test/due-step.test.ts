// What a session lacks by policy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthenticationFactor } from '@symbolon/core-protocol'
import { dueStep } from '../src/due-step.ts'

const now = 1_000_000_000
const hour = 3_600_000

type Row = readonly [
  says: string, factors: readonly AuthenticationFactor[], passwordCheckLifetime: number, expected: 'password' | undefined,
]

const rows: readonly Row[] = [
  ['a fresh password', [{ method: 'pwd', at: now }], hour, undefined],
  ['a password one millisecond before its lifetime', [{ method: 'pwd', at: now - hour + 1 }], hour, undefined],
  ['a password at its lifetime', [{ method: 'pwd', at: now - hour }], hour, 'password'],
  ['the newest of several passwords counts', [{ method: 'pwd', at: now - 2 * hour }, { method: 'pwd', at: now }], hour, undefined],
  ['another factor is no password', [{ method: 'otp', at: now }], hour, 'password'],
  ['no factor at all', [], hour, 'password'],
  ['a lifetime of zero does not ask again on the way to the answer', [{ method: 'pwd', at: now - 59_999 }], 0, undefined],
  ['a lifetime of zero asks a minute later', [{ method: 'pwd', at: now - 60_000 }], 0, 'password'],
]

for (const [says, factors, passwordCheckLifetime, expected] of rows) {
  test(`${says}: ${expected === undefined ? 'nothing is due' : 'the password is due'}`, () => {
    const session = { id: 's', userId: 'u', authenticatedAt: now, createdAt: 0, expiresAt: now + hour, factors }
    const policy = {
      allowUsernamePassword: true, disableLoginWithEmail: false, disableLoginWithPhone: false, maxPasswordAttempts: 0,
      passwordCheckLifetime,
    }
    assert.equal(dueStep(session, policy, now), expected)
  })
}
