// The step in which users create a passkey during a sign-in: offered after a sign-in with a password, and required where the policy demands a
// second factor that the user does not have. It is due only when the session has proved all that its user can prove.
import type { Answer, FactorMethod, OptionNames, RequestContext } from '@symbolon/core-protocol'
import { checkPartOptions, findUserLoginPolicy } from '@symbolon/core-protocol'
import {
  completeStep,
  continueSignIn,
  defineFormStep,
  defineSignInStep,
  dueSubject,
  loginPath,
  mayOffer,
  messageStores,
  notifyUser,
  openForm,
  redirectToDispatcher,
  refuseForm,
  strengthenSession,
  takenBackOf,
} from '@symbolon/login'
import type { AnySignInStep, DueSubject, FormError, KnownSubject, LoginMail, Pages, StepFacts, Visit } from '@symbolon/login'
import { passkeyStores } from './accept-assertion.ts'
import type { PasskeyContext } from './accept-assertion.ts'
import { enrolPasskey, passkeyCreationForm } from './enrolment.ts'
import type { Enrolment } from './enrolment.ts'
import { relyingParty } from './options.ts'
import type { PasskeyOptions } from './options.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'
import type { RefusalReason } from './webauthn/refusal.ts'

/** The name of the step. */
const stepName = 'passkey_setup'
/** The form that takes a new passkey. */
const setupPath = `${loginPath}/passkey-setup`

/**
 * Whether the set-up of a passkey is due. Pure.
 *
 * @returns `offerable` when it is offered unless the user has skipped it lately
 */
function passkeySetupDue({
  enrolled,
  lacking,
  policy,
  session,
}: Pick<StepFacts, 'enrolled' | 'lacking' | 'policy'> & { readonly session: Pick<StepFacts['session'], 'factors'> }):
  | 'required'
  | 'offerable'
  | undefined {
  if (lacking !== undefined) return 'required'
  if (!policy.allowPasskey || policy.mfaInitSkipLifetime === 0 || enrolled.some(({ method }) => method === 'user')) return undefined
  const has = (used: FactorMethod): boolean => session.factors.some(({ method }) => method === used)
  return has('pwd') && !has('user') ? 'offerable' : undefined
}

/** Options of {@link passkeySetup}. The RP ID and its name are those of `passkey`. */
export interface PasskeySetupOptions extends PasskeyOptions {
  /**
   * Whether the login has `totpSetup()`. Where a policy requires a second factor and allows apps, the app is the required one then, because
   * not every device has passkeys. Default: false.
   */
  readonly withApps?: boolean
  /** Notifies users by mail of a passkey that was added; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
}

const setupOptionNames: OptionNames<PasskeySetupOptions> = {
  rpId: 'optional',
  rpName: 'optional',
  relatedOrigins: 'optional',
  withApps: 'optional',
  mail: 'optional',
}

/** Creates the step that sets up a passkey. */
export function passkeySetup(given: PasskeySetupOptions = {}): AnySignInStep {
  checkPartOptions('passkeySetup', given, setupOptionNames)
  const { withApps = false, mail, ...options } = given
  return defineSignInStep({
    name: stepName,
    stores: [...passkeyStores, 'skippedOffers'],
    proof: 'fresh',
    async due(facts, { issuer, stores }) {
      if (relyingParty(issuer, options) === undefined) return undefined
      const due = passkeySetupDue(facts)
      if (due === 'required' && withApps && facts.policy.secondFactors.includes('otp')) return undefined
      if (due !== 'offerable') return due
      const skippedAt = await stores.skippedOffers.find(facts.user.id, stepName)
      return mayOffer(skippedAt, facts.policy.mfaInitSkipLifetime, facts.now) ? 'offered' : undefined
    },
    async page({ form, subject, skip, visit, otherUserPath }, context) {
      const enrolment = await enrolmentOf(subject, visit, options, context)
      return {
        ...form,
        kind: 'passkey_setup',
        action: setupPath,
        secondFactorOnly: enrolment.ceremonies.includes('security_key'),
        passkey: await passkeyCreationForm(setupPath, enrolment, context),
        ...(skip === undefined ? {} : { skip }),
        ...(otherUserPath === undefined ? {} : { otherUserPath }),
      }
    },
    skipped: async ({ user }, { stores, now }) => await stores.skippedOffers.record(user.id, stepName, now()),
    endpoints: (pages) => [
      defineFormStep(pages, {
        name: 'login_passkey_setup',
        path: setupPath,
        stores: [...passkeyStores, ...(mail === undefined ? [] : messageStores)],
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const due = dueSubject(visit, stepName)
          if (due === undefined) return redirectToDispatcher(visit)
          return await takeNewPasskey(fields['credential'] ?? '', due, visit, { ...options, mail }, pages, context)
        },
      }),
    ],
  })
}

/**
 * The passkeys that the user may create. In addition, the browser may create one by itself right after the user typed the password.
 * https://www.w3.org/TR/webauthn-3/#sctn-createCredential
 */
async function enrolmentOf(
  { user, session }: KnownSubject,
  visit: Visit,
  options: PasskeyOptions,
  context: RequestContext<'memberships' | 'policies'>,
): Promise<Enrolment> {
  const { allowPasskey, secondFactors } = await findUserLoginPolicy(user, context)
  const gavePassword = session.factors.some(({ method, at }) => method === 'pwd' && at >= visit.pending.createdAt)
  return {
    user,
    session,
    place: { requestId: visit.pending.id, browser: visit.pending.browser ?? '' },
    ceremonies:
      !allowPasskey && secondFactors.includes('pop')
        ? ['security_key']
        : allowPasskey && gavePassword
          ? ['passkey', 'conditional_passkey']
          : ['passkey'],
    options,
  }
}

async function takeNewPasskey(
  field: string,
  { subject, required }: DueSubject,
  visit: Visit,
  { mail, ...options }: Pick<PasskeySetupOptions, 'mail'> & PasskeyOptions,
  pages: Pages,
  context: PasskeyContext & RequestContext<(typeof messageStores)[number]>,
): Promise<Answer> {
  const { user, session } = subject
  const takesBack = await takenBackOf(session, user, mail, context)
  let verified: boolean
  try {
    const passkey = await enrolPasskey(field, await enrolmentOf(subject, visit, options, context), context)
    verified = passkey.uvInitialized && passkey.createdBy === 'user'
  } catch (error) {
    if (!(error instanceof CeremonyRefused)) throw error
    context.log.info('passkey_refused', { reason: error.reason, userId: user.id, clientId: visit.client.clientId })
    return refuseForm(visit, { error: creationErrors[error.reason] ?? 'passkey_not_created' })
  }
  await notifyUser('passkey_added', user, mail, context, takesBack)
  // The dispatcher finds the offer done, and asks for the new factor where one is required.
  const completed = await completeStep(visit, stepName, context)
  if (!required || !verified) return redirectToDispatcher(completed)
  const established = await strengthenSession(session, 'user', completed, context)
  return established === undefined ? redirectToDispatcher(completed) : await continueSignIn(user, established, completed, pages, context)
}

/** The error on the page, if it states more than that nothing was created. */
export const creationErrors: Partial<Record<RefusalReason, FormError>> = {
  challenge_expired: 'passkey_expired',
  duplicate: 'passkey_exists',
  limit_reached: 'passkey_limit',
}
