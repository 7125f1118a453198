// How a page and a form of the account become endpoints. Both are opened for a signed-in user alone; everybody else is led through the
// login and returns to the page. A form is read only when it comes from a page of this server that was shown in the same session.
import {
  csrfToken,
  define,
  DisplayedError,
  equalDigests,
  ForbiddenForm,
  foreignSource,
  OAuthError,
  PageNotFound,
  readForm,
  readQuery,
  readSessionCookie,
  redirect,
  requireLogin,
} from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, BoundLogin, HttpRequest, RequestContext, SignInAsked, StoreName, User } from '@symbolon/core-protocol'
import { chooseLocale, defaultLocaleOf, findBranding, freshness, htmlAnswer, isFresh } from '@symbolon/login'
import type { Locale } from '@symbolon/login'
import { accountPath } from '../ui/ui.ts'
import type { AccountPage, AccountUi } from '../ui/ui.ts'
import type { AccountNotice } from '../ui/page.ts'
import { readResult, refused } from './result.ts'
import { findVisitor, pathFor, visitorStores, withAccount } from './visitor.ts'
import type { AccountContext, Visiting, Visitor, VisitorStore } from './visitor.ts'

/** What a page and a form of the account have in common. */
interface Declaration<S extends StoreName> {
  readonly name: string
  /** Below `/ui/account`, or that path itself. */
  readonly path: string
  /** The stores that it uses in addition to those of every page. */
  readonly stores?: readonly S[]
  /** Whether the user must have authenticated in the last minutes. */
  readonly needsProof?: boolean
}

