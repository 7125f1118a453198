// Takes the password at the end of a recovery or an invitation. A user who has an authenticator app gives its code first: whoever can read the
// mails of a user must not get around the second factor. The new password ends every session and every refresh token of the user.
import { isSecretHashingBusy, readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
import { codeFlowStores, findFlow, isFlowId } from '../mail/code-flow.ts'
import type { CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { notifyUser } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { readNewPassword, rulesOf } from '../password/new-password.ts'
import { setPassword } from '../password/set-password.ts'
import { clientOf } from '../steps/continue-sign-in.ts'
import { defineStep, redirectToDispatcher } from '../steps/step.ts'
import { checkCode } from '../totp/check-code.ts'
import { recordCodeFailure } from '../totp/record-code-failure.ts'
import { readCode } from '../totp/time-step.ts'
import type { FirstPasswordPage } from '../ui/mailed-code.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, withFlowRefusal } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { LoginError, openPage } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { findFlowUser } from './flow.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { firstPasswordPathOf, purposeOf } from './paths.ts'

const stores = [...codeFlowStores, 'oneTimeCodes', 'userAccounts'] as const

type FirstPasswordContext = RequestContext<LoginStore | 'oneTimeCodes' | 'userAccounts'> & CodeFlowContext

interface Options {
  /** Tells the user of the new password; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
  readonly hashing: SecretHashing
}

/** The page that asks for the password, and its form. */
export function firstPasswordStep(pages: Pages, kind: FlowKind<PasswordFlowState>, options: Options): AnyEndpoint {
  const path = firstPasswordPathOf(kind)
  return defineStep(pages, {
    name: `login_${purposeOf(kind)}_password`,
    path,
    methods: ['GET', 'POST'],
    stores,
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        const { parameters } = readQuery(request)
        const { flow, user } = await openProven(parameters['flow'], kind, visit, context)
        const page = await passwordPage(kind, flow, user, visit, context)
        return pages.form({ ...page, ...readFormError('first_password', parameters, visit.now) }, visit)
      }
      const { visit, fields } = await openForm(request, context)
      const { flow, user } = await openProven(fields['flow'], kind, visit, context)
      const refuse = (refusal: FormRefusal): Answer => refusedRedirect(withFlowRefusal(path, visit.pending.id, flow.id, refusal))
      try {
        const refusal = await takePassword(fields, kind, flow, user, visit, options, context)
        return refusal === undefined ? redirectToDispatcher(visit) : refuse(refusal)
      } catch (error) {
        if (!isSecretHashingBusy(error)) throw error
        return redirect(
          withFlowRefusal(path, visit.pending.id, flow.id, { error: 'busy', until: context.now() + error.retryAfterSeconds * 1000 }),
        )
      }
    },
  })
}

/** @returns why it is refused; undefined when the password is set */
async function takePassword(
  fields: Readonly<Record<string, string>>,
  kind: FlowKind<PasswordFlowState>,
  flow: PasswordFlow,
  user: User,
  visit: Visit,
  { mail, hashing }: Options,
  context: FirstPasswordContext,
): Promise<FormRefusal | undefined> {
  const purpose = purposeOf(kind)
  // The rules first: a code of the app is used up by its check.
  const read = readNewPassword(fields, user, await context.stores.policies.findPasswordPolicy(user.orgId), context)
  if (read.kind === 'refused') return read
  const refusal = asksCode(user) ? await refusalOfCode(fields['code'] ?? '', user, visit, context) : undefined
  if (refusal !== undefined) return refusal
  const outcome = await setPassword(user, read.password, { ...clientOf(visit), details: { by: purpose } }, hashing, context)
  if (outcome.kind === 'unchanged') return { error: 'password_unchanged' }
  if (outcome.kind === 'outdated') throw expired()
  await context.stores.mailedCodes.remove(flow.id)
  if (purpose === 'invitation') await activate(outcome.user, flow, context)
  if (user.state === 'active') await notifyUser('password_changed', outcome.user, mail, context)
  // The user now signs in with the password, and with the second factor as always.
  await context.stores.authorizationRequests.update(visit.pending.id, { loginName: user.loginName, sessionId: null })
  return undefined
}

/** The link came by mail to the address, or an administrator gave it to the user. Only the mail proves the address. */
async function activate(user: User, { state: { address } }: PasswordFlow, { stores, now }: FirstPasswordContext): Promise<void> {
  const proves = address !== undefined && user.email?.address === address && !user.email.verified
  await stores.userAccounts.change(
    user.id,
    { timesEnded: user.timesEnded },
    {
      ...(user.state === 'initial' ? { state: 'active' as const } : {}),
      ...(proves ? { email: { address, verified: true } } : {}),
    },
    now(),
  )
}

async function refusalOfCode(typed: string, user: User, visit: Visit, context: FirstPasswordContext): Promise<FormRefusal | undefined> {
  if (typed.trim() === '') return { error: 'missing_code' }
  const code = readCode(typed)
  if (code === undefined) return { error: 'invalid_code' }
  const outcome = await checkCode(code, user, visit.request, context)
  switch (outcome.kind) {
    case 'right':
    case 'absent':
      return undefined
    case 'too_early':
      await recordCodeFailure({ reason: 'too_early' }, user, visit, context)
      return { error: 'too_many_attempts', until: context.now() + outcome.retryAfter * 1000 }
    case 'refused': {
      const { reason, blocks } = outcome
      await recordCodeFailure(blocks ? { reason, blocks } : { reason }, user, visit, context)
      return { error: 'invalid_code' }
    }
  }
}

function asksCode({ secondFactors }: User): boolean {
  return secondFactors.includes('otp')
}

/** @throws LoginError `expired_link` unless this browser has proven the flow and the policy still allows the recovery */
async function openProven(
  id: string | undefined,
  kind: FlowKind<PasswordFlowState>,
  { pending }: Visit,
  context: FirstPasswordContext,
): Promise<{ readonly flow: PasswordFlow; readonly user: User }> {
  const flow = isFlowId(id) ? await findFlow(kind, id, context) : undefined
  if (flow === undefined || !flow.proven || flow.state.provenBy !== pending.id) throw expired()
  const user = await findFlowUser(kind, flow, context)
  if (user === undefined || !(await isStillAllowed(kind, user, context))) throw expired()
  return { flow, user }
}

/** The policy may have changed since the mail was sent. An administrator who invites a user decides for the policy. */
async function isStillAllowed(
  kind: FlowKind<PasswordFlowState>,
  { orgId }: User,
  { stores: { policies } }: FirstPasswordContext,
): Promise<boolean> {
  if (purposeOf(kind) !== 'recovery') return true
  const { allowUsernamePassword, hidePasswordReset } = await policies.findLoginPolicy(orgId)
  return allowUsernamePassword && !hidePasswordReset
}

function expired(): LoginError {
  return new LoginError(400, { code: 'expired_link' })
}

async function passwordPage(
  kind: FlowKind<PasswordFlowState>,
  flow: PasswordFlow,
  user: User,
  visit: Visit,
  { stores: { policies } }: FirstPasswordContext,
): Promise<FirstPasswordPage> {
  return {
    ...formOf(visit),
    kind: 'first_password',
    purpose: purposeOf(kind),
    action: firstPasswordPathOf(kind),
    flow: flow.id,
    loginName: user.loginName,
    rules: rulesOf(await policies.findPasswordPolicy(user.orgId)),
    asksCode: asksCode(user),
  }
}
