// What a token was derived from: how a JWT records it, and whether all of it is still valid. What the record says is known to the part
// alone that derived the token: see `TokenOrigin`.
import type { Context } from '../contract/context.ts'
import { isObject } from '../jwt/strict-json.ts'
import type { Actor, AuthorizationOrigin, Holders } from '../ports/authorization.ts'
import type { User } from '../ports/user.ts'
import { ofUser } from './holders.ts'

/** The private claim of JWTs that were derived from others. */
function originMember(vendor: string): string {
  return `urn:${vendor}:iam:exchanged_from`
}

/** @returns the claim, without its empty lists; no claim for a token that was not derived from others */
export function originClaim(origin: AuthorizationOrigin | undefined, vendor: string): Readonly<Record<string, unknown>> {
  if (origin === undefined) return {}
  return { [originMember(vendor)]: Object.fromEntries(Object.entries(origin).filter(([, ids]) => ids.length > 0)) }
}

/** @returns the record in the claims of a verified token */
export function readOrigin(payload: Readonly<Record<string, unknown>>, vendor: string): AuthorizationOrigin | undefined {
  const claim = payload[originMember(vendor)]
  if (!isObject(claim)) return undefined
  return Object.fromEntries(Object.entries(claim).map(([name, ids]) => [name, texts(ids)]))
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/**
 * @returns what a token depends on beside its subject and its client: whoever acts, and what it was derived from; undefined when part of it
 *   is not valid any more, or when no composed part knows the origin
 */
export async function furtherHolders(
  { origin, actor }: { readonly origin: AuthorizationOrigin | undefined, readonly actor: Actor | undefined },
  subject: User,
  { registry, stores }: Context<'users'>,
): Promise<Holders | undefined> {
  if (origin !== undefined) return await registry.tokenOrigin?.holders({ origin, actor, subject })
  if (actor === undefined) return {}
  const acting = await stores.users.findActive(actor.sub)
  return acting === undefined ? undefined : ofUser(acting)
}
