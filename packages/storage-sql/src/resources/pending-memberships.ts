// Memberships that another organization offers, or whose roles are suspended.
import type { MembershipStore, RoleSuspension, SparedMembership, SuspensionEnd } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import { findPending, listPending } from './list-pending.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** The tables of members whom organizations add. */
export type MemberTable = 'org_members' | 'project_members' | 'project_grant_members'

const tables = {
  organization: { table: 'org_members', id: 'org_id' },
  project: { table: 'project_members', id: 'project_id' },
  project_grant: { table: 'project_grant_members', id: 'grant_id' },
} as const

type Level = keyof typeof tables

const levels = ['organization', 'project', 'project_grant'] as const satisfies readonly Level[]

/** The part of the store that lists and changes what waits for the user. */
export function pendingMemberships(
  db: Kysely<ResourceTables>,
): Pick<MembershipStore, 'accept' | 'decline' | 'findPending' | 'listPending' | 'resume' | 'suspend'> {
  return {
    listPending: (userId) => listPending(db, userId),
    findPending: (userId, membership) => findPending(db, userId, membership),
    accept: (userId, { of, id }) =>
      db.transaction().execute(async (trx) => {
        const { table, id: column } = tables[of]
        const row = await lockMembers(trx, table, userId).where(column, '=', id).where('standing', '=', 'invited').executeTakeFirst()
        if (row === undefined) return false
        const { state: _, ...content } = parseContent(row.content)
        // An administrator of the user's organization may have changed the credentials to accept as the user.
        const suspended = row.suspended_at !== null && row.suspended_at >= row.changed_at
        await trx
          .updateTable(table)
          .set(
            suspended
              ? { content: JSON.stringify({ ...content, state: 'STATE_SUSPENDED' }), standing: 'suspended' as const }
              : { content: JSON.stringify(content), standing: null },
          )
          .where('user_id', '=', userId)
          .where(column, '=', id)
          .execute()
        return true
      }),
    async decline(userId, { of, id }) {
      const { table, id: column } = tables[of]
      const declined = await db
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where(column, '=', id)
        .where('standing', '=', 'invited')
        .returning('user_id')
        .executeTakeFirst()
      return declined !== undefined
    },
    suspend: (suspension, now) => db.transaction().execute(async (trx) => await suspendRoles(trx, [suspension], now)),
    async resume(userId, enrolledAt) {
      // Each sign-in with a second factor asks. Usually nothing is suspended, which one query without a transaction shows.
      if (!(await hasSuspended(db, userId))) return false
      return await db.transaction().execute(async (trx) => await resumeRoles(trx, userId, enrolledAt))
    },
  }
}

/**
 * Suspends accepted roles that organizations other than the user's own gave. A user accepts each of these roles, so an organization cannot make
 * the transaction long. Invitations are marked by one statement: their roles are suspended when they are accepted.
 */
export async function suspendRoles(trx: Transaction<ResourceTables>, suspensions: readonly RoleSuspension[], now: number): Promise<void> {
  for (const { userId, until, spares = [], sparesGrantsOf = [] } of suspensions) {
    const user = await trx.selectFrom('users').select('org_id').where('user_id', '=', userId).executeTakeFirst()
    if (user === undefined) continue
    if (sparesGrantsOf !== true) await suspendGrants(trx, { userId, until, spared: [user.org_id, ...sparesGrantsOf] }, now)
    for (const level of levels) {
      const { table, id } = tables[level]
      await trx
        .updateTable(table)
        .set({ suspended_at: now, suspended_until: 'confirmation' })
        .where('user_id', '=', userId)
        .where('standing', '=', 'invited')
        .execute()
      // An acceptance at the same time has happened before this statement, or meets the mark.
      const rows = await lockMembers(trx, table, userId)
        .returning(`${id} as id`)
        .where('org_id', '!=', user.org_id)
        .where((eb) => eb.or([eb('standing', 'is', null), eb('standing', '=', 'suspended')]))
        .execute()
      for (const row of rows) {
        if (
          isSpared(
            row,
            spares.filter(({ of }) => of === level),
          )
        )
          continue
        const isNew = row.standing === null
        await trx
          .updateTable(table)
          .set({
            standing: 'suspended',
            content: JSON.stringify({ ...parseContent(row.content), state: 'STATE_SUSPENDED' }),
            changed_at: now,
            ...(isNew ? { suspended_at: now } : {}),
            ...(isNew || until === 'confirmation' ? { suspended_until: until } : {}),
          })
          .where('user_id', '=', userId)
          .where(id, '=', row.id)
          .execute()
      }
    }
  }
}

