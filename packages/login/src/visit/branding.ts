// Whose looks the pages of a sign-in have. A typed login name never decides: pages whose looks depended on it would tell who has an account.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Branding, Client, Context, User } from '@symbolon/core-protocol'
import type { ShownOrganization } from './shown-organization.ts'

/** The organization whose looks the pages have. */
export type BrandedOrganization = ShownOrganization | undefined

/**
 * Decides whose looks the pages have: the owner of the project, where it demands that; else the organization that the scope of the request
 * names; else that of the user, where the project allows it. Undefined for those of the instance.
 *
 * @param shown the organization that the scope names, where it is shown
 * @param user who proved to be the user in this browser; a typed login name is not enough
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

/** Finds the looks of the organization's pages, or of the instance's. */
export async function findBranding(of: BrandedOrganization, { stores: { policies } }: Context<'policies'>): Promise<Branding> {
  return await policies.findBranding(of?.orgId)
}

/** Finds the looks of the instance's pages. Undefined when the storage does not answer, because the page that says so needs looks as well. */
export async function findInstanceBranding(context: Context<'policies'>): Promise<Branding | undefined> {
  try {
    return await findBranding(undefined, context)
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined
    throw error
  }
}
