// The decision about one action.
import type { Membership } from '@symbolon/core-protocol'
import { callerOf, may, mayChange, mayGiveRole, placeOf, readingPlaceOf, suspensionBy, system } from '@symbolon/permissions'
import type { Action, Caller, Given, Subject } from '@symbolon/permissions'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const ofOrg = (role: string, orgId = 'acme', active = true): Membership => ({ of: 'organization', orgId, roles: [role], active })
const ofInstance = (role: string): Membership => ({ of: 'instance', roles: [role], active: true })
const ann = (...memberships: readonly Membership[]): Caller => callerOf({ id: 'ann' }, memberships)
const bob = (...memberships: readonly Given[]) => ({ userId: 'bob', memberships })

const acme = { orgId: 'acme' }

test('a role counts in its organization and nowhere else', () => {
  const caller = ann(ofOrg('ORG_USER_MANAGER'))
  assert.equal(may(caller, 'create', 'humanUser', acme), undefined)
  assert.equal(may(caller, 'create', 'humanUser', { orgId: 'other' })?.permission, 'user.write')
  assert.equal(may(caller, 'change', 'instancePolicy', {})?.permission, 'instance.write')
})

test('roles of an organization that is switched off do not count', () => {
  assert.equal(may(ann(ofOrg('ORG_OWNER', 'acme', false)), 'get', 'humanUser', acme)?.rule, 'permission')
})

test('a role that is stored at another level, or that is unknown, allows nothing', () => {
  for (const membership of [ofInstance('ORG_OWNER'), ofOrg('IAM_OWNER'), ofOrg('SUPERVISOR'), ofOrg('constructor')])
    assert.equal(may(ann(membership), 'get', 'humanUser', acme)?.rule, 'permission', JSON.stringify(membership))
})

test('a refusal names the permission, and the roles that would do', () => {
  const refusal = may(ann(), 'remove', 'oidcApp', { orgId: 'acme', projectId: 'shop' })
  assert.equal(refusal?.permission, 'project.app.delete')
  assert.deepEqual(refusal?.roles, ['PROJECT_OWNER_GLOBAL', 'PROJECT_OWNER', 'ORG_OWNER', 'IAM_ORG_MANAGER', 'IAM_OWNER'])
  assert.equal(
    refusal?.message,
    'This needs the permission project.app.delete here. The role PROJECT_OWNER_GLOBAL, PROJECT_OWNER, ORG_OWNER, IAM_ORG_MANAGER or IAM_OWNER would do.',
  )
})

test('AD-46 the password, the names, the state and the removal of a user need everything that the roles of the user allow', () => {
  const manager = ann(ofOrg('ORG_USER_MANAGER'))
  for (const action of ['change_credential', 'change_name', 'change_state', 'remove'] as const) {
    assert.equal(may(manager, action, 'humanUser', acme, bob()), undefined, action)
    assert.equal(may(manager, action, 'humanUser', acme, bob(ofOrg('ORG_USER_MANAGER'))), undefined, action)
    assert.equal(may(manager, action, 'humanUser', acme, bob(ofOrg('ORG_OWNER')))?.rule, 'manager', action)
    assert.equal(may(manager, action, 'humanUser', acme, bob(ofOrg('ORG_OWNER', 'acme', false)))?.rule, 'manager', action)
    assert.equal(may(ann(ofOrg('ORG_OWNER')), action, 'humanUser', acme, bob(ofInstance('IAM_OWNER')))?.rule, 'manager', action)
    assert.equal(may(ann(ofOrg('ORG_OWNER')), action, 'humanUser', acme, bob(ofOrg('ORG_OWNER', 'other'))), undefined, action)
    const ofAcme: Given = { of: 'project_grant', orgId: 'other', grantedOrgId: 'acme', givenBy: 'acme', roles: ['PROJECT_GRANT_OWNER'] }
    assert.equal(may(manager, action, 'humanUser', acme, bob(ofAcme))?.rule, 'manager', action)
    assert.equal(may(ann(ofInstance('IAM_ORG_MANAGER')), action, 'humanUser', acme, bob(ofOrg('ORG_OWNER', 'other'))), undefined, action)
    assert.equal(may(ann(ofInstance('IAM_ORG_MANAGER')), action, 'humanUser', acme, bob(ofInstance('IAM_OWNER')))?.rule, 'manager', action)
  }
  assert.equal(may(manager, 'change', 'humanUser', acme, bob(ofOrg('ORG_OWNER'))), undefined)
})

