// Authorization requests that wait for their users. Any client can send them. Without a limit they fill the disk, and with one limit for all
// senders one sender displaces the requests of the others. https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.11
import type { Context, RequestOrigin } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import { siteNetworkAt } from '../http/address.ts'
import type { HttpRequest } from '../http/request.ts'
import { sealSource } from '../http/request-source.ts'
import { requestCookieHeaders } from '../http/user-agent.ts'
import type { AuthorizationRequest, InternalRequest, PendingRequestRoom } from '../ports/authorization-request.ts'

/** Bytes: about 25,000 usual requests, or 2,500 of the largest. */
export const pendingRequestLimit: number = 64 * 1024 * 1024

/** Seconds after its expiry in which the user may start a request again that was not completed. So long is it kept. */
export const restartWindow = 86_400

function pendingRoom({ remoteAddress }: RequestOrigin): PendingRequestRoom {
  return { source: siteNetworkAt(remoteAddress), limit: pendingRequestLimit }
}

/** A stored request and the cookies that bind it to its browser. */
export interface BoundRequest {
  readonly id: string
  /** The query of the addresses of the login. */
  readonly query: string
  /** `Set-Cookie` values. */
  readonly cookies: readonly string[]
}

/** Stores a request while its user signs in, and binds it to the browser that sent it. */
export async function storeRequest(
  asked: AuthorizationRequest | InternalRequest,
  request: HttpRequest,
  context: Context<'authorizationRequests'>,
  origin: RequestOrigin,
): Promise<BoundRequest> {
  const secret = context.randomToken()
  const { id, expiresIn } = await insertRequest(asked, digest(secret), context, origin)
  return {
    id,
    query: loginQuery(id, asked, context),
    cookies: requestCookieHeaders(request, id, secret, expiresIn + restartWindow, context.issuer),
  }
}

/** @returns the query that names the request, and where its user came from */
export function loginQuery(id: string, asked: AuthorizationRequest | InternalRequest, context: Pick<Context, 'sealing'>): string {
  const source = sealSource(id, asked, context)
  return source === undefined ? `request=${id}` : `request=${id}&from=${source}`
}

/** Stores a request that no browser has picked up yet. @returns its id */
export async function storeUnboundRequest(
  asked: AuthorizationRequest,
  context: Context<'authorizationRequests'>,
  origin: RequestOrigin,
): Promise<string> {
  return (await insertRequest(asked, undefined, context, origin)).id
}

async function insertRequest(
  asked: AuthorizationRequest | InternalRequest,
  browser: string | undefined,
  context: Context<'authorizationRequests'>,
  origin: RequestOrigin,
): Promise<{ readonly id: string; readonly expiresIn: number }> {
  const now = context.now()
  const id = context.randomToken().slice(0, 22)
  const expiresIn = context.lifetimes.authorizationRequest
  const bound = browser === undefined ? {} : { browser }
  const pending = { id, ...bound, request: asked, createdAt: now, expiresAt: now + expiresIn * 1000 }
  await context.stores.authorizationRequests.insert(pending, pendingRoom(origin))
  return { id, expiresIn }
}

/** The path of the authorization endpoint. */
export const authorizationPath = '/oauth/v2/authorize'
/** Where a user who signed in is sent back to: the request is decided again, there and only there. */
export const authorizationResumePath = '/oauth/v2/authorize/resume'
