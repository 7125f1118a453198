// Whether what was authorised earlier still holds: since then its user may have signed out, been locked, or lost the grant of the
// project, and anybody in it may have been removed and another one made under the same id.
import { OAuthError } from '../errors/oauth-error.ts'
import type { Context } from '../contract/part.ts'
import type { Client } from '../ports/client.ts'
import type { Authorization } from '../ports/authorization.ts'
import { ofClient, ofUser, stillHeldBy, uniteHolders } from './holders.ts'
import type { Holders, Issued } from './holders.ts'

export interface EarlierGrant extends Issued, Pick<Authorization, 'subject' | 'actor'> {
  /** Whom and what it hangs on beside subject and client. */
  readonly holders?: Holders
  /** The ids whose revocation ends it: of the session, of the authorization. */
  readonly endedBy: readonly string[]
}

/** @throws OAuthError invalid_grant */
export async function checkStillGranted(
  { subject, actor, holders = {}, endedBy, ...issued }: EarlierGrant,
  client: Client,
  { stores }: Context<'clients' | 'revocations' | 'users'>,
): Promise<void> {
  const [user, acting, admitted, ended] = await Promise.all([
    stores.users.findActive(subject),
    stores.users.findActive(actor?.sub ?? subject),
    stores.clients.admits(client.clientId, subject),
    stores.revocations.includesAny(endedBy),
  ])
  if (user === undefined || acting === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
  if (!stillHeldBy(uniteHolders(ofUser(user), ofUser(acting), ofClient(client), holders), issued)) {
    throw new OAuthError('invalid_grant', 'It was issued before a change that ended it: of the password, the user or the client.')
  }
  if (!admitted) throw new OAuthError('invalid_grant', 'The user may not use this application.')
  if (ended) throw new OAuthError('invalid_grant', 'The session or the authorization has ended.')
}
