// The step in which users set up an authenticator app during a sign-in: required where the policy demands a second factor and the user has
// none, offered otherwise. It begins with a button, because the secret is drawn by a form: a page that is loaded changes nothing.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { completeStep } from '../steps/complete-step.ts'
import { takenBackOf } from '../factors/taken-back.ts'
import { noticeStoresOf, notifyUser } from '../mail/login-mail.ts'
import type { FactorNotices, messageStores } from '../mail/login-mail.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineSignInStep } from '../steps/contract.ts'
import type { AnySignInStep, StepFacts } from '../steps/contract.ts'
import { dueSubject, userInBrowser } from '../steps/due-subject.ts'
import type { DueSubject } from '../steps/due-subject.ts'
import { mayOffer } from '../steps/offer.ts'
import { strengthenSession } from '../steps/session.ts'
import { beginSetUp, rememberSkip } from '../steps/set-up.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import { factorSetup } from '../visit/due-factor.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { totpEnrolmentPath, totpSetupPath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { beginTotpEnrolment, confirmTotpEnrolment, enrolmentStores, findTotpDraft } from './enrolment.ts'

/** The name of the step. */
const totpSetupStep = 'totp_setup'

type SetupContext = RequestContext<LoginStore | (typeof enrolmentStores)[number] | (typeof messageStores)[number]>

/** The facts that {@link totpSetupDue} decides by. */
export type TotpSetupFacts = Pick<StepFacts, 'enrolled' | 'lacking' | 'now' | 'policy'> & {
  readonly session: Pick<StepFacts['session'], 'factors'>
}

/**
 * Whether the set-up of an authenticator app is due. Pure.
 *
 * @returns `offerable` when it is due unless the user has skipped it lately
 */
export function totpSetupDue({ enrolled, lacking, policy, session }: TotpSetupFacts): 'required' | 'offerable' | undefined {
  if (!policy.secondFactors.includes('otp')) return undefined
  const has = (...methods: readonly string[]): boolean => enrolled.some(({ method }) => methods.includes(method))
  // The app of a user who signed in with a recovery code may be lost.
  if (has('otp')) return isRecovered(session) ? 'offerable' : undefined
  if (lacking === factorSetup) return 'required'
  const byPassword = session.factors.some(({ method }) => method === 'pwd')
  return byPassword && !has('pop', 'user') && policy.mfaInitSkipLifetime > 0 ? 'offerable' : undefined
}

/** The reason why the step is shown to a user who may skip it. */
function reasonOf({ user, session }: KnownSubject): 'offered' | 'replacement' | 'wanted' {
  if (!user.secondFactors.includes('otp')) return 'offered'
  return isRecovered(session) ? 'replacement' : 'wanted'
}

function isRecovered({ factors }: TotpSetupFacts['session']): boolean {
  return factors.some(({ method }) => method === 'recovery') && factors.every(({ method }) => method !== 'otp')
}

/**
 * Creates the step that sets up an authenticator app.
 *
 * @param options `mail` notifies users by mail of an app that was set up
 * @example login({ ui, authenticators: [password({ hashing }), totp()], steps: [totpSetup()] })
 */
export function totpSetup(options: FactorNotices = {}): AnySignInStep {
  checkPartOptions('totpSetup', options, { mail: 'optional' })
  const { mail } = options
  return defineSignInStep({
    name: totpSetupStep,
    stores: [...enrolmentStores, ...noticeStoresOf(mail), 'skippedOffers'],
    proof: 'fresh',
    async due(facts, { stores }) {
      const due = totpSetupDue(facts)
      if (due !== 'offerable') return due
      const skippedAt = await stores.skippedOffers.find(facts.user.id, totpSetupStep)
      return mayOffer(skippedAt, facts.policy.mfaInitSkipLifetime, facts.now) ? 'offered' : undefined
    },
    async page({ form, subject, skip, visit, otherUserPath }, context) {
      const skipping = skip === undefined ? {} : { skip }
      const draft = await findTotpDraft(userInBrowser(subject, visit), context)
      if (draft !== undefined) return { ...form, kind: 'totp_enrolment', action: totpEnrolmentPath, ...draft, ...skipping }
      const reason = skip === undefined ? 'required' : reasonOf(subject)
      const other = otherUserPath === undefined ? {} : { otherUserPath }
      return { ...form, kind: 'totp_setup', action: totpSetupPath, reason, ...skipping, ...other }
    },
    skipped: rememberSkip(totpSetupStep),
    endpoints: (pages) => [
      beginSetUp(pages, {
        name: 'login_totp_setup',
        path: totpSetupPath,
        stores: enrolmentStores,
        step: totpSetupStep,
        begin: beginTotpEnrolment,
      }),
      defineFormStep(pages, {
        name: 'login_totp_enrolment',
        path: totpEnrolmentPath,
        stores: [...enrolmentStores, ...noticeStoresOf(mail)],
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const due = dueSubject(visit, totpSetupStep)
          return due === undefined
            ? redirectToDispatcher(visit)
            : await takeFirstCode(fields['code'] ?? '', due, visit, pages, mail, context)
        },
      }),
    ],
  })
}

async function takeFirstCode(
  typed: string,
  due: DueSubject,
  visit: Visit,
  pages: Pages,
  mail: FactorNotices['mail'],
  context: SetupContext,
): Promise<Answer> {
  const { user, session } = due.subject
  const takesBack = await takenBackOf(session, user, mail, context)
  const outcome = await confirmTotpEnrolment(userInBrowser(due.subject, visit), typed, context)
  switch (outcome.kind) {
    case 'missing_code':
      return refuseForm(visit, { error: 'missing_code' })
    case 'wrong_code':
      return refuseForm(visit, { error: 'invalid_code' })
    case 'expired':
      return refuseForm(visit, { error: 'setup_expired' })
    case 'enrolled': {
      const { replaced } = outcome
      context.log.info('second_factor_added', { userId: user.id, clientId: visit.client.clientId, method: 'otp', replaced })
      await context.audit({
        type: 'second_factor_added',
        actorId: user.id,
        ...clientOf(visit),
        orgId: user.orgId,
        ...remoteAddressOf(context),
        details: { method: 'otp', replaced },
      })
      await notifyUser('authenticator_added', user, mail, context, takesBack)
      const completed = await completeStep(visit, totpSetupStep, context)
      const established = await strengthenSession(session, 'otp', completed, context)
      if (established === undefined) return redirectToDispatcher(completed)
      // A sign-in that was complete before the offer is not recorded a second time.
      return due.required
        ? await continueSignIn(user, established, completed, pages, context)
        : redirectToDispatcher(completed, [established.setCookie])
    }
  }
}
