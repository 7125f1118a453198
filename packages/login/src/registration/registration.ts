// The registration of new users: an email address, the mailed code, the names, the password. Then the user exists and is signed in, and the
// steps that are due follow as in every sign-in. No page reveals whether an address has an account; only its mail does.
// https://openid.net/specs/openid-connect-prompt-create-1_0.html
import { checkPartOptions, readableAddress } from '@symbolon/core-protocol'
import type { OptionNames, SecretHashing } from '@symbolon/core-protocol'
import { codeStep } from '../mailed-code/code-step.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { defineDetour } from '../steps/contract.ts'
import type { AnyDetour } from '../steps/contract.ts'
import { otherUserPath, registrationPath, withRequest } from '../visit/paths.ts'
import { registrationCodePath, registrationFlow, registrationNamesPath, registrationStores } from './flow.ts'
import { namesStep } from './names.ts'
import type { FirstPasskey } from '../factors/first-passkey.ts'
import { firstPasskeyStores } from '../factors/first-passkey.ts'
import { newUserSteps } from './new-user.ts'
import { isRegistrationOpen } from './organization.ts'
import { startStep } from './start.ts'

/** Options of {@link registration}. */
export interface RegistrationOptions {
  readonly mail: LoginMail
  /** Absent where new users get no password. */
  readonly hashing?: SecretHashing
  /** `firstPasskey()` of `@symbolon/login-passkey`: new users may create a passkey instead of a password, where the login policy allows it. */
  readonly passkey?: FirstPasskey
  /**
   * The id of the organization for users whose address belongs to no organization, for requests that name none. Without it, or while there is no
   * such organization, these users cannot register.
   */
  readonly organization?: string
}

const optionNames: OptionNames<RegistrationOptions> = {
  mail: 'required',
  hashing: 'optional',
  passkey: 'optional',
  organization: 'optional',
}

/**
 * Creates the registration of new users, with a link on the pages of a sign-in where the login policy has `allowRegister`.
 *
 * @example login({ ui, authenticators: [password({ hashing })], detours: [registration({ mail, hashing, organization: 'acme' })] })
 * @throws TypeError with the code `registration_without_credential` when new users could get neither a password nor a passkey
 */
export function registration(options: RegistrationOptions): AnyDetour {
  checkPartOptions('registration', options, optionNames)
  const { mail, hashing, passkey, organization } = options
  if (hashing === undefined && passkey === undefined)
    throw Object.assign(new TypeError('registration() needs hashing, for passwords, or passkey.'), {
      code: 'registration_without_credential',
    })
  const admission = { organization, password: hashing !== undefined, passkey: passkey !== undefined }
  return defineDetour({
    name: 'registration',
    prompts: ['create'],
    stores: [...registrationStores, ...(passkey === undefined ? [] : firstPasskeyStores)],
    async ways(visit, _loginName, context) {
      const isOpen = await isRegistrationOpen(visit, admission, context)
      return isOpen ? { registration: { path: withRequest(registrationPath, visit.pending.id) } } : {}
    },
    endpoints: (pages) => [
      startStep(pages, mail, admission),
      codeStep(pages, {
        name: 'login_registration_code',
        path: registrationCodePath,
        kind: registrationFlow,
        next: registrationNamesPath,
        shown: ({ email }, { pending }) => ({
          sentTo: readableAddress(email),
          resend: { action: registrationPath, fields: { email, resend: 'on' } },
          backToSignIn: { path: withRequest(otherUserPath, pending.id) },
        }),
      }),
      namesStep(pages, admission),
      ...newUserSteps(pages, { mail, hashing, passkey, admission }),
    ],
  })
}
