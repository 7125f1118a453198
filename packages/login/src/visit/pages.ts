// Turns a page into a response: chooses the language, renders the page, and sets the headers for its kind.
import type { Answer, HttpRequest, InternalRequest, PartPage, RedirectTarget, SignedOut, SignOutQuestion } from '@symbolon/core-protocol'
import {
  authorizationResumePath,
  EndSessionError,
  ExpiredRequest,
  ForbiddenForm,
  isAuthorizationRequest,
  OAuthError,
  PageNotFound,
  StorageUnavailable,
  TooManyRequests,
  withCookies,
} from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import { htmlAnswer } from '../ui/html-answer.ts'
import type { HtmlPolicy } from '../ui/html-answer.ts'
import { chooseLocale, defaultLocaleOf } from '../ui/locale.ts'
import { passkeyFormOf } from '../ui/passkey-form.ts'
import type { ErrorPage, Locale, LoginUi, Page, ProviderLink } from '../ui/ui.ts'
import type { FormPage } from '../ui/form-page.ts'
import type { MailedLinkPage } from '../ui/mailed-code.ts'
import type { PageAppearance } from './link-appearance.ts'
import { withRequest } from './paths.ts'
import { LoginError } from './visit.ts'
import type { Visit } from './visit.ts'
import { withSource } from './way-back.ts'

/** Responses for every page of the login. */
export interface Pages {
  /** A page with a form that posts to this server. The status is 200, or 429 or 503 with `Retry-After` while the user has to wait. */
  form(page: Page, visit: Visit): Answer
  /** The page of a mailed link, which any browser may open. */
  mailedLink(page: MailedLinkPage, request: HttpRequest, appearance: PageAppearance): Answer
  /**
   * A page that redirects to the authorization endpoint, which answers the application. Browsers apply the `form-action` of a page to every
   * redirect after a post, those of the application included, so these redirects must not follow a post.
   * https://github.com/w3c/webappsec-csp/issues/8
   *
   * @param cookies `Set-Cookie` values
   */
  leaving(visit: Visit, cookies?: readonly string[]): Answer
  /** The page after a form that leads to the only sign-in method: a path of this server, which redirects to the provider. */
  onward(link: ProviderLink, visit: Visit): Answer
  /** A page of a part. @param csrf the token for its form */
  part(page: PartPage, csrf: string, request: HttpRequest, branding: Branding | undefined): Answer
  /**
   * The error page for what a step or an endpoint threw.
   *
   * @param branding the branding of an error that ends no visit
   * @param uiLocales the languages of an error that ends no visit, where its address names them
   * @throws the error itself when it is neither a LoginError nor one of core-protocol: a fault of the program
   */
  error(error: unknown, request: HttpRequest, branding: Branding | undefined, uiLocales?: readonly string[]): Answer
  /** The page that posts the authorization response to the application. */
  formPost(
    target: RedirectTarget,
    parameters: Readonly<Record<string, string>>,
    request: HttpRequest,
    branding: Branding | undefined,
  ): Answer
  /** The page that asks whether to sign out. */
  confirmSignOut(question: SignOutQuestion, request: HttpRequest, branding: Branding | undefined): Answer
  /** The page after a sign-out. */
  signedOut(signedOut: SignedOut, request: HttpRequest, branding: Branding | undefined): Answer
  /** The page at the address of the issuer. @param accountPath of the account page; undefined where there is none */
  welcome(accountPath: string | undefined, request: HttpRequest, branding: Branding | undefined): Answer
}

/** For pages without a form. */
const withoutForm: HtmlPolicy = { formAction: [], script: false, referrer: 'no-referrer' }

/** For pages with a form that posts to this server. */
const ownForm: HtmlPolicy = { formAction: ["'self'"], script: false, referrer: 'same-origin' }

