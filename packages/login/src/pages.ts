// From a page to a response: chooses the language, renders, and sets the headers that fit the kind of page.
import type { RedirectTarget, SignedOut } from '@symbolon/core-protocol'
import { EndSessionError, ExpiredRequest, OAuthError, StorageUnavailable, TooManyRequests } from '@symbolon/core-protocol'
import { formActionSource } from './http/form-action.ts'
import { type HtmlPolicy, htmlResponse } from './http/html-response.ts'
import { chooseLocale } from './locale.ts'
import { RefusedStep } from './refused-step.ts'
import type { ErrorPage, FormPage, Locale, LoginUi, Page } from './ui.ts'
import type { Visit } from './visit.ts'

export interface Pages {
  /** A page with a form of ours. */
  form(page: Page, visit: Visit, status?: number, headers?: Readonly<Record<string, string>>): Response
  /** The page for whatever a step threw. @throws what is none of the user's business */
  refusal(error: unknown, request: Request): Response
  formPost(target: RedirectTarget, parameters: Readonly<Record<string, string>>, request: Request): Response
  signedOut(signedOut: SignedOut, request: Request): Response
}

/** Of pages that lead nowhere. */
const plain: HtmlPolicy = { formAction: [], script: false, referrer: 'no-referrer' }

export function createPages(ui: LoginUi, defaultLocale: Locale): Pages {
  function render(page: Page, request: Request, uiLocales: readonly string[] = []): string {
    return ui.render(page, chooseLocale(uiLocales, request.headers.get('accept-language'), ui.locales, defaultLocale))
  }

  function errorPage(page: Omit<ErrorPage, 'kind'>, status: number, request: Request, retryAfter: number | undefined = status === 503 ? 5 : undefined): Response {
    const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) }
    return htmlResponse(render({ kind: 'error', ...page }, request), status, plain, headers)
  }

  return {
    form(page, visit, status = 200, headers) {
      const { redirectUri, uiLocales } = visit.pending.request
      const formAction = ["'self'", ...sourceOf(redirectUri)]
      return htmlResponse(render(page, visit.request, uiLocales), status, { formAction, script: false, referrer: 'same-origin' }, headers)
    },
    refusal(error, request) {
      if (error instanceof RefusedStep) return errorPage(error.page, error.status, request)
      if (error instanceof StorageUnavailable) return errorPage({ code: 'unavailable' }, 503, request)
      if (error instanceof ExpiredRequest) return errorPage({ code: 'expired_request' }, 400, request)
      if (error instanceof TooManyRequests) return errorPage({ code: 'too_many_requests' }, 429, request, error.retryAfter)
      if (error instanceof EndSessionError) return errorPage(describeEndSession(error), statusOf(error), request)
      if (error instanceof OAuthError) return errorPage(describe(error), statusOf(error), request)
      throw error
    },
    formPost(target, parameters, request) {
      const page: Page = { kind: 'form_post', action: target.redirectUri, parameters }
      return htmlResponse(render(page, request, target.uiLocales), 200, { formAction: sourceOf(target.redirectUri), script: true, referrer: 'origin' })
    },
    signedOut({ uiLocales, othersRemain }, request) {
      return htmlResponse(render({ kind: 'signed_out', othersRemain }, request, uiLocales), 200, plain)
    },
  }
}

/** The members that every page with a form has. */
export function formOf(visit: Visit): Omit<FormPage, 'action'> {
  return { requestId: visit.pending.id, csrf: visit.csrf, applicationName: visit.client.name }
}

function sourceOf(redirectUri: string): string[] {
  const source = formActionSource(redirectUri)
  return source === undefined ? [] : [source]
}

function describe({ error, description }: OAuthError): Omit<ErrorPage, 'kind'> {
  switch (error) {
    case 'access_denied': return { code: 'user_not_admitted' }
    case 'server_error': return { code: 'server_error' }
    case 'temporarily_unavailable': return { code: 'unavailable' }
    default: return { code: 'invalid_authorization_request', error, description }
  }
}

function describeEndSession({ error, description }: EndSessionError): Omit<ErrorPage, 'kind'> {
  return error === 'invalid_request' ? { code: 'invalid_sign_out_request', error, description } : { code: 'sign_out_failed' }
}

function statusOf({ error }: OAuthError): number {
  switch (error) {
    case 'access_denied': return 403
    case 'server_error': return 500
    case 'temporarily_unavailable': return 503
    default: return 400
  }
}
