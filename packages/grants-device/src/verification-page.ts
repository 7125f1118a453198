// The page where users type the code and decide. What they confirm may be the device of an attacker, so nothing is decided by a link, and the
// page shows what asks, and from where. https://www.rfc-editor.org/rfc/rfc8628#section-3.3, #section-5.4
import {
  define,
  demandedOrganization,
  DisplayedError,
  identifyVisitor,
  pageVisitorStores,
  readPageForm,
  readQuery,
  redirect,
  requireLogin,
} from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Candidate, Client, HttpRequest, PageContent, RequestContext, SignInAsked } from '@symbolon/core-protocol'
import { decide } from './decide.ts'
import { deviceGrantType } from './grant-type.ts'
import { countGuess } from './guesses.ts'
import { pageFor, pagePath, shortPath } from './paths.ts'
import { codePage, decidedPage, requestPage } from './page-content.ts'
import type { CodeError } from './page-content.ts'
import { describeDevice } from './request-origin.ts'
import type { DeviceAuthorization } from './store/port.ts'
import { deviceAuthorizations } from './store/sql.ts'
import { locales, textsFor } from './texts/languages.ts'
import type { Texts } from './texts/texts.ts'
import { readUserCode, showUserCode, userCodeDigest } from './user-code.ts'

const stores = [...pageVisitorStores, 'clients', 'deviceAuthorizations', 'organizations', 'signInAttempts'] as const
type PageContext = RequestContext<(typeof stores)[number]>

/** Seconds. Who finds an open browser must not be able to connect a device. */
const freshness = 600

/** The address that devices show: it leads to the page, as short as it can be typed. */
export const shortAddress: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'browser',
  name: 'device address',
  stores: [],
  path: shortPath,
  methods: ['GET'],
  cors: 'none',
  handle: (request) => redirect(pageFor({ user_code: shownCode(readQuery(request).parameters['user_code']) })),
})

/** The page. */
export const verificationPage: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'form',
  name: 'device page',
  stores,
  brings: [deviceAuthorizations],
  path: pagePath,
  methods: ['GET', 'POST'],
  cors: 'none',
  handle: async (request, provider, origin) => {
    const context = { ...provider, ...origin }
    return request.method === 'POST' ? await takeForm(request, context) : await showPage(request, context)
  },
})

async function showPage(request: HttpRequest, context: PageContext): Promise<Answer> {
  const code = readUserCode(readQuery(request).parameters['user_code'])
  // The sign-in comes before the code is looked up: a guess costs an account, and no answer reveals that a code lives.
  const visiting = await identifyVisitor(askedFor(code), request, context)
  if ('answer' in visiting) return visiting.answer
  const { visitor } = visiting
  if (code === undefined) return await page(visitor, (texts) => codePage(texts, action(visitor), undefined), request, context)
  const found = await findRequest(code, visitor, context)
  if ('error' in found) return await refusal(visitor, found.error, request, context)
  return await withDemands(found, code, request, context, async (proven) => await showRequest(found, code, proven, request, context))
}

async function takeForm(request: HttpRequest, context: PageContext): Promise<Answer> {
  const fields = await readPageForm(request, context)
  const account = readQuery(request).parameters['account']
  const code = readUserCode(fields?.['user_code'])
  const back = pageFor({ user_code: shownCode(code), account })
  if (fields === undefined) return redirect(pageFor({ account }))
  const visiting = await identifyVisitor(askedFor(code), request, context)
  if ('answer' in visiting) return visiting.answer
  const { visitor } = visiting
  if (code === undefined) return await refusal(visitor, 'wrong_code', request, context)
  const { decision } = fields
  if (decision !== 'allow' && decision !== 'deny') return redirect(back)
  const found = await findRequest(code, visitor, context)
  if ('error' in found) return await refusal(visitor, found.error, request, context)
  if (decision === 'deny') return await decided(found, 'denied', visitor, request, context)
  return await withDemands(found, code, request, context, async (proven) => await decided(found, 'approved', proven, request, context))
}

/** A request that waits, and its client. */
interface Found {
  readonly waiting: DeviceAuthorization
  readonly client: Client
}

