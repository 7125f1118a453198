// Authenticates callers of an API that runs in the process of the provider: the checks of introspection, without a request.
// https://www.rfc-editor.org/rfc/rfc6750
import { claimsForProjects, heldScopes } from '../claims/held-scopes.ts'
import type { Claims } from '../ports/claims.ts'
import type { Context } from '../contract/context.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { bearerToken } from '../http/bearer-token.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Actor } from '../ports/authorized.ts'
import type { Client } from '../ports/client.ts'
import type { StoreName } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import { shownAudience } from './audience.ts'
import { claimsAtUserinfo } from './claims-at-userinfo.ts'
import { accessTokenStores, isPersonal, verifyAccessToken } from './verify-access-token.ts'
import type { VerifiedAccessToken } from './verify-access-token.ts'

/** What an access token must be for. */
export interface CallerDemand {
  /**
   * A member of the audience of the token: the id of a client or of a project. Without it a token for any API of the provider is accepted.
   * https://www.rfc-editor.org/rfc/rfc9700#section-2.3
   */
  readonly audience?: string
  /**
   * The scopes that the token must hold, all of them: a list, or one text with spaces. One that names a role is held in every project that the
   * token is for, and so by no personal access token, which is for none.
   */
  readonly scope?: string | readonly string[]
}

/** Who calls, by a valid access token. */
export interface Caller {
  /** The person or the service user that the token is about. */
  readonly user: User
  /** The client that the token was issued to; undefined for a personal access token. */
  readonly client: Client | undefined
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  /** The claims that the userinfo endpoint answers to this token; without `…:org:project:roles` if the token is for several projects. */
  readonly claims: Claims
  /** Who acts in the place of the user, after a token exchange. */
  readonly actor: Actor | undefined
  /** Milliseconds since the epoch; undefined for a token that counts until it is removed. */
  readonly expiresAt: number | undefined
}

/** The stores that `authenticateCaller` reads. Without `personalAccessTokens`, no personal access token is valid. */
export const callerStores: readonly StoreName[] = [...accessTokenStores, 'userGrants', 'userMetadata']

/**
 * @returns who calls; undefined when the request has no access token in its header. A token in the URL or in a form is not read.
 * @throws OAuthError invalid_token; insufficient_scope when the token lacks a scope
 * @throws TypeError when the composed parts do not open the stores
 */
export async function authenticateCaller(
  request: Pick<HttpRequest, 'header'>,
  { audience, scope = [] }: CallerDemand,
  context: Context<(typeof accessTokenStores)[number] | 'userGrants' | 'userMetadata'>,
): Promise<Caller | undefined> {
  checkStores(context)
  const token = bearerToken(request)
  if (token === undefined) return undefined
  const isAccepted = !isPersonal(token) || 'personalAccessTokens' in context.stores
  const verified = isAccepted ? await verifyAccessToken(token, context) : undefined
  if (verified === undefined) throw new OAuthError('invalid_token', 'The access token is invalid, expired or revoked.')
  if (audience !== undefined && !(await isFor(verified, audience, context)))
    throw new OAuthError('invalid_token', 'The access token is for another audience.')
  const held = await heldScopes(verified.user.id, verified, context)
  if (!demandedScopes(scope).every((each) => held.includes(each)))
    throw new OAuthError('insufficient_scope', 'The access token lacks a scope.')
  return {
    user: verified.user,
    client: verified.client,
    scope: held,
    audience: await (verified.client === undefined ? verified.audience : shownAudience({ ...verified, client: verified.client }, context)),
    claims: await claimsForProjects(await claimsAtUserinfo(verified, context), verified, context),
    actor: verified.actor,
    expiresAt: verified.expiresAt,
  }
}

/** Whether the audience has the id of this client or project. The clients of a project are members by their project, unless an exchange chose. */
async function isFor({ audience, client, origin }: VerifiedAccessToken, id: string, { stores }: Context<'clients'>): Promise<boolean> {
  if (audience.includes(id)) return true
  const projectId = origin === undefined ? client?.projectId : undefined
  return projectId !== undefined && audience.includes(projectId) && (await stores.clients.find(id))?.projectId === projectId
}

/** Which stores are open follows from the composed parts. A token whose revocation could not be seen must not be accepted. */
function checkStores({ stores }: Context): void {
  const missing = callerStores.filter((name) => name !== 'personalAccessTokens' && !(name in stores))
  if (missing.length === 0) return
  throw new TypeError(`No composed part opens ${missing.join(', ')}. Compose a grant, and the introspection or the revocation endpoint.`)
}

/** @returns the scopes of a demand as a list */
export function demandedScopes(scope: NonNullable<CallerDemand['scope']>): readonly string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((each) => each !== '') : scope
}
