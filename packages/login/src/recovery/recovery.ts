// The recovery of a forgotten password: the login name, a mailed code or link, the new password, and then a sign-in with it. No response
// reveals whether there is an account: the same pages, rows and work follow for an unknown name.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { OptionNames, SecretHashing } from '@symbolon/core-protocol'
import { codeFlowStores } from '../mail/code-flow.ts'
import { codeStep } from '../mailed-code/code-step.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { defineDetour } from '../steps/contract.ts'
import type { AnyDetour } from '../steps/contract.ts'
import { loginPath } from '../ui/ui.ts'
import { recoveryPath, withRequest } from '../visit/paths.ts'
import { firstPasswordStep } from './first-password.ts'
import { recoveryFlow } from './flow.ts'
import { linkStep } from './link.ts'
import { firstPasswordPathOf, recoveryCodePath } from './paths.ts'
import { reportStep } from './report.ts'
import { secondFactorStep } from './second-factor.ts'
import { policyOfName, startStep } from './start.ts'

/** Options of {@link recovery}. */
export interface RecoveryOptions {
  readonly mail: LoginMail
  readonly hashing: SecretHashing
  /** Where users go after a sign-in that follows a link in a browser without a sign-in: a path of this server. Default: `/`. */
  readonly returnTo?: string
  /** Where users go after a report of a change and a sign-in: a path of this server. Default: `returnTo`. */
  readonly accountPath?: string
}

const optionNames: OptionNames<RecoveryOptions> = {
  mail: 'required',
  hashing: 'required',
  returnTo: 'optional',
  accountPath: 'optional',
}

/**
 * Creates the recovery of forgotten passwords, with a link on the password page.
 *
 * @example login({ ui, authenticators: [password({ hashing })], detours: [recovery({ mail, hashing })] })
 */
export function recovery(options: RecoveryOptions): AnyDetour {
  checkPartOptions('recovery', options, optionNames)
  const { mail, hashing, returnTo = '/', accountPath = returnTo } = options
  return defineDetour({
    name: 'recovery',
    stores: codeFlowStores,
    async ways(visit, loginName, context) {
      if (loginName === undefined) return {}
      const { hidePasswordReset } = await policyOfName(loginName, visit, context)
      return hidePasswordReset ? {} : { recovery: { path: withRequest(recoveryPath, visit.pending.id) } }
    },
    endpoints: (pages, secondFactors) => [
      startStep(pages, mail),
      codeStep(pages, {
        name: 'login_recovery_code',
        path: recoveryCodePath,
        kind: recoveryFlow,
        next: firstPasswordPathOf(recoveryFlow),
        shown: ({ loginName }, { pending }) => ({
          resend: { action: recoveryPath, fields: { loginName, resend: 'on' } },
          backToSignIn: { path: withRequest(loginPath, pending.id) },
        }),
      }),
      linkStep(pages, recoveryFlow, returnTo),
      reportStep(pages, accountPath),
      secondFactorStep(pages, recoveryFlow, secondFactors),
      firstPasswordStep(pages, recoveryFlow, { mail, hashing, secondFactors }),
    ],
  })
}