/** Looks a code up, unless too many wrong ones were typed. The request of a client that may not use the grant any more is as unknown as any other. */
async function findRequest(code: string, { user }: Candidate, context: PageContext): Promise<Found | { readonly error: CodeError }> {
  const guess = await countGuess(user.id, context)
  if (guess === undefined) return { error: 'too_many_codes' }
  const waiting = await context.stores.deviceAuthorizations.findWaiting(userCodeDigest(code, context), context.now())
  const client = waiting === undefined ? undefined : await context.stores.clients.find(waiting.clientId)
  if (waiting === undefined || client?.grantTypes.includes(deviceGrantType) !== true) {
    await guess.wrong()
    return { error: 'wrong_code' }
  }
  await guess.right()
  return { waiting, client }
}

/** Goes on with a session that meets what the client demands of it, or leads through the login. */
async function withDemands(
  found: Found,
  code: string,
  request: HttpRequest,
  context: PageContext,
  goOn: (proven: Candidate) => Promise<Answer>,
): Promise<Answer> {
  const { waiting, client } = found
  const organization = demandedOrganization(waiting.scope, context.vendor)
  const demands = {
    ...(organization === undefined ? {} : { organization }),
    ...(waiting.twoFactors ? { twoFactors: 'voluntary' as const } : {}),
  }
  const { scope } = waiting
  const visiting = await identifyVisitor({ ...askedFor(code), ...demands }, request, context, { client, scope })
  if ('visitor' in visiting) return await goOn(visiting.visitor)
  const { answer, denied } = visiting
  return denied === undefined ? answer : await decided(found, 'denied', denied, request, context)
}

async function showRequest(found: Found, code: string, { user }: Candidate, request: HttpRequest, context: PageContext): Promise<Answer> {
  const { waiting, client } = found
  const { network } = describeDevice(request, context)
  const model = {
    code: showUserCode(code),
    application: client.name,
    organization: await verifiedDomain(client, context),
    loginName: user.loginName,
    scope: waiting.scope,
    device: waiting.device,
    isElsewhere: waiting.device.network !== undefined && network !== undefined && waiting.device.network !== network,
    minutes: Math.max(0, Math.floor((context.now() - waiting.createdAt) / 60_000)),
  }
  return await page({ user }, (texts) => requestPage(texts, action({ user }), model), request, context, client)
}

/** The domain by which people know the owner of the application. Any organization can have any name. */
async function verifiedDomain({ orgId }: Client, { stores: { organizations } }: PageContext): Promise<string | undefined> {
  if (orgId === '') return undefined
  const domain = (await organizations.find(orgId))?.primaryDomain
  return domain !== undefined && (await organizations.hasVerifiedDomain(orgId, domain)) ? domain : undefined
}

async function decided(
  { waiting, client }: Found,
  decision: 'approved' | 'denied',
  candidate: Candidate,
  request: HttpRequest,
  context: PageContext,
): Promise<Answer> {
  const { user } = candidate
  if (decision === 'approved' && !(await context.stores.clients.admits(client.clientId, user.id)))
    throw new DisplayedError('access_denied', 'The user may not use this application.')
  if (!(await decide(decision, waiting, client, candidate, context))) return await refusal(candidate, 'wrong_code', request, context)
  return await page(candidate, (texts) => decidedPage(texts, decision), request, context, client)
}

/** The page of the code, with the reason why the last one was refused. */
async function refusal(visitor: Candidate, error: CodeError, request: HttpRequest, context: PageContext): Promise<Answer> {
  const shown = await page(visitor, (texts) => codePage(texts, action(visitor), error), request, context)
  return { ...shown, unsuccessful: true }
}

async function page(
  { user }: Pick<Candidate, 'user'>,
  content: (texts: Texts) => PageContent,
  request: HttpRequest,
  context: PageContext,
  client?: Client,
): Promise<Answer> {
  const uiLocales = user.preferredLanguage === undefined ? [] : [user.preferredLanguage]
  const shown = { locales, content: (locale: string) => content(textsFor(locale)), uiLocales, user }
  return await requireLogin(context).page(client === undefined ? shown : { ...shown, client }, request)
}

function askedFor(code: string | undefined): SignInAsked {
  return { returnTo: pageFor({ user_code: shownCode(code) }), maxAge: freshness }
}

/** Where the forms post to. In a browser with several users the address says which one. */
function action({ user }: Pick<Candidate, 'user'>): string {
  return pageFor({ account: user.id })
}

/** @returns the code as it is shown; undefined for text that cannot be one, so that no text of a link is repeated */
function shownCode(text: string | undefined): string | undefined {
  const code = readUserCode(text)
  return code === undefined ? undefined : showUserCode(code)
}
