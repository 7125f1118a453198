// Every organization has exactly one primary domain, because login names end in it. If the document does not name it, it is chosen here:
// the first verified domain, or for an organization without domains a domain below the issuer's host. Pure.
import { digest } from '@symbolon/core-protocol'
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import { desiredResource, orgReference } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'

/** The facts that the default domain of an organization is computed from. */
export interface OrgNaming {
  readonly orgId: string
  readonly name: string | undefined
  readonly path: string
  readonly issuerHost: string
  /** The run has created it. */
  readonly isNew?: true
}

/**
 * @param update whether stored objects may change; otherwise a stored primary domain stays, because every login name ends in it
 * @returns the document's domains with the primary one chosen, and the stored domains that have to change for it
 */
export function settleDomains(
  domains: readonly DesiredResource[],
  stored: readonly Resource[],
  naming: OrgNaming,
  update: boolean,
): readonly DesiredResource[] {
  if (!update && stored.some(isPrimary)) return besides(stored, domains)
  const primary = domains.find(isUsablePrimary)
  const settled = domains.map((domain) =>
    isUsablePrimary(domain) && domain !== primary ? { ...domain, problem: { reason: 'several_primary_domains' as const } } : domain,
  )
  const named = new Set(domains.map(({ key }) => key[1]))
  const others = stored.filter(({ key }) => !named.has(key[1]))
  if (primary !== undefined) {
    // The stored domain keeps its flag if the new one is refused.
    return [...settled, ...others.filter(isPrimary).map((other) => restated(other, naming, withoutPrimary(other.content), [primary]))]
  }
  if (others.some(isPrimary)) return settled

  const first = settled.find((domain) => usable(domain) && domain.content['isVerified'] === true)
  if (first !== undefined) {
    return settled.map((domain) => (domain === first ? { ...domain, content: { ...domain.content, isPrimary: true } } : domain))
  }
  const other = others.find(({ content }) => content['isVerified'] === true)
  if (other === undefined) return settled
  const former = stored.filter((domain) => isPrimary(domain) && named.has(domain.key[1]))
  return [...settled, restated(other, naming, { ...other.content, isPrimary: true }, former)]
}

/** The document's domains if another domain stays primary. The planner reports differences from the stored ones. */
function besides(stored: readonly Resource[], domains: readonly DesiredResource[]): readonly DesiredResource[] {
  const known = new Set(stored.map(({ key }) => key[1]))
  return domains.map((domain) =>
    isUsablePrimary(domain) && !known.has(domain.key[1]) ? { ...domain, problem: { reason: 'several_primary_domains' } } : domain,
  )
}

/**
 * The id distinguishes the domains of two organizations with the same name. If that domain is taken too, a digest does, which cannot collide
 * by chance.
 */
export function defaultDomain(naming: OrgNaming): DesiredResource {
  const { orgId, path } = naming
  const host = naming.issuerHost.replace(/:[0-9]+$/, '').toLowerCase()
  const slug = slugOf(naming.name ?? '') || slugOf(orgId) || 'org'
  const domainOf = (label: string): DesiredResource =>
    desiredResource({
      kind: 'orgDomain',
      key: [orgId, `${label}.${host}`],
      path,
      orgId,
      content: { domainName: `${label}.${host}`, isVerified: true, isPrimary: true },
      references: [orgReference(orgId)],
      ...(naming.isNew ? { implied: true } : {}),
    })
  const unlikely = domainOf(`${slug.slice(0, 31)}-${slugOf(digest(orgId)).slice(0, 20)}`)
  return { ...domainOf(slug), alternative: { ...domainOf(`${slug.slice(0, 31)}-${slugOf(orgId).slice(0, 31)}`), alternative: unlikely } }
}

/** Whether the organization has this domain only because it had none. */
export function isDefault({ key: [, domainName] }: Resource, naming: OrgNaming): boolean {
  for (let domain: DesiredResource | undefined = defaultDomain(naming); domain !== undefined; domain = domain.alternative) {
    if (domain.key[1] === domainName) return true
  }
  return false
}

/** The domain as it is stored. */
export function unchanged(domain: Resource, naming: OrgNaming): DesiredResource {
  return restated(domain, naming, domain.content)
}

/** A DNS label (https://www.rfc-editor.org/rfc/rfc1123#section-2.1) that resembles the text; empty if no character of it is allowed. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '')
}

function restated(
  { key }: Resource,
  { orgId, path }: OrgNaming,
  content: Content,
  follows: readonly ResourceReference[] = [],
): DesiredResource {
  return desiredResource({ kind: 'orgDomain', key, path, orgId, content, references: [orgReference(orgId)], amends: true, follows })
}

function withoutPrimary({ isPrimary: _isPrimary, ...content }: Content): Content {
  return content
}

function usable(domain: DesiredResource): boolean {
  return !domain.removed && domain.problem === undefined
}

/** Whether the document makes this domain primary and the domain is valid. */
export function isUsablePrimary(domain: DesiredResource): boolean {
  return usable(domain) && domain.content['isPrimary'] === true
}

/** Whether a stored domain is the primary one. */
export function isPrimary({ content }: Resource): boolean {
  return content['isPrimary'] === true
}
