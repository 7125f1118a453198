// The link by which users report a change that they did not make. Opening it changes nothing. Its form revokes every session and token of the
// account, restores the address that was replaced, and leads to a new password.
import { canonicalLoginName, redirect, storeRequest } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest, RequestContext, User } from '@symbolon/core-protocol'
import { changeReportFlow, isReportOf } from '../mail/change-report.ts'
import type { ChangeReportState } from '../mail/change-report.ts'
import { codeFlowStores, drawFlowId, findFlow, isFlowId, proveFlow, sendFlowCode } from '../mail/code-flow.ts'
import type { CodeFlow, CodeFlowContext } from '../mail/code-flow.ts'
import { withoutRecipient } from '../mail/outbox.ts'
import type { OutgoingMail } from '../mail/outbox.ts'
import { remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineStep } from '../steps/step.ts'
import { loginPath } from '../ui/ui.ts'
import { languageFields, localesOf } from '../visit/link-appearance.ts'
import type { Pages } from '../visit/pages.ts'
import { changeReportPath, withFlow, withRequest } from '../visit/paths.ts'
import type { LoginStore } from '../visit/visit.ts'
import { boundTo, recoveryFlow } from './flow.ts'
import { linkHandler, readLink, readLinkForm } from './link.ts'
import { firstPasswordPathOf } from './paths.ts'
import { expiredLink, isRecoverable } from './proven-flow.ts'

const reportStores = [...codeFlowStores, 'userAccounts'] as const

type ReportContext = RequestContext<LoginStore | (typeof reportStores)[number]> & CodeFlowContext

type Report = CodeFlow<ChangeReportState>

/** The page of the link, and its form. @param returnTo where the sign-in leads that follows */
export function reportStep(pages: Pages, returnTo: string): AnyEndpoint {
  return defineStep(pages, {
    name: 'login_change_report',
    path: changeReportPath,
    methods: ['GET', 'HEAD', 'POST'],
    stores: reportStores,
    handle: linkHandler(pages, async (request, appearance, context: ReportContext) => {
      if (appearance === undefined) return await report(request, returnTo, context)
      const { flow: id, code } = readLink(request)
      const { takesBack } = (await openReport(id, context)).flow.state
      const purpose = takesBack.address === true ? 'address_report' : 'change_report'
      const fields = { flow: id, code, ...languageFields(request) }
      return pages.mailedLink({ kind: 'mailed_link', purpose, action: changeReportPath, fields }, request, appearance)
    }),
  })
}

async function report(request: HttpRequest, returnTo: string, context: ReportContext): Promise<Answer> {
  const fields = await readLinkForm(request, context)
  const { flow, user } = await openReport(fields['flow'], context)
  if (!(await proveFlow(changeReportFlow, flow, fields['code'] ?? '', flow.state, context))) throw expiredLink()
  await context.stores.mailedCodes.remove(flow.id)
  const reported = await takeBack(user, flow.state, context)
  const { id, cookies } = await storeRequest(
    { prompt: [], uiLocales: localesOf(fields['ui_locales']), returnTo },
    request,
    context,
    context,
  )
  const recovery = await beginRecovery(reported, flow.state, id, context)
  return redirect(recovery === undefined ? withRequest(loginPath, id) : withFlow(firstPasswordPathOf(recoveryFlow), id, recovery), cookies)
}

/**
 * @throws LoginError `expired_link` when the flow has expired or was used, when the user is not active or was removed since, and when the notice
 *   went to an address that is not the user's any more, unless the report restores it
 */
async function openReport(id: string | undefined, context: ReportContext): Promise<{ readonly flow: Report; readonly user: User }> {
  const flow = isFlowId(id) ? await findFlow(changeReportFlow, id, context) : undefined
  if (flow === undefined || flow.proven) throw expiredLink()
  const { userId, takesBack } = flow.state
  const user = await context.stores.users.findActive(userId)
  if (user === undefined || !isReportOf(flow, user)) throw expiredLink()
  if (takesBack.address !== true && !ownsAddress(user, flow.state)) throw expiredLink()
  return { flow, user }
}

function ownsAddress({ email }: User, { address }: ChangeReportState): boolean {
  return email?.verified === true && canonicalLoginName(email.address) === canonicalLoginName(address)
}

/** @returns the user as of then. An address that another user has proven meanwhile is not restored. */
async function takeBack(user: User, { address, takesBack }: ChangeReportState, context: ReportContext): Promise<User> {
  const { stores, now } = context
  const seen = { createdAt: user.createdAt }
  const returned = { email: { address, verified: true }, unique: ['provenEmail'] } as const
  const { connectedSince } = takesBack
  const ended = { endsAll: true, ...(connectedSince === undefined ? {} : { disconnectsSince: connectedSince }) } as const
  const first = takesBack.address === true ? await stores.userAccounts.change(user.id, seen, { ...returned, ...ended }, now()) : undefined
  const outcome = first?.kind === 'done' ? first : await stores.userAccounts.change(user.id, seen, ended, now())
  if (outcome.kind === 'refused') throw expiredLink()
  context.log.warn('change_reported', { userId: user.id })
  await context.audit({
    type: 'change_reported',
    actorId: user.id,
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    ...(first?.kind === 'done' ? { details: { members: 'email' } } : {}),
  })
  return outcome.user
}

/** @returns the id of a recovery that this browser has proven; undefined where the user recovers no password */
async function beginRecovery(user: User, state: ChangeReportState, requestId: string, context: ReportContext): Promise<string | undefined> {
  const { passwords } = context.stores
  if ((await passwords.find(user.id)) === undefined || !ownsAddress(user, state)) return undefined
  if (!(await isRecoverable(user, context))) return undefined
  const { loginName, email } = user
  const { factors } = state.takesBack
  const proven = {
    ...boundTo(user, true),
    loginName,
    provenBy: requestId,
    ...(email === undefined ? {} : { address: email.address }),
    ...(factors === undefined ? {} : { removesFactors: factors }),
  }
  const id = drawFlowId(context)
  let drawn = ''
  const write = async (code: string): Promise<OutgoingMail> => {
    drawn = code
    return withoutRecipient
  }
  await sendFlowCode(recoveryFlow, id, proven, { live: true, write }, undefined, context)
  const flow = await findFlow(recoveryFlow, id, context)
  return flow !== undefined && (await proveFlow(recoveryFlow, flow, drawn, proven, context)) ? id : undefined
}
