// Takes the password at the end of a recovery or an invitation, after the second factor where one is due. The new password ends every session
// and every refresh token of the user, and only this browser stays known: an attacker with the old password may have made others known.
// This browser has proven the mail or the link, and the second factor. Else an attacker who guesses passwords would keep the user from the sign-in.
import { isSecretHashingBusy, readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, SecretHashing, StoreName, User } from '@symbolon/core-protocol'
import { rememberBrowser } from '../attempts/known-browser.ts'
import { firstPasskeyStores } from '../factors/first-passkey.ts'
import type { FirstPasskey, FirstPasskeyContext } from '../factors/first-passkey.ts'
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
import type { PasskeySetupPage } from '../ui/passkey.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, withFlow, withFlowRefusal } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { openPage } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { activate } from './flow.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { invitedPasskeyForm } from './invited-passkey.ts'
import { firstPasswordPathOf, purposeOf, secondFactorPathOf, shownPurposeOf } from './paths.ts'
import { expiredLink, openProven } from './proven-flow.ts'
import { lacksFactor } from './second-factor.ts'

/** The stores of passkeys are there where passkeys are composed. */
type FirstPasswordContext = RequestContext<LoginStore | 'userAccounts'> & CodeFlowContext & FirstPasskeyContext

interface Options {
  /** Notifies the user of the new password; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
  readonly hashing: SecretHashing
  readonly secondFactors: SecondFactors
  /** Absent where no passkey takes the place of the password. */
  readonly passkey?: FirstPasskey | undefined
}

/** The page that asks for the password, and its form. */
export function firstPasswordStep(pages: Pages, kind: FlowKind<PasswordFlowState>, options: Options): AnyEndpoint {
  const path = firstPasswordPathOf(kind)
  const factorPage = (visit: Visit, flow: PasswordFlow): Answer => redirect(withFlow(secondFactorPathOf(kind), visit.pending.id, flow.id))
  return defineStep<StoreName>(pages, {
    name: `login_${purposeOf(kind)}_password`,
    path,
    methods: ['GET', 'POST'],
    stores: [
      ...codeFlowStores,
      'userAccounts',
      ...options.secondFactors.stores,
      ...(options.passkey === undefined ? [] : firstPasskeyStores),
    ],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const { parameters } = readQuery(request)
        const { flow, user, visit } = await openProven(parameters['flow'], kind, await openPage(request, context), context)
        if (await lacksFactor(flow, user, options.secondFactors, context)) return factorPage(visit, flow)
        const page = await credentialPage(kind, flow, user, visit, options.passkey, context)
        return pages.form({ ...page, ...readFormError(page.kind, parameters, visit.now) }, visit)
      }
      const { visit, fields } = await openForm(request, context)
      const { flow, user } = await openProven(fields['flow'], kind, visit, context)
      if (await lacksFactor(flow, user, options.secondFactors, context)) return factorPage(visit, flow)
      const refuse = (refusal: FormRefusal): Answer => refusedRedirect(withFlowRefusal(path, visit.pending.id, flow.id, refusal))
      try {
        const taken = await takePassword(fields, kind, flow, user, visit, options, context)
        return taken.kind === 'set' ? redirectToDispatcher(visit, [taken.setCookie]) : refuse(taken)
      } catch (error) {
        if (!isSecretHashingBusy(error)) throw error
        return redirect(
          withFlowRefusal(path, visit.pending.id, flow.id, { error: 'busy', until: context.now() + error.retryAfterSeconds * 1000 }),
        )
      }
    },
  })
}

/** The password was set, or the reason for its rejection. */
type TakenPassword =
  | {
      readonly kind: 'set'
      /** The `Set-Cookie` value by which the browser is known to the user from now on. */
      readonly setCookie: string
    }
  | (FormRefusal & { readonly kind: 'refused' })

async function takePassword(
  fields: Readonly<Record<string, string>>,
  kind: FlowKind<PasswordFlowState>,
  flow: PasswordFlow,
  user: User,
  visit: Visit,
  { mail, hashing }: Options,
  context: FirstPasswordContext,
): Promise<TakenPassword> {
  const purpose = purposeOf(kind)
  const read = readNewPassword(fields, user, await context.stores.policies.findPasswordPolicy(user.orgId), context)
  if (read.kind === 'refused') return read
  const { removesFactors = false, suspends } = flow.state
  const event = { ...clientOf(visit), details: { by: purpose } }
  const options = { event, removesFactors, forgetsBrowsers: true, ...(suspends === undefined ? {} : { suspends }) }
  const outcome = await setPassword(user, read.password, options, hashing, context)
  if (outcome.kind === 'unchanged') return { kind: 'refused', error: 'password_unchanged' }
  if (outcome.kind === 'outdated') throw expiredLink()
  await context.stores.mailedCodes.remove(flow.id)
  if (purpose === 'invitation') await activate(outcome.user, flow, undefined, context)
  if (user.state === 'active') await notifyUser(removesFactors ? 'factors_removed' : 'password_changed', outcome.user, mail, context)
  // The user now signs in with the password, and with the second factor as always.
  await context.stores.authorizationRequests.update(visit.pending.id, { loginName: user.loginName, sessionId: null })
  return { kind: 'set', setCookie: await rememberBrowser(outcome.user, visit.request, context) }
}

async function credentialPage(
  kind: FlowKind<PasswordFlowState>,
  flow: PasswordFlow,
  user: User,
  visit: Visit,
  firstPasskey: FirstPasskey | undefined,
  context: FirstPasswordContext,
): Promise<FirstPasswordPage | PasskeySetupPage> {
  const { policies } = context.stores
  const { allowUsernamePassword } = await policies.findLoginPolicy(user.orgId)
  const passkey =
    firstPasskey !== undefined && purposeOf(kind) === 'invitation'
      ? await invitedPasskeyForm(flow, user, visit, firstPasskey, context)
      : undefined
  // A password could not be used.
  if (passkey !== undefined && !allowUsernamePassword)
    return { ...formOf(visit), kind: 'passkey_setup', action: passkey.action, secondFactorOnly: false, passkey }
  return {
    ...formOf(visit),
    kind: 'first_password',
    purpose: shownPurposeOf(kind, flow),
    action: firstPasswordPathOf(kind),
    flow: flow.id,
    loginName: user.loginName,
    rules: rulesOf(await policies.findPasswordPolicy(user.orgId)),
    ...(flow.state.removesFactors === true ? { removesFactors: true as const } : {}),
    ...(passkey === undefined ? {} : { passkey }),
  }
}
