// A passkey in place of the first password of an invited user. Passkey and user are changed in one transaction, and the user is signed in: the
// passkey has just verified the user.
import { readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Passkey, RequestContext, StoreName, User } from '@symbolon/core-protocol'
import { firstPasskeyStores } from '../factors/first-passkey.ts'
import type { FirstPasskey, FirstPasskeyContext, PasskeyApplicant } from '../factors/first-passkey.ts'
import { codeFlowStores } from '../mail/code-flow.ts'
import type { CodeFlowContext } from '../mail/code-flow.ts'
import { notifyUser } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import type { SecondFactors } from '../steps/contract.ts'
import { establishSession } from '../steps/session.ts'
import { defineStep } from '../steps/step.ts'
import type { PasskeyForm } from '../ui/passkey.ts'
import type { Pages } from '../visit/pages.ts'
import { withFlow, withFlowRefusal } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { openPage } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { activate, invitationFlow } from './flow.ts'
import type { PasswordFlow } from './flow.ts'
import { firstPasswordPathOf, invitedPasskeyPath, secondFactorPathOf } from './paths.ts'
import { expiredLink, openProven } from './proven-flow.ts'
import { lacksFactor } from './second-factor.ts'

type InvitedContext = RequestContext<LoginStore | 'userAccounts'> & CodeFlowContext & FirstPasskeyContext

interface Options {
  /** Notifies active users of the new passkey; absent where no mails are sent. */
  readonly mail: LoginMail | undefined
  readonly passkey: FirstPasskey
  readonly secondFactors: SecondFactors
}

/**
 * The form that creates the passkey.
 *
 * @returns undefined where the user has a password or a passkey, where the policy allows no passkey alone, and where browsers have no passkeys
 *   for the issuer
 */
export async function invitedPasskeyForm(
  flow: PasswordFlow,
  user: User,
  visit: Visit,
  passkey: FirstPasskey,
  context: InvitedContext,
): Promise<PasskeyForm | undefined> {
  if (!(await mayCreate(flow, user, context))) return undefined
  const form = passkey.form(invitedPasskeyPath, applicantOf(flow, user), visit, context)
  return form === undefined ? undefined : { ...form, fields: { flow: flow.id } }
}

/** Takes the form of {@link invitedPasskeyForm}. It stands on the page of the first password. */
export function invitedPasskeyStep(pages: Pages, { mail, passkey, secondFactors }: Options): AnyEndpoint {
  const page = firstPasswordPathOf(invitationFlow)
  return defineStep<StoreName>(pages, {
    name: 'login_invitation_passkey',
    path: invitedPasskeyPath,
    methods: ['GET', 'POST'],
    stores: [...codeFlowStores, 'userAccounts', ...firstPasskeyStores, ...secondFactors.stores],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        return redirect(withFlow(page, visit.pending.id, readQuery(request).parameters['flow'] ?? ''))
      }
      const { visit, fields } = await openForm(request, context)
      const { flow, user } = await openProven(fields['flow'], invitationFlow, visit, context)
      if (await lacksFactor(flow, user, secondFactors, context))
        return redirect(withFlow(secondFactorPathOf(invitationFlow), visit.pending.id, flow.id))
      const refuse = (refusal: FormRefusal): Answer => refusedRedirect(withFlowRefusal(page, visit.pending.id, flow.id, refusal))
      if (!(await mayCreate(flow, user, context))) return redirect(withFlow(page, visit.pending.id, flow.id))
      const accepted = await passkey.accept(fields['credential'] ?? '', applicantOf(flow, user), visit, context)
      if (accepted.kind === 'refused') return refuse(accepted)
      const outcome = await activate(user, flow, accepted.passkey, context)
      if (outcome.kind === 'refused') {
        if (outcome.reason === 'passkey_taken') return refuse({ error: 'passkey_exists' })
        throw expiredLink()
      }
      await context.stores.mailedCodes.remove(flow.id)
      await recordPasskey(user, accepted.passkey, visit, context)
      if (user.state === 'active') await notifyUser('passkey_added', outcome.user, mail, context)
      return await continueSignIn(outcome.user, await establishSession(outcome.user, 'user', visit, context), visit, pages, context)
    },
  })
}

/** Only the first credential: a reset of a password adds no passkey to an account. */
async function mayCreate({ state: { wasSet, removesFactors } }: PasswordFlow, user: User, { stores }: InvitedContext): Promise<boolean> {
  if (wasSet !== false || removesFactors === true) return false
  const { allowPasskey } = await stores.policies.findLoginPolicy(user.orgId)
  return allowPasskey && (await stores.passkeys.list(user.id)).length === 0
}

function applicantOf({ id }: PasswordFlow, { loginName, displayName }: User): PasskeyApplicant {
  return { id, loginName, displayName }
}

async function recordPasskey(user: User, { createdBy }: Pick<Passkey, 'createdBy'>, visit: Visit, context: InvitedContext): Promise<void> {
  context.log.info('passkey_added', { userId: user.id })
  const subject = { kind: 'user', id: user.id }
  const details = { by: 'invitation', createdBy }
  await context.audit({
    type: 'passkey_added',
    actorId: user.id,
    ...clientOf(visit),
    subject,
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details,
  })
}
