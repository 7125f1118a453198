// Whether what was authorised earlier still holds: since then its user may have signed out, been locked, or lost the grant of the
// project, and anybody in it may have been removed and another one made under the same id.
import { OAuthError } from '../oauth-error.ts'
import type { Context } from '../part.ts'
import type { Client } from '../ports/client.ts'
import type { Authorization } from './authorization.ts'

export interface EarlierGrant extends Pick<Authorization, 'subject' | 'actor'> {
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  /** The ids whose revocation ends it: of the session, of the authorization. */
  readonly endedBy: readonly string[]
}

/** @throws OAuthError invalid_grant */
export async function checkStillGranted(
  { subject, actor, issuedAt, endedBy }: EarlierGrant,
  client: Client,
  { stores }: Context<'clients' | 'revocations' | 'users'>,
): Promise<void> {
  const people = [subject, ...(actor === undefined ? [] : [actor.sub])]
  const [users, admitted, ended] = await Promise.all([
    Promise.all(people.map(async (id) => await stores.users.findActive(id))),
    stores.clients.admits(client.clientId, subject),
    stores.revocations.includesAny(endedBy),
  ])
  if (users.some((user) => user === undefined || user.createdAt > issuedAt)) {
    throw new OAuthError('invalid_grant', 'The user is not active.')
  }
  if (client.createdAt > issuedAt) throw new OAuthError('invalid_grant', 'It was issued to an earlier client.')
  if (!admitted) throw new OAuthError('invalid_grant', 'The user may not use this application.')
  if (ended) throw new OAuthError('invalid_grant', 'The session or the authorization has ended.')
}
