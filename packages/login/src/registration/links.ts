// The links of the organization that a new user will belong to, such as its terms: a user who creates an account there must be able to read them.
import type { RequestContext } from '@symbolon/core-protocol'
import { findBranding } from '../visit/branding.ts'
import type { Visit } from '../visit/visit.ts'
import type { NewUserOrganization } from './organization.ts'

/** The visit, whose pages have the links of the organization. The branding stays the same. */
export async function withLinksOf(
  organization: NewUserOrganization | undefined,
  visit: Visit,
  context: RequestContext<'policies'>,
): Promise<Visit> {
  if (organization === undefined) return visit
  const { links } = await findBranding({ orgId: organization.orgId }, context)
  return { ...visit, branding: { ...visit.branding, links } }
}
