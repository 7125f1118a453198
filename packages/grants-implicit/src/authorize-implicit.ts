// What a user who is signed in authorises by an implicit request.
import { ofClient, ofUser, projectAudience, uniteHolders, validityOf } from '@symbolon/core-protocol'
import type { Authorization, Context, GrantedRequest } from '@symbolon/core-protocol'

export async function authorizeImplicit(granted: GrantedRequest, context: Context<'clients'>): Promise<Authorization> {
  const { request, client, session, user, acr, amr } = granted
  return {
    id: context.randomToken().slice(0, 22),
    client,
    subject: session.userId,
    scope: request.scope,
    audience: await projectAudience(client, request.scope, context),
    validity: validityOf(uniteHolders(ofUser(user), ofClient(client))),
    authentication: { at: session.authenticatedAt, amr, acr, sessionId: session.id },
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    ...(request.claims === undefined ? {} : { claims: request.claims }),
  }
}
