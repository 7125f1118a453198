// The signals to the browser about the passkeys of a signed-in user, so that it offers no removed passkey and shows the current name.
// https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
import type { RequestContext, User } from '@symbolon/core-protocol'
import { userHandleOf } from './enrolment.ts'
import { relyingParty } from './options.ts'
import type { PasskeyOptions } from './options.ts'

/** The passkeys of a user. */
export interface PasskeySignals {
  readonly rpId: string
  /** The login name. */
  readonly name: string
  readonly displayName: string
  /** Each user handle of the user with all its credential ids: the browser removes or hides every other credential of the handle. */
  readonly accepted: readonly { readonly userHandle: string; readonly credentialIds: readonly string[] }[]
}

/** The signals about the passkeys of a user; undefined where browsers have no passkeys. */
export type SignalsOf = (user: User, context: RequestContext<'passkeys'>) => Promise<PasskeySignals | undefined>

/**
 * @param options the options of `passkey`
 * @returns the function that `passkeysSection` of `@symbolon/account` takes. It rejects when the list cannot be read: an incomplete one would
 *   remove passkeys from the user's devices.
 */
export function passkeySignals(options: PasskeyOptions = {}): SignalsOf {
  return async (user, context) => {
    const rp = relyingParty(context.issuer, options)
    if (rp === undefined) return undefined
    const passkeys = (await context.stores.passkeys.list(user.id)).filter(({ rpId }) => rpId === rp.id)
    // Also the handle of future passkeys: after the removal of the last one nothing is accepted.
    const handles = new Set([userHandleOf(user, passkeys, context), ...passkeys.map(({ userHandle }) => userHandle)])
    return {
      rpId: rp.id,
      name: user.loginName,
      displayName: user.displayName,
      accepted: [...handles].map((userHandle) => ({
        userHandle,
        credentialIds: passkeys.filter((passkey) => passkey.userHandle === userHandle).map(({ credentialId }) => credentialId),
      })),
    }
  }
}
