// Whether an earlier authorization is still valid: since then its user may have signed out, been locked, or lost the grant of the project,
// and the user or the client may have been removed and another one created under the same id.
import type { Context } from '../contract/context.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import { ofClient, ofUser, stillHeldBy, uniteHolders } from './holders.ts'
import type { Issued } from './holders.ts'
import { furtherHolders } from './origin.ts'

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
