// How a page and a form of the console become endpoints. Both are for signed-in users only; other visitors are led through the
// login and comes back. Every refusal of the operations behind them is shown as a page.
import { define, DisplayedError, equalDigests, ForbiddenForm, foreignSource, PageNotFound, pathParameters } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Context, HttpRequest, RequestContext, SecretHashing, StoreName } from '@symbolon/core-protocol'
import { htmlAnswer } from '@symbolon/login'
import { managementStores } from '@symbolon/management-api'
import { freshProofNeeded, RestError } from '@symbolon/rest'
import { layout } from '../look/layout.ts'
import { sentenceOf } from '../html/problems.ts'
import { withLabels } from '../html/tables.ts'
import { withTyped } from '../html/typed.ts'
import { isOvertaken, overtaken } from '../resource/refusal.ts'
import { toDocument } from '../html/markup.ts'
import { beginSignIn, ownConsolePath } from '../sign-in/begin.ts'
import { consolePath } from '../client/client.ts'
import { textsFor } from '../texts/texts.ts'
import { provenParameter } from '../visit/notice.ts'
import { forgetForm, hasKeptForm, keepForm, keptForm } from './kept-form.ts'
import type { Address } from './kept-form.ts'
import { readPostedForm } from './read-form.ts'
import { withErrorPages } from '../visit/error-pages.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { findVisitor, isSteppedUp, visitorStores } from '../visit/session.ts'

interface Declaration<S extends StoreName> {
  readonly name: string
  /** Below `/ui/console`, parameters as `:orgId`; empty for the first page. */
  readonly path: string
  readonly stores?: readonly S[]
  /** Whether the page does or shows what a fresh proof of every factor is needed for. `post`: only its form does. */
  readonly dangerous?: boolean | 'post'
  /** Bytes: the largest form with files. By default a form has no files. */
  readonly filesLimit?: number
}

/** A page. Loading it changes nothing. */
export interface PageDeclaration<S extends StoreName> extends Declaration<S> {
  /** @returns what is shown, or a file */
  readonly page: (visit: Visit, context: RequestContext<S>) => Promise<Answer | ConsoleContent>
}

/** A form that is posted to the path of a page. */
export interface FormDeclaration<S extends StoreName> extends Declaration<S> {
  /**
   * @returns where to go next, or a page: the form with its errors (422), or what is shown once
   * @param fields every field as it was typed; several values of one name are all there
   */
  readonly post: (visit: Visit, fields: URLSearchParams, context: RequestContext<S>) => Promise<Answer | ConsoleContent>
}

/** Makes endpoints of pages. `GET` shows a page; `POST` of the same path takes its form. */
export interface ConsolePages {
  page<const S extends StoreName = never>(declaration: PageDeclaration<S> & Partial<Pick<FormDeclaration<S>, 'post'>>): AnyEndpoint
}

/** @returns the functions that make endpoints */
export function consolePages(hashing: SecretHashing): ConsolePages {
  return {
    page({ name, path, stores = [], dangerous = false, filesLimit, page, post }) {
      const whole = `${consolePath}${path}`
      return define({
        kind: 'endpoint',
        takes: 'form',
        name,
        path: whole,
        methods: post === undefined ? ['GET'] : ['GET', 'POST'],
        stores: [...visitorStores, ...managementStores, ...stores] as readonly StoreName[],
        cors: 'none',
        handle: async (request, provider: Context<StoreName>, origin) =>
          await withErrorPages(request, provider, async () => {
            const context = { ...provider, ...origin }
            const visitor = await findVisitor(request, context)
            const isForm = request.method === 'POST'
            const query = new URLSearchParams(request.query)
            query.delete(provenParameter)
            const address = { path: request.path, query: query.toString() }
            // A form is not sent twice by itself. The page that it comes from says so.
            if (isForm) query.set(provenParameter, '')
            const returnTo = ownConsolePath(request.path + (query.size === 0 ? '' : `?${query.toString()}`))
            const needsProof = dangerous === true || (dangerous === 'post' && isForm)
            if (visitor === undefined) {
              const kept = isForm && isOwnPage(request, context) ? await keepAbandoned(request, address, context) : []
              return await beginSignIn({ returnTo, stepUp: needsProof }, context, kept)
            }
            if (isForm) checkSource(request, context)
            const parameters = pathParameters(whole, request.path)
            if (parameters === undefined) throw new PageNotFound()
            const form = isForm ? await readPostedForm(request, filesLimit) : undefined
            const isLate = form !== undefined && !equalDigests(form.fields.get('csrf') ?? '', visitor.csrf)
            // The form of another user, or one that another site might have sent.
            if (isLate && !(isOwnPage(request, context) && holderOf(form.fields) === holderOf(visitor.csrf))) throw new ForbiddenForm()
            const isProven = isSteppedUp(visitor, context.now())
            const stepUp = async (): Promise<Answer> => {
              const kept = form === undefined ? [] : await keepForm(address, form.fields, holderOf(visitor.csrf), context)
              return await beginSignIn({ returnTo, stepUp: true, subject: visitor.user.id }, context, kept)
            }
            if (needsProof && !isProven) return await stepUp()
            const isBack = !isForm && new URLSearchParams(request.query).has(provenParameter)
            const visit: Visit = {
              request,
              visitor,
              texts: textsFor(visitor.user, request),
              parameters,
              query: new URLSearchParams(request.query),
              files: form?.files ?? new Map(),
              typed: form?.fields ?? (isBack ? await keptForm(request, address, visitor, context) : undefined),
              management: {
                caller: visitor.user,
                rights: visitor.caller,
                context,
                hashing,
                staleProof: isProven ? undefined : freshProofNeeded(),
              },
            }
            try {
              if (isLate) return await again(await page(visit, context), { reason: 'late', sentence: visit.texts.lateForm }, visit, context)
              if (form === undefined || post === undefined) {
                const answer = await page(visit, context)
                return 'main' in answer ? rendered(answer, visit, context, visit.typed) : answer
              }
              const taken = await post(visit, form.fields, context)
              const answer = 'main' in taken ? rendered(taken, visit, context) : taken
              return hasKeptForm(request, context.issuer) ? withCookies(answer, forgetForm(context.issuer)) : answer
            } catch (error) {
              // The operation finds by what would change that it is dangerous.
              if (error instanceof RestError && error.id === 'insufficient_user_authentication') return await stepUp()
              const { reason, sentence } = refusalOf(error, visit)
              if (form === undefined || isLate) throw new DisplayedError('invalid_request', sentence)
              // The object of the form may be gone.
              const shown = await page(visit, context).catch((refused: unknown) => {
                throw new DisplayedError('invalid_request', refusalOf(refused, visit).sentence)
              })
              return await again(shown, { reason, sentence }, visit, context)
            }
          }),
      })
    },
  }
}

