// Whom and what an issued token, code or session hangs on, and whether all of that still is what it was. A new password, and a user,
// organization, project or app that is switched off, end what was issued before; switching it on again revives none of it.
// Each of them counts its ends, what is issued keeps a digest of the counts, and the two are compared at each use: nothing has to be
// searched, and no clock decides. A time would do neither within its resolution nor after a clock that was ahead.
import type { Context } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Actor, AuthorizationOrigin, Holder, Holders } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'
import { furtherHolders } from './token-id.ts'

export function ofUser({ id, createdAt, timesEnded }: Pick<User, 'id' | keyof Holder>): Holders {
  return { [`user ${id}`]: { createdAt, timesEnded } }
}

export function ofClient({ clientId, createdAt, timesEnded }: Pick<Client, 'clientId' | keyof Holder>): Holders {
  return { [`client ${clientId}`]: { createdAt, timesEnded } }
}

export function ofPersonalAccessToken({ id, createdAt, timesEnded }: Holder & { readonly id: string }): Holders {
  return { [`personal access token ${id}`]: { createdAt, timesEnded } }
}

/** Of one that was read twice the earlier state stays: what was proven in it may have ended since. */
export function uniteHolders(...all: readonly Holders[]): Holders {
  const united: Record<string, Holder> = {}
  for (const [name, holder] of all.flatMap((each) => Object.entries(each))) {
    const known = united[name]
    if (known === undefined || holder.timesEnded < known.timesEnded) united[name] = holder
  }
  return united
}

/** @returns 16 characters, which go into what is issued */
export function validityOf(holders: Holders): string {
  const states = Object.entries(holders).map(([name, { createdAt, timesEnded }]) => [name, createdAt, timesEnded] as const)
  return digest(JSON.stringify(states.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
}

export interface Issued {
  /** `validityOf` when it was issued; what an earlier release issued has none. */
  readonly validity?: string | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
}

/** Whether nothing that it hangs on was ended, or removed and made again, since it was issued. */
export function stillHeldBy(holders: Holders, { validity, issuedAt }: Issued): boolean {
  if (validity !== undefined) return validity === validityOf(holders)
  return Object.values(holders).every(({ createdAt, timesEnded }) => timesEnded === 0 && createdAt <= issuedAt)
}

/* MERGED from still-granted.ts
// Whether an earlier authorization is still valid: since then its user may have signed out, been locked, or lost the grant of the project,
// and the user or the client may have been removed and another one created under the same id.
*/
/** What is checked of an authorization before a code is redeemed or a token is refreshed. */
export interface EarlierGrant extends Issued {
  readonly subject: string
  readonly actor?: Actor | undefined
  readonly origin?: AuthorizationOrigin | undefined
  /** The ids whose revocation ends it: of the session, of the authorization. */
  readonly endedBy: readonly string[]
}

/** @throws OAuthError invalid_grant */
export async function checkStillGranted(
  { subject, actor, origin, endedBy, ...issued }: EarlierGrant,
  client: Client,
  context: Context<'clients' | 'revocations' | 'users'>,
): Promise<void> {
  const { stores } = context
  const [user, admitted, ended] = await Promise.all([
    stores.users.findActive(subject),
    stores.clients.admits(client.clientId, subject),
    stores.revocations.includesAny(endedBy),
  ])
  if (user === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
  const further = await furtherHolders({ origin, actor }, user, context)
  if (further === undefined) throw new OAuthError('invalid_grant', 'The actor is not active, or a token from which this one was derived is not valid any more.')
  if (!stillHeldBy(uniteHolders(ofUser(user), ofClient(client), further), issued)) {
    throw new OAuthError('invalid_grant', 'It was issued before a change that ended it: of the password, the user or the client.')
  }
  if (!admitted) throw new OAuthError('invalid_grant', 'The user may not use this application.')
  if (ended) throw new OAuthError('invalid_grant', 'The session or the authorization has ended.')
}

/* MERGED from longest-lifetime.ts
// How long anything may live that hangs on one authorization: for so long its end, or its code, has to be remembered.
*/
/** @returns seconds */
export function longestLifetime({ lifetimes, registry }: Context): number {
  const refreshToken = registry.tokenKinds.has('refresh_token') ? lifetimes.refreshToken : 0
  // The last refresh token may be used at its very end, and the tokens that it yields live on.
  return lifetimes.authorizationCode + refreshToken + Math.max(lifetimes.accessToken, lifetimes.idToken)
}
