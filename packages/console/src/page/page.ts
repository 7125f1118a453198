// How a page and a form of the console become endpoints. Both are for signed-in users alone; whoever is not signed in is led through the
// login and comes back. Every refusal of the operations behind them is shown as a page.
import { RestError } from '@symbolon/admin-api'
import {
  define,
  DisplayedError,
  equalDigests,
  ForbiddenForm,
  foreignSource,
  formLimit,
  PageNotFound,
  pathParameters,
} from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Context, HttpRequest, RequestContext, SecretHashing, StoreName } from '@symbolon/core-protocol'
import { htmlAnswer } from '@symbolon/login'
import { managementStores } from '@symbolon/management-api'
import { layout } from '../look/layout.ts'
import { toDocument } from '../html/markup.ts'
import { beginSignIn, ownConsolePath } from '../sign-in/begin.ts'
import { consolePath } from '../client/client.ts'
import { textsFor } from '../texts/texts.ts'
import { withErrorPages } from '../visit/error-pages.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { findVisitor, isSteppedUp, visitorStores } from '../visit/session.ts'
import type { Visitor } from '../visit/session.ts'

interface Declaration<S extends StoreName> {
  readonly name: string
  /** Below `/ui/console`, parameters as `:orgId`; empty for the first page. */
  readonly path: string
  readonly stores?: readonly S[]
  /** Whether the page does or shows what a fresh proof of every factor is needed for. */
  readonly dangerous?: boolean
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
    page({ name, path, stores = [], dangerous = false, page, post }) {
      const whole = `${consolePath}${path}`
      return define({
        kind: 'endpoint',
        name,
        path: whole,
        methods: post === undefined ? ['GET'] : ['GET', 'POST'],
        stores: [...visitorStores, ...managementStores, ...stores] as readonly StoreName[],
        cors: 'none',
        showsPages: true,
        handle: async (request, provider: Context<StoreName>, origin) =>
          await withErrorPages(request, provider, async () => {
            const context = { ...provider, ...origin }
            const visitor = await findVisitor(request, context)
            const returnTo = ownConsolePath(request.path + (request.method === 'GET' && request.query !== '' ? `?${request.query}` : ''))
            if (visitor === undefined) return await beginSignIn({ returnTo, stepUp: dangerous }, context)
            if (request.method === 'POST') checkSource(request, context)
            if (dangerous && !isSteppedUp(visitor, context.now())) {
              return await beginSignIn({ returnTo, stepUp: true, subject: visitor.user.id }, context)
            }
            const parameters = pathParameters(whole, request.path)
            if (parameters === undefined) throw new PageNotFound()
            const visit: Visit = {
              request,
              visitor,
              texts: textsFor(visitor.user, request),
              parameters,
              query: new URLSearchParams(request.query),
              management: { caller: visitor.user, rights: visitor.caller, context, hashing },
            }
            try {
              const answer =
                request.method === 'POST' && post !== undefined
                  ? await post(visit, await readFields(request, visitor), context)
                  : await page(visit, context)
              return 'main' in answer ? rendered(answer, visit, context) : answer
            } catch (error) {
              // What the visitor may not see is not there.
              if (error instanceof RestError && (error.id === 'resource_unknown' || error.id === 'permission_denied'))
                throw new PageNotFound()
              if (error instanceof RestError) throw new DisplayedError('invalid_request', error.message)
              throw error
            }
          }),
      })
    },
  }
}

function checkSource(request: HttpRequest, context: Context): void {
  const foreign = foreignSource(request, context.issuer)
  if (foreign === undefined) return
  context.log.warn('console_form_refused', { reason: foreign })
  throw new ForbiddenForm()
}

async function readFields(request: HttpRequest, { csrf }: Visitor): Promise<URLSearchParams> {
  const type = request.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new ForbiddenForm()
  const fields = new URLSearchParams(new TextDecoder().decode(await request.body.bytes(formLimit)))
  if (!equalDigests(fields.get('csrf') ?? '', csrf)) throw new ForbiddenForm()
  return fields
}

function rendered(content: ConsoleContent, visit: Visit, context: Context): Answer {
  const document = toDocument(layout(content, visit, context.vendor))
  const answer = htmlAnswer(document, content.status ?? 200, { formAction: ["'self'"], script: true, referrer: 'same-origin' })
  const policy = `${answer.fields['content-security-policy'] ?? ''}; connect-src 'self'; require-trusted-types-for 'script'; trusted-types console`
  return { ...answer, fields: { ...answer.fields, 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin' } }
}