test('so do tokens, keys, links and factors of a user; the end of a session needs the permission alone', () => {
  const owner = ann(ofOrg('ORG_OWNER'))
  for (const subject of ['personalAccessToken', 'machineKey', 'userLink', 'factor', 'passkey'] as const) {
    assert.equal(may(owner, 'create', subject, acme, bob()), undefined, subject)
    assert.equal(may(owner, 'create', subject, acme, bob(ofInstance('IAM_OWNER')))?.rule, 'manager', subject)
  }
  assert.equal(may(owner, 'remove', 'session', acme, bob(ofInstance('IAM_OWNER_VIEWER'))), undefined)
  assert.equal(may(owner, 'create', 'session', acme, bob(ofInstance('IAM_OWNER_VIEWER')))?.rule, 'permission')
})

test('a change that lets the caller act as a user suspends the roles of other organizations that the caller does not have', () => {
  const owner = ann(ofOrg('ORG_OWNER'))
  const elsewhere = bob(ofOrg('ORG_OWNER_VIEWER', 'other'))
  let grants: readonly string[] | true | undefined
  const ends = (action: Action, subject: Subject, caller = owner, target = elsewhere): string | undefined => {
    const { until, spares, sparesGrantsOf } = suspensionBy(caller, action, subject, acme, target) ?? {}
    grants = sparesGrantsOf
    return spares === undefined ? until : `${until}, but for ${spares.map(({ of, id, roles }) => [of, id, ...roles].join(' ')).join()}`
  }
  assert.equal(ends('change_credential', 'humanUser'), 'proof')
  assert.equal(ends('remove', 'factor'), 'proof')
  assert.equal(ends('remove', 'passkey'), 'proof')
  for (const subject of ['userLink', 'personalAccessToken', 'machineKey', 'passkey'] as const) {
    assert.equal(ends('create', subject), 'confirmation', subject)
  }
  assert.equal(ends('change_credential', 'machineUser'), 'confirmation')
  for (const [action, subject] of [
    ['change', 'humanUser'],
    ['change_state', 'humanUser'],
    ['remove', 'humanUser'],
    ['remove', 'session'],
    ['remove', 'personalAccessToken'],
    ['list', 'factor'],
  ] as const)
    assert.equal(ends(action, subject), undefined, `${action} ${subject}`)
  assert.equal(ends('change_credential', 'humanUser', ann(ofInstance('IAM_OWNER'))), undefined)
  assert.equal(
    ends('change_credential', 'humanUser', ann(ofInstance('IAM_ORG_MANAGER'))),
    'proof, but for organization other ORG_OWNER_VIEWER',
  )
  assert.equal(ends('change_credential', 'humanUser', owner, bob(ofOrg('ORG_USER_MANAGER'))), 'proof')
  assert.equal(grants, undefined)
  ends('change_credential', 'humanUser', ann(ofInstance('IAM_ORG_MANAGER')))
  assert.equal(grants, true)
  const given = (role: string, orgId: string): Membership => ({ ...ofOrg(role, orgId), givenBy: orgId })
  ends(
    'change_credential',
    'humanUser',
    ann(given('ORG_OWNER', 'acme'), given('ORG_USER_PERMISSION_EDITOR', 'other'), given('ORG_OWNER_VIEWER', 'third')),
  )
  assert.deepEqual(grants, ['acme', 'other'])
  const inBoth = ann(ofOrg('ORG_OWNER'), ofOrg('ORG_OWNER', 'other'))
  const inThree = bob(ofOrg('ORG_OWNER', 'other'), ofOrg('ORG_OWNER_VIEWER', 'third'))
  assert.equal(ends('create', 'userLink', inBoth, inThree), 'confirmation, but for organization other ORG_OWNER')
  assert.equal(ends('change_credential', 'humanUser', owner, { ...elsewhere, userId: 'ann' }), undefined)
})

test('a caller who acts for users counts as one of them', () => {
  const manager = ann(ofOrg('ORG_USER_MANAGER'))
  assert.equal(may(manager, 'change_credential', 'humanUser', acme, bob(ofOrg('ORG_ADMIN_IMPERSONATOR')))?.rule, 'manager')
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER')), 'ORG_ADMIN_IMPERSONATOR', ofOrg('')), undefined)
  assert.equal(mayGiveRole(ann(ofInstance('IAM_ORG_MANAGER')), 'IAM_ADMIN_IMPERSONATOR', ofInstance(''))?.rule, 'role')
})

