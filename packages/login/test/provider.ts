// A login with a real database, the surroundings that the server and the authorization endpoint give it, and browsers that use it.
import type {
  AuditEvent,
  AuthorizationRequest,
  LogFields,
  PendingAuthorizationRequest,
  RequestContext,
  RequestOrigin,
  Resource,
  SecretHashing,
  StoreName,
  Stores,
} from '@symbolon/core-protocol'
import { createSealing, defaultKeyPolicy, digest, fromRequest, noMetrics, requestCookieHeaders, toResponse } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { login, password } from '../src/index.ts'
import type { AnyAuthenticator, LoginOptions, LoginUi, Page } from '../src/index.ts'

export const issuer = 'https://id.example'
/** What the server knows of the connection of every request. */
export const origin: RequestOrigin = { remoteAddress: '192.0.2.1', forwarded: false }
export const start = Date.UTC(2026, 0, 1)
const lifetimes = {
  accessToken: 43_200,
  idToken: 43_200,
  authorizationCode: 60,
  authorizationRequest: 1800,
  session: 864_000,
  refreshTokenIdle: 2_592_000,
  refreshToken: 7_776_000,
  refreshTokenReuse: 10,
}

/** Renders each page as JSON, so that a test reads what the user interface is given. */
export const ui: LoginUi = {
  locales: ['en', 'de'],
  render: (page, locale) => JSON.stringify({ locale, page }),
  assets: { 'style.css': { contentType: 'text/css; charset=utf-8', body: 'body{}' } },
}

export interface CountingHashing extends SecretHashing {
  hash: SecretHashing['hash']
  readonly counts: { verify: number; verifyAbsent: number; hash: number }
  busy: boolean
}

/** A hashing without its cost: the hash is the percent-encoded secret. `new:` is the current scheme, `old:` an outdated one. */
export function countingHashing(): CountingHashing {
  const counts = { verify: 0, verifyAbsent: 0, hash: 0 }
  const hashing: CountingHashing = {
    counts,
    busy: false,
    async hash(secret) {
      counts.hash++
      return `new:${encodeURIComponent(secret)}`
    },
    async verify(secret, hash, options) {
      if (hashing.busy) throw Object.assign(new Error('busy'), { code: 'secret_hashing_busy', retryAfterSeconds: 3 })
      if ((await options?.begin?.()) === false) return { valid: false, rehash: false }
      counts.verify++
      const encoded = encodeURIComponent(secret)
      return { valid: hash === `new:${encoded}` || hash === `old:${encoded}`, rehash: hash === `old:${encoded}` }
    },
    async verifyAbsent(_secret, options) {
      if (hashing.busy) throw Object.assign(new Error('busy'), { code: 'secret_hashing_busy', retryAfterSeconds: 3 })
      if ((await options?.begin?.()) === false) return
      counts.verifyAbsent++
    },
    inspect: () => ({ supported: true, scheme: 'test', milliseconds: 1 }),
  }
  return hashing
}

export interface LogEntry {
  readonly event: string
  readonly fields: LogFields
}

