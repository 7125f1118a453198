// Scope and audience of an issued token: never more than the presented tokens carry, and never without the scopes that restrict them.
// https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { knownScopes, OAuthError, parseScope, readReservedScope } from '@symbolon/core-protocol'
import type { Context, ReservedScope } from '@symbolon/core-protocol'
import type { PresentedToken } from './presented-token.ts'
import type { SubjectTokenType } from './token-types.ts'

/** Reserved scopes that ask for data about the user and for nothing else. */
const dataScopes: readonly (ReservedScope['kind'] | undefined)[] = ['metadata', 'resource_owner']

/**
 * @param requested the parameter, as it was sent
 * @throws OAuthError invalid_scope
 */
export async function exchangedScope(
  requested: string | undefined,
  subject: PresentedToken,
  subjectType: SubjectTokenType,
  actor: PresentedToken | undefined,
  context: Context<'clients'>,
): Promise<readonly string[]> {
  const carried = [...subject.scope, ...(actor?.scope ?? [])]
  const asked = parseScope(requested ?? '')
  for (const each of asked) {
    if (carried.includes(each) || (subjectType !== 'access_token' && isPlainData(each, context))) continue
    throw new OAuthError('invalid_scope', 'The scope exceeds that of the presented tokens.')
  }
  const granted = asked.length > 0 ? asked : usualScope(subject, actor, context)
  // Without these scopes the client would obtain more than was granted.
  const restrictions = unitedRestrictions(subject.restrictions, actor?.restrictions ?? [], context)
  if (asked.some((each) => isOfRoles(each, context) && !restrictions.includes(each))) {
    throw new OAuthError('invalid_scope', 'The subject_token is not for roles of this organization.')
  }
  return await knownScopes([...new Set([...granted.filter((each) => !isOfRoles(each, context)), ...restrictions])], context)
}

/**
 * Combines the restrictions of both tokens. For most restrictions the result has every one of them. Restrictions that list organizations
 * are intersected.
 * @throws OAuthError invalid_scope if both tokens list organizations and have none in common, because no scope says that no role counts
 */
function unitedRestrictions(ofSubject: readonly string[], ofActor: readonly string[], context: Context): readonly string[] {
  const [subjectRoles, actorRoles] = [ofSubject, ofActor].map((some) => some.filter((each) => isOfRoles(each, context)))
  const all = [...new Set([...ofSubject, ...ofActor])]
  if (subjectRoles === undefined || actorRoles === undefined || subjectRoles.length === 0 || actorRoles.length === 0) return all
  const common = subjectRoles.filter((each) => actorRoles.includes(each))
  if (common.length === 0) throw new OAuthError('invalid_scope', 'The presented tokens are for roles of different organizations.')
  return all.filter((each) => !isOfRoles(each, context) || common.includes(each))
}

function isOfRoles(scope: string, { vendor }: Context): boolean {
  return readReservedScope(scope, vendor)?.kind === 'roles_of_organization'
}

/**
 * The default scope: that of the subject token, otherwise that of the actor token. A token without scope still identifies its user. A scope
 * that permits another token has to be requested.
 */
function usualScope(subject: PresentedToken, actor: PresentedToken | undefined, context: Context): readonly string[] {
  const scope = [subject.scope, actor?.scope ?? []].find((each) => each.length > 0) ?? ['openid']
  return scope.filter((each) => !standsForToken(each, context))
}

function standsForToken(scope: string, { registry }: Context): boolean {
  return [...registry.tokenKinds.values()].some((kind) => kind.scope === scope)
}

/**
 * A subject without scope, such as a user id, permits scopes about the user. Scopes that grant other access, and scopes that make tokens
 * live longer, must come from a presented token. https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
 */
function isPlainData(scope: string, context: Context): boolean {
  const { registry, vendor } = context
  if (standsForToken(scope, context)) return false
  return registry.metadata.scopes_supported.includes(scope) || dataScopes.includes(readReservedScope(scope, vendor)?.kind)
}

/**
 * "must be a subset of the combined audiences of subject and actor tokens". The default is the audience of the subject token, otherwise
 * that of the actor token.
 * @throws OAuthError invalid_target, https://www.rfc-editor.org/rfc/rfc8693#section-2.2.2
 */
export function exchangedAudience(
  requested: readonly string[],
  subject: PresentedToken,
  actor: PresentedToken | undefined,
): readonly string[] {
  const combined = new Set([...subject.audience, ...(actor?.audience ?? [])])
  if (!requested.every((each) => combined.has(each))) {
    throw new OAuthError('invalid_target', 'The audience exceeds that of the presented tokens.')
  }
  if (requested.length > 0) return [...new Set(requested)]
  return subject.audience.length > 0 ? subject.audience : (actor?.audience ?? [])
}
