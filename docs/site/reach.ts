// The tables of the boundary between organizations: what each role can cause to whom, and what each member can affect.
import type { ResourceKind } from '@symbolon/core-protocol'
import { callerOf, may, reach, roleAt, roleNames, stateMembers, theInstance } from '@symbolon/permissions'
import type { Action, Caller, Effect, Given, Level, Place, Reach } from '@symbolon/permissions'
import { table } from './repository.ts'

const levels: readonly Level[] = ['instance', 'organization', 'project', 'project_grant']
const place: Place = { orgId: 'own', projectId: 'project', projectGrantId: 'grant' }

/** @returns what X can cause to Y, and through which kinds of objects */
export function causesTable(): string {
  const rows = roleNames.flatMap((name) =>
    levels.filter((level) => roleAt(name, level) !== undefined).map((level) => causesOf(`\`${name}\``, membershipOf(name, level))),
  )
  const without = ['a user without a role', 'a service user without a role', 'a stranger'].map((name) => [
    name,
    'nothing',
    'nothing',
    'nothing',
  ])
  return table(['X', 'a role above, in the own organization', 'another organization', 'the instance'], [...rows, ...without])
}

/** @returns the members of each kind, what they affect, and who has to allow a change besides the right to the object */
export function reachTable(): string {
  return table(
    ['kind', 'members', 'affects', 'whose', 'needs besides the right to the object'],
    Object.entries(reach).flatMap(([kind, rows]) =>
      rows.map(({ members, affects, of, guard }) => [
        `\`${kind}\``,
        members.map((member) => (member === '*' ? 'all others' : `\`${member}\``)).join(', '),
        affects.length === 0 ? 'nothing' : affects.join(', '),
        owners[of],
        guard === undefined ? '' : guards[guard],
      ]),
    ),
  )
}

const owners: Readonly<Record<Reach['of'], string>> = {
  user: 'the user',
  organization: 'the organization',
  granted: 'the organization, and those that have a project of it by a grant',
  visitors: 'the organization, and users of others who sign in there or have roles there',
  instance: 'the instance',
}

const guards: Readonly<Record<NonNullable<Reach['guard']>, string>> = {
  roles: 'everything that the roles of the affected users allow (in their organization and in the instance)',
  verify: 'the permission `org.verify`',
  instance: 'the permission `instance.write`',
  accepted: 'the acceptance by a user of another organization',
}

function membershipOf(name: string, level: Level): Given {
  const roles = [name]
  switch (level) {
    case 'instance':
      return { of: 'instance', roles }
    case 'organization':
      return { of: 'organization', orgId: 'own', roles }
    case 'project':
      return { of: 'project', orgId: 'own', projectId: 'project', roles }
    case 'project_grant':
      return { of: 'project_grant', orgId: 'other', projectId: 'project', grantId: 'grant', grantedOrgId: 'own', roles }
  }
}

function causesOf(name: string, membership: Given): readonly string[] {
  const caller = callerOf({ id: 'x' }, [{ ...membership, active: true }])
  const above = through(caller, place, ({ of, guard }) => of !== 'instance' && !isGuarded(guard, caller))
  const elsewhere =
    membership.of === 'instance'
      ? 'every organization is its own'
      : through(caller, place, ({ of, guard }) => (of === 'granted' || of === 'visitors') && !isGuarded(guard, caller))
  return [name, above, elsewhere, through(caller, theInstance, ({ of }) => of === 'instance')]
}

/** Callers who may verify domains pass that guard. A user who has to accept is not reached before. */
function isGuarded(guard: Reach['guard'], caller: Caller): boolean {
  if (guard === 'verify') return may(caller, 'create', 'org', theInstance) !== undefined
  return guard !== undefined
}

/** A state alone is another right than the other members. */
function actionsOf({ members }: Reach): readonly Action[] {
  return members.every((member) => stateMembers.includes(member)) ? ['change_state', 'remove'] : ['create', 'change', 'remove']
}

function through(caller: Caller, at: Place, counts: (row: Reach) => boolean): string {
  const kinds = Object.keys(reach) as readonly ResourceKind[]
  const found = kinds.flatMap((kind) => {
    const rows = reach[kind].filter((row) => counts(row) && actionsOf(row).some((action) => may(caller, action, kind, at) === undefined))
    const effects = new Set<Effect>(rows.flatMap(({ affects }) => affects))
    return effects.size === 0 ? [] : [`\`${kind}\` (${[...effects].join(', ')})`]
  })
  return found.length === 0 ? 'nothing' : found.join(', ')
}
