// Second factors: which of them a user can prove, the step of a sign-in that takes one, and the record of each check. A detour asks for them in
// the same way, so that no detour bypasses them.
import { secondFactor } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Context, RequestContext, StoreName, User } from '@symbolon/core-protocol'
import type { TooEarly } from '../attempts/begin-attempt.ts'
import type { Page } from '../ui/ui.ts'
import type { SecondFactorName, SecondFactorPage } from '../ui/form-page.ts'
import type { Pages } from '../visit/pages.ts'
import { openForm } from '../visit/posted-form.ts'
import type { Visit } from '../visit/visit.ts'
import type { AnyAuthenticator, AnySecondFactor, FactorCheck, FactorSubject, SecondFactors } from './contract.ts'
import { clientOf, continueSignIn, remoteAddressOf } from './continue-sign-in.ts'
import { asksSecondFactor } from './due-steps.ts'
import { dueSubject } from './due-subject.ts'
import type { DueSubject } from './due-subject.ts'
import { resumeRoles } from './resume-roles.ts'
import { strengthenSession } from './session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from './step.ts'

/** The second factors of these authenticators. */
export function secondFactorsOf(authenticators: readonly AnyAuthenticator[]): SecondFactors {
  return {
    stores: [...new Set(authenticators.flatMap(({ stores }) => stores))],
    due: async (user, proven, context) =>
      (await asksSecondFactor(user, proven, authenticators, context)) ? await findSecondFactors(user, authenticators, context) : undefined,
  }
}

/** Finds the second factors that the user can prove, in the order in which they are composed. */
export async function findSecondFactors(
  user: User,
  authenticators: readonly AnyAuthenticator[],
  context: Context<StoreName>,
): Promise<readonly AnySecondFactor[]> {
  const found = await Promise.all(
    authenticators.map(async (each) =>
      each.secondFactor === undefined || (await each.enrolled(user, context)).length === 0 ? [] : [each.secondFactor],
    ),
  )
  return found.flat()
}

/** The context in which the pages of second factors are shown. */
export interface FactorPlace {
  /** What their pages share. */
  readonly shown: Omit<SecondFactorPage, 'action' | 'otherFactors'>
  /** The action of the form, and its further fields. */
  readonly formOf: (factor: AnySecondFactor) => Pick<SecondFactorPage, 'action' | 'fields'>
  /** The path of the page of a factor. */
  readonly linkTo: (factor: SecondFactorName) => string
}

/**
 * The page of the second factor that the user asked for by a link, else of the first one, with links to the others.
 *
 * @param factors the factors that the user can prove
 * @param wanted its name in the link
 * @returns undefined without any
 */
export async function secondFactorPage(
  factors: readonly AnySecondFactor[],
  wanted: string | undefined,
  { shown, formOf, linkTo }: FactorPlace,
  subject: FactorSubject,
  context: RequestContext<StoreName>,
): Promise<Page | undefined> {
  const chosen = factors.find(({ factor }) => factor === wanted) ?? factors[0]
  const otherFactors = factors.filter((each) => each !== chosen).map(({ factor }) => ({ factor, path: linkTo(factor) }))
  const others = otherFactors.length === 0 ? {} : { otherFactors }
  return chosen === undefined ? undefined : await chosen.page({ ...shown, ...formOf(chosen), ...others }, subject, context)
}

/** The endpoints that take the second factors of a sign-in. A second factor alone signs no user in: each needs the session of a first factor. */
export function secondFactorSteps(pages: Pages, authenticators: readonly AnyAuthenticator[]): readonly AnyEndpoint[] {
  return authenticators.flatMap(({ secondFactor: factor, stores }) =>
    factor === undefined
      ? []
      : [
          defineFormStep<StoreName>(pages, {
            name: `login_second_factor_${factor.factor}`,
            path: factor.path,
            stores,
            async handle(request, context) {
              const { visit, fields } = await openForm(request, context)
              const due = dueSubject(visit, secondFactor)
              // The factor is not due: the first one comes before it, or the form was posted twice.
              if (due === undefined) return redirectToDispatcher(visit)
              return await takeFactor(factor, fields, due, visit, pages, context)
            },
          }),
        ],
  )
}

async function takeFactor(
  factor: AnySecondFactor,
  fields: Readonly<Record<string, string>>,
  { subject: { user, session } }: DueSubject,
  visit: Visit,
  pages: Pages,
  context: RequestContext<StoreName>,
): Promise<Answer> {
  const outcome = await checkSecondFactor(factor, fields, { user, session, visit }, {}, context)
  switch (outcome.kind) {
    case 'absent':
      return redirectToDispatcher(visit)
    case 'refused':
      return refuseForm(visit, { ...outcome.refusal, factor: factor.factor })
    case 'right': {
      await resumeRoles(user, outcome.since, visit, context)
      const established = await strengthenSession(session, outcome.method, visit, context)
      // The session ended while the user was typing: the dispatcher asks for the first factor again.
      if (established === undefined) return redirectToDispatcher(visit)
      return await continueSignIn(user, established, visit, pages, context)
    }
  }
}

/**
 * Checks a second factor, and records the result in the log and in the audit trail.
 *
 * @param details what the event contains in addition to the method
 */
export async function checkSecondFactor(
  { method, check }: AnySecondFactor,
  fields: Readonly<Record<string, string>>,
  subject: FactorSubject,
  details: Readonly<Record<string, string>>,
  context: RequestContext<StoreName>,
): Promise<FactorCheck> {
  const { user, session, visit } = subject
  const outcome = await check(fields, subject, context)
  const { clientId } = visit.client
  const event = { ...clientOf(visit), orgId: user.orgId, ...remoteAddressOf(context) }
  if (outcome.kind === 'right') {
    context.log.info('second_factor_checked', { userId: user.id, sessionId: session?.id, clientId, method, ...details })
    const said = { method, ...outcome.details, ...details }
    await context.audit({ type: 'second_factor_checked', actorId: user.id, ...event, details: said })
  }
  if (outcome.kind === 'refused' && outcome.failure !== undefined) {
    const said = { method, ...outcome.failure, ...details }
    context.log.info('second_factor_failed', { ...said, userId: user.id, clientId })
    await context.audit({ type: 'second_factor_failed', ...event, subject: { kind: 'user', id: user.id }, details: said })
  }
  return outcome
}

/** The refusal of a guess that was made before the end of the delay. */
export function refusedTooEarly({ retryAfter }: TooEarly, { now }: Pick<Context, 'now'>): FactorCheck {
  const until = now() + retryAfter * 1000
  return { kind: 'refused', refusal: { error: 'too_many_attempts', until }, failure: { reason: 'too_early' } }
}
