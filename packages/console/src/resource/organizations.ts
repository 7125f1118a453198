// The organizations that a visitor may see: all of them with a right of the instance, otherwise those of the visitor's memberships.
import { PageNotFound } from '@symbolon/core-protocol'
import type { StoredResource } from '@symbolon/core-protocol'
import { findResource, listResources, orgTarget } from '@symbolon/management-api'
import { holds, theInstance } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import type { Visit } from '../visit/visit.ts'

/** An organization in a list. */
export interface ListedOrganization {
  readonly id: string
  readonly name: string
  readonly changedAt: number
}

/** A page of organizations. */
export interface ManagedOrganizations {
  readonly items: readonly ListedOrganization[]
  readonly next?: string
}

/** @param cursor of the page before */
export async function managedOrganizations({ visitor, management }: Visit, cursor?: string): Promise<ManagedOrganizations> {
  const { caller } = visitor
  if (holds(caller, 'org.read', theInstance)) {
    const page = await listResources({ kind: 'org', limit: 50, ...(cursor === undefined ? {} : { cursor }) }, management)
    return { ...page, items: page.items.map(listed) }
  }
  const ids = caller.kind === 'user' ? [...new Set(caller.memberships.flatMap(({ orgId }) => orgId ?? []))].sort() : []
  const visible = ids.filter((orgId) => holds(caller, 'org.read', { orgId }))
  const found = await Promise.all(visible.map(async (orgId) => await findResource(orgTarget(orgId), management)))
  return { items: found.filter((stored) => stored !== undefined).map(listed) }
}

/** @returns an organization as lists and headings show it */
export function listed({ key: [id = ''], content, changedAt }: StoredResource): ListedOrganization {
  const name = isJsonObject(content['org']) ? content['org']['name'] : undefined
  return { id, name: typeof name === 'string' && name !== '' ? name : id, changedAt }
}

/**
 * @returns the organization that the path names
 * @throws PageNotFound if it does not exist
 */
export async function organizationOf({ parameters: { orgId = '' }, management }: Visit): Promise<ListedOrganization> {
  const stored = await findResource(orgTarget(orgId), management)
  if (stored === undefined) throw new PageNotFound()
  return listed(stored)
}