/** A page. Loading it changes nothing. */
export interface PageDeclaration<S extends StoreName = never> extends Declaration<S> {
  readonly page: (visitor: Visitor, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<AccountPage>
}

/** A form that is posted. */
export interface FormDeclaration<S extends StoreName = never> extends Declaration<S> {
  /** The path of the page that shows the form. */
  readonly shownOn: string
  /**
   * @param fields every field, as typed
   * @throws PageNotFound for an id that is not the user's
   */
  readonly post: (
    visitor: Visitor,
    fields: Readonly<Record<string, string>>,
    context: RequestContext<VisitorStore | NoInfer<S>>,
  ) => Promise<Answer>
}

/** A page that leads to a step of the login, such as the change of a password, and back to the account. */
export interface StepDeclaration<S extends StoreName = never> extends Omit<Declaration<S>, 'needsProof'> {
  /** The name of the step. It has to be composed into the login. */
  readonly step: string
  /** Whether the user may take the step; the page is not found otherwise. */
  readonly allowed: (visitor: Visitor, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<boolean>
}

/** A path that redirects to another path. */
export interface RedirectDeclaration<S extends StoreName = never> extends Omit<Declaration<S>, 'needsProof'> {
  /** @returns a path of this server, or a checked address */
  readonly target: (visitor: Visitor, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<string>
}

/** Makes endpoints of the pages and forms of the account. */
export interface AccountEndpoints {
  /** The languages of the user interface. */
  readonly locales: readonly Locale[]
  step<const S extends StoreName = never>(declaration: StepDeclaration<S>): AnyEndpoint
  page<const S extends StoreName = never>(declaration: PageDeclaration<S>): AnyEndpoint
  redirect<const S extends StoreName = never>(declaration: RedirectDeclaration<S>): AnyEndpoint
  form<const S extends StoreName = never>(declaration: FormDeclaration<S>): AnyEndpoint
  farewell(declaration: FarewellDeclaration): AnyEndpoint
}

/** A page for a user whose session has ended with the form before, such as the deletion of the account. */
export interface FarewellDeclaration {
  readonly name: string
  readonly path: string
  /** The result of the form. Without it the request leads to the account page. */
  readonly after: AccountNotice
  readonly page: AccountPage
}

/** @returns functions that make the endpoints of a user interface */
export function accountEndpoints(ui: AccountUi, defaultLocale: Locale): AccountEndpoints {
  /** @param user whose language and whose organization's branding the page has */
  async function render(page: AccountPage, request: HttpRequest, user: User | undefined, context: AccountContext): Promise<Answer> {
    const languages = user?.preferredLanguage === undefined ? [] : [user.preferredLanguage]
    const branding = await findBranding(user === undefined ? undefined : { orgId: user.orgId }, context)
    const fallback = defaultLocaleOf(branding, ui.locales, defaultLocale)
    const locale = chooseLocale(languages, request.header('accept-language'), ui.locales, fallback)
    return htmlAnswer(ui.render(page, locale, branding), 200, { formAction: ["'self'"], script: hasScript(page), referrer: 'same-origin' })
  }

  function endpoint<const S extends StoreName>(
    { name, path, stores = [] }: Omit<Declaration<S>, 'needsProof'>,
    method: 'GET' | 'POST',
    answer: (request: HttpRequest, login: BoundLogin, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<Answer>,
  ): AnyEndpoint {
    return define({
      kind: 'endpoint',
      takes: 'form',
      name,
      path,
      methods: [method],
      stores: [...visitorStores, ...stores],
      cors: 'none',
      handle: async (request, provider, origin) =>
        await withErrorPages(request, provider.registry.login, async (login) => await answer(request, login, { ...provider, ...origin })),
    })
  }

  /** Opens a page for a signed-in user. Everybody else is led through the login first, or chooses an account. */
  function opened<const S extends StoreName>(
    declaration: Declaration<S>,
    answer: (visitor: Visitor, context: RequestContext<VisitorStore | NoInfer<S>>) => Promise<Answer>,
  ): AnyEndpoint {
    return endpoint<S>(declaration, 'GET', async (request, login, context) => {
      const account = accountOf(readQuery(request).parameters)
      const visiting = await findVisitor(request, account, login, context)
      if (visiting.kind === 'choose') return await render(choiceOf(visiting, declaration.path), request, undefined, context)
      const returnTo = withAccount(declaration.path, account)
      if (visiting.kind === 'sign_in') return await signIn({ returnTo }, visiting.subject, request, context)
      const { visitor } = visiting
      const proofRedirect = await askForProof(visitor, declaration, returnTo, context)
      return proofRedirect ?? (await answer(visitor, context))
    })
  }

  return {
    locales: ui.locales,

    page: ({ page, ...declaration }) =>
      opened(declaration, async (visitor, context) => {
        const shown = { ...(await page(visitor, context)), ...readResult(visitor) }
        return await render(shown, visitor.request, visitor.user, context)
      }),

    step: ({ step, allowed, ...declaration }) =>
      opened(declaration, async (visitor, context) => {
        if (!(await allowed(visitor, context))) throw new PageNotFound()
        const asked = { returnTo: pathFor(visitor), maxAge: freshness, steps: [step] }
        return await signIn(asked, visitor.user.id, visitor.request, context)
      }),

    redirect: ({ target, ...declaration }) => opened(declaration, async (visitor, context) => redirect(await target(visitor, context))),

    farewell: ({ page, after, ...declaration }) =>
      endpoint(declaration, 'GET', async (request, _login, context) => {
        const secret = readSessionCookie(request, context.issuer)
        if (secret === undefined || readResult({ request, csrf: csrfToken(secret) }).notice !== after) return redirect(accountPath)
        return await render(page, request, undefined, context)
      }),

    form: ({ shownOn, post, ...declaration }) =>
      endpoint(declaration, 'POST', async (request, login, context) => {
        const foreign = foreignSource(request, context.issuer)
        if (foreign !== undefined) {
          context.log.warn('account_form_refused', { reason: foreign })
          throw new ForbiddenForm()
        }
        const { parameters: fields, repeated } = await readForm(request)
        if (repeated.length > 0) throw new OAuthError('invalid_request', 'A field is repeated.')
        const account = accountOf(fields)
        const visiting = await findVisitor(request, account, login, context)
        const returnTo = withAccount(shownOn, account)
        // A form without its session does nothing. Its page is shown again, after the sign-in or the choice of an account.
        if (visiting.kind === 'choose') return redirect(returnTo)
        if (visiting.kind === 'sign_in') return await signIn({ returnTo }, visiting.subject, request, context)
        const { visitor } = visiting
        // Every sign-in renews the cookie, so an honest page in another tab may carry an earlier token. It is shown again.
        if (!equalDigests(fields['csrf'] ?? '', visitor.csrf)) return refused(visitor, 'outdated_form', shownOn)
        const proofRedirect = await askForProof(visitor, declaration, returnTo, context)
        return proofRedirect ?? (await post(visitor, fields, context))
      }),
  }
}

/** Leads through the login if the user has to authenticate; undefined if that is not required. */
async function askForProof(
  visitor: Visitor,
  { needsProof = false }: Pick<Declaration<StoreName>, 'needsProof'>,
  returnTo: string,
  context: AccountContext,
): Promise<Answer | undefined> {
  if (!needsProof || (await isFresh(visitor.session, visitor.user, context))) return undefined
  return await signIn({ returnTo, maxAge: freshness }, visitor.user.id, visitor.request, context)
}

/** The hidden fields of every form: the CSRF token, and the account if the browser has several. */
export function hiddenFields({ csrf, user, isOneOfSeveral }: Visitor): Readonly<Record<string, string>> {
  return isOneOfSeveral ? { csrf, account: user.id } : { csrf }
}

/** Leads through the login and back to the page. @param subject the only user who may sign in */
async function signIn(asked: SignInAsked, subject: string | undefined, request: HttpRequest, context: AccountContext): Promise<Answer> {
  return await requireLogin(context).signIn(subject === undefined ? asked : { ...asked, subject }, request, context)
}

/** The longest id of a user, in UTF-16 code units. */
const longestId = 200

function accountOf({ account }: Readonly<Record<string, string>>): string | undefined {
  return account === undefined || account === '' || account.length > longestId ? undefined : account
}

function choiceOf({ accounts }: Extract<Visiting, { kind: 'choose' }>, path: string): AccountPage {
  return {
    kind: 'choose_account',
    accounts: accounts.map(({ user }) => ({
      path: withAccount(path, user.id),
      loginName: user.loginName,
      displayName: user.displayName,
    })),
  }
}

/** Shows the errors that a user can cause on the error pages of the login. */
async function withErrorPages(
  request: HttpRequest,
  login: BoundLogin | undefined,
  answer: (login: BoundLogin) => Promise<Answer>,
): Promise<Answer> {
  if (login === undefined) throw new TypeError('The account page needs a login.')
  try {
    return await answer(login)
  } catch (error) {
    if (error instanceof DisplayedError) return await login.displayError(error, request)
    if (error instanceof OAuthError) return await login.displayError(new DisplayedError(error.error, error.description), request)
    throw error
  }
}

/** The script reports to the browser which passkeys are left. */
function hasScript(page: AccountPage): boolean {
  return page.kind === 'overview' && page.sections.some((section) => section.kind === 'passkeys' && section.signals !== undefined)
}