export interface Provider {
  readonly stores: Stores
  readonly hashing: CountingHashing
  readonly log: readonly LogEntry[]
  readonly audited: readonly AuditEvent[]
  readonly part: ReturnType<typeof login>
  readonly context: RequestContext<StoreName>
  /** The number of writes to the authorization request and to the counts of attempts. */
  writes(): number
  /** Moves the clock forward. */
  wait(milliseconds: number): void
  put(...resources: readonly Resource[]): Promise<void>
  browser(): Browser
  close(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The target of a redirect, or of a page that redirects by itself. */
  readonly location: string | undefined
  readonly page: Page
  readonly locale: string
  readonly body: string
}

export interface Browser {
  readonly cookies: Map<string, string>
  /** Stores an authorization request and its cookie, as the authorization endpoint does. @returns the id of the request */
  begin(request?: Partial<AuthorizationRequest>): Promise<string>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Posts a form as a browser does, with Origin, Sec-Fetch-Site and the cookies. */
  post(path: string, fields: Readonly<Record<string, string>> | string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Fills in the form of the current page, posts it, and follows a redirect to the login. */
  submit(requestId: string, fields: Readonly<Record<string, string>>): Promise<Answer>
  /** Posts the login name and the password. */
  signIn(requestId: string, loginName: string, password: string): Promise<Answer>
}

export const org = (orgId: string, domainName: string, orgState?: string): Resource[] => [
  { kind: 'org', key: [orgId], content: { orgId, org: { name: orgId }, ...(orgState === undefined ? {} : { orgState }) } },
  { kind: 'orgDomain', key: [orgId, domainName], orgId, content: { orgId, domainName, isVerified: true, isPrimary: true } },
]

export const human = (userId: string, passwordHash: string | undefined, state?: string, orgId = 'org-1'): Resource => ({
  kind: 'humanUser',
  key: [userId],
  orgId,
  content: {
    userId,
    ...(state === undefined ? {} : { state }),
    user: {
      userName: userId,
      profile: { firstName: userId, lastName: 'Lee', displayName: `${userId} Lee` },
      email: { email: `${userId}@mail.example`, isEmailVerified: true },
    },
  },
  ...(passwordHash === undefined ? {} : { secrets: { passwordHash } }),
})

export const application = (state?: string): Resource => ({
  kind: 'oidcApp',
  key: ['app-1'],
  orgId: 'org-1',
  content: {
    appId: 'app-1',
    clientId: 'client-1',
    ...(state === undefined ? {} : { state }),
    app: {
      projectId: 'project-1',
      name: 'Shop',
      redirectUris: ['https://app.example/callback'],
      responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
      grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'],
      appType: 'OIDC_APP_TYPE_WEB',
      authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    },
  },
})

export const instancePolicy = (
  policy: 'loginPolicy' | 'lockoutPolicy' | 'passwordComplexityPolicy' | 'passwordAgePolicy',
  content: Readonly<Record<string, unknown>>,
): Resource => ({
  kind: 'instancePolicy',
  key: [policy],
  content,
})

/** Opens a login with the user `ann` (password `right`) and the application `client-1`. */
export async function openProvider(
  authenticators?: (hashing: SecretHashing) => readonly AnyAuthenticator[],
  others: Partial<Pick<LoginOptions, 'ui' | 'steps' | 'detours'>> = {},
): Promise<Provider> {
  const opened = await libsql({ url: ':memory:' }).open(storeNames)
  if (!holdsAll(opened.stores)) throw new Error('A store is missing')
  const { directory } = opened.stores
  let writes = 0
  const stores = {
    ...opened.stores,
    authorizationRequests: counted(opened.stores.authorizationRequests, 'update', () => {
      writes++
    }),
    signInAttempts: counted(opened.stores.signInAttempts, 'begin', () => {
      writes++
    }),
  }
  const put = (...resources: readonly Resource[]): Promise<void> => directory.apply({ put: resources, remove: [] }, start - 86_400_000)
  await put(
    ...org('org-1', 'org.example'),
    human('ann', 'new:right'),
    { kind: 'project', key: ['project-1'], orgId: 'org-1', content: { projectId: 'project-1', project: { name: 'Shop' } } },
    application(),
  )

  let now = start
  let tokens = 0
  const log: LogEntry[] = []
  const record = (event: string, fields: LogFields = {}): void => void log.push({ event, fields })
  const unused = (): never => {
    throw new Error('The login must not sign anything')
  }
  const hashing = countingHashing()
  const audited: AuditEvent[] = []
  const part = login({ ui, authenticators: authenticators?.(hashing) ?? [password({ hashing })], ...others })
  const context: RequestContext<StoreName> = {
    issuer,
    vendor: 'symbolon',
    now: () => now,
    randomToken: () => digest(`token ${++tokens}`),
    accessTokenNumber: unused,
    lifetimes,
    log: { info: record, warn: record, error: record },
    keys: { policy: defaultKeyPolicy, publicKeySet: unused, signingKey: unused, verificationKey: unused, refresh: unused },
    sealing: await createSealing(new Uint8Array(32)),
    registry: {
      claims: [],
      scopes: [],
      clientIds: [],
      documents: undefined,
      auditEvents: new Map(),
      clientMetadata: new Map(),
      metadata: {
        issuer,
        jwks_uri: `${issuer}/keys`,
        scopes_supported: [],
        response_types_supported: [],
        grant_types_supported: [],
        subject_types_supported: [],
        id_token_signing_alg_values_supported: [],
        request_parameter_supported: false,
        request_uri_parameter_supported: false,
      },
      grants: new Map(),
      responseTypes: new Map(),
      tokenKinds: new Map(),
      tokenOrigin: undefined,
      requestSources: new Map(),
      responseModes: new Map(),
      introspectionFormats: new Map(),
      assertionAudiences: [],
      login: {
        path: part.path,
        due: (session, user, purpose) => part.due(session, user, purpose, context),
        page: (page, request) => part.page(page, request, context),
        displayError: (error, request) => part.displayError(error, request, context),
        formPost: (target, parameters, request) => part.formPost(target, parameters, request, context),
        confirmSignOut: (question, request) => part.confirmSignOut(question, request, context),
        signedOut: (signedOut, request) => part.signedOut(signedOut, request, context),
        welcome: (request) => part.welcome(request, context),
        signIn: (asked, request, origin) => part.signIn(asked, request, origin, context),
      },
    },
    metrics: noMetrics,
    features: { carried: [], refresh: async () => undefined },
    audit: async (...events) => void audited.push(...events),
    ...origin,
    stores,
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const endpoint = part.endpoints.find(({ path, methods }) => path === pathname && methods.some((method) => method === request.method))
    if (endpoint === undefined) return new Response(null, { status: 404 })
    // Like the server, give the endpoint the declared stores only.
    const declared = Object.fromEntries(Object.entries(stores).filter(([name]) => endpoint.stores.some((store) => store === name)))
    return toResponse(await endpoint.handle(fromRequest(request), Object.assign({}, context, { stores: declared }), origin))
  }

  return {
    stores,
    hashing,
    log,
    audited,
    part,
    context,
    put,
    writes: () => writes,
    wait: (milliseconds) => {
      now += milliseconds
    },
    browser: () => openBrowser(fetch, context),
    close: () => opened.close(),
  }
}

const storeNames: readonly StoreName[] = [
  'accessTokens',
  'assertionIds',
  'authorizationCodes',
  'authorizationRequests',
  'clients',
  'directory',
  'factorDrafts',
  'instance',
  'issuance',
  'knownBrowsers',
  'memberships',
  'mailedCodes',
  'mailOutbox',
  'messageTexts',
  'oneTimeCodes',
  'organizations',
  'passwords',
  'policies',
  'recoveryCodes',
  'revocations',
  'sessions',
  'signInAttempts',
  'signingKeys',
  'skippedOffers',
  'userAccounts',
  'userLinks',
  'users',
]

function holdsAll(stores: Partial<Stores>): stores is Stores {
  return storeNames.every((name) => stores[name] !== undefined)
}

/** The store, with a callback on every use of the method. */
function counted<T extends object>(store: T, method: keyof T, onCall: () => void): T {
  return new Proxy(store, {
    get(target, name, receiver) {
      if (name === method) onCall()
      return Reflect.get(target, name, receiver)
    },
  })
}

function openBrowser(fetch: (request: Request) => Promise<Response>, context: RequestContext<StoreName>): Browser {
  const cookies = new Map<string, string>()

  function keep(headers: readonly string[]): void {
    for (const header of headers) {
      const [pair = ''] = header.split(';')
      const at = pair.indexOf('=')
      if (/;\s*max-age=0/i.test(header)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(new Request(new URL(path, issuer), { ...init, headers }))
    keep(response.headers.getSetCookie())
    const body = await response.text()
    const html = response.headers.get('content-type')?.startsWith('text/html') === true
    const { page, locale } = html ? JSON.parse(body) : { page: { kind: 'none' }, locale: '' }
    const location = response.headers.get('location') ?? (page.kind === 'leaving' ? page.target : undefined)
    return { status: response.status, headers: response.headers, location, page, locale, body }
  }

  const browser: Browser = {
    cookies,
    async begin(request = {}) {
      const id = context.randomToken().slice(0, 22)
      const secret = context.randomToken()
      const pending: PendingAuthorizationRequest = {
        id,
        browser: digest(secret),
        request: {
          clientId: 'client-1',
          redirectUri: 'https://app.example/callback',
          responseType: 'code',
          responseMode: 'query',
          scope: ['openid'],
          prompt: [],
          uiLocales: [],
          ...request,
        },
        createdAt: context.now(),
        expiresAt: context.now() + lifetimes.authorizationRequest * 1000,
      }
      await context.stores.authorizationRequests.insert(pending, { source: '192.0.2.1', limit: 1_000_000 })
      keep(requestCookieHeaders(fromRequest(new Request(issuer)), id, secret, lifetimes.authorizationRequest, issuer))
      return id
    },
    get: (path, headers = {}) => send(path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: 'POST',
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: issuer,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
    async submit(requestId, fields) {
      const { page } = await browser.get(dispatcherOf(requestId))
      if (!('action' in page) || !('csrf' in page)) throw new Error(`The page has no form: ${JSON.stringify(page)}`)
      const answer = await browser.post(page.action, { request: requestId, csrf: page.csrf, ...fields })
      return answer.location?.startsWith('/ui/login') === true ? await browser.get(answer.location) : answer
    },
    async signIn(requestId, loginName, typed) {
      await browser.submit(requestId, { loginName })
      return await browser.submit(requestId, { password: typed })
    },
  }
  return browser
}

export const dispatcherOf = (requestId: string): string => `/ui/login?request=${requestId}`
export const resumeOf = (requestId: string): string => `/oauth/v2/authorize/resume?request=${requestId}`
export const sessionCookie = '__Host-symbolon-session'
export const browserCookie = '__Host-symbolon-browser'

/** The form of the current page. */
export async function formOf(browser: Browser, requestId: string): Promise<{ readonly action: string; readonly csrf: string }> {
  const { page } = await browser.get(dispatcherOf(requestId))
  if (!('csrf' in page) || !('action' in page)) throw new Error(`The page has no form: ${JSON.stringify(page)}`)
  return page
}
