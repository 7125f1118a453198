// The page `/ui/login?request=…`. It shows the page of the next step, decided from stored state alone. Loading it changes nothing.
import type { AnyEndpoint, DueStep, RequestContext, StoreName } from '@symbolon/core-protocol'
import { firstFactor, readQuery, redirect, secondFactor } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import type { ErrorCode, Page } from '../ui/ui.ts'
import type { WayLink } from '../ui/form-page.ts'
import { factorSetup } from '../visit/due-factor.ts'
import { isKnown } from '../visit/next-step.ts'
import type { KnownSubject, StepSubject } from '../visit/next-step.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath, readFormError, readUserError, skipPath, withFactor, withRequest } from '../visit/paths.ts'
import type { UserError } from '../visit/paths.ts'
import { LoginError, nextStepOf, openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import { accountSelectionPage } from './account-selection.ts'
import type { AnySignInStep, Composed, PageRequest } from './contract.ts'
import { changeStep } from './due-steps.ts'
import { loginNamePage } from './login-name.ts'
import { findSecondFactors, secondFactorPage } from './second-factors.ts'
import type { FactorPlace } from './second-factors.ts'
import { defineStep } from './step.ts'
import { onlyWayOf, waysOf } from './ways.ts'

type DispatcherContext = RequestContext<StoreName>

/** The endpoint at `/ui/login`. @param stores the stores of everything that is composed */
export function dispatcher(pages: Pages, composed: Composed, stores: readonly StoreName[]): AnyEndpoint {
  return defineStep<StoreName>(pages, {
    name: 'login',
    path: loginPath,
    methods: ['GET'],
    stores,
    async handle(request, context) {
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      const userError = readUserError(parameters)
      if (userError !== undefined) throw userRefused(userError, visit)
      // No form leads to the login name page, so no `form-action` governs this redirect to another server.
      const onlyWay = nextStepOf(visit).kind === 'login_name' ? await onlyWayOf(visit, undefined, composed, context) : undefined
      if (onlyWay !== undefined) return redirect(onlyWay.path)
      const page = await pageOf(visit, parameters['factor'], composed, context)
      if (page !== 'resume' && 'path' in page) return redirect(page.path)
      // A form may have redirected here, and browsers would apply its `form-action` to a further redirect to the application.
      return page === 'resume' ? pages.leaving(visit) : pages.form({ ...page, ...readFormError(page.kind, parameters, visit.now) }, visit)
    },
  })
}

/** @param factor the second factor that the user asked for by a link */
async function pageOf(
  visit: Visit,
  factor: string | undefined,
  composed: Composed,
  context: DispatcherContext,
): Promise<Page | WayLink | 'resume'> {
  const next = nextStepOf(visit)
  switch (next.kind) {
    case 'resume':
      return 'resume'
    case 'refused': {
      const otherUser = visit.pending.request.subject === undefined ? { otherUserPath: withRequest(otherUserPath, visit.pending.id) } : {}
      throw new LoginError(403, { code: 'user_not_admitted', ...otherUser }, visit)
    }
    case 'login_name':
      return loginNamePage(visit, next.loginName, await waysOf(visit, undefined, composed, context))
    case 'registration': {
      const shown = await waysOf(visit, undefined, composed, context)
      return shown.ways?.registration ?? loginNamePage(visit, next.loginName, shown)
    }
    case 'account_selection':
      return accountSelectionPage(visit, next.choices)
    case 'offer': {
      const step = composed.steps.find(({ name }) => name === next.step)
      if (step === undefined) throw new TypeError(`The login offers the step ${next.step}, which is not composed.`)
      const skip = { action: skipPath, step: step.name }
      return await step.page({ ...pageRequest(next.subject, visit), subject: next.subject, skip }, context)
    }
    case 'authenticate':
      return await stepPage(next.step, next.subject, visit, factor, composed, context)
  }
}

async function stepPage(
  step: DueStep,
  subject: StepSubject,
  visit: Visit,
  factor: string | undefined,
  composed: Composed,
  context: DispatcherContext,
): Promise<Page> {
  if (step === firstFactor) return await firstFactorPage(subject, visit, composed, context)
  if (isKnown(subject)) {
    const page =
      step === secondFactor
        ? await factorPage(subject, visit, factor, composed, context)
        : await composed.steps.find(({ name }) => name === step)?.page({ ...pageRequest(subject, visit), subject }, context)
    if (page !== undefined) return page
  }
  // Nothing that is composed can perform the step. The user is refused, because the step must not be skipped.
  const code = refusalOf(step, subject, composed.steps)
  // A user without a factor is a matter of the policy. A factor that no authenticator can check is an error in the composition.
  const level = code === 'second_factor_missing' ? 'warn' : 'error'
  context.log[level](code, { userId: subject.user?.id, clientId: visit.client.clientId, step })
  throw refused(code, subject, visit)
}

async function firstFactorPage(subject: StepSubject, visit: Visit, composed: Composed, context: DispatcherContext): Promise<Page> {
  const ways = await waysOf(visit, subject.loginName, composed, context)
  const request = { ...pageRequest(subject, visit), subject, ...ways }
  for (const { firstFactorPage: page } of composed.authenticators) if (page !== undefined) return await page(request, context)
  const { form, otherUserPath: path } = request
  return {
    ...form,
    kind: 'first_factor',
    action: loginPath,
    loginName: subject.loginName,
    ...ways,
    ...(path === undefined ? {} : { otherUserPath: path }),
  }
}

async function factorPage(
  subject: KnownSubject,
  visit: Visit,
  factor: string | undefined,
  { authenticators }: Composed,
  context: DispatcherContext,
): Promise<Page | undefined> {
  const path = pathForOtherUser(subject, visit)
  const place: FactorPlace = {
    shown: { ...formOf(visit), loginName: subject.loginName, ...(path === undefined ? {} : { otherUserPath: path }) },
    formOf: ({ path: action }) => ({ action }),
    linkTo: (each) => withFactor(visit.pending.id, each),
  }
  const factors = await findSecondFactors(subject.user, authenticators, context)
  return await secondFactorPage(factors, factor, place, { ...subject, visit }, context)
}

function pageRequest(subject: StepSubject, visit: Visit): PageRequest {
  return { form: formOf(visit), visit, otherUserPath: pathForOtherUser(subject, visit) }
}

function refusalOf(step: DueStep, { user }: StepSubject, steps: readonly AnySignInStep[]): ErrorCode {
  if (step === changeStep) return 'password_change_unavailable'
  const hasNoFactor = step === factorSetup && user?.secondFactors.length === 0
  return hasNoFactor && steps.every(({ name }) => name !== step) ? 'second_factor_missing' : 'second_factor_unavailable'
}

function refused(code: ErrorCode, subject: StepSubject, visit: Visit): LoginError {
  const path = pathForOtherUser(subject, visit)
  return new LoginError(403, { code, ...(path === undefined ? {} : { otherUserPath: path }) }, visit)
}

/** The rejection of a user whose password was right. */
function userRefused(code: UserError, visit: Visit): LoginError {
  const path =
    code === 'user_not_active' && visit.pending.request.subject === undefined ? withRequest(otherUserPath, visit.pending.id) : undefined
  return new LoginError(403, { code, ...(path === undefined ? {} : { otherUserPath: path }) }, visit)
}

function pathForOtherUser({ fixed }: StepSubject, visit: Visit): string | undefined {
  return fixed ? undefined : withRequest(otherUserPath, visit.pending.id)
}
