// Clients that are parts of the provider, or that its host finds. They precede stored clients: a stored client with the
// same id is never found.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { AnyClient, AnyClientSource, Client, ClientContext, ClientStore } from '@symbolon/core-protocol'
import { CompositionError } from './compose/composition-error.ts'
import { checkClientUsable } from './compose/usable.ts'
import type { ComposedGrants } from './compose/usable.ts'

/**
 * @returns the store, with the clients of the parts in front of the stored ones
 * @throws CompositionError duplicate_client, client_unusable
 */
export function withBuiltInClients(
  store: ClientStore,
  parts: readonly (AnyClient | AnyClientSource)[],
  context: ClientContext,
  composed: ComposedGrants,
): ClientStore {
  if (parts.length === 0) return store
  const fixed = fixedClients(parts, context)
  for (const client of fixed.values()) checkClientUsable(client, composed)
  const sources = parts.filter((part) => part.kind === 'client_source')
  // A scheme of an application has no origin.
  const webUris = [...fixed.values()].flatMap(({ redirectUris }) => redirectUris.filter((uri) => /^https?:/i.test(uri)))
  const origins = new Set(webUris.map((uri) => new URL(uri).origin))

  const findAtSources = async (clientId: string): Promise<Client | undefined> => {
    for (const source of sources) {
      const found = await available(source.find(clientId, context))
      if (found !== undefined) return found
    }
    return undefined
  }
  const isOwn = async (clientId: string): Promise<boolean> => fixed.has(clientId) || (await findAtSources(clientId)) !== undefined

  return {
    // Not async, because most requests are for a stored client: the promise of the store is returned as it is.
    find(clientId) {
      const known = fixed.get(clientId)
      if (known !== undefined) return Promise.resolve(known)
      return sources.length === 0 ? store.find(clientId) : findAtSources(clientId).then((found) => found ?? store.find(clientId))
    },
    replaceSecretHash: async (clientId, hash, digest) =>
      !(await isOwn(clientId)) && (await store.replaceSecretHash(clientId, hash, digest)),
    exchangeSecrets: async (holder, expected, next) => await store.exchangeSecrets(holder, expected, next),
    findSecrets: async (holder) => await store.findSecrets(holder),
    listKeys: async (clientId, now) => ((await isOwn(clientId)) ? [] : await store.listKeys(clientId, now)),
    async listClientIds(projectId) {
      const own = [...fixed.values()].filter((client) => client.projectId === projectId).map(({ clientId }) => clientId)
      return [...new Set([...own, ...(await store.listClientIds(projectId))])]
    },
    async hasProject(projectId) {
      return [...fixed.values()].some((client) => client.projectId === projectId) || (await store.hasProject(projectId))
    },
    // What a user may do in it follows from roles of the user, and not from grants of a project.
    admits: async (clientId, userId) => (await isOwn(clientId)) || (await store.admits(clientId, userId)),
    findBoundary: () => store.findBoundary(),
    // Clients and projects of the host are shared with stored clients of trusted organizations alone.
    listShared: (ids, orgId, userOrgId) => store.listShared(ids, orgId, userOrgId),
    hasGrantFrom: (orgId, grantedOrgId) => store.hasGrantFrom(orgId, grantedOrgId),
    hasShownSignIn: async (clientId, userId) => (await isOwn(clientId)) || (await store.hasShownSignIn(clientId, userId)),
    async recordShownSignIn(clientId, userId, now) {
      if (!(await isOwn(clientId))) await store.recordShownSignIn(clientId, userId, now)
    },
    async hasOrigin(origin) {
      if (origins.has(origin)) return true
      for (const source of sources) if (await available(source.hasOrigin(origin))) return true
      return await store.hasOrigin(origin)
    },
  }
}

function fixedClients(parts: readonly (AnyClient | AnyClientSource)[], context: ClientContext): ReadonlyMap<string, Client> {
  const clients = new Map<string, Client>()
  for (const part of parts) {
    if (part.kind !== 'client') continue
    const client = part.client(context)
    if (clients.has(client.clientId))
      throw new CompositionError('duplicate_client', `Two clients have the id '${client.clientId}'. Remove one.`)
    clients.set(client.clientId, client)
  }
  return clients
}

/** The database of the host is away: the request may be tried again. */
async function available<T>(asked: Promise<T>): Promise<T> {
  return await asked.catch((error: unknown) => {
    throw new StorageUnavailable(`The client source of the host failed: ${String(error)}`, { cause: error })
  })
}
