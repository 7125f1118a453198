// The step in which users prove the email address of their account, by a mailed code. It is offered, or required by configuration.
// A user who mistyped the address enters a different address here. It becomes the address of the account when its code is typed.
import { checkPartOptions, readableAddress } from '@symbolon/core-protocol'
import type { LoginMail } from '../mail/login-mail.ts'
import { defineSignInStep } from '../steps/contract.ts'
import type { AnySignInStep } from '../steps/contract.ts'
import { mayOffer } from '../steps/offer.ts'
import { emailVerificationPath } from '../visit/paths.ts'
import { hasFreshFirstFactor } from '../visit/proofs.ts'
import { emailEndpoints, emailStores } from './address-form.ts'
import type { EmailStep } from './address-form.ts'
import { emailVerificationFlow } from './flow.ts'
import { verificationDue } from './verification-due.ts'

/** The name of the step. */
const verificationStep = 'email_verification'

/** How long after a skip the offer is made again, milliseconds: 30 days. */
const skipLifetime = 30 * 86_400_000

/** Options of {@link emailVerification}. */
export interface EmailVerificationOptions {
  readonly mail: LoginMail
  /** Whether users with an unverified address have to verify it before they go on. Default: false, which offers it. */
  readonly required?: boolean
}

/**
 * Creates the step.
 *
 * @example login({ ui, authenticators: [password({ hashing })], steps: [emailVerification({ mail })] })
 */
export function emailVerification(options: EmailVerificationOptions): AnySignInStep {
  checkPartOptions('emailVerification', options, { mail: 'required', required: 'optional' })
  const { mail, required = false } = options
  const step: EmailStep = {
    step: verificationStep,
    path: emailVerificationPath,
    kind: emailVerificationFlow,
    mail,
    // Another person at an open browser must not change the address of the account.
    mayChange: ({ session }, now) => hasFreshFirstFactor(session, now),
  }
  return defineSignInStep({
    name: verificationStep,
    stores: [...emailStores, 'skippedOffers'],
    proof: 'own',
    async due({ user, policy, now }, { stores }) {
      const due = verificationDue({ user, policy, required })
      if (due !== 'offerable') return due
      return mayOffer(await stores.skippedOffers.find(user.id, verificationStep), skipLifetime, now) ? 'offered' : undefined
    },
    async page({ form, subject, visit, skip, otherUserPath }) {
      const { email } = subject.user
      return {
        ...form,
        kind: 'email_address',
        action: emailVerificationPath,
        reason: 'verification',
        ...(email === undefined ? {} : { email: readableAddress(email.address) }),
        fixed: !step.mayChange(subject, visit.now),
        ...(skip === undefined ? {} : { skip }),
        ...(otherUserPath === undefined ? {} : { otherUserPath }),
      }
    },
    skipped: async ({ user }, { stores, now }) => await stores.skippedOffers.record(user.id, verificationStep, now()),
    endpoints: (pages) => emailEndpoints(pages, step),
  })
}