/** Creates the responses for the pages of a user interface. */
export function createPages(ui: LoginUi, defaultLocale: Locale): Pages {
  function localeOf(
    request: HttpRequest,
    branding: Branding | undefined,
    uiLocales: readonly string[],
    offered: readonly Locale[] = ui.locales,
  ): Locale {
    const [first = defaultLocale] = offered
    const fallback = defaultLocaleOf(branding, offered, offered.includes(defaultLocale) ? defaultLocale : first)
    return chooseLocale(uiLocales, request.header('accept-language'), offered, fallback)
  }

  function render(page: Page, request: HttpRequest, branding: Branding | undefined, uiLocales: readonly string[] = []): string {
    return ui.render(page, localeOf(request, branding, uiLocales), branding)
  }

  /** The page of a sign-in, with the name of the product where the sign-in is to a page of this server. */
  function named<P extends Page>(page: P, { client }: Visit): P {
    const { productName } = ui
    return client.clientId === undefined && productName !== undefined ? { ...page, applicationName: productName } : page
  }

  function errorPage(page: Omit<ErrorPage, 'kind'>, status: number, request: HttpRequest, { branding, ...more }: ErrorSetting): Answer {
    const { retryAfter = status === 503 ? 5 : undefined, uiLocales } = more
    const fields = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) }
    return htmlAnswer(render({ kind: 'error', ...page }, request, branding, uiLocales), status, withoutForm, fields)
  }

  return {
    form(page, visit) {
      const html = render(named(page, visit), visit.request, visit.branding, visit.pending.request.uiLocales)
      const retryAfter = 'retryAfter' in page ? page.retryAfter : undefined
      const policy: HtmlPolicy = { formAction: ["'self'"], script: passkeyFormOf(page) !== undefined, referrer: 'same-origin' }
      if (retryAfter === undefined) return htmlAnswer(html, 200, policy)
      return htmlAnswer(html, 'error' in page && page.error === 'busy' ? 503 : 429, policy, { 'retry-after': String(retryAfter) })
    },
    mailedLink(page, request, { branding, uiLocales }) {
      return htmlAnswer(render(page, request, branding, uiLocales), 200, ownForm)
    },
    part({ locales, content, uiLocales = [], client, status = 200 }, csrf, request, branding) {
      const shared = ui.locales.filter((locale) => locales.includes(locale))
      const locale = localeOf(request, branding, uiLocales, shared)
      const shown = content(locales.includes(locale) ? locale : locales[0])
      const page: Page = { kind: 'part', content: shown, csrf, ...(client === undefined ? {} : { applicationName: client.name }) }
      const policy = shown.form === undefined ? withoutForm : ownForm
      return htmlAnswer(ui.render(page, locale, branding), status, policy)
    },
    leaving(visit, cookies = []) {
      const { pending, client, request, branding } = visit
      // A browser can keep the address of the resumed request in its history, so that "back" after the end shows its error page.
      const target =
        'returnTo' in pending.request
          ? returnPathOf(visit, pending.request)
          : withSource(withRequest(authorizationResumePath, pending.id), request)
      const page: Page = { kind: 'leaving', target, applicationName: client.name }
      return withCookies(htmlAnswer(render(named(page, visit), request, branding, pending.request.uiLocales), 200, withoutForm), cookies)
    },
    onward({ path, name }, visit) {
      const { pending, client, request, branding } = visit
      const page: Page = { kind: 'leaving', target: path, applicationName: client.name, providerName: name }
      return htmlAnswer(render(named(page, visit), request, branding, pending.request.uiLocales), 200, withoutForm)
    },
    error(error, request, branding, uiLocales = []) {
      if (error instanceof LoginError) {
        const { status, page, visit } = error
        if (visit === undefined) return errorPage(page, status, request, { branding, uiLocales })
        const setting = { branding: visit.branding, uiLocales: visit.pending.request.uiLocales }
        return errorPage({ ...page, ...applicationOf(visit) }, status, request, setting)
      }
      if (error instanceof StorageUnavailable) return errorPage({ code: 'unavailable' }, 503, request, { branding })
      if (error instanceof ExpiredRequest) return errorPage({ code: 'expired_request' }, 400, request, { branding })
      if (error instanceof ForbiddenForm) return errorPage({ code: 'forbidden_form' }, 403, request, { branding })
      if (error instanceof PageNotFound) return errorPage({ code: 'not_found' }, 404, request, { branding })
      if (error instanceof TooManyRequests) {
        return errorPage({ code: 'too_many_requests' }, 429, request, { branding, retryAfter: error.retryAfter })
      }
      if (error instanceof EndSessionError) return errorPage(describeEndSession(error), statusOf(error), request, { branding })
      if (error instanceof OAuthError) return errorPage(describe(error), statusOf(error), request, { branding })
      throw error
    },
    formPost(target, parameters, request, branding) {
      const page: Page = { kind: 'form_post', action: target.redirectUri, parameters }
      return htmlAnswer(render(page, request, branding, target.uiLocales), 200, {
        formAction: formActionFor(target.redirectUri),
        script: true,
        referrer: 'origin',
      })
    },
    welcome(accountPath, request, branding) {
      const page: Page = { kind: 'welcome', ...(accountPath === undefined ? {} : { accountPath }) }
      return htmlAnswer(render(page, request, branding), 200, withoutForm)
    },
    confirmSignOut({ action, fields, uiLocales }, request, branding) {
      return htmlAnswer(render({ kind: 'sign_out', action, fields }, request, branding, uiLocales), 200, ownForm)
    },
    signedOut({ uiLocales, ...page }, request, branding) {
      return htmlAnswer(render({ kind: 'signed_out', ...page }, request, branding, uiLocales), 200, withoutForm)
    },
  }
}

