// The form of a refresh token: a prefix that secret scanners recognise, a handle that all tokens of one family share, and a secret of 256 bits.
// The handle leads from any token, however old, to its family, so that reuse is detected without a history.
import { digest } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'

const form = /^(symbolon_rt_([A-Za-z0-9_-]{22}))[A-Za-z0-9_-]{43}$/

/** A refresh token that was presented, by its digests. */
export interface PresentedToken {
  /** `RefreshTokenFamily.id` */
  readonly family: string
  /** SHA-256 of the whole token. */
  readonly digest: string
}

/** The first token of a family. */
export function firstToken(context: Pick<Context, 'randomToken'>): string {
  return `symbolon_rt_${context.randomToken().slice(0, 22)}${context.randomToken()}`
}

/**
 * The token after this one: derived rather than stored, so that it can be given again for as long as its answer may have been
 * lost. Neither the database nor the master key is enough to compute it: that takes the token before it, too.
 */
export function successorOf(token: string, context: Pick<Context, 'sealing'>): string {
  const [, start = ''] = form.exec(token) ?? []
  return start + context.sealing.derive('refresh token', token)
}

/** @returns what the stores know the token by; undefined when it is not of this form */
export function readToken(token: string): PresentedToken | undefined {
  const handle = form.exec(token)?.[2]
  return handle === undefined ? undefined : { family: digest(handle), digest: digest(token) }
}
