// The audience of access tokens. A token stores its client, the project of the client, and what scopes name. The other clients of the project
// are members by the project, and are listed where the audience is shown: a project may have thousands.
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { AuthorizationOrigin } from '../ports/authorized.ts'
import type { Client } from '../ports/client.ts'
import type { Stores } from '../ports/stores.ts'
import { readReservedScopes } from '../scope/reserved-scope.ts'

/** The clients of a project that an audience lists. With more, it lists the client of the token and the project alone. */
const mostListed = 100

/** @returns the app, its project, and what `…:aud` scopes add */
export function projectAudience(
  { clientId, projectId }: Pick<Client, 'clientId' | 'projectId'>,
  scope: readonly string[],
  { vendor }: { readonly vendor: string },
): readonly string[] {
  return [...new Set([clientId, ...(projectId === undefined ? [] : [projectId]), ...scopeAudience(scope, vendor)])]
}

/** @returns the project ids that `…:aud` scopes add */
export function scopeAudience(scope: readonly string[], vendor: string): readonly string[] {
  return readReservedScopes(scope, vendor).flatMap((each) => (each.kind === 'audience' ? each.audience : []))
}

/** A token, with the client that it is issued to. */
interface OwnedToken {
  readonly audience: readonly string[]
  readonly client: Pick<Client, 'clientId' | 'projectId'>
  readonly origin?: AuthorizationOrigin | undefined
}

/**
 * @returns the audience as it is shown: with the client ids of the project of the client, if they are not too many. The audience of a token
 *   that was exchanged is what the exchange asked for.
 */
export function shownAudience(
  { audience, client: { clientId, projectId }, origin }: OwnedToken,
  { stores }: { readonly stores: Pick<Stores, 'clients'> },
): Awaitable<readonly string[]> {
  if (projectId === undefined || origin !== undefined || !audience.includes(projectId)) return audience
  return whenKnown(stores.clients.listClientIds(projectId), (others) =>
    others.length > mostListed ? audience : [...new Set([clientId, ...others, ...audience])],
  )
}
