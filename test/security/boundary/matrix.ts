// Every role changes every writable member of every kind of object, of its organization, of another organization and of the instance. The other
// side keeps every row and gets the same responses.
import type { ResourceKind, Storage } from '@symbolon/core-protocol'
import { callerOf, may, roleAt, theInstance } from '@symbolon/permissions'
import type { Given } from '@symbolon/permissions'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { changesOf, wholesOf, writables } from './members.ts'
import type { Writable } from './members.ts'
import { answers, differences, snapshot } from './other-side.ts'
import type { Difference, Snapshot } from './other-side.ts'
import { administrativeRoles } from './roles.ts'
import { actorId, startWorld } from './world.ts'
import type { Actor, World } from './world.ts'

const actors: readonly Actor[] = ['no role', 'service user', ...administrativeRoles.map(({ name }) => name)]

/** An owner of the instance has no other side. */
export const bounded = actors.filter((actor) => actor !== 'IAM_OWNER')

/**
 * How often the other side is compared: its rows after each document and the answers to it after each list, or where that takes long, its rows
 * after each list and the answers in the end.
 */
export type Comparison = 'after each document' | 'after each list'

/**
 * Makes every change as the actor.
 * @throws AssertionError if the other side noticed one, or if the actor changed nothing although the role may
 */
export async function changeEverything(actor: Actor, comparison: Comparison, storage?: Storage): Promise<void> {
  const world = await startWorld(actor, storage)
  try {
    const answered = await answers(world)
    const look = await lookAt(world)
    let accepted = 0
    const compareAnswers = async (after: string): Promise<void> => {
      // A role of the instance acts in every organization: what globex gets is its business.
      if (levelOf(actor) === 'instance') return
      assert.deepEqual(await answers(world), answered, `${after}: the answers to globex changed`)
      await look.again()
    }
    const tryAll = async (documents: readonly OrgDocument[]): Promise<number> => {
      let changes = 0
      for (const document of documents) {
        const changed = (await world.by(document)).filter(({ action }) => writes.has(action))
        changes += changed.length
        if (changed.length > 0 && comparison === 'after each document') await look.compare(JSON.stringify(document))
      }
      return changes
    }
    for (const writable of writables) {
      const whole = await tryAll(targets.flatMap((orgId) => wholesOf(writable, orgId)))
      // Where a role may neither create nor remove nor change an object, no member of it is tried one by one.
      const single = whole > 0 || mayWrite(actor, writable.kind) ? await tryAll(membersTried(writable, actor)) : 0
      if (whole + single === 0) continue
      accepted += whole + single
      if (comparison === 'after each list') await look.compare(writable.list)
      if (comparison === 'after each document') await compareAnswers(writable.list)
    }
    if (accepted > 0 && comparison === 'after each list') await compareAnswers('all lists')
    if (actor === 'ORG_USER_SELF_MANAGER') accepted += await tryAll([own({ humanUsers: [removedActor] })])
    // A role that changes nothing would prove nothing.
    assert.equal(accepted > 0, writesSomething(actor), `${actor} made ${accepted} changes`)
  } finally {
    await world.close()
  }

  async function lookAt({ provider }: World): Promise<{ compare(after: string): Promise<void>; again(): Promise<void> }> {
    let before = await snapshot(provider)
    return {
      async compare(name) {
        const after = await snapshot(provider)
        const unexpected = differences(before, after).filter(
          (difference) => !isAllowed(actor, difference) && !endsWithAcme(difference, after),
        )
        assert.deepEqual(unexpected, [], name)
        before = after
      },
      /** Globex itself has changed something. */
      async again() {
        before = await snapshot(provider)
      },
    }
  }
}

/** The organizations whose objects are changed. */
const targets = ['acme', 'globex', 'sys'] as const

const own = (members: object): OrgDocument => ({ orgs: [{ orgId: 'acme', ...members }] })
const profile = { firstName: 'Ac', lastName: 'Tor' }
const removedActor = { userId: 'acme|actor', user: { userName: 'actor', profile }, state: 'USER_STATE_DELETED' }

const writes: ReadonlySet<string> = new Set(['created', 'changed', 'removed'])

function membersTried(writable: Writable, actor: Actor): readonly OrgDocument[] {
  const orgIds = levelOf(actor) === 'instance' ? ['acme'] : ['acme', 'globex']
  return orgIds.flatMap((orgId) => triedOf(writable).flatMap((member) => changesOf(writable, member, orgId)))
}

/** Of the texts of pages, which are alike, one in ten is tried. */
function triedOf({ members }: Writable): Writable['members'] {
  return members.length < 50 ? members : members.filter((_, index) => index % 10 === 0)
}

/** A project that was granted to an organization is not granted to it any more once that is gone. */
function endsWithAcme({ name }: Difference, after: Snapshot): boolean {
  return name === 'projectGrant globex|grant' && !after.has(name)
}

function membershipOf(actor: Actor): Given | undefined {
  const role = administrativeRoles.find(({ name }) => name === actor)
  if (role === undefined) return undefined
  const roles = [role.name]
  switch (role.level) {
    case 'instance':
      return { of: 'instance', roles }
    case 'organization':
      return { of: 'organization', orgId: 'acme', givenBy: 'acme', roles }
    case 'project':
      return { of: 'project', orgId: 'acme', projectId: 'acme|project', givenBy: 'acme', roles }
    case 'project_grant':
      return {
        of: 'project_grant',
        orgId: 'globex',
        projectId: 'globex|project',
        grantId: 'globex|grant',
        grantedOrgId: 'acme',
        givenBy: 'globex',
        roles,
      }
  }
}

function levelOf(actor: Actor): Given['of'] | undefined {
  return administrativeRoles.find(({ name }) => name === actor)?.level
}

/**
 * A role of the instance acts in every organization: its other side is the instance, as far as the role does not write there, and the proofs of
 * identity of an owner of the instance. A role of a project grant gives roles on the grant.
 */
function isAllowed(actor: Actor, { side, kind }: Difference): boolean {
  const membership = membershipOf(actor)
  // The organization that has a project by a grant says who manages the grant.
  if (kind === 'projectGrantMember' && (actor === 'ORG_OWNER' || membership?.of === 'project_grant')) return true
  if (membership?.of !== 'instance') return false
  if (side === 'owner') return false
  if (side !== 'instance') return true
  const caller = callerOf({ id: actorId(actor) }, [{ ...membership, active: true }])
  return (['create', 'change', 'remove'] as const).some((action) => may(caller, action, kind as ResourceKind, theInstance) === undefined)
}

function mayWrite(actor: Actor, kind: ResourceKind): boolean {
  const membership = membershipOf(actor)
  if (membership === undefined) return false
  const caller = callerOf({ id: actorId(actor) }, [{ ...membership, active: true }])
  const place = { orgId: 'acme', projectId: 'acme|project' }
  return (['create', 'change', 'remove'] as const).some((action) => may(caller, action, kind, place, undefined) === undefined)
}

function writesSomething(actor: Actor): boolean {
  const membership = membershipOf(actor)
  const role = membership === undefined ? undefined : roleAt(actor, membership.of)
  const permissions = [...(role?.here ?? []), ...(role?.anywhere ?? []), ...(role?.inOrganization ?? [])]
  return permissions.some((permission) => /\.(?:write|delete|create)$/.test(permission) && permission !== 'session.delete')
}
