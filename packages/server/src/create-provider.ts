// Composes parts into one fetch handler: the union of their stores, endpoints and metadata. It knows no grant and no database.
import {
  accessTokenNumbers,
  addMasterKey,
  callerStores,
  checkMasterKeys,
  createProviderKeys,
  fromRequest,
  isObject,
  noMetrics,
  normalizedPath,
  openSealing,
  toResponse,
} from '@symbolon/core-protocol'
import type {
  Answer,
  AnyDocuments,
  DocumentOptions,
  DocumentReport,
  FeatureName,
  HttpRequest,
  Metric,
  OpenStorage,
  OwnStore,
  Storage,
  StorageUnavailable,
  StoreName,
  Stores,
} from '@symbolon/core-protocol'
import { carriedFeatures, compose } from './compose/composition.ts'
import type { Composition, Surroundings } from './compose/composition.ts'
import { checkOptions, isLoopback, sinksOf } from './compose/options.ts'
import type { ProviderOptions } from './compose/options.ts'
import { ownStoresOf } from './compose/own-stores.ts'
import { sortParts } from './compose/sort-parts.ts'
import { checkUsable } from './compose/usable.ts'
import { bindLimits } from './answer-guarded.ts'
import { CompositionError } from './compose/composition-error.ts'
import { withBuiltInClients } from './built-in-clients.ts'
import { auditSinks } from './audit-sinks.ts'
import { repeatTask, startBackground } from './background.ts'
import { callers } from './callers.ts'
import { deletionClock, tickedDeletionClock } from './deletion-clock.ts'
import { createFeatures } from './features.ts'
import { storedNames, withHostUsers } from './host-users.ts'
import { issuerPath, pathMatcher, pathOf } from './compose/issuer-path.ts'
import { createLog, tracedLog } from './log.ts'
import { providerMetrics } from './metrics/declared.ts'
import { observe } from './metrics/observe.ts'
import { readState } from './metrics/read-state.ts'
import { createReadiness } from './readiness.ts'
import { rotateKeys } from './rotate-keys.ts'
import { isTrustedPeer, requestOrigin } from './remote-address/remote-address.ts'
import { tokenSource } from './random-token.ts'
import type { AppliesDocuments, Provider } from './provider.ts'
import { route } from './router.ts'
import type { Peer } from './serve/served.ts'
import { sweepExpired } from './sweep.ts'

/** The stores that core itself needs in every composition. */
const coreStores: readonly StoreName[] = ['instance', 'signingKeys']

/**
 * @throws CompositionError (a TypeError with a `code`) for a mistake in the composition
 * @throws StorageStartError when the database cannot be opened
 * @throws MasterKeyMismatch when the database was made under another master key
 */
