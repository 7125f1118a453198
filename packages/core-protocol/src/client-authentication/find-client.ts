// Looks up a client by an id that anybody may have sent.
import type { Context } from '../contract/context.ts'
import type { Client } from '../ports/client.ts'

/** @returns the active client; undefined for an unknown id, and for a text that can be none */
export async function findClient(clientId: string | undefined, context: Context<'clients'>): Promise<Client | undefined> {
  return clientId === undefined || !couldBeClientId(clientId) ? undefined : await context.stores.clients.find(clientId)
}

/** No id has control characters, and not every database can be asked for them. */
function couldBeClientId(clientId: string): boolean {
  return clientId.length <= 400 && clientId.isWellFormed() && !/\p{Cc}/u.test(clientId)
}
