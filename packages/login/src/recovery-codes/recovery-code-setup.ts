// The step in which users make recovery codes during a sign-in: offered to users who have a second factor and no codes, and to users who have
// used up nearly all of them. The codes are shown until the user has confirmed that they are saved, and never again.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { Answer, HttpRequest, RequestContext } from '@symbolon/core-protocol'
import { completeStep } from '../steps/complete-step.ts'
import { noticeStoresOf, notifyUser } from '../mail/login-mail.ts'
import type { FactorNotices, messageStores } from '../mail/login-mail.ts'
import { clientOf, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineSignInStep } from '../steps/contract.ts'
import type { AnySignInStep, StepFacts } from '../steps/contract.ts'
import { dueSubject, userInBrowser } from '../steps/due-subject.ts'
import { mayOffer } from '../steps/offer.ts'
import { beginSetUp, rememberSkip } from '../steps/set-up.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import { recoveryCodeDownloadPath, recoveryCodeSetupPath, savedRecoveryCodesPath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginStore } from '../visit/visit.ts'
import { shownRecoveryCode } from './code-format.ts'
import { beginRecoveryCodes, findNewRecoveryCodes, recoveryCodeStores, saveRecoveryCodes } from './code-set.ts'

/** The name of the step. */
const recoveryCodeSetupStep = 'recovery_code_setup'

/** With this many codes left or fewer, the user is notified and offered new codes. */
export const fewRecoveryCodes = 3

type SetupContext = RequestContext<LoginStore | (typeof recoveryCodeStores)[number] | (typeof messageStores)[number]>

/** The facts that {@link recoveryCodesDue} decides by. */
export type RecoveryCodeFacts = Pick<StepFacts, 'enrolled' | 'now' | 'policy'> & { readonly session: Pick<StepFacts['session'], 'factors'> }

/**
 * Whether new recovery codes are offered. Pure.
 *
 * @param left the number of codes left; undefined when the user never had any
 * @param skippedAt when the user last skipped the offer, milliseconds since the epoch
 */
export function recoveryCodesDue(facts: RecoveryCodeFacts, left: number | undefined, skippedAt: number | undefined): boolean {
  const secondFactors = facts.enrolled.filter(isSecondFactor)
  if (secondFactors.length === 0 || (left ?? 0) > fewRecoveryCodes) return false
  const lifetime = facts.policy.mfaInitSkipLifetime
  if (lifetime > 0) return mayOffer(skippedAt, lifetime, facts.now)
  // Without offers, a user who sets up a factor gets the codes with it all the same.
  const firstFactorAt = Math.max(...facts.session.factors.filter((factor) => !isSecondFactor(factor)).map(({ at }) => at))
  return skippedAt === undefined && left === undefined && secondFactors.some(({ since = -1 }) => since >= firstFactorAt)
}

function isSecondFactor({ method }: { readonly method: string }): boolean {
  return method === 'otp' || method === 'pop'
}

/**
 * Creates the step that makes recovery codes.
 *
 * @param options `mail` notifies users by mail of new codes
 * @example login({ ui, authenticators: [password({ hashing }), totp(), recoveryCodes()], steps: [totpSetup(), recoveryCodeSetup()] })
 */
export function recoveryCodeSetup(options: FactorNotices = {}): AnySignInStep {
  checkPartOptions('recoveryCodeSetup', options, { mail: 'optional' })
  const { mail } = options
  return defineSignInStep({
    name: recoveryCodeSetupStep,
    stores: [...recoveryCodeStores, ...noticeStoresOf(mail), 'skippedOffers'],
    proof: 'fresh',
    async due(facts, { stores }) {
      // Most users have no second factor. Nothing is read for them.
      if (!facts.enrolled.some(isSecondFactor)) return undefined
      const { id } = facts.user
      const [codes, skippedAt] = await Promise.all([stores.recoveryCodes.find(id), stores.skippedOffers.find(id, recoveryCodeSetupStep)])
      return recoveryCodesDue(facts, codes?.left, skippedAt) ? 'offered' : undefined
    },
    async page({ form, subject, skip, visit }, context) {
      const codes = await findNewRecoveryCodes(userInBrowser(subject, visit), context)
      if (codes !== undefined) {
        const shown = codes.map(shownRecoveryCode)
        return { ...form, kind: 'recovery_codes', action: savedRecoveryCodesPath, codes: shown, downloadPath: recoveryCodeDownloadPath }
      }
      const left = (await context.stores.recoveryCodes.find(subject.user.id))?.left
      return {
        ...form,
        kind: 'recovery_code_setup',
        action: recoveryCodeSetupPath,
        ...(left === undefined ? {} : { left }),
        ...(skip === undefined ? {} : { skip }),
      }
    },
    skipped: rememberSkip(recoveryCodeSetupStep),
    endpoints: (pages) => [
      beginSetUp(pages, {
        name: 'login_recovery_code_setup',
        path: recoveryCodeSetupPath,
        stores: recoveryCodeStores,
        step: recoveryCodeSetupStep,
        begin: beginRecoveryCodes,
      }),
      defineFormStep(pages, {
        name: 'login_recovery_code_download',
        path: recoveryCodeDownloadPath,
        stores: recoveryCodeStores,
        async handle(request, context) {
          const { visit } = await openForm(request, context)
          const due = dueSubject(visit, recoveryCodeSetupStep)
          const codes = due === undefined ? undefined : await findNewRecoveryCodes(userInBrowser(due.subject, visit), context)
          if (due === undefined || codes === undefined) return redirectToDispatcher(visit)
          return recoveryCodeFile(codes, due.subject.user.loginName, context)
        },
      }),
      defineFormStep(pages, {
        name: 'login_recovery_codes_saved',
        path: savedRecoveryCodesPath,
        stores: [...recoveryCodeStores, ...noticeStoresOf(mail)],
        handle: async (request, context) => await takeConfirmation(request, mail, context),
      }),
    ],
  })
}

async function takeConfirmation(request: HttpRequest, mail: FactorNotices['mail'], context: SetupContext): Promise<Answer> {
  const { visit, fields } = await openForm(request, context)
  const due = dueSubject(visit, recoveryCodeSetupStep)
  if (due === undefined) return redirectToDispatcher(visit)
  if (fields['saved'] === undefined) return refuseForm(visit, { error: 'codes_not_saved' })
  const { user } = due.subject
  if (!(await saveRecoveryCodes(userInBrowser(due.subject, visit), context))) return refuseForm(visit, { error: 'setup_expired' })
  context.log.info('recovery_codes_made', { userId: user.id, clientId: visit.client.clientId })
  await context.audit({ type: 'recovery_codes_made', actorId: user.id, ...clientOf(visit), orgId: user.orgId, ...remoteAddressOf(context) })
  await notifyUser('recovery_codes_created', user, mail, context)
  return redirectToDispatcher(await completeStep(visit, recoveryCodeSetupStep, context))
}

/**
 * The codes as a text file to keep.
 *
 * @param codes without hyphens
 */
function recoveryCodeFile(codes: readonly string[], loginName: string, { issuer }: Pick<RequestContext, 'issuer'>): Answer {
  const lines = [new URL(issuer).host, loginName, '', ...codes.map(shownRecoveryCode)]
  return {
    status: 200,
    fields: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="recovery-codes.txt"',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: lines.map((line) => `${line}\r\n`).join(''),
  }
}
