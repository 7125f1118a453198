// The planner alone: prepared resources and what is stored go in, a decision per resource comes out. No storage, no clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfResource } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { system } from '@symbolon/permissions'
import { canonicalJson, readDocument } from '@symbolon/schema-v2'
import { resourcesOf } from '../src/desired/resources-of.ts'
import { createPlanner } from '../src/plan/plan-changes.ts'
import type { Plan, Situation } from '../src/plan/plan-changes.ts'
import type { Lookup } from '../src/plan/existence.ts'
import { noContactFacts } from '../src/plan/verified-contacts.ts'
import type { PreparedResource } from '../src/prepare/prepared-resource.ts'

const org: Resource = { kind: 'org', key: ['o'], orgId: 'o', content: { orgId: 'o', org: { name: 'O' } } }
const project: Resource = { kind: 'project', key: ['p'], orgId: 'o', content: { projectId: 'p', project: { name: 'P' } } }

function planChanges(resources: readonly PreparedResource[], given: Situation): Plan {
  const planner = createPlanner(given)
  for (const resource of resources) planner.add(resource)
  return planner.plan()
}

function stored(...resources: readonly Resource[]): Lookup {
  return new Map(resources.map((resource) => [nameOfResource(resource), { ...resource, createdAt: 1000, changedAt: 1000 }]))
}

function prepared(orgMembers: object, extra: Partial<PreparedResource> = {}): readonly PreparedResource[] {
  const { document } = readDocument({ orgs: [{ orgId: 'o', ...orgMembers }] })
  const nothing = { secrets: {}, changed: [], generated: {}, ignored: [], instead: {} }
  return resourcesOf(document).map((desired) => ({ desired, content: desired.content, ...nothing, ...extra }))
}

function situation(overrides: Partial<Situation> = {}): Situation {
  return {
    stored: stored(org),
    existences: new Map(),
    held: { byValue: new Map(), holders: new Set() },
    seen: new Map(),
    refused: new Map(),
    taken: new Set(),
    providersInCode: new Set(),
    clientsInCode: new Set(),
    update: true,
    idGenerated: false,
    rights: { caller: system, memberships: new Map(), reliedOn: new Set(), linkedTo: new Map(), contacts: noContactFacts },
    accepted: new Map(),
    now: 0,
    ...overrides,
  }
}

const projects = (project: object, more: object = {}): object => ({
  projects: [{ projectId: 'p', project: { name: 'P', ...project }, ...more }],
})

const decisions: readonly (readonly [string, readonly PreparedResource[], Situation, string, readonly string[]])[] = [
  ['what is not stored is created', prepared(projects({})), situation(), 'create', []],
  ['what is stored alike is the same', prepared(projects({})), situation({ stored: stored(org, project) }), 'same', []],
  [
    'an explicit default is the same as absence',
    prepared(projects({ projectRoleCheck: false }, { state: 'STATE_ACTIVE' })),
    situation({ stored: stored(org, project) }),
    'same',
    [],
  ],
  [
    'what differs is updated, and the differing members are named',
    prepared(projects({ name: 'Q', hasProjectCheck: true })),
    situation({ stored: stored(org, project) }),
    'update',
    ['project.hasProjectCheck', 'project.name'],
  ],
  [
    'what differs is a conflict when nothing may be updated',
    prepared(projects({ name: 'Q' })),
    situation({ stored: stored(org, project), update: false }),
    'conflict',
    ['project.name'],
  ],
  [
    'a new secret alone is an update',
    prepared(projects({}), { secrets: { clientSecretDigest: 'x' }, changed: ['clientSecret'] }),
    situation({ stored: stored(org, project) }),
    'update',
    ['clientSecret'],
  ],
  [
    'a removed state removes what is stored',
    prepared(projects({}, { state: 'STATE_REMOVED' })),
    situation({ stored: stored(org, project) }),
    'remove',
    [],
  ],
  ['a removed state of what is not stored is the same', prepared(projects({}, { state: 'STATE_REMOVED' })), situation(), 'same', []],
  ['a reference that is missing makes it invalid', prepared(projects({})), situation({ stored: stored() }), 'invalid', []],
  [
    'a reference that an earlier plan created is there',
    prepared(projects({})),
    situation({ stored: stored(), existences: new Map([[nameOfResource(org), { state: 'present', orgId: 'o' }]]) }),
    'create',
    [],
  ],
  [
    'a reference that an earlier plan removed skips it',
    prepared(projects({})),
    situation({ existences: new Map([[nameOfResource(org), { state: 'removed' }]]) }),
    'skip',
    [],
  ],
  [
    'what another organization owns is invalid',
    prepared(projects({})),
    situation({ stored: stored(org, { ...project, orgId: 'x' }) }),
    'invalid',
    [],
  ],
  [
    'what another organization owns is not removed',
    prepared(projects({}, { state: 'STATE_REMOVED' })),
    situation({ stored: stored(org, { ...project, orgId: 'x' }) }),
    'invalid',
    [],
  ],
  [
    'what the storage refused is invalid',
    prepared(projects({})),
    situation({ refused: new Map([[nameOfResource(project), 'domain_taken']]) }),
    'invalid',
    [],
  ],
]

