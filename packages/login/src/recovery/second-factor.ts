// Asks for a second factor before the password at the end of a recovery or an invitation: read access to the mailbox must not bypass it. It is
// due where a sign-in with the new password would ask for it, and takes every factor that the user has.
import { readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest, RequestContext, StoreName, User } from '@symbolon/core-protocol'
import { codeFlowStores, updateFlow } from '../mail/code-flow.ts'
import type { FlowKind } from '../mail/code-flow.ts'
import type { AnySecondFactor, SecondFactors } from '../steps/contract.ts'
import { checkSecondFactor, secondFactorPage } from '../steps/second-factors.ts'
import type { FactorPlace } from '../steps/second-factors.ts'
import { defineStep } from '../steps/step.ts'
import { loginPath } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, withFlow, withFlowRefusal, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { LoginError, openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { firstPasswordPathOf, purposeOf, secondFactorPathOf } from './paths.ts'
import { openProven } from './proven-flow.ts'

type FactorContext = RequestContext<StoreName>

/** The page that asks for the second factor, and its form. */
export function secondFactorStep(pages: Pages, kind: FlowKind<PasswordFlowState>, secondFactors: SecondFactors): AnyEndpoint {
  const path = secondFactorPathOf(kind)
  return defineStep<StoreName>(pages, {
    name: `login_${purposeOf(kind)}_second_factor`,
    path,
    methods: ['GET', 'POST'],
    stores: [...codeFlowStores, ...secondFactors.stores],
    async handle(request, context) {
      if (request.method === 'POST') return await takeFactor(request, kind, secondFactors, context)
      const { parameters } = readQuery(request)
      const { flow, user, visit } = await openProven(parameters['flow'], kind, await openPage(request, context), context)
      const due = await secondFactors.due(user, flow.state.factor, context)
      if (due === undefined) return redirect(withFlow(firstPasswordPathOf(kind), visit.pending.id, flow.id))
      const place = placeOf(kind, flow, user.loginName, visit)
      const page = await secondFactorPage(due, parameters['factor'], place, { user, visit }, context)
      if (page === undefined) throw new LoginError(403, { code: 'second_factor_unavailable' }, visit)
      return pages.form({ ...page, ...readFormError(page.kind, parameters, visit.now) }, visit)
    },
  })
}

/** Whether the user has to prove a second factor before the credential at the end of the flow. */
export async function lacksFactor(
  { state }: PasswordFlow,
  user: User,
  secondFactors: SecondFactors,
  context: FactorContext,
): Promise<boolean> {
  return state.removesFactors !== true && (await secondFactors.due(user, state.factor, context)) !== undefined
}

function placeOf(kind: FlowKind<PasswordFlowState>, flow: PasswordFlow, loginName: string, visit: Visit): FactorPlace {
  const action = secondFactorPathOf(kind)
  return {
    shown: { ...formOf(visit), loginName, backToSignIn: { path: withRequest(loginPath, visit.pending.id) } },
    formOf: ({ factor }) => ({ action, fields: { flow: flow.id, factor } }),
    linkTo: (factor) => pathOfFactor(withFlow(action, visit.pending.id, flow.id), factor),
  }
}

function pathOfFactor(path: string, factor: AnySecondFactor['factor']): string {
  return `${path}&factor=${factor}`
}

async function takeFactor(
  request: HttpRequest,
  kind: FlowKind<PasswordFlowState>,
  secondFactors: SecondFactors,
  context: FactorContext,
): Promise<Answer> {
  const { visit, fields } = await openForm(request, context)
  const { flow, user } = await openProven(fields['flow'], kind, visit, context)
  const path = secondFactorPathOf(kind)
  const due = await secondFactors.due(user, flow.state.factor, context)
  const chosen = due?.find(({ factor }) => factor === fields['factor'])
  // The form was posted twice, or the user has the factor no more: the page decides again.
  if (chosen === undefined) return redirect(withFlow(path, visit.pending.id, flow.id))
  const outcome = await checkSecondFactor(chosen, fields, { user, visit }, { by: purposeOf(kind) }, context)
  if (outcome.kind === 'refused')
    return refusedRedirect(pathOfFactor(withFlowRefusal(path, visit.pending.id, flow.id, outcome.refusal), chosen.factor))
  if (outcome.kind === 'right') await updateFlow(flow, { ...flow.state, factor: outcome.method }, context)
  return redirect(withFlow(path, visit.pending.id, flow.id))
}
