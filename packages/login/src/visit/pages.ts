// From a page to a response: chooses the language, renders, and sets the headers that fit the kind of page.
import type { RedirectTarget, SignedOut, SignOutQuestion } from '@symbolon/core-protocol'
import { authorizationResumePath, EndSessionError, ExpiredRequest, OAuthError, PageNotFound, StorageUnavailable, TooManyRequests } from '@symbolon/core-protocol'
import { htmlResponse, type HtmlPolicy } from '../ui/html-response.ts'
import { chooseLocale } from '../ui/locale.ts'
import type { ErrorPage, FormPage, Locale, LoginUi, Page } from '../ui/ui.ts'
import { withRequest } from './paths.ts'
import { RefusedStep, type Visit } from './visit.ts'

export interface Pages {
  /** A page with a form of ours; the status follows from what it says. */
  form(page: Page, visit: Visit): Response
  /**
   * The way back to the application: a page that goes on by itself. Browsers apply the `form-action` of a page to every redirect that follows
   * its form, those of the application included, so that the redirects must not follow a form. https://github.com/w3c/webappsec-csp/issues/8
   */
  leaving(visit: Visit, cookies?: readonly string[]): Response
  /** The page for whatever a step threw. @throws what is none of the user's business */
  refusal(error: unknown, request: Request): Response
  formPost(target: RedirectTarget, parameters: Readonly<Record<string, string>>, request: Request): Response
  confirmSignOut(question: SignOutQuestion, request: Request): Response
  signedOut(signedOut: SignedOut, request: Request): Response
  welcome(request: Request): Response
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
    form(page, visit) {
      const html = render(page, visit.request, visit.pending.request.uiLocales)
      const retryAfter = 'retryAfter' in page ? page.retryAfter : undefined
      const policy: HtmlPolicy = { formAction: ["'self'"], script: false, referrer: 'same-origin' }
      if (retryAfter === undefined) return htmlResponse(html, 200, policy)
      return htmlResponse(html, 'error' in page && page.error === 'busy' ? 503 : 429, policy, { 'retry-after': String(retryAfter) })
    },
    leaving(visit, cookies = []) {
      const { pending, client, request } = visit
      const page: Page = { kind: 'leaving', target: withRequest(authorizationResumePath, pending.id), applicationName: client.name }
      const response = htmlResponse(render(page, request, pending.request.uiLocales), 200, plain)
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
      return response
    },
    refusal(error, request) {
      if (error instanceof RefusedStep) return errorPage(error.page, error.status, request)
      if (error instanceof StorageUnavailable) return errorPage({ code: 'unavailable' }, 503, request)
      if (error instanceof ExpiredRequest) return errorPage({ code: 'expired_request' }, 400, request)
      if (error instanceof PageNotFound) return errorPage({ code: 'not_found' }, 404, request)
      if (error instanceof TooManyRequests) return errorPage({ code: 'too_many_requests' }, 429, request, error.retryAfter)
      if (error instanceof EndSessionError) return errorPage(describeEndSession(error), statusOf(error), request)
      if (error instanceof OAuthError) return errorPage(describe(error), statusOf(error), request)
      throw error
    },
    formPost(target, parameters, request) {
      const page: Page = { kind: 'form_post', action: target.redirectUri, parameters }
      return htmlResponse(render(page, request, target.uiLocales), 200, { formAction: schemesAfter(target.redirectUri), script: true, referrer: 'origin' })
    },
    welcome(request) {
      return htmlResponse(render({ kind: 'welcome' }, request), 200, plain)
    },
    confirmSignOut({ action, fields, uiLocales }, request) {
      const policy: HtmlPolicy = { formAction: ["'self'"], script: false, referrer: 'same-origin' }
      return htmlResponse(render({ kind: 'sign_out', action, fields }, request, uiLocales), 200, policy)
    },
    signedOut({ uiLocales, ...page }, request) {
      return htmlResponse(render({ kind: 'signed_out', ...page }, request, uiLocales), 200, plain)
    },
  }
}

/** The members that every page with a form has. */
export function formOf(visit: Visit): Omit<FormPage, 'action'> {
  return { requestId: visit.pending.id, csrf: visit.csrf, applicationName: visit.client.name }
}

/**
 * Where the posted answer may lead: to the application, and wherever the application sends the browser then. An application that is served
 * over http is one under development.
 */
function schemesAfter(redirectUri: string): readonly string[] {
  return /^http:/i.test(redirectUri) ? ['http:', 'https:'] : ['https:']
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
