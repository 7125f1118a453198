// Folds parts into one fetch handler: the union of their stores, endpoints and metadata. Knows no grant and no database.
import { checkMasterKey, createProviderKeys, createSealing } from '@symbolon/core-protocol'
import type { Context, Part, Sealing, Storage, StoreName, Stores } from '@symbolon/core-protocol'
import { foldEndpoints, needsLogin } from './compose/endpoints.ts'
import { foldMetadata } from './compose/metadata.ts'
import { checkOptions } from './compose/options.ts'
import type { ProviderOptions } from './compose/options.ts'
import { bindLimits } from './compose/limits.ts'
import { bindRegistry } from './compose/registry.ts'
import { CompositionError } from './composition-error.ts'
import { createLog } from './log.ts'
import { rotateKeys } from './rotate-keys.ts'
import { randomToken } from './random-token.ts'
import { route } from './router.ts'
import type { Peer } from './serve/served.ts'
import { sweepExpired } from './sweep.ts'

export interface Provider {
  /** @param peer who sent the request, as far as the runtime knows */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Closes the database. Requests under way must have ended: the serve adapters see to it. */
  close(): Promise<void>
}

/** The stores that core itself needs in every composition. */
const coreStores: readonly StoreName[] = ['instance', 'signingKeys']

/**
 * @throws CompositionError (a TypeError with a `code`) for a mistake in the composition
 * @throws StorageStartError when the database cannot be opened
 * @throws MasterKeyMismatch when the database was made under another master key
 */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { masterKey, vendor, lifetimes, keys: policy } = checkOptions(options)
  const { issuer, login, audit, grants = [], limits = [], tasks = [] } = options
  const showsPages = needsLogin(options.endpoints ?? [], grants)
  if (login === undefined && showsPages) {
    throw new CompositionError('login_missing', 'A grant with a response type, or an endpoint that shows pages, needs a login: pass login({ … }).')
  }
  const endpoints = foldEndpoints(options.endpoints ?? [], grants, login)
  const parts: readonly Part<StoreName>[] = [
    ...endpoints,
    ...grants,
    ...(login !== undefined && showsPages ? [login] : []),
    ...(audit === undefined ? [] : [audit]),
    ...limits,
    ...tasks,
  ]
  const metadata = foldMetadata({ issuer, vendor }, parts, endpoints, grants)
  const clientsForCors: readonly StoreName[] = endpoints.some(({ cors }) => cors === 'registered') ? ['clients'] : []
  const names = [...new Set([...coreStores, ...clientsForCors, ...parts.flatMap((part) => part.stores)])].sort()

  const contexts = new Map<Part<StoreName>, Context<StoreName>>()
  let surroundings: { readonly shared: Omit<Context, 'registry' | 'stores'>, readonly stores: Stores } | undefined
  const contextOf = (part: Part<StoreName>): Context<StoreName> => {
    if (surroundings === undefined) throw new TypeError('The storage is not open yet.')
    const context = contexts.get(part) ?? Object.freeze({ ...surroundings.shared, registry, stores: pick(surroundings.stores, part.stores) })
    contexts.set(part, context)
    return context
  }
  // The last of the mistakes in the composition is found here, before anything is opened.
  const registry = bindRegistry(metadata, grants, login, contextOf)

  const now = options.now ?? Date.now
  const log = options.log ?? createLog()
  const sealing = await createSealing(masterKey)
  await checkBeforeMigration(options.storage, sealing)
  const open = await options.storage.open(names)
  try {
    const stores = complete(open.stores, names)
    await checkMasterKey(stores.instance, sealing)
    const signingKeys = { store: stores.signingKeys, sealing, policy, now, randomToken }
    const keys = await createProviderKeys(signingKeys)
    const record: Context['audit'] = async (...events) => await audit?.record(events, contextOf(audit))
    surroundings = { stores, shared: { issuer, vendor, lifetimes, log, keys, sealing, now, randomToken, audit: record } }
    for (const task of tasks) await task.run(contextOf(task))
    const stopSweeping = sweepExpired(stores, names, now, log)
    const stopRotating = rotateKeys(signingKeys, record, log)
    const hasOrigin = clientsForCors.length === 0 ? async () => false : async (origin: string) => await stores.clients.hasOrigin(origin)
    return {
      fetch: route(endpoints, contextOf, { issuer, log, hasOrigin, login: registry.login, guardsOf: bindLimits(limits, registry, contextOf) }),
      async close() {
        await Promise.all([stopSweeping(), stopRotating()])
        await open.close()
      },
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** With a wrong master key nothing may be changed, not even tables: the key is checked before the other stores' tables are made. */
async function checkBeforeMigration(storage: Storage, sealing: Sealing): Promise<void> {
  const open = await storage.open(['instance'])
  try {
    if (open.stores.instance !== undefined) await checkMasterKey(open.stores.instance, sealing)
  } finally {
    await open.close()
  }
}

/** A storage that leaves out a store it was asked for is a mistake to be found now. */
function complete(stores: Partial<Stores>, names: readonly StoreName[]): Stores {
  const missing = names.filter((name) => stores[name] === undefined)
  if (missing.length > 0) throw new CompositionError('storage_incomplete', `The storage lacks: ${missing.join(', ')}.`)
  return stores as Stores
}

/** A part sees the stores that it declared, and no others. */
function pick(stores: Stores, names: readonly StoreName[]): Stores {
  return Object.freeze(Object.fromEntries(names.map((name) => [name, stores[name]]))) as unknown as Stores
}