export function createProvider<R extends DocumentReport>(
  options: ProviderOptions & { readonly documents: AnyDocuments<R> },
): Promise<Provider & AppliesDocuments<R>>
export function createProvider(options: ProviderOptions): Promise<Provider>
export async function createProvider(given: ProviderOptions): Promise<Provider & Partial<AppliesDocuments<unknown>>> {
  const { masterKeys, vendor, lifetimes, keys: policy, trustedProxies } = checkOptions(given)
  const options = sortParts(given)
  const { issuer, audit, documents, users, clients = [], tasks = [] } = options
  const carried = carriedFeatures(options)
  let surroundings: Surroundings | undefined
  const composedWith = (enabled: readonly FeatureName[]): Composition =>
    compose({ issuer, vendor }, options, enabled, () => {
      if (surroundings === undefined) throw new TypeError('The storage is not open yet.')
      return surroundings
    })
  // Every mistake in the composition has been found when this returns, before anything is opened.
  const whole = composedWith(carried)
  checkUsable(options)
  const required = storesOf(whole)
  // A storage does not have to keep flags. Without them every composed part is on.
  const names: readonly StoreName[] = carried.length > 0 ? [...new Set([...required, 'features' as const])].sort() : required
  const stored = storedNames(names, whole.parts, users)
  const own = ownStoresOf(whole.parts)

  const now = options.now ?? Date.now
  const { tracing } = options
  const log = tracedLog(options.log ?? (await createLog(now, isLoopback(issuer))), tracing)
  const randomToken = tokenSource()
  const accessTokenNumber = accessTokenNumbers({ now, randomToken })
  await checkBeforeMigration(options.storage, masterKeys)
  const open = await openStorage(options.storage, stored, own)
  try {
    const metrics = options.metrics?.declare([...providerMetrics, ...declaredBy(whole)]) ?? noMetrics
    const isOpened = (name: StoreName): boolean => stored.includes(name)
    const opened = observe(complete(open.stores, required.filter(isOpened), own), metrics, tracing)
    const sealing = await openSealing(opened.instance, masterKeys)
    const added = await addMasterKey(opened.instance, masterKeys)
    if (added !== undefined) log.info('master_key_added', { masterKey: added })
    const grantTypes = peoplesGrants(options.grants)
    const answered = withHostUsers(opened, users)
    const known = withBuiltInClients(
      answered.clients,
      clients,
      { issuer, sealing, vendor, grantTypes },
      { ...whole.registry, grants: options.grants ?? [] },
    )
    const stores: Stores = { ...answered, clients: known }
    const signingKeys = { store: stores.signingKeys, sealing, policy, now, randomToken }
    const keys = await createProviderKeys(signingKeys)
    const features = await createFeatures(carried, stores.features, { now, log })
    const sinks = auditSinks(sinksOf(audit), whole.contextOf, { log, metrics })
    const hashing = options.secretHashing === undefined ? {} : { secretHashing: options.secretHashing }
    const chance = { now, randomToken, accessTokenNumber }
    const shared = { issuer, vendor, lifetimes, log, metrics, keys, features, sealing, audit: sinks.record, ...chance, ...hashing }
    surroundings = { stores, shared }
    if (added !== undefined) await sinks.record({ type: 'master_key_added', subject: { kind: 'masterKey', id: added } })

    const hasOrigin = names.includes('clients') ? async (origin: string) => await stores.clients.hasOrigin(origin) : async () => false
    const originOf = requestOrigin(trustedProxies, log)
    const routed = memoized((enabled) => {
      const { endpoints, limits, registry, contextOf } = enabled.length === carried.length ? whole : composedWith(enabled)
      const requests = route(endpoints, contextOf, {
        issuer,
        log,
        metrics,
        tracing,
        hasOrigin,
        originOf,
        isTrustedPeer: isTrustedPeer(trustedProxies),
        login: registry.login,
        guardsOf: bindLimits(limits, contextOf),
      })
      return { ...requests, contextOf }
    })
    const { contextOf } = routed(await features.enabled())
    for (const task of tasks) if (task.kind === 'task') await task.run(contextOf(task))
    const monotonic = options.monotonic ?? (() => performance.now())
    const { timers = true } = options
    const isSteady = timers || options.monotonic !== undefined
    const time = isSteady ? deletionClock({ now, monotonic }, stores.instance) : tickedDeletionClock({ now }, stores.instance)
    const readiness = createReadiness({ keys, instance: stores.instance, probe: open.probe, now, monotonic, log })
    const importJobs = names.includes('importJobs') ? stores.importJobs : undefined
    readState(metrics, { signingKeys: stores.signingKeys, importJobs, load: open.load, readiness, now })
    const background = startBackground(
      [
        sweepExpired(stores, names, time, { log, metrics, monotonic }, open, own),
        rotateKeys(signingKeys, sinks.record, log),
        ...tasks.flatMap((task) => (task.kind === 'repeated_task' ? [repeatTask(task, contextOf(task))] : [])),
      ],
      timers,
    )
    const lost = open.lost?.then((error) => {
      log.error('storage_lost', { reason: error.message })
      gone = error
      return error
    })
    let gone: StorageUnavailable | undefined
    const answerLater = async (request: HttpRequest, peer: Peer): Promise<Answer> => {
      let enabled: readonly FeatureName[]
      try {
        if (gone !== undefined) throw gone
        enabled = await features.enabled()
      } catch (error) {
        return await routed(carried).fail(error, request, peer)
      }
      return await routed(enabled).answer(request, peer)
    }
    // A request that needs no reading of the flags waits for nothing here.
    const answer: Provider['answer'] = (request, peer = { remoteAddress: undefined }) => {
      const enabled = gone === undefined ? features.known() : undefined
      return enabled === undefined ? answerLater(request, peer) : routed(enabled).answer(request, peer)
    }
    const fetch: Provider['fetch'] = async (request, peer) => toResponse(await answer(fromRequest(request), peer), request.method)
    const base = pathOf(issuer)
    const paths = [...whole.endpoints.map(issuerPath(issuer, whole.endpoints).of), ...(base === '' ? [] : [base, `${base}/`])]
    const isOwn = pathMatcher(paths)
    const owns: Provider['owns'] = ({ url = '' }) => url !== '' && isOwn(normalizedPath(URL.parse(url, issuer)?.pathname ?? ''))
    return {
      answer,
      fetch,
      owns,
      paths,
      issuer,
      tryFetch: async (request, peer) => (owns(request) ? await fetch(request, peer) : undefined),
      ...callers(whole.contextOf({ kind: 'endpoint', name: 'callers', stores: callerStores.filter((name) => names.includes(name)) })),
      ...(documents === undefined
        ? {}
        : {
            apply: async (document: unknown, how: DocumentOptions = {}) => await documents.apply(document, how, whole.contextOf(documents)),
          }),
      tick: background.tick,
      readiness: async () => (gone === undefined ? await readiness() : { reason: 'storage_lost', clockOffset: undefined }),
      ...(lost === undefined ? {} : { lost }),
      async close() {
        await background.stop()
        await sinks.settled()
        await open.close()
      },
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** See `ClientContext.grantTypes`. */
function peoplesGrants(grants: ProviderOptions['grants'] = []): readonly string[] {
  const isForPeople = ({ responseTypes = [], tokenKinds = [] }: (typeof grants)[number]): boolean =>
    responseTypes.length + tokenKinds.length > 0
  return grants.filter(isForPeople).flatMap(({ grantType }) => grantType ?? [])
}

/** The stores of all parts and of core. CORS needs the registered origins. */
function storesOf({ parts, endpoints }: Composition): readonly StoreName[] {
  const clientsForCors: readonly StoreName[] = endpoints.some(({ cors }) => cors === 'registered') ? ['clients'] : []
  return [...new Set([...coreStores, ...clientsForCors, ...parts.flatMap((part) => part.stores)])].sort()
}

/** The metrics of the parts. A metric that several parts measure is one. */
function declaredBy({ parts }: Composition): readonly Metric[] {
  return [...new Set(parts.flatMap(({ metrics = [] }) => metrics))]
}

/** Each set of flags is composed once. Few sets ever occur. */
function memoized<T>(make: (enabled: readonly FeatureName[]) => T): (enabled: readonly FeatureName[]) => T {
  const made = new Map<string, T>()
  return (enabled) => {
    const key = enabled.join(' ')
    const value = made.get(key) ?? make(enabled)
    made.set(key, value)
    return value
  }
}

/** @throws CompositionError storage_missing for an object that is not a storage */
async function openStorage(storage: Storage, names: readonly StoreName[], own: readonly OwnStore[]): Promise<OpenStorage> {
  const open: unknown = await storage.open(names, own)
  if (!isObject(open) || !isObject(open['stores']) || typeof open['close'] !== 'function')
    throw new CompositionError('storage_missing', 'The method open of the storage must return an object with stores and close.')
  return open as unknown as OpenStorage
}

/** With a wrong master key nothing may be changed, so the key is checked before the tables of the other stores are created. */
async function checkBeforeMigration(storage: Storage, masterKeys: readonly Uint8Array[]): Promise<void> {
  const open = await openStorage(storage, ['instance'], [])
  try {
    if (open.stores.instance !== undefined) await checkMasterKeys(open.stores.instance, masterKeys)
  } finally {
    await open.close()
  }
}

/** A storage that does not return a requested store is a mistake. It is reported at start-up. */
function complete(stores: Partial<Stores>, names: readonly StoreName[], own: readonly OwnStore[]): Stores {
  const missing = names.filter((name) => stores[name] === undefined)
  if (missing.length === 0) return stores as Stores
  const brought = own.filter(({ name }) => missing.includes(name)).map(({ name }) => name)
  const advice =
    brought.length === 0
      ? ''
      : ` A part brings ${brought.join(', ')}. Its forms must have one for this storage, and a storage that wraps another must pass on the second argument of open.`
  throw new CompositionError('storage_incomplete', `The storage lacks: ${missing.join(', ')}.${advice}`)
}
