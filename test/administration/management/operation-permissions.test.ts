// What an operation says decides about its callers: it must be said, it is asked before there is an answer, and it agrees with role-routes.txt,
// which people review.
import { json } from '@symbolon/core-protocol'
import { managementRoutes } from '@symbolon/management-api'
import type { AnyRoute, Operation, OperationPermission } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { jobRoutes } from '../../../packages/management-api/src/http/job-routes.ts'
import { defineRoute, endpointOf } from '../../../packages/management-api/src/http/route.ts'
import { userLinkRoutes } from '../../../packages/management-api/src/http/user-routes.ts'
import { callerOf, may, rights } from '../../../packages/permissions/src/index.ts'
import type { Action, Given, Place, Subject } from '../../../packages/permissions/src/index.ts'
import { testHashing } from '../../support/hashing.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const own = { id: 'readNothing', summary: 'Reads nothing', status: 200, handle: async () => await Promise.resolve(json(200, {})) } as const

test('an operation without a permission does not compile', () => {
  // @ts-expect-error: it does not say what decides about its callers.
  const undecided: Operation = own
  // @ts-expect-error: not a known permission.
  const unknown: Operation = { ...own, permission: 'decided elsewhere' }
  // @ts-expect-error: there are no such objects.
  const elsewhere: Operation = { ...own, permission: { action: 'get', subject: 'spaceship' } }
  assert.deepEqual(
    [undecided, unknown, elsewhere].map(({ id }) => id),
    ['readNothing', 'readNothing', 'readNothing'],
  )
})

test('an operation that does not ask for its permission answers nothing', async (t) => {
  const route = (path: string, permission: OperationPermission): AnyRoute =>
    defineRoute({ path, group: 'Tests', operations: { GET: { ...own, permission } } })
  const routes = [route('/own', 'own'), route('/read', { action: 'get', subject: 'org' }), route('/plan', { plans: 'org' })]
  const provider = await startWholeProvider({ endpoints: routes.map((each) => endpointOf(each, { hashing: testHashing })) })
  t.after(async () => await provider.close())
  const statusOf = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${ownerToken}` }
    return (await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, { headers }))).status
  }
  assert.deepEqual([await statusOf('/own'), await statusOf('/read'), await statusOf('/plan')], [200, 500, 500])
})

/** The callers of role-routes.txt, in the order of its letters. */
const north: Place = { orgId: 'north' }
const shop = { orgId: 'north', projectId: 'shop' }
const grant = { ...shop, grantId: 'grant', grantedOrgId: 'south' }
const callers: readonly (readonly Given[])[] = [
  [{ of: 'instance', roles: ['IAM_OWNER'] }],
  [{ of: 'organization', roles: ['ORG_OWNER'], ...north }],
  [{ of: 'organization', roles: ['ORG_USER_MANAGER'], ...north }],
  [{ of: 'organization', roles: ['ORG_OWNER_VIEWER'], ...north }],
  [{ of: 'project', roles: ['PROJECT_OWNER'], ...shop }],
  [{ of: 'project_grant', roles: ['PROJECT_GRANT_OWNER'], ...grant }],
  [{ of: 'organization', roles: ['ORG_USER_SELF_MANAGER'], ...north }],
  [],
  [{ of: 'organization', roles: ['ORG_OWNER'], orgId: 'south' }],
]

/** The largest place that the paths of the table mean: a right that is missing there is missing. */
function placesOf(path: string): readonly Place[] {
  if (!path.startsWith('/orgs')) return [{}]
  if (path === '/orgs') return [{}, north, { orgId: 'south' }]
  const [, , , list] = path.split('/')
  const inProject: Place = { ...shop, projectGrantId: 'grant', grantedOrgId: 'south' }
  if (list === 'userGrants') return [north, shop, { orgId: 'south', projectGrantId: 'grant' }]
  return /^(?:project|oidcApps|apiApps|appKeys)/.test(list ?? '') ? [north, shop, inProject] : [north]
}

function lettersById(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('role-routes.txt', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => {
        const [letters = '', ...ids] = line.trim().split(/ +/)
        return ids.map((id): [string, string] => [id, letters])
      }),
  )
}

const changes: readonly Action[] = ['create', 'change', 'change_state', 'change_credential', 'remove']

/** The questions of which one must be answered with yes. */
function questionsOf(permission: OperationPermission): readonly (readonly [Action, Subject])[] {
  if (permission === 'own') return []
  if ('action' in permission) return [[permission.action, permission.subject]]
  const { plans } = permission
  return plans === 'document' ? [] : changes.flatMap((action) => (rights[plans][action] === undefined ? [] : [[action, plans] as const]))
}

test('AD-10 a caller who may call an operation, by the reviewed table, has the permission that the operation names', () => {
  const routes = [
    ...managementRoutes,
    ...jobRoutes({ imports: {}, storages: {} } as unknown as Parameters<typeof jobRoutes>[0]),
    ...userLinkRoutes(async () => await Promise.reject(new Error('No link is sent'))),
  ]
  const table = lettersById()
  let compared = 0
  for (const { path, access, operations } of routes) {
    for (const { id, permission } of Object.values(operations)) {
      const letters = table.get(id) ?? assert.fail(id)
      for (const [index, memberships] of callers.entries()) {
        const isAllowed = letters[index] === '+' || letters[index] === '*'
        if (access === 'user') assert.notEqual(letters[index], '-', `${id} ${index}`)
        else if (permission === 'own') assert.equal(isAllowed, memberships.length > 0, `${id} ${index}`)
        const questions = questionsOf(permission)
        // Imports of one's own are for everybody with a role.
        if (questions.length === 0 || ('subject' in (permission as object) && questions[0]?.[1] === 'import')) continue
        const caller = callerOf(
          { id: 'caller' },
          memberships.map((each) => ({ ...each, active: true })),
        )
        const isPermitted = placesOf(path).some((place) =>
          questions.some(([action, subject]) => may(caller, action, subject, place, { userId: 'ann', memberships: [] }) === undefined),
        )
        assert.ok(
          !isAllowed || isPermitted,
          `caller ${index + 1} has no ${questions.map(([action, subject]) => `${action} ${subject}`).join(', ')}: ${id}`,
        )
        compared++
      }
    }
  }
  assert.ok(compared > 1500, String(compared))
})
