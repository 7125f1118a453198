// A composition without a login and without the authorization code grant, with a third-party grant: this file
// imports nothing but what a third party can import. Its module graph is what the tests look at.
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import { define, digest, equalDigests, OAuthError } from '@symbolon/core-protocol'
import type { AnyGrant, AnyStartTask, Context, SecretHashing, Storage } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import * as v from 'valibot'

export const grantType = 'urn:example:grant'
export const serviceUser = 'robot'

/** The bearer of the ticket acts as its service user. */
export function ticketGrant(ticketDigest: string): AnyGrant {
  return define({
    kind: 'grant',
    name: 'ticket grant',
    stores: ['clients'],
    grantType,
    clientAuthenticationMethods: [],
    parameters: v.object({ ticket: v.string('The ticket is missing.'), user: v.string('The user is missing.') }),
    async authorize({ parameters: { ticket, user } }, context: Context<'clients'>) {
      const client = await context.stores.clients.find(user)
      const right = equalDigests(digest(ticket), ticketDigest)
      if (client === undefined || !right) throw new OAuthError('invalid_grant', 'The ticket is not valid.')
      return { id: context.randomToken(), client, subject: client.clientId, scope: ['openid'], audience: [client.clientId] }
    },
  })
}

/** Registers the service user before the first request. */
export function registerServiceUser(hashing: SecretHashing): AnyStartTask {
  return define({
    kind: 'task',
    name: 'service user',
    stores: ['directory'],
    async run(context: Context<'directory'>) {
      const read = readDocument({
        orgs: [
          {
            orgId: 'acme',
            org: { name: 'Acme' },
            machineUsers: [
              { userId: serviceUser, user: { userName: serviceUser, name: 'Robot' }, clientSecret: 'a-secret-of-more-than-32-characters' },
            ],
          },
        ],
      })
      const {
        randomToken,
        sealing,
        now,
        issuer,
        stores: { directory },
      } = context
      await applyDocument(read, {
        directory,
        authority: systemAuthority,
        hashing,
        sealing,
        now,
        randomToken,
        issuerHost: new URL(issuer).hostname,
      })
    },
  })
}

export async function composeServiceAccounts(
  issuer: string,
  masterKey: Uint8Array,
  storage: Storage,
  ticketDigest: string,
  hashing: SecretHashing,
): Promise<Provider> {
  return await createProvider({ issuer, masterKey, storage, grants: [ticketGrant(ticketDigest)], tasks: [registerServiceUser(hashing)] })
}
