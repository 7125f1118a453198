// Who may call the administrative endpoints, and what the audit trail says of the caller.
import { callerOf, hasPermissions } from '@symbolon/permissions'
import { apiAudience, bearerToken, lacksAdministratorFactor, OAuthError, verifyAccessToken } from '@symbolon/core-protocol'
import type {
  AccessTokenStores,
  AuditEvent,
  Context,
  HttpRequest,
  Membership,
  RequestContext,
  User,
  VerifiedAccessToken,
} from '@symbolon/core-protocol'
import { RestError } from './rest-error.ts'
import { secondFactorNeeded } from './fresh-proof.ts'

/** The stores that identify the caller, and say what the caller may do. */
export type CallerStores = AccessTokenStores | 'directory' | 'memberships' | 'policies'

/**
 * Who may call an endpoint. `owner`: holders of `IAM_OWNER`. `manager`: users with any administrative right; the endpoint decides about each
 * object. `user`: every user.
 */
export type Access = 'owner' | 'manager' | 'user'

/**
 * The user of an access token for this API, which every personal access token is. A token that an application got for itself is refused:
 * otherwise every application that an owner signs in to could administrate the instance. https://www.rfc-editor.org/rfc/rfc9700#section-2.3
 * @throws RestError unauthenticated without a valid token, permission_denied for a token of another audience, or with an actor
 */
async function authenticateToken(request: HttpRequest, context: Context<CallerStores>): Promise<AuthenticatedCaller> {
  const verified = await verifyAccessToken(readToken(request), context)
  if (verified === undefined) throw new RestError('unauthenticated', 'The token is invalid, expired or revoked. Get a new one.')
  if (!verified.audience.includes(apiAudience(context.vendor))) {
    throw new RestError(
      'permission_denied',
      `The token was not issued for this API. Request the scope urn:${context.vendor}:iam:org:project:id:${context.vendor}:aud, from an application with managementAccess.`,
    )
  }
  // Otherwise a client that acts for an owner would have the rights of the owner, and the audit trail would name the owner.
  if (verified.actor !== undefined) throw new RestError('permission_denied', 'The token has an actor (act claim). Use a token without one.')
  return { user: verified.user, authentication: verified.authentication }
}

/** A user with a valid token. */
export interface AuthenticatedCaller {
  readonly user: User
  /** How and when the user signed in for the token; undefined for a personal access token. */
  readonly authentication: VerifiedAccessToken['authentication']
}

/** In characters, of the path of a refused request in the audit trail. */
const longestPath = 200

/**
 * The user of an access token for this API, if the user has the access.
 * @throws RestError unauthenticated without a valid token, permission_denied for a token of another audience or with an actor, and for a
 *   user without the access; insufficient_user_authentication for a person whom the instance asks for a second factor, which the sign-in lacked
 */
export async function authenticateCaller(
  request: HttpRequest,
  access: Access,
  context: RequestContext<CallerStores>,
): Promise<AuthenticatedCaller> {
  const authenticated = await authenticateToken(request, context)
  const { user } = authenticated
  if (access === 'user') return authenticated
  const caller = callerOf(user, await context.stores.memberships.list(user.id))
  const { memberships } = caller
  if (access === 'manager' ? hasPermissions(memberships) : isOwner(memberships)) {
    if (await lacksAdministratorFactor(user, memberships, authenticated.authentication?.acr, context)) throw secondFactorNeeded()
    return authenticated
  }
  await context.audit({
    type: 'permission_denied',
    details: { path: request.path.slice(0, longestPath), needs: access },
    ...callerFacts(user, context),
  })
  throw new RestError(
    'permission_denied',
    access === 'manager'
      ? 'The user of the token holds no administrative role. Use the token of a user who holds one.'
      : 'The user of the token does not hold the role IAM_OWNER. Use the token of a user who holds it.',
  )
}

/** @returns whether one of the memberships is that of an owner of the instance */
export function isOwner(memberships: readonly Pick<Membership, 'of' | 'roles'>[]): boolean {
  return memberships.some(({ of, roles }) => of === 'instance' && roles.includes('IAM_OWNER'))
}

function readToken(request: HttpRequest): string {
  try {
    const token = bearerToken(request)
    if (token !== undefined) return token
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
  }
  throw new RestError('unauthenticated', 'The request has no bearer token. Send Authorization: Bearer <token>.')
}

/**
 * Whole organizations are moved by service users alone: a person's session, or whatever got hold of it, shall not carry everybody's
 * password hashes away.
 * @throws RestError permission_denied for people
 */
export function requireServiceUser({ kind }: User): void {
  if (kind === 'machine') return
  throw new RestError(
    'permission_denied',
    'Only service users may call this endpoint. Use a personal access token of a service user, or its access token for this API.',
  )
}

/** The members of an audit event that name the user who made a change, and the address that the request came from. */
export function callerFacts(
  caller: User,
  { remoteAddress }: Pick<RequestContext, 'remoteAddress'>,
): Pick<AuditEvent, 'actorId' | 'remoteAddress'> {
  return { actorId: caller.id, ...(remoteAddress === undefined ? {} : { remoteAddress }) }
}
