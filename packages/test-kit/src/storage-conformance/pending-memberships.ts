// Memberships that wait for their users: invitations of other organizations, and suspended roles.
import type {
  DirectoryStore,
  MembershipReference,
  MembershipStore,
  Resource,
  SparedMembership,
  SuspensionEnd,
} from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { human, oidcApp, org, project, projectGrant, userGrant } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = ['directory', 'memberships'] as const

const state = (given: string | undefined): object => (given === undefined ? {} : { state: given })

const role = (orgId: string, projectId: string): Resource => ({
  kind: 'projectRole',
  key: [projectId, 'r'],
  orgId,
  content: { projectId, roleKey: 'r', displayName: 'R' },
})

/** The three kinds of membership that organization `o2` can give to `ada` of `o1`. */
const kinds: readonly { readonly reference: MembershipReference; readonly resource: (given?: string) => Resource }[] = [
  {
    reference: { of: 'organization', id: 'o2' },
    resource: (given) => ({
      kind: 'orgMember',
      key: ['o2', 'ada'],
      orgId: 'o2',
      content: { userId: 'ada', roles: ['ORG_OWNER'], ...state(given) },
    }),
  },
  {
    reference: { of: 'project', id: 'p2' },
    resource: (given) => ({
      kind: 'projectMember',
      key: ['p2', 'ada'],
      orgId: 'o2',
      content: { projectId: 'p2', userId: 'ada', roles: ['PROJECT_OWNER'], ...state(given) },
    }),
  },
  {
    reference: { of: 'project_grant', id: 'g2' },
    resource: (given) => ({
      kind: 'projectGrantMember',
      key: ['g2', 'ada'],
      orgId: 'o2',
      content: { projectId: 'p2', grantId: 'g2', userId: 'ada', roles: ['PROJECT_GRANT_OWNER'], ...state(given) },
    }),
  },
]

async function furnish(directory: DirectoryStore, given?: string): Promise<void> {
  const own: Resource = { kind: 'orgMember', key: ['o1', 'ada'], orgId: 'o1', content: { userId: 'ada', roles: ['ORG_OWNER_VIEWER'] } }
  const base = [org('o1'), org('o2'), human('o1', 'ada', 'ada'), human('o1', 'bea', 'bea'), project('o2', 'p2')]
  await directory.apply(
    { put: [...base, projectGrant('o2', 'p2', 'g2', 'o1'), own, ...kinds.map(({ resource }) => resource(given))], remove: [] },
    1000,
  )
}

/** Whether each membership of `ada` counts: that of the own organization comes first. */
async function activeOf(memberships: MembershipStore): Promise<readonly boolean[]> {
  return (await memberships.list('ada')).map(({ active }) => active)
}

