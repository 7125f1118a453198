// Which changes need a fresh proof.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDangerous } from '../src/operations/fresh-proof.ts'

test('a change of a policy that says who may sign in, and how, needs a fresh proof, in an organization and in the instance', () => {
  const change = { action: 'changed', changed: ['some.member'] } as const
  const policies = ['loginPolicy', 'lockoutPolicy', 'passwordAgePolicy', 'passwordComplexityPolicy', 'securityPolicy']
  for (const name of policies) {
    for (const action of ['created', 'changed', 'removed'] as const) {
      assert.ok(isDangerous({ kind: 'instancePolicy', key: [name] }, { ...change, action }, {}), `${action} ${name}`)
      assert.ok(isDangerous({ kind: 'orgPolicy', key: ['acme', name] }, { ...change, action }, {}), `${action} ${name}`)
    }
    assert.equal(isDangerous({ kind: 'instancePolicy', key: [name] }, { ...change, action: 'same' }, {}), false)
  }
  assert.equal(isDangerous({ kind: 'orgPolicy', key: ['acme', 'privacyPolicy'] }, change, {}), false)
})

test('a change of an application whose tokens are for this API needs a fresh proof, whatever changes', () => {
  const app = { kind: 'oidcApp', key: ['tool'] } as const
  const change = { action: 'changed', changed: ['app.redirectUris'] } as const
  assert.ok(isDangerous(app, change, { before: { managementAccess: true }, after: { managementAccess: true } }))
  assert.ok(isDangerous(app, change, { before: { managementAccess: true }, after: {} }))
  assert.ok(isDangerous(app, { action: 'created', changed: [] }, { after: { managementAccess: true } }))
  assert.equal(isDangerous(app, change, { before: {}, after: {} }), false)
})

test('a domain that becomes verified needs a fresh proof, and so do user names and the state of an organization', () => {
  const domain = { kind: 'orgDomain', key: ['acme', 'bank.example'] } as const
  assert.ok(isDangerous(domain, { action: 'created', changed: [] }, { after: { isVerified: true } }))
  assert.equal(isDangerous(domain, { action: 'created', changed: [] }, { after: { isVerified: false } }), false)
  for (const [kind, member, expected] of [
    ['humanUser', 'user.userName', true],
    ['machineUser', 'user.userName', true],
    ['humanUser', 'user.profile.nickName', false],
    ['org', 'orgState', true],
    ['org', 'org.name', false],
  ] as const)
    assert.equal(isDangerous({ kind, key: ['x'] }, { action: 'changed', changed: [member] }, { before: {}, after: {} }), expected, member)
})
