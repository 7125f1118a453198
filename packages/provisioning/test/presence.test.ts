// Roles, members and metadata are there or not: a removed state takes each away alone, and absence never does.
import type { ResourceKind } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resourcesOf } from '../src/desired/resources-of.ts'

const rows: readonly (readonly [kind: ResourceKind, list: string, entry: Readonly<Record<string, unknown>>])[] = [
  ['projectRole', 'projectRoles', { projectId: 'p', roleKey: 'r', displayName: 'R' }],
  ['userMetadata', 'userMetadata', { id: 'u', key: 'k', value: 'YQ==' }],
  ['orgMember', 'orgMembers', { userId: 'u', roles: ['ORG_OWNER'] }],
  ['projectMember', 'projectMembers', { projectId: 'p', userId: 'u', roles: ['PROJECT_OWNER'] }],
  ['projectGrantMember', 'projectGrantMembers', { projectId: 'p', grantId: 'g', userId: 'u', roles: ['PROJECT_GRANT_OWNER'] }],
  ['instanceMember', 'instanceMembers', { userId: 'u', roles: ['IAM_OWNER'] }],
]

for (const [kind, list, entry] of rows) {
  test(`${kind} goes by STATE_REMOVED, and has no state between`, () => {
    const documentWith = (state: string | undefined): unknown => {
      const entries = { [list]: [{ ...entry, ...(state === undefined ? {} : { state }) }] }
      return list === 'instanceMembers' ? { orgs: [], ...entries } : { orgs: [{ orgId: 'o', ...entries }] }
    }
    const desired = (state: string | undefined) =>
      resourcesOf(readDocument(documentWith(state)).document).find((each) => each.kind === kind)
    assert.equal(desired(undefined)?.removed, false)
    assert.equal(desired('STATE_ACTIVE')?.removed, false)
    assert.equal(desired('STATE_REMOVED')?.removed, true)
    assert.equal(Object.hasOwn(desired('STATE_ACTIVE')?.content ?? {}, 'state'), false)
    assert.throws(() => readDocument(documentWith('STATE_INACTIVE')))
  })
}
