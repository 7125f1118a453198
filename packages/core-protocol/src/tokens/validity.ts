// Whether an issued token, code or session is still valid. It depends on users, clients and personal access tokens (its holders). A new
// password, and the deactivation of a user, organization, project or app, end what was issued before; reactivation revives none of it.
// Each holder counts its ends, an issued token keeps a digest of the counts, and both are compared at each use. So nothing has to be searched,
// and no clock decides: a time stamp fails within its resolution, and after a clock that ran ahead.
import type { Context } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import { allKnown, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import { oncePerValue } from '../memory/once-per-value.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { AccessToken } from '../ports/access-token.ts'
import type { Holder, Holders } from '../ports/authorization.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorized.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'

// Users and clients are kept in memory while they do not change, so what follows from them is computed once.

type HoldingUser = Pick<User, 'id' | keyof Holder>
type HoldingClient = Pick<Client, 'clientId' | keyof Holder>

/** @returns the user as a holder */
export const ofUser: (user: HoldingUser) => Holders = oncePerValue(({ id, createdAt, timesEnded }) => ({
  [`user ${id}`]: { createdAt, timesEnded },
}))

/** @returns the client as a holder */
export const ofClient: (client: HoldingClient) => Holders = oncePerValue(({ clientId, createdAt, timesEnded }) => ({
  [`client ${clientId}`]: { createdAt, timesEnded },
}))

const withClient = oncePerValue((user: HoldingUser) =>
  oncePerValue((client: HoldingClient) => uniteHolders(ofUser(user), ofClient(client))),
)

/** @returns the user and the client as holders */
export function ofUserAndClient(user: HoldingUser, client: HoldingClient): Holders {
  return withClient(user)(client)
}

/** @returns the personal access token as a holder */
export function ofPersonalAccessToken({ id, createdAt, timesEnded }: Holder & { readonly id: string }): Holders {
  return { [`personal access token ${id}`]: { createdAt, timesEnded } }
}

/** @returns all holders. Of one that was read twice the earlier state stays: what was proven in it may have ended since. */
export function uniteHolders(...all: readonly (Holders | undefined)[]): Holders {
  let united = noHolders
  for (const next of all) {
    if (next === undefined || next === noHolders) continue
    united = united === noHolders ? next : unitedWith(united)(next)
  }
  return united
}

const noHolders: Holders = {}

const unitedWith = oncePerValue((first: Holders) =>
  oncePerValue((second: Holders): Holders => {
    const united: Record<string, Holder> = { ...first }
    for (const [name, holder] of Object.entries(second)) {
      const known = united[name]
      if (known === undefined || holder.timesEnded < known.timesEnded) united[name] = holder
    }
    return united
  }),
)

/** @returns 16 characters, which go into what is issued */
export const validityOf: (holders: Holders) => string = oncePerValue((holders) => {
  const states = Object.entries(holders).map(([name, { createdAt, timesEnded }]) => [name, createdAt, timesEnded] as const)
  return digest(JSON.stringify(states.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 16)
})

/** Something that was issued earlier: a token, a code or a session. */
export interface Issued {
  /** `validityOf` when it was issued; what an earlier release issued has none. */
  readonly validity?: string | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
}

/** Whether nothing that the token depends on was ended, or removed and created again, since it was issued. */
export function stillHeldBy(holders: Holders, { validity, issuedAt }: Issued): boolean {
  if (validity !== undefined) return validity === validityOf(holders)
  return Object.values(holders).every(({ createdAt, timesEnded }) => timesEnded === 0 && createdAt <= issuedAt)
}

/** The state of an authorization that is checked before a code is redeemed or a token is refreshed. */
export interface EarlierGrant extends Issued {
  readonly subject: string
  readonly actor?: Actor | undefined
  readonly origin?: AuthorizationOrigin | undefined
  readonly authentication?: AccessToken['authentication']
  /** The ids whose revocation ends it: of the session, of the authorization. */
  readonly endedBy: readonly string[]
}

/** @throws OAuthError invalid_grant */
export function checkStillGranted(
  earlier: EarlierGrant,
  client: Client,
  context: Context<'clients' | 'revocations' | 'users'>,
): Awaitable<void> {
  const { stores } = context
  const { subject, endedBy } = earlier
  const facts = allKnown([
    stores.users.findActive(subject),
    stores.clients.admits(client.clientId, subject),
    stores.revocations.includesAny(endedBy),
  ])
  return whenKnown(facts, ([user, admitted, ended]) => {
    if (user === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
    return whenKnown(furtherHolders(earlier, user, context), (further) => {
      if (further === undefined)
        throw new OAuthError('invalid_grant', 'The actor is not active, or a token from which this one was derived is not valid any more.')
      if (!stillHeldBy(uniteHolders(ofUserAndClient(user, client), further), earlier)) {
        throw new OAuthError('invalid_grant', 'The grant was revoked because the password, the user or the client changed.')
      }
      if (!admitted) throw new OAuthError('invalid_grant', 'The user may not use this application.')
      if (ended) throw new OAuthError('invalid_grant', 'The session or the authorization has ended.')
    })
  })
}

/** @returns seconds */
export function longestLifetime({ lifetimes, registry }: Context): number {
  const refreshToken = registry.tokenKinds.has('refresh_token') ? lifetimes.refreshToken : 0
  // The last refresh token may be used at its very end, and the tokens that it yields live on.
  return lifetimes.authorizationCode + refreshToken + Math.max(lifetimes.accessToken, lifetimes.idToken)
}

/**
 * @returns what a token depends on in addition to its subject and its client: the actors, and its origin; undefined when part of it is no longer
 *   valid, or when no composed part knows the origin
 */
export function furtherHolders(
  { origin, actor, authentication }: Pick<EarlierGrant, 'actor' | 'authentication' | 'origin'>,
  subject: User,
  { registry, stores }: Context<'users'>,
): Awaitable<Holders | undefined> {
  if (origin !== undefined) return registry.tokenOrigin?.holders({ origin, actor, authentication, subject })
  if (actor === undefined) return noHolders
  return whenKnown(stores.users.findActive(actor.sub), (acting) => (acting === undefined ? undefined : ofUser(acting)))
}
