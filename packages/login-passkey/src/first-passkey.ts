// The passkey that is the first credential of a user, at the end of a registration or an invitation. Nothing may be stored of the user before
// the answer was verified, so its user handle follows from the id of that flow. The user has nothing else to sign in with: only a passkey that signs in alone is taken.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { FirstPasskey, FirstPasskeyContext, PasskeyApplicant } from '@symbolon/login'
import { readNewPasskey } from './enrolment.ts'
import { relyingParty } from './options.ts'
import type { PasskeyOptions } from './options.ts'
import { passkeyName } from './passkey-name.ts'
import { creationErrors } from './passkey-setup.ts'
import { bindingOf } from './visit-binding.ts'
import { creationOptions } from './webauthn/ceremonies.ts'
import { burnChallenge, createChallenge } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'

/**
 * Creates what a registration or an invitation needs to end in a passkey.
 *
 * @param options the same as of `passkey`
 * @example registration({ mail, hashing, passkey: firstPasskey() })
 */
export function firstPasskey(options: PasskeyOptions = {}): FirstPasskey {
  return {
    form(action, applicant, visit, context) {
      const rp = relyingParty(context.issuer, options)
      if (rp === undefined) return undefined
      const { loginName, displayName } = applicant
      const challenge = createChallenge('passkey', bindingOf(visit, applicant.id), context)
      const user = { handle: handleOf(applicant, context), loginName, displayName }
      return { action, ceremony: 'create', options: JSON.stringify(creationOptions('passkey', challenge, rp, user, [])) }
    },
    async accept(field, applicant, visit, context) {
      try {
        const binding = bindingOf(visit, applicant.id)
        const { challenge, own, registered } = await readNewPasskey(field, ['passkey'], binding, options, context)
        const now = context.now()
        const passkey = { ...registered, userHandle: handleOf(applicant, context), name: passkeyName(registered, []), createdAt: now }
        if (!isSoleFactor(passkey)) throw new CeremonyRefused('not_sole_factor')
        await burnChallenge(challenge, own, context.stores.assertionIds)
        return { kind: 'accepted', passkey }
      } catch (error) {
        if (!(error instanceof CeremonyRefused)) throw error
        context.log.info('passkey_refused', { reason: error.reason, clientId: visit.client.clientId })
        return { kind: 'refused', error: creationErrors[error.reason] ?? 'passkey_not_created' }
      }
    },
  }
}

/** It reveals nothing about the user: https://www.w3.org/TR/webauthn-3/#sctn-user-handle-privacy */
function handleOf({ id }: PasskeyApplicant, { sealing }: Pick<FirstPasskeyContext, 'sealing'>): string {
  return sealing.derive('passkey user handle', JSON.stringify(['registration', id]))
}
