// Claims of the host's own: declared once, with the scopes that ask for them and the places where they stand.
// https://openid.net/specs/openid-connect-core-1_0.html#AdditionalClaims
import { fitting } from './reserved-claims.ts'
import type { ClaimPlace, Claims } from '../ports/claims.ts'
import type { Context } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyClaims, ClaimsAsked } from '../contract/part.ts'
import type { Client } from '../ports/client.ts'
import type { StoreName } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import { checkPartOptions } from '../contract/part-options.ts'

/** Claims of the host's own. */
export interface ClaimSource<S extends StoreName = never> {
  /** The names of the claims, for discovery: nothing else that `read` returns is asserted. */
  readonly claims: readonly string[]
  /** Each of them asks for all the claims. The provider knows them from then on. */
  readonly scopes: readonly string[]
  /** Where the claims may stand. Access tokens are those in JWT form; opaque ones have claims at introspection. */
  readonly places: readonly ClaimPlace[]
  /** The stores that `read` uses. Default: none. */
  readonly stores?: readonly S[]
  /** Reads the claims. It may return more than is asked for, and leave out what the user has not. An error is logged, and the claims are left out. */
  readonly read: (asked: ClaimsAsked, context: Context<NoInfer<S>>) => Promise<Claims>
}

/**
 * Declares claims: `claims: [defineClaims({ claims: ['plan'], scopes: ['plan'], places: ['id_token', 'userinfo'], read: async ({ user }) => …})]`.
 * Names that mean something in tokens, and those of other claims, are refused when the provider is composed.
 */
export function defineClaims<const S extends StoreName = never>(source: ClaimSource<S>): AnyClaims {
  const required = { claims: 'required', scopes: 'required', places: 'required', read: 'required' } as const
  checkPartOptions('defineClaims', source, { ...required, stores: 'optional' })
  const { claims, scopes, places, read } = source
  return define({
    kind: 'claims',
    name: `claims ${claims.join(', ')}`,
    stores: source.stores ?? [],
    metadata: { claims_supported: claims, scopes_supported: scopes },
    claims,
    scopes,
    places,
    read,
  })
}

/** For which token or answer claims are read. */
export interface OwnClaimsRequest {
  readonly place: ClaimPlace
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly client: Client | undefined
  /** What the `claims` parameter names for this place. https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter */
  readonly names: readonly string[]
}

/** Whether a composed claim is asked for. Cheap: nothing is looked up. */
export function asksForOwnClaims(request: OwnClaimsRequest, { registry }: Pick<Context, 'registry'>): boolean {
  return registry.claims.some((source) => namesAsked(source, request).length > 0)
}

/** @returns the claims that scope and names ask for, as far as the host has them; whatever fails is left out */
export async function ownClaims(user: User, request: OwnClaimsRequest, context: Context): Promise<Claims> {
  const read = context.registry.claims.map(async (source): Promise<Claims> => {
    const names = namesAsked(source, request)
    if (names.length === 0) return {}
    try {
      return picked(await source.read({ ...request, user, names }), names)
    } catch (error) {
      context.log.error('claims_not_read', { claims: names.join(' '), place: request.place, reason: String(error) })
      return {}
    }
  })
  const claims: Claims = Object.assign({}, ...(await Promise.all(read)))
  return fitting(claims, request.place, user, context)
}

/** @returns the names of own claims among these */
export function ownClaimNames(names: readonly string[], { registry }: Pick<Context, 'registry'>): readonly string[] {
  return names.filter((name) => registry.claims.some(({ claims }) => claims.includes(name)))
}

type Declared = Context['registry']['claims'][number]

function namesAsked({ claims, scopes, places }: Declared, { place, scope, names }: OwnClaimsRequest): readonly string[] {
  if (!places.includes(place)) return []
  return scopes.some((each) => scope.includes(each)) ? claims : claims.filter((name) => names.includes(name))
}

/**
 * Null and empty values are never written. What has no form in JSON would fail when the token is signed.
 * @throws TypeError for a value that JSON cannot hold
 */
function picked(read: Claims, names: readonly string[]): Claims {
  const present = names.filter((name) => Object.hasOwn(read, name) && read[name] !== undefined && read[name] !== null && read[name] !== '')
  const text = JSON.stringify(Object.fromEntries(present.map((name) => [name, read[name]])))
  return JSON.parse(text) as Claims
}
