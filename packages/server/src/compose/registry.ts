// Binds each part to the context of the stores that it declares.
import { InvalidParameter, isSelfAuthenticating, responseModesOfCore } from '@symbolon/core-protocol'
import type {
  AnyClaims,
  AnyDocuments,
  AnyGrant,
  AnyIntrospectionFormat,
  AnyLogin,
  AnyRequestSource,
  AnyResponseMode,
  AnyScope,
  Bound,
  BoundGrant,
  BoundResponseMode,
  ClientAuthenticationMethod,
  ClientMetadataMembers,
  Context,
  Grant,
  GrantParameters,
  GrantRequest,
  Part,
  ProviderMetadata,
  Refusal,
  Registry,
  StoreName,
} from '@symbolon/core-protocol'
import * as v from 'valibot'
import { CompositionError } from './composition-error.ts'

/** Returns the context of a part, with the stores that it declared. It is the same object at each call. */
export type ContextOf = (part: Part<StoreName>) => Context<StoreName>

/** The parts that other parts call. */
export interface CallableParts {
  /** The grants whose feature flags are on. */
  readonly grants: readonly AnyGrant[]
  /** All grants. A grant whose flag is off still checks what it derived while the flag was on. */
  readonly allGrants: readonly AnyGrant[]
  readonly login: AnyLogin | undefined
  readonly claims: readonly AnyClaims[]
  readonly scopes: readonly AnyScope[]
  readonly requestSources: readonly AnyRequestSource[]
  readonly responseModes: readonly AnyResponseMode[]
  readonly introspectionFormats: readonly AnyIntrospectionFormat[]
  readonly assertionAudiences: readonly string[]
  readonly clientIds: readonly string[]
  readonly clientMetadata: ClientMetadataMembers
  readonly documents: AnyDocuments | undefined
  readonly auditEvents: Registry['auditEvents']
}

/** @throws CompositionError duplicate_grant, duplicate_part, duplicate_response_type, duplicate_token_kind, duplicate_token_origin */
export function bindRegistry(
  metadata: ProviderMetadata,
  {
    grants,
    allGrants,
    login,
    claims,
    scopes,
    requestSources,
    responseModes,
    introspectionFormats,
    assertionAudiences,
    clientIds,
    clientMetadata,
    documents,
    auditEvents,
  }: CallableParts,
  contextOf: ContextOf,
): Registry {
  const bindAll = <T extends object>(all: readonly AnyGrant[], declaredBy: (grant: AnyGrant) => readonly T[]): readonly Bound<T>[] =>
    all.flatMap((grant) => declaredBy(grant).map((declared) => bind(declared, () => contextOf(grant))))
  const [tokenOrigin, ...others] = bindAll(allGrants, ({ tokenOrigin: declared }) => (declared === undefined ? [] : [declared]))
  if (others.length > 0)
    throw new CompositionError('duplicate_token_origin', 'Two grants derive authorizations from earlier tokens. Compose only one of them.')
  return {
    metadata,
    grants: uniqueMap(
      grants.flatMap((grant) => bindGrant(grant, contextOf)),
      ({ grantType }) => grantType,
      'duplicate_grant',
    ),
    responseTypes: uniqueMap(
      bindAll(grants, ({ responseTypes = [] }) => responseTypes),
      ({ responseType }) => responseType,
      'duplicate_response_type',
    ),
    tokenKinds: uniqueMap(
      bindAll(grants, ({ tokenKinds = [] }) => tokenKinds),
      ({ member }) => member,
      'duplicate_token_kind',
    ),
    tokenOrigin,
    claims: claims.map((source) => bind(source, () => contextOf(source))),
    scopes: scopes.map((scope) => bind(scope, () => contextOf(scope))),
    requestSources: uniqueMap(
      requestSources.map((source) => ({ ...bind(source, () => contextOf(source)), name: source.name })),
      ({ name }) => name,
      'duplicate_part',
    ),
    responseModes: uniqueMap(
      [...responseModesOfCore, ...responseModes.flatMap((part) => bindModes(part, contextOf))],
      ({ name }) => name,
      'duplicate_part',
    ),
    introspectionFormats: uniqueMap(
      introspectionFormats.map((format) => bind(format, () => contextOf(format))),
      ({ mediaType }) => mediaType,
      'duplicate_part',
    ),
    assertionAudiences,
    clientIds,
    clientMetadata,
    auditEvents,
    // Parts have no way to apply a document without rights.
    documents: documents === undefined ? undefined : bind({ applyAs: documents.applyAs }, () => contextOf(documents)),
    login: login === undefined ? undefined : bind(login, () => contextOf(login)),
  }
}

/** Gives every function of a declaration the context as its last argument. A function that declares none ignores it. */
function bind<T extends object>(declared: T, context: () => Context<StoreName>): Bound<T> {
  const members = Object.entries(declared).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...given: readonly unknown[]): unknown => Reflect.apply(member, undefined, [...given, context()])
      : member,
  ])
  return Object.fromEntries(members) as Bound<T>
}

function bindModes(part: AnyResponseMode, contextOf: ContextOf): readonly BoundResponseMode[] {
  const { encode } = bind(part, () => contextOf(part))
  return Object.entries(part.modes).map(([name, carriedBy]) => ({ name, carriedBy, encode }))
}

function bindGrant(grant: AnyGrant, contextOf: ContextOf): readonly BoundGrant[] {
  if (grant.kind === 'front_channel_grant') return []
  const { grantType, clientKinds, repeatable = [], refuse } = grant
  const shared = {
    grantType,
    repeatable,
    ...(clientKinds === undefined ? {} : { clientKinds }),
    ...(refuse === undefined ? {} : { refuse: async (refusal: Refusal) => await refuse(refusal, contextOf(grant)) }),
  }
  if (isSelfAuthenticating(grant)) {
    const { clientAuthenticationMethods, parameters: schema, authorize } = grant
    return [
      {
        ...shared,
        clientAuthenticationMethods,
        authorize: ({ parameters, client }: GrantRequest<GrantParameters, never>) =>
          authorize({ parameters: parse(schema, parameters), client }, contextOf(grant)),
      },
    ]
  }
  const { clientAuthenticationMethods, parameters: schema, authorize } = grant
  return [
    {
      ...shared,
      clientAuthenticationMethods,
      authorize: ({ parameters, client }: GrantRequest<GrantParameters, ClientAuthenticationMethod>) =>
        authorize({ parameters: parse(schema, parameters), client }, contextOf(grant)),
    },
  ]
}

/** @throws InvalidParameter for the first parameter that does not match the schema */
function parse<P>(schema: Grant<StoreName, P>['parameters'], parameters: GrantParameters): P {
  const result = v.safeParse(schema, parameters)
  if (result.success) return result.output
  const [issue] = result.issues
  const name = issue.path?.[0]?.key
  // The name is public. It is the schema's own, unless the schema accepts members that it does not name.
  const isPublic = typeof name === 'string' && /^[a-z_]+$/.test(name)
  throw new InvalidParameter(isPublic ? name : undefined, issue.input === undefined || issue.input === '' ? 'missing' : 'malformed')
}

function uniqueMap<T>(
  values: readonly T[],
  key: (value: T) => string,
  code: 'duplicate_grant' | 'duplicate_part' | 'duplicate_response_type' | 'duplicate_token_kind',
): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const value of values) {
    if (map.has(key(value))) throw new CompositionError(code, `${key(value)} is composed twice. Remove one.`)
    map.set(key(value), value)
  }
  return map
}
