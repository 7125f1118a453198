// Which user a typed login name means, and whether the policy allows a sign-in by it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { LoginNameMatch, LoginPolicy, User } from '@symbolon/core-protocol'
import { completeLoginName, selectMatch, userByPolicy } from '../src/password/find-user.ts'

const user = (id: string, kind: User['kind'] = 'human'): User => ({
  id,
  kind,
  orgId: 'org',
  state: 'active',
  orgActive: true,
  orgName: 'Org',
  userName: id,
  loginName: `${id}@org.example`,
  displayName: id,
  secondFactors: [],
  createdAt: 0,
  timesEnded: 0,
  updatedAt: 0,
})
const match = (id: string, by: LoginNameMatch['by']): LoginNameMatch => ({ user: user(id), by })
const policy = defaultLoginPolicy

const matchRows: readonly [title: string, matches: readonly LoginNameMatch[], expected: string | undefined][] = [
  ['no match', [], undefined],
  ['a login name', [match('a', 'login_name')], 'a'],
  ['a login name takes precedence over an email address of another user', [match('a', 'login_name'), match('b', 'email')], 'a'],
  ['a login name of two users means none of them', [match('a', 'login_name'), match('b', 'login_name')], undefined],
  ['one email address', [match('a', 'email')], 'a'],
  ['an email address of two users means none of them', [match('a', 'email'), match('b', 'email')], undefined],
  ['a user name that is the email address of another user means none of them', [match('a', 'user_name'), match('b', 'email')], undefined],
  ['a service user cannot sign in', [{ user: user('a', 'machine'), by: 'login_name' }], undefined],
]
for (const [title, matches, expected] of matchRows) {
  test(`login name: ${title}`, () => assert.equal(selectMatch(matches)?.user.id, expected))
}

const policyRows: readonly [by: LoginNameMatch['by'], policy: Partial<LoginPolicy>, allowed: boolean][] = [
  ['login_name', {}, true],
  ['email', {}, true],
  ['login_name', { disableLoginWithEmail: true, disableLoginWithPhone: true }, true],
  ['user_name', { disableLoginWithEmail: true, disableLoginWithPhone: true }, true],
  ['email', { disableLoginWithEmail: true }, false],
  ['phone', { disableLoginWithPhone: true }, false],
  ['phone', { disableLoginWithEmail: true }, true],
  ['login_name', { allowUsernamePassword: false }, false],
]
for (const [by, changed, allowed] of policyRows) {
  test(`with ${JSON.stringify(changed)} a match by ${by} is ${allowed ? 'allowed' : 'refused'}`, () => {
    assert.equal(userByPolicy({ user: user('a'), by }, { ...policy, ...changed })?.id, allowed ? 'a' : undefined)
  })
}

test('the primary domain in the scope completes a bare user name, and no other login name', () => {
  const organization = { ids: [], primaryDomains: ['org.example'] }
  assert.equal(completeLoginName('ann', organization), 'ann@org.example')
  for (const whole of ['ann@other.example', 'ann@', '+4100']) assert.equal(completeLoginName(whole, organization), whole)
  for (const none of [undefined, { ids: ['org'], primaryDomains: [] }]) assert.equal(completeLoginName('ann', none), 'ann')
})