for (const [title, resources, given, action, changed] of decisions) {
  test(title, () => {
    const plan = planChanges(resources, given)
    assert.deepEqual(
      plan.rows.map((row) => [row.action, row.changed]),
      [[action, changed]],
    )
    assert.deepEqual(
      [plan.change.put.length, plan.change.remove.length],
      [action === 'create' || action === 'update' ? 1 : 0, action === 'remove' ? 1 : 0],
    )
  })
}

test('dependents of an invalid new object are invalid, and those of an invalid stored one are not', () => {
  const members = { ...projects({}), projectRoles: [{ projectId: 'p', roleKey: 'r', displayName: 'R' }] }
  const refused = new Map([[nameOfResource(project), 'domain_taken']] as const)
  assert.deepEqual(
    planChanges(prepared(members), situation({ refused })).rows.map(({ action }) => action),
    ['invalid', 'invalid'],
  )
  const plan = planChanges(prepared(members), situation({ refused, stored: stored(org, project) }))
  assert.deepEqual(
    plan.rows.map(({ action }) => action),
    ['invalid', 'create'],
  )
})

test('the resources of a document are flat, in the order of creation, with their path, and without secrets', () => {
  const { document } = readDocument({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        oidcApps: [{ appId: 'a', clientSecret: 'x'.repeat(32), app: { projectId: 'p', name: 'a' } }],
        humanUsers: [{ userId: 'u', user: { userName: 'u', password: 'secret', profile: { firstName: 'A', lastName: 'B' } } }],
        projects: [{ projectId: 'p', project: { name: 'P' } }],
      },
    ],
  })
  const resources = resourcesOf(document)
  assert.deepEqual(
    resources.map(({ kind, path }) => `${kind} ${path}`),
    ['org orgs[0]', 'project orgs[0].projects[0]', 'humanUser orgs[0].humanUsers[0]', 'oidcApp orgs[0].oidcApps[0]'],
  )
  const contents = canonicalJson(resources.map(({ content }) => content))
  assert.ok(!contents.includes('secret') && !contents.includes('xxx'))
})

test('a person may have more links than a call may have arguments', () => {
  const idps = Array.from({ length: 150_000 }, (_, index) => ({ configId: 'i', externalUserId: `e${index}` }))
  const humanUsers = [{ userId: 'u', user: { userName: 'u', profile: { firstName: 'U', lastName: 'U' }, idps } }]
  const { rows } = planChanges(prepared({ humanUsers }), situation())
  assert.deepEqual([rows.length, rows.filter(({ action }) => action !== 'create').length], [idps.length + 1, 0])
})
