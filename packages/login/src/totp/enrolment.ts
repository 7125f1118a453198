// Sets up, replaces and removes the authenticator app of a user. The secret is drawn when the user begins, kept sealed for the user and one
// browser for ten minutes, and becomes the user's with its first right code. An app that is replaced works until then.
import type { RequestContext, User } from '@symbolon/core-protocol'
import { findUserLoginPolicy, otpSecretPurpose } from '@symbolon/core-protocol'
import { demandedFactors } from '../factors/factor-rules.ts'
import { randomBytes } from '../factors/random-bytes.ts'
import { draftLifetime } from '../factors/user-in-browser.ts'
import type { UserInBrowser } from '../factors/user-in-browser.ts'
import { keyUri, otpSecret } from './key-uri.ts'
import { matchingStep, readCode } from './time-step.ts'

/** The stores for setting up an app. */
export const enrolmentStores = ['factorDrafts', 'oneTimeCodes'] as const

/** The context for setting up an app. */
export type EnrolmentContext = RequestContext<(typeof enrolmentStores)[number]>

/** A secret to be scanned. */
export interface TotpDraft {
  /** Base32. */
  readonly secret: string
  /** The `otpauth:` address of the secret. */
  readonly keyUri: string
}

/** The result of a first code. */
export type EnrolmentOutcome =
  | { readonly kind: 'enrolled'; readonly replaced: boolean }
  | { readonly kind: 'missing_code' | 'wrong_code' }
  /** The secret waited too long, or the app was set up or replaced elsewhere meanwhile, or everything of the user was ended. */
  | { readonly kind: 'expired' }

/** Draws a secret, unless one is waiting for its code in this browser. The caller has checked that the user may change the factor. */
export async function beginTotpEnrolment({ user, browser }: UserInBrowser, context: EnrolmentContext): Promise<void> {
  const { factorDrafts } = context.stores
  const now = context.now()
  const secret = otpSecret(randomBytes(context))
  const sealed = await context.sealing.seal(secret, otpSecretPurpose(user.id))
  await factorDrafts.begin({ userId: user.id, browser, kind: 'otp', sealed, expiresAt: now + draftLifetime }, now)
}

/** Finds the secret that waits for its code in this browser. */
export async function findTotpDraft({ user, browser }: UserInBrowser, context: EnrolmentContext): Promise<TotpDraft | undefined> {
  const draft = await context.stores.factorDrafts.find({ userId: user.id, browser, kind: 'otp' }, context.now())
  if (draft === undefined) return undefined
  const secret = await context.sealing.open(draft.sealed, otpSecretPurpose(user.id))
  return { secret, keyUri: keyUri(secret, issuerOf(user, context), user.loginName) }
}

/**
 * Makes the waiting secret the user's, if the code is right. The code is used up: it is not accepted at a sign-in.
 *
 * A wrong code is not counted as an attempt. The secret is on the page, so nothing is guessed.
 *
 * @param user as read when the session was checked: an app that was set up since then is not replaced, and nothing is set up once the session
 *   was ended
 * @param typed as typed
 */
export async function confirmTotpEnrolment(
  { user, browser }: UserInBrowser,
  typed: string,
  context: EnrolmentContext,
): Promise<EnrolmentOutcome> {
  const { factorDrafts, oneTimeCodes } = context.stores
  const now = context.now()
  const draft = await factorDrafts.find({ userId: user.id, browser, kind: 'otp' }, now)
  if (draft === undefined) return { kind: 'expired' }
  if (typed.trim() === '') return { kind: 'missing_code' }
  const code = readCode(typed)
  const step = code === undefined ? undefined : matchingStep(await context.sealing.open(draft.sealed, otpSecretPurpose(user.id)), code, now)
  if (step === undefined) return { kind: 'wrong_code' }
  const stored = user.secondFactors.includes('otp') ? (await oneTimeCodes.find(user.id))?.sealedSecret : undefined
  const enrolment = { userId: user.id, browser, sealedSecret: draft.sealed, step, replaces: stored, seen: user }
  return (await oneTimeCodes.enrol(enrolment, now)) ? { kind: 'enrolled', replaced: stored !== undefined } : { kind: 'expired' }
}

/**
 * Removes the app, unless the policy demands a second factor and no other one would be left.
 *
 * @param rpId of the passkeys of the login, which meet the demand too; the store `passkeys` is needed then. Undefined for a login without them.
 * @returns `absent` when there was none, or a different app was set up meanwhile
 */
export async function removeTotp(
  user: User,
  rpId: string | undefined,
  context: RequestContext<'memberships' | 'oneTimeCodes' | 'policies'>,
): Promise<'removed' | 'absent' | 'factor_required'> {
  const { oneTimeCodes } = context.stores
  const stored = await oneTimeCodes.find(user.id)
  if (stored === undefined) return 'absent'
  const demanded = demandedFactors(await findUserLoginPolicy(user, context), rpId !== undefined)
  return await oneTimeCodes.remove(user.id, stored.sealedSecret, demanded, rpId)
}

/** The name above the code in the app: the organization's, or else the host of this server. */
function issuerOf({ orgName }: User, { issuer }: EnrolmentContext): string {
  return orgName.trim() === '' ? new URL(issuer).host : orgName
}
