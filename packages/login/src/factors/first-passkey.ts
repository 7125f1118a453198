// What a registration and an invitation need to end in a passkey. `@symbolon/login-passkey` implements it, so that a login without passkeys
// holds none of it.
import type { Passkey, RequestContext } from '@symbolon/core-protocol'
import type { PasskeyForm } from '../ui/passkey.ts'
import type { FormError } from '../ui/form-error.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'

/** The stores of a new passkey, in addition to those of every step. */
export const firstPasskeyStores = ['assertionIds', 'passkeys'] as const

/** The context of a new passkey. */
export type FirstPasskeyContext = RequestContext<LoginStore | (typeof firstPasskeyStores)[number]>

/** The person who gets the passkey, of whom no credential is stored yet. */
export interface PasskeyApplicant {
  /** A secret id of the registration or the invitation, which the form and its answer have in common. */
  readonly id: string
  readonly loginName: string
  readonly displayName: string
}

/** A new passkey, or why there is none. */
export type AcceptedPasskey =
  | { readonly kind: 'accepted'; readonly passkey: Omit<Passkey, 'userId'> }
  | { readonly kind: 'refused'; readonly error: FormError }

/** Creates the passkey that is the first credential of a user. */
export interface FirstPasskey {
  /** @returns the form; undefined where browsers have no passkeys for the issuer. @param action the path that takes the answer */
  form(action: string, applicant: PasskeyApplicant, visit: Visit, context: FirstPasskeyContext): PasskeyForm | undefined
  /** Verifies the answer and uses its challenge up. The caller stores the passkey. @param field the form field `credential` */
  accept(field: string, applicant: PasskeyApplicant, visit: Visit, context: FirstPasskeyContext): Promise<AcceptedPasskey>
}