/** Registers the tests. @param open opens an empty storage with the named stores */
export function pendingMembershipTests(open: OpenFresh): void {
  describe('memberships that wait for their users', () => {
    test('BO-02 an invitation is listed as pending, and nowhere else', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory, 'STATE_INVITED')
        assert.deepEqual(
          (await memberships.list('ada')).map(({ orgId }) => orgId),
          ['o1'],
        )
        assert.deepEqual(
          (await memberships.listPending('ada')).map(({ of, pending, givenBy, orgName, projectName }) => ({
            of,
            pending,
            givenBy,
            orgName,
            projectName,
          })),
          [
            { of: 'organization', pending: 'invited', givenBy: 'o2', orgName: 'Org o2', projectName: undefined },
            { of: 'project', pending: 'invited', givenBy: 'o2', orgName: 'Org o2', projectName: 'Project p2' },
            { of: 'project_grant', pending: 'invited', givenBy: 'o2', orgName: 'Org o2', projectName: 'Project p2' },
          ],
        )
        assert.deepEqual(await memberships.listPending('bea'), [])
      }))

    test('BO-25 suspended roles are listed before offers, and each of them is found by its key', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory, 'STATE_INVITED')
        const offers = Array.from({ length: 120 }, (_, n): Resource[] => [
          project('o2', `a${n}`),
          {
            kind: 'projectMember',
            key: [`a${n}`, 'ada'],
            orgId: 'o2',
            content: { projectId: `a${n}`, userId: 'ada', roles: ['PROJECT_OWNER'], state: 'STATE_INVITED' },
          },
        ])
        await directory.apply({ put: offers.flat(), remove: [] }, 2000)
        const ofProjects = async () => (await memberships.listPending('ada')).filter(({ of }) => of === 'project')
        assert.equal((await ofProjects()).length, 100)
        assert.ok((await ofProjects()).every(({ projectId }) => projectId !== 'p2'))
        for (const { reference, resource } of kinds) {
          assert.deepEqual((await memberships.findPending('ada', reference))?.roles, resource().content['roles'])
          assert.equal(await memberships.findPending('bea', reference), undefined)
          await memberships.accept('ada', reference)
          assert.equal(await memberships.findPending('ada', reference), undefined)
        }
        await memberships.suspend({ userId: 'ada', until: 'proof' }, 3000)
        const [first, second] = await ofProjects()
        assert.deepEqual([first?.projectId, first?.pending, second?.pending], ['p2', 'suspended', 'invited'])
      }))

    for (const { reference, resource } of kinds) {
      test(`BO-02 of requests at the same time that accept or decline, one has the effect: ${reference.of}`, async () => {
        for (const round of [0, 1, 2]) {
          await withStores(open, names, async ({ directory, memberships }) => {
            await furnish(directory, 'STATE_INVITED')
            const done = await together(6, async (index) =>
              index % 2 === round % 2 ? await memberships.accept('ada', reference) : await memberships.decline('ada', reference),
            )
            assert.equal(done.filter(Boolean).length, 1)
            const wasAccepted = done.findIndex(Boolean) % 2 === round % 2
            const stored = await directory.get(resource())
            assert.deepEqual(stored?.content, wasAccepted ? resource().content : undefined)
            assert.equal((await memberships.list('ada')).length, wasAccepted ? 2 : 1)
          })
        }
      })
    }

    test('BO-02 only the user accepts or declines, and only what waits', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory)
        for (const { reference } of kinds) {
          assert.equal(await memberships.accept('ada', reference), false)
          assert.equal(await memberships.decline('ada', reference), false)
          assert.equal(await memberships.accept('bea', reference), false)
        }
        assert.equal((await memberships.list('ada')).length, 4)
      }))

    const suspend = async (
      { directory, memberships }: Parameters<Parameters<typeof withStores<(typeof names)[number]>>[2]>[0],
      way: 'store' | 'change',
      until: SuspensionEnd,
      now: number,
    ): Promise<void> => {
      if (way === 'store') return await memberships.suspend({ userId: 'ada', until }, now)
      await directory.apply({ put: [human('o1', 'ada', `ada-${now}`)], remove: [], suspends: [{ userId: 'ada', until }] }, now)
    }

    for (const way of ['store', 'change'] as const) {
      test(`BO-03 a suspension (${way}) takes the roles that other organizations gave, and none of the own organization`, () =>
        withStores(open, names, async (stores) => {
          const { directory, memberships } = stores
          await furnish(directory)
          await suspend(stores, way, 'proof', 2000)
          assert.deepEqual(
            (await memberships.list('ada')).map(({ orgId, active }) => [orgId, active]),
            [
              ['o1', true],
              ['o2', false],
              ['o2', false],
              ['o2', false],
            ],
          )
          for (const { resource } of kinds) assert.equal((await directory.get(resource()))?.content['state'], 'STATE_SUSPENDED')
        }))

      test(`BO-03 a proof ends a suspension (${way}) that began after the factor was set up, unless a confirmation is needed`, () =>
        withStores(open, names, async (stores) => {
          const { directory, memberships } = stores
          const count = async (): Promise<number> => (await memberships.list('ada')).filter(({ active }) => active).length
          await furnish(directory)
          await suspend(stores, way, 'proof', 2000)
          await suspend(stores, way, 'proof', 3000)
          assert.equal(await memberships.resume('ada', 2000), false)
          assert.equal(await memberships.resume('bea', 0), false)
          assert.equal(await count(), 1)
          assert.equal(await memberships.resume('ada', 1999), true)
          assert.equal(await count(), 4)
          await suspend(stores, way, 'proof', 4000)
          await suspend(stores, way, 'confirmation', 5000)
          await suspend(stores, way, 'proof', 6000)
          assert.equal(await memberships.resume('ada', 0), false)
          await directory.apply({ put: kinds.map(({ resource }) => resource()), remove: [] }, 7000)
          assert.equal(await count(), 4)
          await suspend(stores, way, 'proof', 8000)
          assert.equal(await memberships.resume('ada', 7999), true)
        }))
    }

    test('BO-03 an invitation from before a change of credentials gives suspended roles, one from after it roles that count', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory, 'STATE_INVITED')
        await memberships.suspend({ userId: 'ada', until: 'proof' }, 2000)
        for (const { reference } of kinds) assert.equal(await memberships.accept('ada', reference), true)
        assert.deepEqual(await activeOf(memberships), [true, false, false, false])
        assert.equal(await memberships.resume('ada', 0), false)
        await directory.apply({ put: kinds.map(({ resource }) => resource('STATE_INVITED')), remove: [] }, 3000)
        for (const { reference } of kinds) assert.equal(await memberships.accept('ada', reference), true)
        assert.deepEqual(await activeOf(memberships), [true, true, true, true])
      }))

    for (const [index, { reference }] of kinds.entries()) {
      test(`BO-03 a suspension spares a membership whose roles the decision knew, and no other one: ${reference.of}`, () =>
        withStores(open, names, async ({ directory, memberships }) => {
          await furnish(directory, 'STATE_INVITED')
          for (const each of kinds) await memberships.accept('ada', each.reference)
          const roles = (await memberships.list('ada'))[index + 1]?.roles ?? []
          await memberships.suspend({ userId: 'ada', until: 'proof', spares: [{ ...reference, roles }] }, 2000)
          assert.deepEqual(await activeOf(memberships), [true, index === 0, index === 1, index === 2])
          await memberships.suspend({ userId: 'ada', until: 'proof', spares: [{ ...reference, roles: ['ANOTHER_ROLE'] }] }, 3000)
          assert.deepEqual(await activeOf(memberships), [true, false, false, false])
        }))
    }

    test('BO-29 a suspension takes the roles of projects that other organizations gave, and ends as that of memberships', () =>
      withStores(open, [...names, 'userGrants', 'clients'], async ({ directory, memberships, userGrants, clients }) => {
        const checked = project('o2', 'p2', { hasProjectCheck: false, projectRoleCheck: true })
        const foreign = userGrant('o2', 'ada', 'p2')
        const own = userGrant('o1', 'ada', 'p1')
        const passedOn = userGrant('o1', 'ada', 'p3', 'g3')
        const base = [org('o1'), org('o2'), human('o1', 'ada', 'ada'), human('o1', 'bea', 'bea'), project('o1', 'p1'), checked]
        const grants = [project('o2', 'p3'), projectGrant('o2', 'p3', 'g3', 'o1')]
        const roles = ['p1', 'p2', 'p3'].map((id) => role(id === 'p1' ? 'o1' : 'o2', id))
        const app = oidcApp('o2', 'p2', 'a2')
        await directory.apply({ put: [...base, ...grants, ...roles, app, foreign, own, passedOn], remove: [] }, 1000)
        const projects = async (): Promise<readonly string[]> =>
          (await userGrants.listRoles('ada', ['p1', 'p2', 'p3'])).map(({ projectId }) => projectId)
        const stateOf = async (): Promise<unknown> => (await directory.get(foreign))?.content['state']
        const clientId = String(app.content['clientId'])
        assert.deepEqual(await projects(), ['p1', 'p2', 'p3'])
        assert.equal(await clients.admits(clientId, 'ada'), true)
        await memberships.suspend({ userId: 'ada', until: 'proof' }, 2000)
        await memberships.suspend({ userId: 'ada', until: 'proof' }, 3000)
        assert.deepEqual(await projects(), ['p1', 'p3'])
        assert.equal(await clients.admits(clientId, 'ada'), false)
        assert.equal(await stateOf(), 'STATE_SUSPENDED')
        // What is read back and stored again stays suspended.
        const stored = await directory.get(foreign)
        await directory.apply({ put: [{ ...foreign, content: stored?.content ?? {} }], remove: [] }, 3500)
        assert.equal(await stateOf(), 'STATE_SUSPENDED')
        assert.equal(await memberships.resume('ada', 2000), false)
        assert.equal(await memberships.resume('bea', 0), false)
        assert.equal(await memberships.resume('ada', 1999), true)
        assert.deepEqual([await projects(), await stateOf()], [['p1', 'p2', 'p3'], undefined])
        for (const untils of [
          ['proof', 'confirmation'],
          ['confirmation', 'proof'],
        ] as const) {
          for (const until of untils) await memberships.suspend({ userId: 'ada', until }, 4000)
          assert.equal(await memberships.resume('ada', 0), false)
          await directory.apply({ put: [foreign], remove: [] }, 5000)
          assert.deepEqual([await projects(), await stateOf()], [['p1', 'p2', 'p3'], undefined])
        }
        await memberships.suspend({ userId: 'ada', until: 'proof', sparesGrantsOf: ['o2'] }, 6000)
        await memberships.suspend({ userId: 'ada', until: 'proof', sparesGrantsOf: true }, 6000)
        assert.deepEqual(await projects(), ['p1', 'p2', 'p3'])
        await directory.apply({ put: [{ ...foreign, content: { ...foreign.content, state: 'STATE_INACTIVE' } }], remove: [] }, 7000)
        await memberships.suspend({ userId: 'ada', until: 'proof' }, 8000)
        assert.equal(await stateOf(), 'STATE_INACTIVE', 'what is switched off stays so')
        assert.equal(await memberships.resume('ada', 0), true)
        assert.deepEqual([await projects(), await stateOf()], [['p1', 'p3'], 'STATE_INACTIVE'])
      }))

    test('BO-27 a password or a first passkey by a link suspends what the link says, in the same transaction', () =>
      withStores(open, [...names, 'passwords', 'userAccounts', 'passkeys'], async ({ directory, memberships, passwords, userAccounts }) => {
        await furnish(directory)
        const confirm = async (): Promise<void> => await directory.apply({ put: kinds.map(({ resource }) => resource()), remove: [] }, 4000)
        const set = async (replaces: 'none' | 'any', spares: readonly SparedMembership[]): Promise<boolean> => {
          const suspends = { until: 'proof', spares } as const
          return (await passwords.set({ userId: 'ada', hash: 'h', replaces, seen: 'any', suspends, now: 5000 })) !== undefined
        }
        const firstPasskey = passkey('first', 'ada')
        assert.equal((await userAccounts.change('ada', {}, { firstPasskey, suspends: { until: 'confirmation' } }, 3000)).kind, 'done')
        assert.deepEqual(await activeOf(memberships), [true, false, false, false])
        assert.equal(await memberships.resume('ada', 0), false)
        await confirm()
        assert.equal((await userAccounts.change('ada', {}, { firstPasskey, suspends: { until: 'proof' } }, 4500)).kind, 'refused')
        assert.deepEqual(await activeOf(memberships), [true, true, true, true])
        assert.equal(await set('none', [{ of: 'project', id: 'p2', roles: ['PROJECT_OWNER'] }]), true)
        assert.deepEqual(await activeOf(memberships), [true, false, true, false])
        await confirm()
        assert.equal(await set('none', []), false)
        assert.deepEqual(await activeOf(memberships), [true, true, true, true])
        assert.equal(await set('any', []), true)
        assert.deepEqual(await activeOf(memberships), [true, false, false, false])
      }))

    test('BO-03 an acceptance at the same time as a suspension never gives roles that count', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory, 'STATE_INVITED')
        for (let round = 1; round <= 12; round += 1) {
          await directory.apply({ put: kinds.map(({ resource }) => resource('STATE_INVITED')), remove: [] }, round * 1000)
          await together(kinds.length + 1, async (index) => {
            const reference = kinds[index]?.reference
            // Either side begins first, by a growing number of ticks.
            for (let ticks = reference === undefined ? 6 - round : round - 6; ticks > 0; ticks -= 1) await setImmediate()
            if (reference !== undefined) await memberships.accept('ada', reference)
            else await memberships.suspend({ userId: 'ada', until: 'proof' }, round * 1000 + 500)
          })
          for (const { reference } of kinds) await memberships.accept('ada', reference)
          assert.deepEqual(await activeOf(memberships), [true, false, false, false], `round ${round}`)
        }
      }))

    test('BO-03 a suspension is not lost to an acceptance or a proof at the same time', async () => {
      for (const [round, given] of (['STATE_INVITED', undefined, 'STATE_INVITED', undefined] as const).entries()) {
        await withStores(open, names, async ({ directory, memberships }) => {
          await furnish(directory, given)
          await together(5, async (index) => {
            if (index === round) return await memberships.suspend({ userId: 'ada', until: 'proof' }, 2000 + round)
            const [first] = kinds
            if (first !== undefined && given !== undefined) await memberships.accept('ada', first.reference)
            else await memberships.resume('ada', 2000 + round + index)
          })
          for (const { resource } of kinds) {
            const found = (await directory.get(resource()))?.content['state']
            const allowed = given === undefined ? ['STATE_SUSPENDED'] : ['STATE_SUSPENDED', 'STATE_INVITED', undefined]
            assert.ok(allowed.includes(found as never), String(found))
          }
          if (given === undefined) assert.equal((await memberships.list('ada')).filter(({ active }) => active).length, 1)
        })
      }
    })
  })
}
