// Takes removed roles out of the grants that contain them. Otherwise a new role with the same key would belong to every user who had
// the old one.
import type { Transaction } from 'kysely'
import { objectAt, parseContent, textsAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'

/** Takes the roles out of all grants. @param roles keys of project roles: project identifier and role key */
export async function detachRoles(trx: Transaction<ResourceTables>, roles: readonly (readonly string[])[]): Promise<void> {
  const removed = new Map<string, Set<string>>()
  for (const [projectId = '', roleKey = ''] of roles) removed.set(projectId, (removed.get(projectId) ?? new Set()).add(roleKey))
  for (const [projectId, roleKeys] of removed) {
    // Another transaction may change a grant after it was read. Each failed attempt means that one did, so this ends.
    while (!(await detachFromUserGrants(trx, projectId, roleKeys)));
    while (!(await detachFromProjectGrants(trx, projectId, roleKeys)));
  }
}

/** @returns false if a grant was changed after it was read */
async function detachFromUserGrants(trx: Transaction<ResourceTables>, projectId: string, removed: ReadonlySet<string>): Promise<boolean> {
  const grants = await trx
    .selectFrom('user_grants')
    .select(['user_id', 'project_grant_id', 'content'])
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .orderBy('project_grant_id')
    .execute()
  let unchanged = true
  for (const { user_id: userId, project_grant_id: projectGrantId, content } of grants) {
    const left = without(parseContent(content), removed)
    if (left === undefined) continue
    const written = await trx
      .updateTable('user_grants')
      .set({ content: JSON.stringify(left) })
      .where('user_id', '=', userId)
      .where('project_id', '=', projectId)
      .where('project_grant_id', '=', projectGrantId)
      .where('content', '=', content)
      .returning('user_id')
      .executeTakeFirst()
    unchanged &&= written !== undefined
  }
  return unchanged
}

/** @returns false if a grant was changed after it was read */
async function detachFromProjectGrants(
  trx: Transaction<ResourceTables>,
  projectId: string,
  removed: ReadonlySet<string>,
): Promise<boolean> {
  const grants = await trx
    .selectFrom('project_grants')
    .select(['grant_id', 'content'])
    .where('project_id', '=', projectId)
    .orderBy('grant_id')
    .execute()
  let unchanged = true
  for (const { grant_id: grantId, content } of grants) {
    const stored = parseContent(content)
    const left = without(objectAt(stored, 'projectGrant'), removed)
    if (left === undefined) continue
    const written = await trx
      .updateTable('project_grants')
      .set({ content: JSON.stringify({ ...stored, projectGrant: left }) })
      .where('grant_id', '=', grantId)
      .where('content', '=', content)
      .returning('grant_id')
      .executeTakeFirst()
    unchanged &&= written !== undefined
  }
  return unchanged
}

/** @returns the grant with the remaining roles; undefined if it contains none of the removed ones */
function without(grant: Content, removed: ReadonlySet<string>): Content | undefined {
  const roleKeys = textsAt(grant, 'roleKeys')
  if (!roleKeys.some((roleKey) => removed.has(roleKey))) return undefined
  const { roleKeys: _, ...others } = grant
  const left = roleKeys.filter((roleKey) => !removed.has(roleKey))
  // Members at their default are absent from canonical objects.
  return left.length === 0 ? others : { ...others, roleKeys: left }
}
