// The step in which users change the email address of their account. It is never due on its own: the account page requests it, with a fresh
// proof. The new address replaces the old one once its code is typed, and a mail is sent to both.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { LoginMail } from '../mail/login-mail.ts'
import { defineSignInStep } from '../steps/contract.ts'
import type { AnySignInStep } from '../steps/contract.ts'
import { emailChangePath } from '../visit/paths.ts'
import { emailEndpoints, emailStores } from './address-form.ts'
import { emailChangeFlow } from './flow.ts'

/** The name of the step. */
const changeStep = 'email_change'

/**
 * Creates the step.
 *
 * @example login({ ui, authenticators: [password({ hashing })], steps: [emailChange({ mail })] })
 */
export function emailChange(options: { readonly mail: LoginMail }): AnySignInStep {
  checkPartOptions('emailChange', options, { mail: 'required' })
  const { mail } = options
  return defineSignInStep({
    name: changeStep,
    stores: emailStores,
    proof: 'fresh',
    due: async () => undefined,
    page: async ({ form, skip }) => ({
      ...form,
      kind: 'email_address',
      action: emailChangePath,
      reason: 'change',
      fixed: false,
      ...(skip === undefined ? {} : { skip }),
    }),
    endpoints: (pages) =>
      emailEndpoints(pages, {
        step: changeStep,
        path: emailChangePath,
        kind: emailChangeFlow,
        mail,
        // The sign-in of the account page asked for a fresh proof.
        mayChange: () => true,
      }),
  })
}
