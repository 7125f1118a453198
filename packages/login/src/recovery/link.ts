// The mailed link. Opening it changes nothing, because programs that check mails open every link. Its page has one button, which works in any
// browser: the browser that presses it goes on with the flow, and no other browser does.
import { ForbiddenForm, foreignSource, readForm, readQuery, redirect, storeRequest } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest } from '@symbolon/core-protocol'
import { codeFlowStores, findFlow, isFlowId, proveFlow, updateFlow } from '../mail/code-flow.ts'
import type { CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { defineStep } from '../steps/step.ts'
import { findAppearance, languageFields, localesOf } from '../visit/link-appearance.ts'
import type { PageAppearance } from '../visit/link-appearance.ts'
import type { Pages } from '../visit/pages.ts'
import { withFlow } from '../visit/paths.ts'
import { csrfTokenOf, findPending, LoginError } from '../visit/visit.ts'
import type { LoginContext } from '../visit/visit.ts'
import { findFlowUser } from './flow.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { firstPasswordPathOf, linkPathOf, purposeOf, recoveryCodePath, shownPurposeOf } from './paths.ts'
import { expiredLink } from './proven-flow.ts'

type LinkContext = LoginContext & CodeFlowContext

/** The page of the link, and its form. @param returnTo where the sign-in leads that follows */
export function linkStep(pages: Pages, kind: FlowKind<PasswordFlowState>, returnTo: string): AnyEndpoint {
  const purpose = purposeOf(kind)
  return defineStep(pages, {
    name: `login_${purpose}_link`,
    path: linkPathOf(kind),
    methods: ['GET', 'HEAD', 'POST'],
    stores: codeFlowStores,
    handle: linkHandler(pages, async (request, appearance, context: LinkContext) => {
      if (appearance === undefined) return await follow(request, kind, returnTo, context)
      const { flow: id, code } = readLink(request)
      const flow = await openFlow(id, kind, context)
      const { requestId, applicationName } = flow.state
      // In the browser that asked for the mail, its own page takes the code, so that the sign-in to the application goes on.
      if (purpose === 'recovery' && requestId !== undefined && (await isOwnRequest(requestId, request, context)))
        return redirect(`${withFlow(recoveryCodePath, requestId, flow.id)}&code=${code}`)
      return pages.mailedLink(
        {
          kind: 'mailed_link',
          purpose: shownPurposeOf(kind, flow),
          action: linkPathOf(kind),
          fields: { flow: flow.id, code, ...languageFields(request) },
          ...(applicationName === undefined ? {} : { applicationName }),
        },
        request,
        appearance,
      )
    }),
  })
}

/** Handles the requests of a mailed link: its errors have its appearance. @param handle receives no appearance with the form */
export function linkHandler<C extends LinkContext>(
  pages: Pages,
  handle: (request: HttpRequest, appearance: PageAppearance | undefined, context: C) => Promise<Answer>,
): (request: HttpRequest, context: C) => Promise<Answer> {
  return async (request, context) => {
    if (request.method === 'POST') return await handle(request, undefined, context)
    const appearance = await findAppearance(request, context)
    try {
      return await handle(request, appearance, context)
    } catch (error) {
      if (!(error instanceof LoginError)) throw error
      return pages.error(error, request, appearance.branding, appearance.uiLocales)
    }
  }
}

/** The content of a mailed link. @throws LoginError `expired_link` without a code: the page would be useless */
export function readLink(request: HttpRequest): { readonly flow: string; readonly code: string } {
  const { flow, code = '' } = readQuery(request).parameters
  if (!isFlowId(flow) || !/^[A-Z2-9]{6}$/.test(code)) throw expiredLink()
  return { flow, code }
}

/** Reads the form of the page of a mailed link. @throws ForbiddenForm for a form from elsewhere */
export async function readLinkForm(
  request: HttpRequest,
  { issuer, log }: Pick<LinkContext, 'issuer' | 'log'>,
): Promise<Readonly<Record<string, string>>> {
  const source = foreignSource(request, issuer)
  if (source !== undefined) {
    log.warn('login_form_refused', { reason: source })
    throw new ForbiddenForm()
  }
  return (await readForm(request)).parameters
}

async function follow(request: HttpRequest, kind: FlowKind<PasswordFlowState>, returnTo: string, context: LinkContext): Promise<Answer> {
  const fields = await readLinkForm(request, context)
  const flow = await openFlow(fields['flow'], kind, context)
  if (!(await proveFlow(kind, flow, fields['code'] ?? '', flow.state, context))) throw expiredLink()
  const { id, cookies } = await storeRequest(
    { prompt: [], uiLocales: localesOf(fields['ui_locales']), returnTo: flow.state.returnTo ?? returnTo },
    request,
    context,
    context,
  )
  await updateFlow(flow, { ...flow.state, provenBy: id }, context)
  return redirect(withFlow(firstPasswordPathOf(kind), id, flow.id), cookies)
}

/** @throws LoginError `expired_link` when the flow has expired or was used, and when the user of an invitation has changed since */
async function openFlow(id: string | undefined, kind: FlowKind<PasswordFlowState>, context: LinkContext): Promise<PasswordFlow> {
  const flow = isFlowId(id) ? await findFlow(kind, id, context) : undefined
  if (flow === undefined || flow.proven) throw expiredLink()
  // A client that starts a recovery knows the id of its flow. Until the code is proven, no response may depend on whether the flow has a user.
  if (purposeOf(kind) === 'invitation' && (await findFlowUser(kind, flow, context)) === undefined) throw expiredLink()
  return flow
}

async function isOwnRequest(requestId: string, request: HttpRequest, context: LinkContext): Promise<boolean> {
  const pending = await findPending(requestId, context)
  return pending !== undefined && csrfTokenOf(request, pending, context) !== undefined
}
