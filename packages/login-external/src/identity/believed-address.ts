// Decides which identity providers are trusted for an address. A proven address identifies one user of the whole instance, so an organization that
// configures an identity provider must not prove addresses of users elsewhere. https://www.rfc-editor.org/rfc/rfc9700#section-2
import { canonicalLoginName, domainOfName } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import type { ExternalIdentity } from './external-identity.ts'

/**
 * A provider of the instance is believed. A provider of an organization is believed for addresses in a verified domain of that organization;
 * any other address of it counts as unverified.
 *
 * @param provider with the organization that owns it; without one, it is of the instance
 * @returns the identity, with the address as it counts here
 */
export async function withBelievedAddress(
  identity: ExternalIdentity,
  provider: { readonly orgId?: string },
  { stores: { organizations } }: { readonly stores: Pick<Context<'organizations'>['stores'], 'organizations'> },
): Promise<ExternalIdentity> {
  const { email } = identity
  const { orgId } = provider
  if (orgId === undefined || email?.verified !== true) return identity
  // In the canonical form a full-width at sign is one, too.
  const verified = await organizations.hasVerifiedDomain(orgId, domainOfName(canonicalLoginName(email.address)))
  return { ...identity, email: { ...email, verified } }
}