interface Refusal {
  readonly reason: string
  readonly sentence: string
}

/** @throws PageNotFound for what the visitor may not see, which is not there; everything that is not a refusal */
function refusalOf(error: unknown, { texts }: Visit): Refusal {
  if (!(error instanceof RestError)) throw error
  if (absent.has(error.id)) throw new PageNotFound()
  return {
    reason: error.id,
    sentence: isOvertaken(error) ? texts.overtaken : sentenceOf(error.id, error.message, texts.reasons),
  }
}

/** The page of a form that was not taken, with what was typed. */
async function again(page: Answer | ConsoleContent, { reason, sentence }: Refusal, visit: Visit, context: Context): Promise<Answer> {
  if (!('main' in page)) throw new DisplayedError('invalid_request', sentence)
  const errors = [{ field: '', reason, description: sentence }]
  return rendered({ ...page, errors, status: 422 }, visit, context, visit.typed, reason === overtaken)
}

/** Whether headers that no page can set say that the form was sent by a page of this server. */
function isOwnPage(request: HttpRequest, { issuer }: Context): boolean {
  const isNamed = request.header('origin') !== undefined || request.header('sec-fetch-site') === 'same-origin'
  return isNamed && foreignSource(request, issuer) === undefined
}

/** The session that a form belongs to, behind the token that follows from the cookie. */
function holderOf(form: URLSearchParams | string): string {
  const csrf = typeof form === 'string' ? form : (form.get('csrf') ?? '')
  return csrf.slice(csrf.indexOf('.') + 1)
}

/** The session ended while the form was open. Files are not read for a visitor who is not signed in. */
async function keepAbandoned(request: HttpRequest, address: Address, context: Context): Promise<readonly string[]> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.header('content-type') ?? '')) return []
  const { fields } = await readPostedForm(request, undefined)
  return await keepForm(address, fields, holderOf(fields), context)
}

function checkSource(request: HttpRequest, context: Context): void {
  const foreign = foreignSource(request, context.issuer)
  if (foreign === undefined) return
  context.log.warn('console_form_refused', { reason: foreign })
  throw new ForbiddenForm()
}

/** The refusals by which a page is not there. */
const absent: ReadonlySet<string> = new Set(['import_unknown', 'permission_denied', 'resource_unknown'])

function withCookies(answer: Answer, cookies: readonly string[]): Answer {
  return { ...answer, cookies: [...(answer.cookies ?? []), ...cookies] }
}

function rendered(content: ConsoleContent, visit: Visit, context: Context, typed?: URLSearchParams, isOvertakenForm = false): Answer {
  const { errors = [], status = errors.length === 0 ? 200 : 422 } = content
  const shown = withLabels(toDocument(layout({ ...content, status }, visit, context.vendor)))
  const storedNow = isOvertakenForm ? { storedNow: visit.texts.storedNow } : {}
  const document = typed === undefined ? shown : withTyped(shown, { fields: typed, path: visit.request.path, ...storedNow })
  const answer = htmlAnswer(document, status, { formAction: ["'self'"], script: true, referrer: 'same-origin' })
  const policy = `${answer.fields['content-security-policy'] ?? ''}; connect-src 'self'; require-trusted-types-for 'script'; trusted-types console${content.frames === true ? "; frame-src 'self'" : ''}`
  return { ...answer, fields: { ...answer.fields, 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin' } }
}
