// The scopes that take away rather than add: who leaves one of them out gets more, not less.
import { readReservedScope } from './reserved-scope.ts'
import type { ReservedScope } from './reserved-scope.ts'

const restricting: readonly ReservedScope['kind'][] = ['organization', 'primary_domain', 'roles_of_organization']

/** @returns those among the scopes that restrict users or roles to an organization: whoever narrows the scope keeps them */
export function restrictingScopes(scope: readonly string[], vendor: string): readonly string[] {
  return scope.filter((each) => {
    const reserved = readReservedScope(each, vendor)
    return reserved !== undefined && restricting.includes(reserved.kind)
  })
}
