// Scopes that restrict instead of adding: to users of one organization (`…:org:id:<id>`, `…:org:domain:primary:<domain>`), or to roles that
// one organization granted. The organization is checked where a session is chosen, again at the end of the flow, and when tokens are issued.
import type { DemandedOrganization } from '../ports/authorization-request.ts'
import type { User } from '../ports/user.ts'
import { canonicalDomain } from '../text/domain-name.ts'
import { readReservedScope, readReservedScopes } from './reserved-scope.ts'
import type { ReservedScope } from './reserved-scope.ts'

/** @returns undefined when the scope demands none */
export function demandedOrganization(scope: readonly string[], vendor: string): DemandedOrganization | undefined {
  const reserved = readReservedScopes(scope, vendor)
  const ids = reserved.flatMap((each) => (each.kind === 'organization' ? each.orgId : []))
  const primaryDomains = reserved.flatMap((each) => (each.kind === 'primary_domain' ? each.domain : []))
  return ids.length === 0 && primaryDomains.length === 0 ? undefined : { ids, primaryDomains }
}

/** Whether the user belongs to the organization that the scope requires. */
export function belongsTo(user: Pick<User, 'orgId' | 'primaryDomain'>, demanded: DemandedOrganization | undefined): boolean {
  if (demanded === undefined) return true
  return demanded.ids.every((id) => id === user.orgId) && demanded.primaryDomains.every((domain) => isPrimaryDomainOf(user, domain))
}

/** Whether the domain is the primary domain of the user's organization, compared in canonical form. */
export function isPrimaryDomainOf({ primaryDomain }: Pick<User, 'primaryDomain'>, domain: string): boolean {
  return primaryDomain !== undefined && canonicalDomain(primaryDomain) === canonicalDomain(domain)
}

const restricting: readonly ReservedScope['kind'][] = ['organization', 'primary_domain', 'roles_of_organization']

/** @returns those of the scopes that restrict users or roles to an organization; narrowing a scope must keep them */
export function restrictingScopes(scope: readonly string[], vendor: string): readonly string[] {
  return scope.filter((each) => {
    const reserved = readReservedScope(each, vendor)
    return reserved !== undefined && restricting.includes(reserved.kind)
  })
}
