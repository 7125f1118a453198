// Whole organizations are moved by service users alone: a person's session, or whatever got hold of it, shall not carry everybody's
// password hashes away.
import type { User } from '@symbolon/core-protocol'
import { RestError } from '../rest-error.ts'

/** @throws RestError permission_denied for people */
export function requireServiceUser({ kind }: User): void {
  if (kind === 'machine') return
  throw new RestError('permission_denied', 'Only service users may call this: with a personal access token, or an access token for this API.')
}
