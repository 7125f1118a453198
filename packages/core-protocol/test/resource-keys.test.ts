// The parts of resource keys. Two resources that differ in one of them are two resources.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resourceKeys } from '../src/ports/resource-kind.ts'

test('a grant of roles is identified by user, project and project grant: a user may have both a direct one and one through a project grant', () => {
  assert.deepEqual(resourceKeys.userGrant, ['userId', 'projectId', 'projectGrantId'])
})

test('an identity provider is identified by its id, and a link by user, identity provider and the id there', () => {
  assert.deepEqual([resourceKeys.oidcIdp, resourceKeys.jwtIdp], [['idpId'], ['idpId']])
  assert.deepEqual(resourceKeys.userLink, ['userId', 'idpId', 'providedUserId'])
})
