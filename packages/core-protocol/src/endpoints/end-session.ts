// The end session endpoint. https://openid.net/specs/openid-connect-rpinitiated-1_0.html
import { checkPartOptions } from '../contract/part-options.ts'
import { displayed } from '../authorization/authorization-response.ts'
import type { Context, Log, RequestOrigin } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { BoundLogin } from '../contract/registry.ts'
import { checkEndSessionRequest } from '../end-session/check-request.ts'
import {
  confirmationFields,
  endSessions,
  isInDoubt,
  readConfirmation,
  sessionsOfBrowser,
  sessionsToEnd,
} from '../end-session/end-sessions.ts'
import { EndSessionError } from '../errors/oauth-error.ts'
import { readQueryOrForm } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { redirect, withCookies } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import { endSessionCookieHeader, readSessionCookie } from '../http/user-agent.ts'
import { requireLogin } from './authorize.ts'

const stores = ['clients', 'revocations', 'sessions', 'users'] as const
type EndSessionContext = Context<(typeof stores)[number]>

/** Options of `endSessionEndpoint`. */
export interface EndSessionOptions {
  /**
   * Whether a person is asked before a request signs them out that has no `id_token_hint` of a user of this browser. The specification demands it; `off` is
   * for applications that count on being followed without a question. Default: `on`.
   */
  readonly confirmation?: 'on' | 'off'
}

const endSessionPath = '/oidc/v1/end_session'

/** @returns the end session endpoint */
export function endSessionEndpoint(options: EndSessionOptions = {}): AnyEndpoint {
  checkPartOptions('endSessionEndpoint', options, { confirmation: 'optional' })
  const { confirmation = 'on' } = options
  return define({
    kind: 'endpoint',
    takes: 'browser',
    name: 'end session endpoint',
    stores,
    path: endSessionPath,
    methods: ['GET', 'POST'],
    member: 'end_session_endpoint',
    cors: 'none',

    async handle(request, context: EndSessionContext, origin) {
      const login = requireLogin(context)
      try {
        return await answer(request, confirmation, login, context, origin)
      } catch (thrown) {
        const error = shownToUser(thrown)
        record(error, context.log)
        return { ...(await login.displayError(error, request)), error: error.error }
      }
    },
  })
}

/** The endpoint as the specification has it. */
export const endSession: AnyEndpoint = endSessionEndpoint()

async function answer(
  request: HttpRequest,
  confirmation: 'on' | 'off',
  login: BoundLogin,
  context: EndSessionContext,
  origin: RequestOrigin,
): Promise<Answer> {
  const sent = await readQueryOrForm(request)
  const confirmed = request.method === 'POST' ? readConfirmation(sent, request, context.issuer) : undefined
  const checked = await checkEndSessionRequest(confirmed?.parsed ?? sent, context)
  // A post from another site comes without our cookies: the browser has to come back with a GET before anything is ended.
  if (request.method === 'POST' && confirmed === undefined) return redirect(`${endSessionPath}?${new URLSearchParams(checked.parameters)}`)

  const { hint, target, uiLocales, parameters } = checked
  const present = await sessionsOfBrowser(request, context)
  const wanted = confirmed?.genuine === true
  if (confirmation === 'on' && !wanted && isInDoubt(hint, present)) {
    return await login.confirmSignOut(
      { action: endSessionPath, fields: confirmationFields(parameters, request, context.issuer), uiLocales },
      request,
    )
  }
  const ending = wanted ? present : sessionsToEnd(hint, present)
  await endSessions(ending, context, origin)
  const remaining = present.filter((each) => !ending.includes(each)).length
  // A cookie that did not come is not taken away: another site may have posted the form, and browsers leave Lax cookies out of that.
  const cookies =
    remaining === 0 && readSessionCookie(request, context.issuer) !== undefined ? [endSessionCookieHeader(context.issuer)] : []
  // Browsers apply `form-action` to the redirects that follow a form: from there the page leads on. https://www.w3.org/TR/CSP3/#directive-form-action
  if (target !== undefined && request.method !== 'POST') return redirect(target, cookies)
  const page = await login.signedOut(
    { uiLocales, othersRemain: remaining > 0, ...(target === undefined ? {} : { continueTo: target }) },
    request,
  )
  return withCookies(page, cookies)
}

/** A failed sign-out is always reported as such. */
function shownToUser(thrown: unknown): EndSessionError {
  const { error, description, reason } = displayed(thrown)
  return new EndSessionError(error, description, reason)
}

function record({ error, description, reason }: EndSessionError, log: Log): void {
  if (error === 'temporarily_unavailable') log.error('storage_unavailable', { reason })
  else if (error === 'server_error') log.error('unexpected_error', { reason })
  else log.info('end_session_refused', { error, description, reason })
}
