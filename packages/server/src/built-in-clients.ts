// Clients that are parts of the provider. They stand beside the stored ones, and no stored client of the same id is ever found.
import type { AnyClient, Client, ClientStore, Context } from '@symbolon/core-protocol'

/** @returns the store, with the clients of the parts in front of the stored ones */
export function withBuiltInClients(
  store: ClientStore,
  parts: readonly AnyClient[],
  context: Pick<Context, 'issuer' | 'sealing' | 'vendor'>,
): ClientStore {
  if (parts.length === 0) return store
  const clients = new Map<string, Client>()
  for (const part of parts) {
    const client = part.client(context)
    clients.set(client.clientId, client)
  }
  return {
    find: async (clientId) => clients.get(clientId) ?? (await store.find(clientId)),
    replaceSecretHash: async (clientId, hash, digest) => !clients.has(clientId) && (await store.replaceSecretHash(clientId, hash, digest)),
    exchangeSecrets: async (holder, expected, next) => await store.exchangeSecrets(holder, expected, next),
    findSecrets: async (holder) => await store.findSecrets(holder),
    listKeys: async (clientId, now) => (clients.has(clientId) ? [] : await store.listKeys(clientId, now)),
    listClientIds: async (projectId) => await store.listClientIds(projectId),
    hasProject: async (projectId) => await store.hasProject(projectId),
    // What a user may do in it follows from roles of the user, and not from grants of a project.
    admits: async (clientId, userId) => clients.has(clientId) || (await store.admits(clientId, userId)),
    hasOrigin: async (origin) => await store.hasOrigin(origin),
  }
}
