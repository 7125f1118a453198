// The pages of links that let a user set a password: of an invitation, and of an administrator's reset. An invitation may end in a passkey
// instead. They work without a mail server.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { SecretHashing } from '@symbolon/core-protocol'
import { codeFlowStores } from '../mail/code-flow.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { firstPasskeyStores } from '../factors/first-passkey.ts'
import type { FirstPasskey } from '../factors/first-passkey.ts'
import { defineDetour } from '../steps/contract.ts'
import type { AnyDetour } from '../steps/contract.ts'
import { firstPasswordStep } from './first-password.ts'
import { invitationFlow } from './flow.ts'
import { invitedPasskeyStep } from './invited-passkey.ts'
import { linkStep } from './link.ts'
import { secondFactorStep } from './second-factor.ts'

/** Options of {@link invitation}. */
export interface InvitationOptions {
  readonly hashing: SecretHashing
  /** `firstPasskey()` of `@symbolon/login-passkey`: invited users may create a passkey instead of a password, where the login policy allows it. */
  readonly passkey?: FirstPasskey
  /** Notifies users of a new password; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
  /** Where users go after a sign-in that follows the link: a path of this server. Default: `/`. */
  readonly returnTo?: string
}

/**
 * Creates the pages of the links that `issueUserLink` issues.
 *
 * @example login({ ui, authenticators: [password({ hashing })], detours: [invitation({ hashing })] })
 */
export function invitation(options: InvitationOptions): AnyDetour {
  checkPartOptions('invitation', options, { hashing: 'required', passkey: 'optional', mail: 'optional', returnTo: 'optional' })
  const { hashing, passkey, mail, returnTo = '/' } = options
  return defineDetour({
    name: 'invitation',
    stores: [...codeFlowStores, ...(passkey === undefined ? [] : firstPasskeyStores)],
    endpoints: (pages, secondFactors) => [
      linkStep(pages, invitationFlow, returnTo),
      secondFactorStep(pages, invitationFlow, secondFactors),
      firstPasswordStep(pages, invitationFlow, { mail, hashing, secondFactors, passkey }),
      ...(passkey === undefined ? [] : [invitedPasskeyStep(pages, { mail, passkey, secondFactors })]),
    ],
  })
}
