// Creates and redeems the recovery codes of a user. New codes are kept sealed for the user and one browser for ten minutes. They become valid, and
// the old ones expire, when the user has saved them. Codes are stored as HMAC under a key that is derived from the master key: a slow hash would
// cost ten hashes for each guess, and a stolen database without the master key holds nothing to guess against.
import type { HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { attemptCode } from '../attempts/code-attempt.ts'
import type { CodeAttempt, CodeAttemptStore } from '../attempts/code-attempt.ts'
import { randomBytes } from '../factors/random-bytes.ts'
import { draftLifetime } from '../factors/user-in-browser.ts'
import type { UserInBrowser } from '../factors/user-in-browser.ts'
import { codesOfUser, newRecoveryCode } from './code-format.ts'

/** The stores for making recovery codes. */
export const recoveryCodeStores = ['factorDrafts', 'recoveryCodes'] as const

/** The context for making recovery codes. */
export type RecoveryCodeContext = RequestContext<(typeof recoveryCodeStores)[number]>

/** Draws new codes, unless some are waiting to be saved in this browser. */
export async function beginRecoveryCodes({ user, browser }: UserInBrowser, context: RecoveryCodeContext): Promise<void> {
  const now = context.now()
  const codes = Array.from({ length: codesOfUser }, () => newRecoveryCode(randomBytes(context)))
  const sealed = await context.sealing.seal(codes.join(' '), recoveryCodesPurpose(user.id))
  await context.stores.factorDrafts.begin({ userId: user.id, browser, kind: 'recovery_codes', sealed, expiresAt: now + draftLifetime }, now)
}

/** Finds the codes that wait to be saved in this browser, without hyphens. */
export async function findNewRecoveryCodes(
  { user, browser }: UserInBrowser,
  context: RequestContext<'factorDrafts'>,
): Promise<readonly string[] | undefined> {
  const draft = await context.stores.factorDrafts.find({ userId: user.id, browser, kind: 'recovery_codes' }, context.now())
  return draft === undefined ? undefined : await openCodes(draft.sealed, user, context)
}

/**
 * The user has saved the codes: they are valid from now on, and the old codes expire.
 *
 * @returns false when they waited too long, were saved already, or everything of the user was revoked since the user was read
 */
export async function saveRecoveryCodes({ user, browser }: UserInBrowser, context: RecoveryCodeContext): Promise<boolean> {
  const { factorDrafts, recoveryCodes } = context.stores
  const now = context.now()
  const draft = await factorDrafts.find({ userId: user.id, browser, kind: 'recovery_codes' }, now)
  if (draft === undefined) return false
  const codes = await openCodes(draft.sealed, user, context)
  const digests = codes.map((code) => codeDigest(user, code, context))
  return await recoveryCodes.replace({ userId: user.id, browser, sealed: draft.sealed, digests, seen: user }, now)
}

/**
 * Redeems a code. Attempts are counted together with those of other codes.
 *
 * @param code as `readRecoveryCode` returns it
 */
export async function useRecoveryCode(
  code: string,
  user: User,
  request: HttpRequest,
  context: RequestContext<'recoveryCodes' | CodeAttemptStore>,
): Promise<CodeAttempt> {
  const verify = async (): Promise<boolean> => await context.stores.recoveryCodes.use(user.id, codeDigest(user, code, context))
  return await attemptCode(user, request, verify, context)
}

async function openCodes(sealed: string, user: User, { sealing }: Pick<RequestContext, 'sealing'>): Promise<readonly string[]> {
  return (await sealing.open(sealed, recoveryCodesPurpose(user.id))).split(' ')
}

/** Bound to the user, so that a row does not fit another user. */
function codeDigest({ id }: User, code: string, { sealing }: Pick<RequestContext, 'sealing'>): string {
  return sealing.derive('recovery code', `${id} ${code}`)
}

/** Bound to the sealed draft, so that it does not open for another user. */
function recoveryCodesPurpose(userId: string): string {
  return `recovery codes:${userId}`
}
