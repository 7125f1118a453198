// A caller who creates a project or an organization without another role for it becomes its first owner. Otherwise only others could
// go on with it.
import type { ResourceReference } from '@symbolon/core-protocol'
import { may } from '@symbolon/permissions'
import { applyContextOf, applyEntry, auditEventsOf, systemAuthority } from '@symbolon/provisioning'
import type { EntryChange } from '@symbolon/provisioning'
import { callerFacts } from '@symbolon/rest'
import type { Management } from './context.ts'

/**
 * Makes the caller the owner of an object that the caller has just created. The server assigns the role: users never assign roles to themselves.
 * @param orgId the organization of a project
 */
export async function becomeFirstOwner({ kind, key }: ResourceReference, orgId: string | undefined, management: Management): Promise<void> {
  const { caller, rights, context, hashing } = management
  const [id = ''] = key
  const change = ownership(kind, id, orgId, caller.id)
  if (change === undefined || (kind !== 'org' && kind !== 'project')) return
  const place = kind === 'org' ? { orgId: id } : { projectId: id, ...(orgId === undefined ? {} : { orgId }) }
  if (may(rights, 'change', kind, place) === undefined) return
  const rows = await applyEntry(change, applyContextOf(context, hashing, systemAuthority), { dryRun: false })
  await context.audit(...auditEventsOf({ entries: rows }).map((event) => ({ ...event, ...callerFacts(caller, context) })))
}

function ownership(kind: ResourceReference['kind'], id: string, orgId: string | undefined, userId: string): EntryChange | undefined {
  if (kind === 'org') return { org: { orgId: id, orgMembers: [{ userId, roles: ['ORG_OWNER'] }] } }
  if (kind !== 'project' || orgId === undefined) return undefined
  return { org: { orgId, projectMembers: [{ projectId: id, userId, roles: ['PROJECT_OWNER'] }] } }
}
