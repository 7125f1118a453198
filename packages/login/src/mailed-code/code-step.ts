// Takes a mailed code in the browser that asked for it.
import { readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, RequestContext, StoreName } from '@symbolon/core-protocol'
import { defineStep, refuseForm } from '../steps/step.ts'
import type { MailedCodePage } from '../ui/mailed-code.ts'
import { loginPath } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError, withFlow, withFlowRefusal, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { expiredRequest, openPage } from '../visit/visit.ts'
import type { LoginContext, Visit } from '../visit/visit.ts'
import { codeFlowStores, findFlow, proveFlow } from '../mail/code-flow.ts'
import type { CodeFlow, CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { admitNetwork, resendAfter } from '../mail/mail-limits.ts'

/** How a flow is bound to a sign-in. */
interface StateOfSignIn {
  /** The sign-in that asked for the mail. */
  readonly requestId?: string | undefined
  /** The sign-in of the browser in which the code was typed. */
  readonly provenBy?: string | undefined
}

/** A page that asks for a code, and its form. */
export interface CodeStep<State extends StateOfSignIn> {
  readonly name: string
  readonly path: string
  readonly kind: FlowKind<State>
  /** What follows the right code: the path of a page, or what the code completes. */
  readonly next: string | Completion<State>
  /** The members that only this page has. */
  readonly shown: (state: State, visit: Visit) => Pick<MailedCodePage, 'back' | 'backToSignIn' | 'resend' | 'sentTo'>
}

/** What a code completes at once. */
export interface Completion<State> {
  /** The stores that it uses in addition to those of the page. */
  readonly stores: readonly StoreName[]
  readonly complete: (flow: CodeFlow<State>, visit: Visit, context: RequestContext<StoreName>) => Promise<Answer>
}

/** The page that asks for the code, and its form. */
export function codeStep<State extends StateOfSignIn>(pages: Pages, { name, path, kind, next, shown }: CodeStep<State>): AnyEndpoint {
  return defineStep<StoreName>(pages, {
    name,
    path,
    methods: ['GET', 'POST'],
    stores: [...codeFlowStores, ...(typeof next === 'string' ? [] : next.stores)],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        const { parameters } = readQuery(request)
        const { id, state } = await flowOfVisit(kind, parameters['flow'], visit, context)
        // Back from the page that follows: the code was right, so no other code is sent.
        if (state.provenBy === visit.pending.id) return redirect(pageAfter(next, visit.pending.id, id))
        const { code } = parameters
        const page: MailedCodePage = {
          ...formOf(visit),
          kind: 'mailed_code',
          action: path,
          flow: id,
          ...(code === undefined || !/^[A-Z2-9]{6}$/.test(code) ? {} : { code }),
          ...shown(state, visit),
        }
        return pages.form({ ...page, ...readFormError('mailed_code', parameters, visit.now) }, visit)
      }
      const { visit, fields } = await openForm(request, context)
      const flow = await flowOfVisit(kind, fields['flow'], visit, context)
      const requestId = visit.pending.id
      // The form was posted twice.
      if (flow.state.provenBy === requestId) return redirect(pageAfter(next, requestId, flow.id))
      const typed = fields['code'] ?? ''
      const error = typed.trim() === '' ? 'missing_mailed_code' : 'invalid_mailed_code'
      if (error === 'invalid_mailed_code' && (await proveFlow(kind, flow, typed, { ...flow.state, provenBy: requestId }, context)))
        return typeof next === 'string' ? redirect(withFlow(next, requestId, flow.id)) : await next.complete(flow, visit, context)
      return refusedRedirect(withFlowRefusal(path, requestId, flow.id, { error }))
    },
  })
}

/** Where a browser goes that has typed the right code before: the dispatcher finds the completed result. */
function pageAfter<State>(next: string | Completion<State>, requestId: string, flowId: string): string {
  return typeof next === 'string' ? withFlow(next, requestId, flowId) : withRequest(loginPath, requestId)
}

/** @throws LoginError `expired_request` when the flow has expired, or belongs to another sign-in */
async function flowOfVisit<State extends StateOfSignIn>(
  kind: FlowKind<State>,
  id: string | undefined,
  visit: Visit,
  context: LoginContext & CodeFlowContext,
): Promise<CodeFlow<State>> {
  const flow = await findFlow(kind, id, context)
  if (flow?.state.requestId !== visit.pending.id) throw expiredRequest(visit)
  return flow
}

/** The forms that request a code and that take it. */
export interface CodeRequest<State> {
  readonly kind: FlowKind<State>
  readonly id: string
  readonly startPath: string
  readonly codePath: string
  /** The fields of the form. The form for another code has the field `resend`. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether a stored flow is the requested flow. A different flow is replaced. Default: always. */
  readonly isSame?: (state: State) => boolean
  /**
   * Counts the mail against limits that a signed-in user may see.
   * @returns when the next mail may be sent, milliseconds since the epoch; undefined when it was counted
   */
  readonly admit?: () => Promise<number | undefined>
}

/**
 * Handles a form that requests a code: sends one, unless one was sent in the last minute or the limit of the network is reached.
 *
 * @param send sends it. The response does not depend on what it does.
 */
export async function answerCodeRequest<State>(
  { kind, id, startPath, codePath, fields, isSame = () => true, admit = async () => undefined }: CodeRequest<State>,
  visit: Visit,
  context: LoginContext & CodeFlowContext,
  send: (seen: CodeFlow<State> | undefined) => Promise<void>,
): Promise<Answer> {
  const requestId = visit.pending.id
  const seen = await findFlow(kind, id, context)
  const page = withFlow(codePath, requestId, id)
  const until = (seen !== undefined && isSame(seen.state) ? seen.sentAt : 0) + resendAfter
  if (until > context.now()) {
    const isResend = fields['resend'] !== undefined
    return isResend ? refusedRedirect(withFlowRefusal(codePath, requestId, id, { error: 'too_many_attempts', until })) : redirect(page)
  }
  const blockedUntil = (await admitNetwork(context)) ?? (await admit())
  if (blockedUntil !== undefined) return refuseForm(visit, { error: 'too_many_attempts', until: blockedUntil }, startPath)
  await send(seen)
  return redirect(page)
}
