// Roles that a user holds at a place: those of a project, or administrative ones. Given, taken and replaced in the same way.
import { ApiError } from '@symbolon/client'
import type { Resource } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine } from './call.ts'
import type { Call } from './call.ts'
import { memberAt } from './fields.ts'
import { absent } from './find.ts'
import type { Target } from './objects.ts'

/** The roles of one user at one place. `what` is e.g. "Kim in Acme". */
export interface HeldRoles extends Target {
  /** The member of the entry that has them. */
  readonly member: 'roleKeys' | 'roles'
}

/** @returns the roles of an entry */
export function rolesIn({ member }: HeldRoles, { entry }: Resource<object>): readonly string[] {
  const roles = memberAt(entry, [member])
  return Array.isArray(roles) ? roles.map(String) : []
}

/** Adds these roles to the roles of the user. */
export async function addRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  const stored = await held.list.get(held.id).catch(absent)
  const before = stored === undefined ? [] : rolesIn(held, stored)
  return await change(held, [...before, ...roles], stored, call)
}

/** Gives the user these roles and no others. */
export async function setRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  return await change(held, roles, await held.list.get(held.id).catch(absent), call)
}

/**
 * Takes these roles from the user, or all of them where none is named.
 * @throws CommandError not_found, confirmation_needed, not_confirmed
 */
export async function removeRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  const { what, list, id } = held
  const stored = await list.get(id).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw new CommandError('not_found', `There are no roles of ${what}.`)
    throw error
  })
  const before = rolesIn(held, stored)
  const missing = roles.find((role) => !before.includes(role))
  if (missing !== undefined) {
    throw new CommandError('not_found', `${missing} is not a role of ${what}. Its roles: ${before.join(', ')}.`)
  }
  const left = before.filter((role) => roles.length > 0 && !roles.includes(role))
  await confirm(call, `Take ${roles.length === 0 ? 'all roles' : roles.join(', ')} from ${what}`)
  if (left.length > 0) return await change(held, left, stored, call)
  const removal = await list.remove(id, { ...changeOptions(call), ifMatch: stored.etag })
  return { json: removal, blocks: [doneLine(call, removal, `the roles of ${what}`)] }
}

/** The roles were read before: a concurrent change is not undone. */
async function change(held: HeldRoles, given: readonly string[], stored: Resource<object> | undefined, call: Call): Promise<Outcome> {
  const condition = stored === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: stored.etag }
  const roles = [...new Set(given)]
  const done = await held.list.put(held.id, { [held.member]: roles }, { ...changeOptions(call), ...condition })
  return changeOutcome(call, done, `the roles of ${held.what}`, [{ facts: { roles: roles.join(', ') } }])
}
