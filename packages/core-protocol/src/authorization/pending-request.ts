// Authorization requests that wait for their users. Anybody can send them. Without a limit they fill the disk, and with one limit for all
// senders one sender displaces the requests of the others. https://www.rfc-editor.org/rfc/rfc6819#section-4.4.1.11
import type { RequestOrigin } from '../contract/context.ts'
import { customerAt } from '../http/address.ts'
import type { PendingRequestRoom } from '../ports/authorization-request.ts'

/** Bytes: about 25,000 usual requests, or 2,500 of the largest. */
export const pendingRequestLimit: number = 64 * 1024 * 1024

/** @returns the limit for stored authorization requests, and the network that this one counts for */
export function pendingRoom({ remoteAddress }: RequestOrigin): PendingRequestRoom {
  return { source: customerAt(remoteAddress), limit: pendingRequestLimit }
}

/** The path of the authorization endpoint. */
export const authorizationPath = '/oauth/v2/authorize'
/** Where a user who signed in is sent back to: the request is decided again, there and only there. */
export const authorizationResumePath = '/oauth/v2/authorize/resume'
