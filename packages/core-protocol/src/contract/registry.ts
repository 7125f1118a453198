// The composed parts as other parts see them: each function already has the context of the part that declared it.
import type { StoreName } from '../ports/stores.ts'
import type { ClientMetadataMembers } from './client-metadata.ts'
import type { Context } from './context.ts'
import type { AnyTokenGrant, GrantParameters, ResponseType, TokenKind, TokenOrigin } from './grant.ts'
import type { IntrospectionFormatPart } from './introspection-format.ts'
import type { LoginPart } from './login.ts'
import type { AuditEventTexts, ClaimsPart, DocumentsPart, Part, ScopePart } from './part.ts'
import type { ProviderMetadata } from './provider-metadata.ts'
import type { RequestSourcePart } from './request-source.ts'
import type { CarryingMode, ModeShorthand, ResponseModePart } from './response-mode.ts'

/** What is composed. */
export interface Registry {
  readonly metadata: ProviderMetadata
  /** By `grant_type`. */
  readonly grants: ReadonlyMap<string, BoundGrant>
  /** By `response_type`, in canonical order. */
  readonly responseTypes: ReadonlyMap<string, BoundResponseType>
  /** By the member of the token response. */
  readonly tokenKinds: ReadonlyMap<string, Bound<TokenKind<StoreName>>>
  readonly tokenOrigin: Bound<TokenOrigin<StoreName>> | undefined
  readonly login: BoundLogin | undefined
  /** The host's own claims. */
  readonly claims: readonly BoundClaims[]
  /** The host's own scopes. */
  readonly scopes: readonly BoundScope[]
  /** The sources of authorization requests, by name. */
  readonly requestSources: ReadonlyMap<string, BoundRequestSource>
  /** By name. */
  readonly responseModes: ReadonlyMap<string, BoundResponseMode>
  /** By media type. */
  readonly introspectionFormats: ReadonlyMap<string, BoundIntrospectionFormat>
  /**
   * The audiences that an assertion of a client may have: the issuer, and the endpoints at which clients authenticate, which libraries name
   * instead. https://www.rfc-editor.org/rfc/rfc7523#section-3 (3), https://www.rfc-editor.org/rfc/rfc9126#section-2
   */
  readonly assertionAudiences: readonly string[]
  /** Applies documents with the rights of a caller; undefined where nothing is composed that does. */
  readonly documents: Pick<Bound<DocumentsPart<StoreName>>, 'applyAs'> | undefined
  /** The types of audit events that parts declare. */
  readonly auditEvents: ReadonlyMap<string, AuditEventTexts>
  /** The members of client metadata that parts declare. */
  readonly clientMetadata: ClientMetadataMembers
  /** The ids of the clients that are parts of the provider. */
  readonly clientIds: readonly string[]
}

/** A declaration whose functions have their context: they are called without their last parameter. */
export type Bound<T> = T extends unknown ? { readonly [K in keyof T]: WithoutContext<T[K]> } : never

type WithoutContext<F> = F extends (...all: [...infer A, context: Context<StoreName>]) => infer R ? (...given: A) => R : F

/** A grant as the token endpoint calls it: with the parameters as they were sent. @throws OAuthError */
export type BoundGrant = Bound<Declaration<AnyTokenGrant<GrantParameters>, 'parameters' | 'responseTypes' | 'tokenKinds' | 'tokenOrigin'>>

/** A response type as the authorization endpoint calls it. */
export type BoundResponseType = Bound<ResponseType<StoreName>>

/** Own claims as they are read. */
export type BoundClaims = Bound<Declaration<ClaimsPart<StoreName>, never>>

/** An own scope as it is asked. */
export type BoundScope = Bound<Declaration<ScopePart<StoreName>, never>>

/** A source of authorization requests as it is asked. */
export type BoundRequestSource = Bound<Declaration<RequestSourcePart<StoreName>, never>> & Pick<Part, 'name'>

/** A response mode: what carries it, or the modes that it stands for. The modes of core encode nothing. */
export interface BoundResponseMode extends Partial<Pick<Bound<ResponseModePart<StoreName>>, 'encode'>> {
  readonly name: string
  readonly carriedBy: CarryingMode | ModeShorthand
}

/** A format of introspection answers as the endpoint uses it. */
export type BoundIntrospectionFormat = Bound<Declaration<IntrospectionFormatPart<StoreName>, never>>

/** A login as endpoints call it. */
export type BoundLogin = Bound<Declaration<LoginPart<StoreName>, 'endpoints'>>

/** What a part declares for other parts to call. */
type Declaration<T, Own extends string> = T extends unknown ? Omit<T, keyof Part | Own> : never
