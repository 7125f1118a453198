// The branding of the pages of a sign-in. A typed login name never decides it: branding that depended on it would reveal who has an account.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Client, Context, User } from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import type { ShownOrganization } from './shown-organization.ts'

/** The organization whose branding the pages have. */
export type BrandedOrganization = ShownOrganization | undefined

/**
 * Decides whose branding the pages have: the owner of the project, where the project demands it; else the organization that the scope of the
 * request names; else the organization of the user, where the project allows it. Undefined for the branding of the instance.
 *
 * @param shown the organization that the scope names, where it is shown
 * @param user the user who authenticated in this browser; a typed login name is not enough
 */
export function brandedOrganization(
  { privateLabeling, orgId }: Partial<Pick<Client, 'privateLabeling' | 'orgId'>>,
  shown: ShownOrganization | undefined,
  user: Pick<User, 'orgId'> | undefined,
): BrandedOrganization {
  if (privateLabeling === 'project_owner' && orgId !== undefined) return { orgId }
  if (shown !== undefined) return shown
  return privateLabeling === 'user' && user !== undefined ? { orgId: user.orgId } : undefined
}

/** Finds the branding of the organization's pages, or of the instance's. */
export async function findBranding(of: BrandedOrganization, { stores: { policies } }: Context<'policies'>): Promise<Branding> {
  return await policies.findBranding(of?.orgId)
}

/** Finds the branding of the instance's pages. Undefined if the storage is unavailable, because the page that reports it needs branding too. */
export async function findInstanceBranding(context: Context<'policies'>): Promise<Branding | undefined> {
  try {
    return await findBranding(undefined, context)
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined
    throw error
  }
}
