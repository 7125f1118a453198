// Takes the mailed code of a recovery in the browser that asked for it.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import { codeFlowStores, findFlow, isFlowId, proveFlow } from '../mail/code-flow.ts'
import { defineStep } from '../steps/step.ts'
import type { MailedCodePage } from '../ui/mailed-code.ts'
import { loginPath } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, recoveryPath, withFlow, withFlowRefusal, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { expiredRequest, openPage } from '../visit/visit.ts'
import type { LoginContext, Visit } from '../visit/visit.ts'
import type { CodeFlowContext } from '../mail/code-flow.ts'
import { recoveryFlow } from './flow.ts'
import type { PasswordFlow } from './flow.ts'
import { firstPasswordPathOf, recoveryCodePath } from './paths.ts'

/** The page that asks for the code, and its form. */
export function codeStep(pages: Pages): AnyEndpoint {
  return defineStep(pages, {
    name: 'login_recovery_code',
    path: recoveryCodePath,
    methods: ['GET', 'POST'],
    stores: codeFlowStores,
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        const { parameters } = readQuery(request)
        const flow = await flowOfVisit(parameters['flow'], visit, context)
        return pages.form({ ...codePage(flow, parameters['code'], visit), ...readFormError('mailed_code', parameters, visit.now) }, visit)
      }
      const { visit, fields } = await openForm(request, context)
      const flow = await flowOfVisit(fields['flow'], visit, context)
      const requestId = visit.pending.id
      const typed = fields['code'] ?? ''
      const error = typed.trim() === '' ? 'missing_mailed_code' : 'invalid_mailed_code'
      if (error === 'invalid_mailed_code' && (await proveFlow(recoveryFlow, flow, typed, { ...flow.state, provenBy: requestId }, context)))
        return redirect(withFlow(firstPasswordPathOf(recoveryFlow), requestId, flow.id))
      return refusedRedirect(withFlowRefusal(recoveryCodePath, requestId, flow.id, { error }))
    },
  })
}

/** @throws LoginError `expired_request` when the flow has expired, or belongs to another sign-in */
async function flowOfVisit(id: string | undefined, { pending }: Visit, context: LoginContext & CodeFlowContext): Promise<PasswordFlow> {
  const flow = isFlowId(id) ? await findFlow(recoveryFlow, id, context) : undefined
  if (flow?.state.requestId !== pending.id) throw expiredRequest()
  return flow
}

function codePage({ id, state: { loginName } }: PasswordFlow, code: string | undefined, visit: Visit): MailedCodePage {
  return {
    ...formOf(visit),
    kind: 'mailed_code',
    action: recoveryCodePath,
    flow: id,
    ...(code === undefined || !/^[A-Z2-9]{6}$/.test(code) ? {} : { code }),
    resend: { action: recoveryPath, fields: { loginName, resend: 'on' } },
    backToSignIn: { path: withRequest(loginPath, visit.pending.id) },
  }
}
