// How a page and a form of the console become endpoints. Both are for signed-in users alone; whoever is not signed in is led through the
// login and comes back. Every refusal of the operations behind them is shown as a page.
import { RestError } from '@symbolon/admin-api'
import {
  BodyTooLarge,
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
import { freshProofNeeded, managementStores } from '@symbolon/management-api'
import { layout } from '../look/layout.ts'
import { sentenceOf } from '../html/problems.ts'
import { toDocument } from '../html/markup.ts'
import { beginSignIn, ownConsolePath } from '../sign-in/begin.ts'
import { consolePath } from '../client/client.ts'
import { textsFor } from '../texts/texts.ts'
import { provenParameter } from '../visit/notice.ts'
import { withErrorPages } from '../visit/error-pages.ts'
import type { ConsoleContent, UploadedFile, Visit } from '../visit/visit.ts'
import { findVisitor, isSteppedUp, visitorStores } from '../visit/session.ts'
import type { Visitor } from '../visit/session.ts'

interface Declaration<S extends StoreName> {
  readonly name: string
  /** Below `/ui/console`, parameters as `:orgId`; empty for the first page. */
  readonly path: string
  readonly stores?: readonly S[]
  /** Whether the page does or shows what a fresh proof of every factor is needed for. `post`: only its form does. */
  readonly dangerous?: boolean | 'post'
  /** Bytes: the form may hold files, and is no larger. By default it holds none. */
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
            const query = new URLSearchParams(request.query)
            // A form is not sent twice by itself. The page that it comes from says so.
            if (request.method === 'POST') query.set(provenParameter, '')
            const returnTo = ownConsolePath(request.path + (query.size === 0 ? '' : `?${query.toString()}`))
            const needsProof = dangerous === true || (dangerous === 'post' && request.method === 'POST')
            if (visitor === undefined) return await beginSignIn({ returnTo, stepUp: needsProof }, context)
            if (request.method === 'POST') checkSource(request, context)
            const isProven = isSteppedUp(visitor, context.now())
            const stepUp = async (): Promise<Answer> => await beginSignIn({ returnTo, stepUp: true, subject: visitor.user.id }, context)
            if (needsProof && !isProven) return await stepUp()
            const parameters = pathParameters(whole, request.path)
            if (parameters === undefined) throw new PageNotFound()
            const form = request.method === 'POST' ? await readFields(request, visitor, filesLimit) : undefined
            const visit: Visit = {
              request,
              visitor,
              texts: textsFor(visitor.user, request),
              parameters,
              query: new URLSearchParams(request.query),
              files: form?.files ?? new Map(),
              management: {
                caller: visitor.user,
                rights: visitor.caller,
                context,
                hashing,
                staleProof: isProven ? undefined : freshProofNeeded(),
              },
            }
            try {
              const answer = form !== undefined && post !== undefined ? await post(visit, form.fields, context) : await page(visit, context)
              return 'main' in answer ? rendered(answer, visit, context) : answer
            } catch (error) {
              // The operation finds by what would change that it is dangerous.
              if (error instanceof RestError && error.id === 'insufficient_user_authentication') return await stepUp()
              // What the visitor may not see is not there.
              if (error instanceof RestError && absent.has(error.id)) throw new PageNotFound()
              if (error instanceof RestError) {
                throw new DisplayedError('invalid_request', sentenceOf(error.id, error.message, visit.texts.reasons))
              }
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

/** The refusals by which a page is not there. */
const absent: ReadonlySet<string> = new Set(['import_unknown', 'permission_denied', 'resource_unknown'])

interface Form {
  readonly fields: URLSearchParams
  readonly files: ReadonlyMap<string, UploadedFile>
}

async function readFields(request: HttpRequest, { csrf }: Visitor, filesLimit: number | undefined): Promise<Form> {
  const type = request.header('content-type') ?? ''
  const form =
    filesLimit !== undefined && /^multipart\/form-data\s*;/i.test(type)
      ? await readParts(await filesOf(request, filesLimit), type)
      : { fields: await readEncoded(request, type), files: new Map() }
  if (!equalDigests(form.fields.get('csrf') ?? '', csrf)) throw new ForbiddenForm()
  return form
}

async function readEncoded({ body }: HttpRequest, type: string): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new ForbiddenForm()
  return new URLSearchParams(new TextDecoder().decode(await body.bytes(formLimit)))
}

/** @throws DisplayedError if the files are too large */
async function filesOf({ body }: HttpRequest, limit: number): Promise<Uint8Array> {
  try {
    return await body.bytes(limit)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    throw new DisplayedError('invalid_request', `The file is larger than ${Math.floor(limit / 1024)} KiB. Choose a smaller one.`)
  }
}

/** Reads a form with files. https://www.rfc-editor.org/rfc/rfc7578 */
async function readParts(bytes: Uint8Array, type: string): Promise<Form> {
  const fields = new URLSearchParams()
  const files = new Map<string, UploadedFile>()
  let parts: FormData
  try {
    parts = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new ForbiddenForm()
  }
  for (const [name, value] of parts) {
    if (typeof value === 'string') fields.append(name, value)
    else if (value.size > 0) files.set(name, { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  return { fields, files }
}

function rendered(content: ConsoleContent, visit: Visit, context: Context): Answer {
  const document = toDocument(layout(content, visit, context.vendor))
  const answer = htmlAnswer(document, content.status ?? 200, { formAction: ["'self'"], script: true, referrer: 'same-origin' })
  const policy = `${answer.fields['content-security-policy'] ?? ''}; connect-src 'self'; require-trusted-types-for 'script'; trusted-types console${content.frames === true ? "; frame-src 'self'" : ''}`
  return { ...answer, fields: { ...answer.fields, 'content-security-policy': policy, 'cross-origin-opener-policy': 'same-origin' } }
}
