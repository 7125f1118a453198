// Creates passkeys and security keys for users who are signed in: during a sign-in, and on the account page. The caller has made sure that the
// session proved all that its user can prove; a stolen password would otherwise be enough to add a key.
import type { Passkey, RequestContext, Session, User } from '@symbolon/core-protocol'
import type { PasskeyForm } from '@symbolon/login'
import { requireRelyingParty } from './accept-assertion.ts'
import type { PasskeyContext } from './accept-assertion.ts'
import { expectedOrigins } from './options.ts'
import type { PasskeyOptions } from './options.ts'
import { passkeyName } from './passkey-name.ts'
import { creationOptions } from './webauthn/ceremonies.ts'
import type { Creation } from './webauthn/ceremonies.ts'
import { burnChallenge, checkChallenge, createChallenge } from './webauthn/challenge.ts'
import type { ChallengeBinding, OwnChallenge } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'
import { readChallenge, readRegistration } from './webauthn/response.ts'
import { verifyRegistration } from './webauthn/verify.ts'
import type { RegisteredPasskey } from './webauthn/verify.ts'

/** How many passkeys and security keys a user may have. */
const passkeysOfUser = 20

/** The context of a creation. */
export interface EnrolmentPlace {
  /** A random value that the page and its form have in common, such as the id of the pending request. */
  readonly requestId: string
  /** The digest of a cookie of the browser. */
  readonly browser: string
}

/** What is created. The browser creates a `conditional_passkey` together with a `passkey`, without asking. */
export interface Enrolment {
  readonly user: User
  /** Of the user. A creation in a session that has ended meanwhile is refused. */
  readonly session: Pick<Session, 'id'>
  readonly place: EnrolmentPlace
  readonly ceremonies: readonly [Creation, ...Creation[]]
  readonly options: PasskeyOptions
}

/**
 * The form that creates a passkey.
 *
 * @param action the path that takes the form and calls {@link enrolPasskey} with the same arguments
 * @throws CeremonyRefused when the issuer's host is an IP address, which no browser has passkeys for
 */
export async function passkeyCreationForm(
  action: string,
  { user, place, ceremonies, options }: Enrolment,
  context: RequestContext<'passkeys'>,
): Promise<PasskeyForm> {
  const rp = requireRelyingParty(context.issuer, options)
  const stored = await context.stores.passkeys.list(user.id)
  const handle = userHandleOf(user, stored, context)
  const { loginName, displayName } = user
  const [creation, conditional] = ceremonies.map((ceremony) => {
    const challenge = createChallenge(ceremony, bindingOf(user, place), context)
    return JSON.stringify(creationOptions(ceremony, challenge, rp, { handle, loginName, displayName }, stored))
  })
  return {
    action,
    ceremony: 'create',
    options: creation ?? '',
    ...(conditional === undefined ? {} : { conditionalOptions: conditional }),
  }
}

/**
 * Creates the passkey that the form returned, and records it in the audit trail.
 *
 * @param field the form field `credential`
 * @throws CeremonyRefused
 */
export async function enrolPasskey(
  field: string,
  { user, session, place, ceremonies, options }: Enrolment,
  context: PasskeyContext,
): Promise<Passkey> {
  const { passkeys } = context.stores
  const { challenge, own, registered } = await readNewPasskey(field, ceremonies, bindingOf(user, place), options, context)
  const stored = await passkeys.list(user.id)
  const passkey: Passkey = {
    ...registered,
    userId: user.id,
    userHandle: userHandleOf(user, stored, context),
    name: passkeyName(registered, stored),
    createdAt: context.now(),
  }
  await burnChallenge(challenge, own, context.stores.assertionIds)
  const proof = { sessionId: session.id, seen: user, now: context.now() }
  const outcome = await passkeys.insert(passkey, passkeysOfUser, proof)
  if (outcome === 'no_user') throw new CeremonyRefused('other_user')
  if (outcome !== 'inserted') throw new CeremonyRefused(outcome)
  await recordPasskeyChange('passkey_added', user, passkey, context)
  return passkey
}

/** A verified response whose challenge was not used up yet. */
export interface NewPasskey {
  readonly challenge: string
  readonly own: OwnChallenge<Creation>
  readonly registered: RegisteredPasskey
}

/**
 * Reads and verifies the response to a creation. The caller uses the challenge up.
 *
 * @param field the form field `credential`
 * @throws CeremonyRefused
 */
export async function readNewPasskey(
  field: string,
  ceremonies: readonly Creation[],
  binding: ChallengeBinding,
  options: PasskeyOptions,
  context: PasskeyContext,
): Promise<NewPasskey> {
  const answer = readRegistration(field)
  const challenge = readChallenge(answer)
  const own = checkChallenge(challenge, ceremonies, binding, context)
  const { id: rpId } = requireRelyingParty(context.issuer, options)
  const origins = expectedOrigins(context.issuer, options)
  return { challenge, own, registered: await verifyRegistration(answer, { ceremony: own.ceremony, challenge, origins, rpId }) }
}

/** Records that a user added or removed a passkey. */
export async function recordPasskeyChange(
  type: 'passkey_added' | 'passkey_removed',
  user: User,
  { createdBy }: Pick<Passkey, 'createdBy'>,
  context: RequestContext,
): Promise<void> {
  context.log.info(type, { userId: user.id })
  await context.audit({
    type,
    actorId: user.id,
    orgId: user.orgId,
    subject: { kind: 'user', id: user.id },
    ...(context.remoteAddress === undefined ? {} : { remoteAddress: context.remoteAddress }),
    details: { createdBy },
  })
}

/**
 * The user handle of new passkeys: the handle of the stored passkeys, else a handle that can be computed again. It is neither the id nor a hash
 * that others could compute, and a new user with a recycled id has a different handle. https://www.w3.org/TR/webauthn-3/#sctn-user-handle-privacy
 */
export function userHandleOf(user: User, stored: readonly Passkey[], { sealing }: Pick<PasskeyContext, 'sealing'>): string {
  return stored[0]?.userHandle ?? sealing.derive('passkey user handle', JSON.stringify([user.id, user.createdAt]))
}

function bindingOf({ id }: User, { requestId, browser }: EnrolmentPlace): ChallengeBinding {
  return { requestId, browser, userId: id }
}