test('users cannot change their own state; a user who manages the own account removes it', () => {
  const self = (...memberships: readonly Membership[]) => ({ userId: 'ann', memberships })
  assert.equal(may(ann(ofInstance('IAM_OWNER')), 'change_state', 'humanUser', acme, self(ofInstance('IAM_OWNER')))?.rule, 'self')
  assert.equal(may(ann(ofOrg('ORG_USER_SELF_MANAGER')), 'remove', 'humanUser', acme, self()), undefined)
  assert.equal(may(ann(ofOrg('ORG_USER_SELF_MANAGER')), 'remove', 'humanUser', acme, bob())?.rule, 'permission')
  assert.equal(may(ann(), 'remove', 'humanUser', acme, self())?.rule, 'permission')
})

test('a caller gives only roles whose permissions the caller has', () => {
  const member = (orgId: string): Given => ({ of: 'organization', orgId, roles: [] })
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER')), 'ORG_OWNER', member('acme')), undefined)
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER')), 'ORG_OWNER', member('other'))?.rule, 'role')
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER')), 'SELF_MANAGEMENT_GLOBAL', member('acme'))?.rule, 'role')
  assert.equal(mayGiveRole(ann(ofInstance('IAM_ORG_MANAGER')), 'ORG_OWNER', member('acme')), undefined)
  assert.equal(mayGiveRole(ann(ofInstance('IAM_LOGIN_CLIENT')), 'IAM_OWNER', { of: 'instance', roles: [] })?.rule, 'role')
  assert.equal(mayGiveRole(ann(ofInstance('IAM_OWNER')), 'IAM_LOGIN_CLIENT', { of: 'instance', roles: [] }), undefined)
})

test('a project grant owner is given by the organization that has the grant, not by the one that granted it', () => {
  const grant: Given = { of: 'project_grant', orgId: 'acme', projectId: 'shop', grantId: 'g', grantedOrgId: 'club', roles: [] }
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER', 'club')), 'PROJECT_GRANT_OWNER', grant), undefined)
  assert.equal(mayGiveRole(ann(ofOrg('ORG_OWNER', 'acme')), 'PROJECT_GRANT_OWNER', grant)?.rule, 'role')
})

test('the system may do everything', () => {
  assert.equal(may(system, 'remove', 'org', acme), undefined)
  assert.equal(mayGiveRole(system, 'IAM_OWNER', { of: 'instance', roles: [] }), undefined)
})

test('a project is held by its organization alone, whatever a path says', () => {
  const owner = ann({ of: 'project', orgId: 'acme', projectId: 'shop', roles: ['PROJECT_OWNER'], active: true })
  assert.equal(may(owner, 'list', 'userGrant', { orgId: 'acme', projectId: 'shop' }), undefined)
  assert.equal(may(owner, 'list', 'userGrant', { orgId: 'club', projectId: 'shop' })?.rule, 'permission')
})

test('the secret of an authenticator app is a factor, and a password is a credential', () => {
  const stored = { orgId: 'acme', content: {} }
  const refusalOf = (role: string, ...secrets: readonly string[]): string | undefined =>
    mayChange(
      ann(ofOrg(role)),
      { kind: 'humanUser', key: ['bob'], before: stored, after: stored, changed: [], secrets },
      { find: () => undefined, membershipsOf: () => [] },
    )?.permission
  assert.equal(refusalOf('ORG_OWNER', 'passwordHash', 'sealedOtpSecret', 'otpSource'), undefined)
  assert.equal(refusalOf('ORG_USER_MANAGER', 'passwordHash'), undefined)
  for (const secret of ['sealedOtpSecret', 'otpSource']) {
    assert.equal(refusalOf('ORG_USER_MANAGER', secret), 'user.credential.write', secret)
  }
})

test('a project grant is read by the organization that has it', () => {
  const grant = { projectId: 'shop', grantedOrgId: 'club', roleKeys: [] }
  const placed = { kind: 'projectGrant', key: ['g'], orgId: 'acme', content: { projectGrant: grant } } as const
  const place = readingPlaceOf(placed, () => undefined)
  assert.equal(may(ann(ofOrg('ORG_OWNER', 'club')), 'get', 'projectGrant', place), undefined)
  assert.equal(may(ann(ofOrg('ORG_OWNER', 'other')), 'get', 'projectGrant', place)?.rule, 'permission')
  const written = placeOf(placed, () => undefined)
  assert.equal(may(ann(ofOrg('ORG_OWNER', 'club')), 'change', 'projectGrant', written)?.rule, 'permission')
})
