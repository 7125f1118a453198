// Composes the parts for one set of feature flags. A part whose flag is off takes no part in the fold, so that it does not differ from a part
// that was never composed.
import type {
  AnyEndpoint,
  AnyGrant,
  AnyLogin,
  AnyRequestLimit,
  AnyResponseMode,
  Context,
  FeatureName,
  Part,
  ProviderMetadata,
  Registry,
  StoreName,
  Stores,
} from '@symbolon/core-protocol'
import { checkClaims } from './claims.ts'
import { foldAuditEvents } from './audit-events.ts'
import { foldClientMetadata } from './client-metadata.ts'
import { CompositionError } from './composition-error.ts'
import { assertionAudiences, foldEndpoints, hasResponseType, needsLogin } from './endpoints.ts'
import { foldMetadata } from './metadata.ts'
import { checkScopes } from './scopes.ts'
import { sinksOf } from './options.ts'
import type { ProviderOptions } from './options.ts'
import { bindRegistry } from './registry.ts'
import type { ContextOf } from './registry.ts'

type Parts = Pick<
  ProviderOptions,
  | 'login'
  | 'audit'
  | 'claims'
  | 'clients'
  | 'documents'
  | 'grants'
  | 'introspectionFormats'
  | 'requestSources'
  | 'responseModes'
  | 'scopes'
  | 'endpoints'
  | 'limits'
  | 'tasks'
  | 'users'
>

/** What every part sees of the provider, and the stores of them all. */
export interface Surroundings {
  readonly shared: Omit<Context, 'registry' | 'stores'>
  readonly stores: Stores
}

/** Parts that are composed with one another. */
export interface Composition {
  readonly parts: readonly Part<StoreName>[]
  readonly endpoints: readonly AnyEndpoint[]
  readonly limits: readonly AnyRequestLimit[]
  readonly registry: Registry
  readonly contextOf: ContextOf
}

/** What the login says about authorization requests, where there are any. */
function ofRequests(login: AnyLogin | undefined, grants: readonly AnyGrant[]): readonly Pick<Part, 'metadata'>[] {
  const metadata = grants.some(hasResponseType) ? login?.requestMetadata : undefined
  return metadata === undefined ? [] : [{ metadata }]
}

/** The flags that parts depend on. @throws CompositionError feature_misplaced */
export function carriedFeatures({
  grants = [],
  endpoints = [],
  limits = [],
  tasks = [],
  requestSources = [],
  responseModes = [],
  introspectionFormats = [],
  login,
  audit,
}: Parts): readonly FeatureName[] {
  for (const { name, feature } of [
    ...tasks,
    ...requestSources,
    ...responseModes,
    ...introspectionFormats,
    ...sinksOf(audit),
    ...(login === undefined ? [] : [login]),
  ]) {
    if (feature !== undefined)
      throw new CompositionError('feature_misplaced', `'${name}' cannot depend on a feature. Only grants, endpoints and limits can.`)
  }
  const switched: readonly Part<StoreName>[] = [...grants, ...endpoints, ...limits, ...(login?.endpoints ?? [])]
  return [...new Set(switched.flatMap(({ feature }) => feature ?? []))].sort()
}

/**
 * @param surroundings called when the first context is needed, because the composition is checked before anything is opened
 * @throws CompositionError for a mistake with these flags on; every such mistake also occurs with all flags on
 */
export function compose(
  { issuer, vendor }: { readonly issuer: string; readonly vendor: string },
  options: Parts,
  enabled: readonly FeatureName[],
  surroundings: () => Surroundings,
): Composition {
  const isOn = ({ feature }: Part<StoreName>): boolean => feature === undefined || enabled.includes(feature)
  const {
    login,
    audit,
    claims = [],
    clients = [],
    documents,
    requestSources = [],
    responseModes = [],
    introspectionFormats = [],
    scopes = [],
    tasks = [],
  } = options
  checkClaims(claims, vendor)
  checkScopes(scopes, vendor)
  const grants = (options.grants ?? []).filter(isOn)
  const given = (options.endpoints ?? []).filter(isOn)
  const limits = (options.limits ?? []).filter(isOn)
  const showsPages = needsLogin(given, grants)
  if (login === undefined && showsPages) {
    throw new CompositionError(
      'login_missing',
      'A grant with a response type, or an endpoint that shows pages, needs a login. Pass login({ … }).',
    )
  }
  const endpoints = foldEndpoints(issuer, given, grants, login).filter(isOn)
  const parts: readonly Part<StoreName>[] = [
    ...endpoints,
    ...grants,
    ...(login !== undefined && showsPages ? [login] : []),
    ...sinksOf(audit),
    ...limits,
    ...tasks,
    ...clients,
    ...claims,
    ...scopes,
    ...requestSources,
    ...responseModes,
    ...introspectionFormats,
    ...(documents === undefined ? [] : [documents]),
  ]
  const metadata: ProviderMetadata = foldMetadata(
    { issuer, vendor },
    [...parts, ...responseModes.map(namesOfModes), ...ofRequests(login, grants)],
    endpoints,
    grants,
    options.users,
  )
  const contexts = new Map<Part<StoreName>, Context<StoreName>>()
  /** Many parts declare the same stores. */
  const picked = new Map<string, Stores>()
  const contextOf = (part: Part<StoreName>): Context<StoreName> => {
    const known = contexts.get(part)
    if (known !== undefined) return known
    const { shared, stores } = surroundings()
    const names = part.stores.join()
    const own = picked.get(names) ?? pick(stores, part.stores)
    picked.set(names, own)
    const context = Object.freeze({ ...shared, registry, stores: own })
    contexts.set(part, context)
    return context
  }
  const clientIds = clients.flatMap((part) => (part.kind === 'client' ? part.clientId(vendor) : []))
  const registry = bindRegistry(
    metadata,
    {
      grants,
      allGrants: options.grants ?? [],
      login,
      claims,
      scopes,
      requestSources,
      responseModes,
      introspectionFormats,
      assertionAudiences: assertionAudiences(issuer, endpoints),
      clientIds,
      clientMetadata: foldClientMetadata(parts),
      documents,
      auditEvents: foldAuditEvents(parts),
    },
    contextOf,
  )
  return { parts, endpoints, limits, registry, contextOf }
}

/** Discovery lists every name of a response mode. */
function namesOfModes({ modes }: AnyResponseMode): Pick<Part, 'metadata'> {
  return { metadata: { response_modes_supported: Object.keys(modes) } }
}

/** A part sees the stores that it declared, and no others. */
function pick(stores: Stores, names: readonly StoreName[]): Stores {
  return Object.freeze(Object.fromEntries(names.map((name) => [name, stores[name]]))) as unknown as Stores
}
