// Who may get tokens for our own API: service users, and applications that are registered for it. Any other application would own
// the instance as soon as an owner signs in to it. https://www.rfc-editor.org/rfc/rfc9700#section-2.3
import type { Client } from '../ports/client.ts'
import { apiAudience, readReservedScope } from './reserved-scope.ts'

interface Granted {
  readonly scope: readonly string[]
  readonly audience: readonly string[]
}

/** @returns the same grant, without our own API in scope and audience unless the client may have it */
export function withoutForbiddenApi<G extends Granted>(granted: G, client: Pick<Client, 'managementAccess'>, vendor: string): G {
  if (client.managementAccess) return granted
  const api = apiAudience(vendor)
  const asksForApi = (scope: string): boolean => {
    const reserved = readReservedScope(scope, vendor)
    return reserved?.kind === 'audience' && reserved.audience === api
  }
  if (!granted.audience.includes(api) && !granted.scope.some(asksForApi)) return granted
  return {
    ...granted,
    scope: granted.scope.filter((each) => !asksForApi(each)),
    audience: granted.audience.filter((each) => each !== api),
  }
}
