// Roles that a user holds at a place: those of a project, or administrative ones. Given, taken and replaced in the same way.
import { ApiError } from '@symbolon/client'
import type { Change, ChangeOptions, Removal, Resource } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine } from './call.ts'
import type { Call } from './call.ts'
import { absent } from './find.ts'

/** The roles of one user at one place. */
export interface HeldRoles {
  /** "Kim in Acme", for sentences. */
  readonly what: string
  get(): Promise<Resource<object>>
  readonly rolesOf: (entry: object) => readonly string[]
  put(roles: readonly string[], options: ChangeOptions): Promise<Change<unknown>>
  remove(options: ChangeOptions): Promise<Removal>
}

/** Adds these roles to the roles of the user. */
export async function addRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  const stored = await held.get().catch(absent)
  const before = stored === undefined ? [] : held.rolesOf(stored.entry)
  return await change(held, [...new Set([...before, ...roles])], stored, call)
}

/** Gives the user these roles and no others. */
export async function setRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  return await change(held, [...new Set(roles)], await held.get().catch(absent), call)
}

/**
 * Takes these roles from the user, or all of them where none is named.
 * @throws CommandError not_found, confirmation_needed, not_confirmed
 */
export async function removeRoles(held: HeldRoles, roles: readonly string[], call: Call): Promise<Outcome> {
  const stored = await held.get().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) throw new CommandError('not_found', `There are no roles of ${held.what}.`)
    throw error
  })
  const before = held.rolesOf(stored.entry)
  const missing = roles.find((role) => !before.includes(role))
  if (missing !== undefined) {
    throw new CommandError('not_found', `${missing} is not a role of ${held.what}. Its roles: ${before.join(', ')}.`)
  }
  const left = before.filter((role) => roles.length > 0 && !roles.includes(role))
  await confirm(call, `Take ${roles.length === 0 ? 'all roles' : roles.join(', ')} from ${held.what}`)
  if (left.length > 0) return await change(held, left, stored, call)
  const removal = await held.remove({ ...changeOptions(call), ifMatch: stored.etag })
  return { json: removal, blocks: [doneLine(call, removal, `the roles of ${held.what}`)] }
}

/** The roles were read before: a concurrent change is not undone. */
async function change(held: HeldRoles, roles: readonly string[], stored: Resource<object> | undefined, call: Call): Promise<Outcome> {
  const condition = stored === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: stored.etag }
  const done = await held.put(roles, { ...changeOptions(call), ...condition })
  return changeOutcome(call, done, `the roles of ${held.what}`, [{ facts: [['roles', roles.join(', ')]] }])
}