/** Suspends roles of projects by a fixed number of statements: other organizations give as many as they like, and the user accepts none. */
async function suspendGrants(
  trx: Transaction<ResourceTables>,
  { userId, until, spared }: { readonly userId: string; readonly until: SuspensionEnd; readonly spared: readonly string[] },
  now: number,
): Promise<void> {
  const ofOthers = () => trx.updateTable('user_grants').where('user_id', '=', userId).where('org_id', 'not in', spared)
  // Suspended grants first: the condition that ends their suspension must not become weaker.
  if (until === 'confirmation') await ofOthers().set({ suspended_until: until }).where('standing', '=', 'suspended').execute()
  await ofOthers()
    .set({ standing: 'suspended', suspended_at: now, suspended_until: until, changed_at: now })
    .where('standing', 'is', null)
    .execute()
}

/** Whether the suspension leaves the membership in force: it has no role that the decision did not know. */
function isSpared(row: { readonly id: string; readonly content: string }, spares: readonly SparedMembership[]): boolean {
  const spared = spares.find(({ id }) => id === row.id)
  return spared !== undefined && textsAt(parseContent(row.content), 'roles').every((role) => spared.roles.includes(role))
}

async function hasSuspended(db: Kysely<ResourceTables>, userId: string): Promise<boolean> {
  const suspended = (table: MemberTable) =>
    db.selectFrom(table).select('user_id').where('user_id', '=', userId).where('standing', '=', 'suspended')
  const found = await suspended('org_members')
    .unionAll(suspended('project_members'))
    .unionAll(suspended('project_grant_members'))
    .unionAll(db.selectFrom('user_grants').select('user_id').where('user_id', '=', userId).where('standing', '=', 'suspended'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function resumeRoles(trx: Transaction<ResourceTables>, userId: string, enrolledAt: number): Promise<boolean> {
  const grants = await trx
    .updateTable('user_grants')
    .set({ standing: null })
    .where('user_id', '=', userId)
    .where('standing', '=', 'suspended')
    .where('suspended_until', '=', 'proof')
    .where('suspended_at', '>', enrolledAt)
    .returning('user_id')
    .execute()
  let resumed = grants.length > 0
  for (const level of levels) {
    const { table, id } = tables[level]
    const rows = await lockMembers(trx, table, userId)
      .returning(`${id} as id`)
      .where('standing', '=', 'suspended')
      .where('suspended_until', '=', 'proof')
      .where('suspended_at', '>', enrolledAt)
      .execute()
    for (const row of rows) {
      const { state: _, ...content } = parseContent(row.content)
      await trx
        .updateTable(table)
        .set({ standing: null, content: JSON.stringify(content) })
        .where('user_id', '=', userId)
        .where(id, '=', row.id)
        .execute()
    }
    resumed ||= rows.length > 0
  }
  return resumed
}

/**
 * Writes the rows of a user without changing them. Databases with several writers lock the rows by this, and return them as they are then: what
 * follows is decided from them, and no other transaction changes them before it is written.
 */
function lockMembers(trx: Transaction<ResourceTables>, table: MemberTable, userId: string) {
  return trx
    .updateTable(table)
    .set((eb) => ({ user_id: eb.ref('user_id') }))
    .where('user_id', '=', userId)
    .returning(['content', 'standing', 'changed_at', 'suspended_at'])
}
