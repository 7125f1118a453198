// Takes the password at the end of a recovery or an invitation, after the second factor where one is due. The new password ends every session
// and every refresh token of the user.
import { isSecretHashingBusy, readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, SecretHashing, StoreName, User } from '@symbolon/core-protocol'
import { codeFlowStores } from '../mail/code-flow.ts'
import type { CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { notifyUser } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { readNewPassword, rulesOf } from '../password/new-password.ts'
import { setPassword } from '../password/set-password.ts'
import type { SecondFactors } from '../steps/contract.ts'
import { clientOf } from '../steps/continue-sign-in.ts'
import { defineStep, redirectToDispatcher } from '../steps/step.ts'
import type { FirstPasswordPage } from '../ui/mailed-code.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, withFlow, withFlowRefusal } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { openPage } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { firstPasswordPathOf, purposeOf, secondFactorPathOf } from './paths.ts'
import { expiredLink, openProven } from './proven-flow.ts'

type FirstPasswordContext = RequestContext<LoginStore | 'userAccounts'> & CodeFlowContext

interface Options {
  /** Tells the user of the new password; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
  readonly hashing: SecretHashing
  readonly secondFactors: SecondFactors
}

/** The page that asks for the password, and its form. */
export function firstPasswordStep(pages: Pages, kind: FlowKind<PasswordFlowState>, options: Options): AnyEndpoint {
  const path = firstPasswordPathOf(kind)
  const factorPage = (visit: Visit, flow: PasswordFlow): Answer => redirect(withFlow(secondFactorPathOf(kind), visit.pending.id, flow.id))
  return defineStep<StoreName>(pages, {
    name: `login_${purposeOf(kind)}_password`,
    path,
    methods: ['GET', 'POST'],
    stores: [...codeFlowStores, 'userAccounts', ...options.secondFactors.stores],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        const { parameters } = readQuery(request)
        const { flow, user } = await openProven(parameters['flow'], kind, visit, context)
        if (await lacksFactor(flow, user, options, context)) return factorPage(visit, flow)
        const page = await passwordPage(kind, flow, user, visit, context)
        return pages.form({ ...page, ...readFormError('first_password', parameters, visit.now) }, visit)
      }
      const { visit, fields } = await openForm(request, context)
      const { flow, user } = await openProven(fields['flow'], kind, visit, context)
      if (await lacksFactor(flow, user, options, context)) return factorPage(visit, flow)
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

async function lacksFactor(
  { state }: PasswordFlow,
  user: User,
  { secondFactors }: Options,
  context: RequestContext<StoreName>,
): Promise<boolean> {
  return state.removesFactors !== true && (await secondFactors.due(user, state.factor, context)) !== undefined
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
  const read = readNewPassword(fields, user, await context.stores.policies.findPasswordPolicy(user.orgId), context)
  if (read.kind === 'refused') return read
  const { removesFactors = false } = flow.state
  const event = { ...clientOf(visit), details: { by: purpose } }
  const outcome = await setPassword(user, read.password, { event, removesFactors }, hashing, context)
  if (outcome.kind === 'unchanged') return { error: 'password_unchanged' }
  if (outcome.kind === 'outdated') throw expiredLink()
  await context.stores.mailedCodes.remove(flow.id)
  if (purpose === 'invitation') await activate(outcome.user, flow, context)
  if (user.state === 'active') await notifyUser(removesFactors ? 'factors_removed' : 'password_changed', outcome.user, mail, context)
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
    ...(flow.state.removesFactors === true ? { removesFactors: true as const } : {}),
  }
}