/** What an error page needs in addition to its content. */
interface ErrorSetting {
  readonly branding: Branding | undefined
  readonly uiLocales?: readonly string[]
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

/** The web site of the redirect URI. A redirect URI with a private-use scheme belongs to an app on the device. */
function applicationOf({ pending, client }: Visit): Pick<ErrorPage, 'application'> {
  if (!isAuthorizationRequest(pending) || !/^https?:/i.test(pending.request.redirectUri)) return {}
  return { application: { name: client.name, address: `${new URL(pending.request.redirectUri).origin}/` } }
}

/** The path of the page that asked for the sign-in, with the id of the user where the page asked for it. */
function returnPathOf({ pending, userAgent }: Visit, { returnTo, returnsAccount }: InternalRequest): string {
  const user = userAgent.candidates.find(({ session }) => session.id === pending.sessionId)?.user
  if (returnsAccount !== true || user === undefined) return returnTo
  const [path = returnTo, query = ''] = returnTo.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('account', user.id)
  return `${path}?${parameters.toString()}`
}

/** The members that every page with a form has, except its action. */
export function formOf(visit: Visit): Omit<FormPage, 'action'> {
  return { requestId: visit.pending.id, csrf: visit.csrf, applicationName: visit.client.name }
}

/**
 * The sources that an authorization response may be posted to: the application, and the targets of the redirects with which it answers.
 * An application that is served over http is in development.
 */
function formActionFor(redirectUri: string): readonly string[] {
  return /^http:/i.test(redirectUri) ? ['http:', 'https:'] : ['https:']
}

function describe({ error, description }: OAuthError): Omit<ErrorPage, 'kind'> {
  switch (error) {
    case 'access_denied':
      return { code: 'user_not_admitted' }
    case 'server_error':
      return { code: 'server_error' }
    case 'temporarily_unavailable':
      return { code: 'unavailable' }
    default:
      return { code: 'invalid_authorization_request', error, description }
  }
}

function describeEndSession({ error, description }: EndSessionError): Omit<ErrorPage, 'kind'> {
  return error === 'invalid_request' ? { code: 'invalid_sign_out_request', error, description } : { code: 'sign_out_failed' }
}

function statusOf({ error }: OAuthError): number {
  switch (error) {
    case 'access_denied':
      return 403
    case 'server_error':
      return 500
    case 'temporarily_unavailable':
      return 503
    default:
      return 400
  }
}
