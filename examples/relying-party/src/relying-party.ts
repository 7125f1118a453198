// A small relying party: the authorization code flow with PKCE, state and nonce, and a page that shows the claims. Its own address comes
// from the options, never from the Host header.
// https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
import { Hono } from 'hono'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { randomState } from 'openid-client'
import { endSessionUrl, finishLogin, startLogin } from './login.ts'
import type { Setting } from './pages.ts'
import { homePage, problemPage, signedInPage } from './pages.ts'
import type { Problem } from './problems.ts'
import { discoveryFailed, foreignRequest, invalidParameter, loginFailed, noPendingLogin, notFound, unexpected } from './problems.ts'
import { createProvider, isTrustworthy } from './provider.ts'
import type { Session } from './session.ts'
import { createSessions } from './session.ts'
import { STYLE } from './style.ts'

export interface RelyingPartyOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** The origin of this application in the browser, such as http://localhost:8081. Register `${origin}/callback` and `${origin}/`. */
  readonly origin: string
  readonly scope?: string
  readonly responseMode?: 'query' | 'form_post'
}

export interface RelyingParty {
  fetch(request: Request): Promise<Response>
}

const PASSED_ON = ['prompt', 'max_age', 'login_hint', 'ui_locales']
const SESSION_LIMITS = { lifetime: 8 * 60 * 60 * 1000, capacity: 1000, pendingLogins: 10 }
const CALLBACK_BODY_LIMIT = 64 * 1024

export function createRelyingParty(options: RelyingPartyOptions): RelyingParty {
  const issuer = checkIssuer(options.issuer)
  const origin = checkOrigin(options.origin)
  const redirectUri = `${origin.origin}/callback`
  const responseMode = options.responseMode ?? 'query'
  const authorization = { redirectUri, responseMode, scope: options.scope ?? 'openid profile email' }
  const setting: Setting = { issuer: options.issuer, clientId: options.clientId }
  const provider = createProvider({ issuer, clientId: options.clientId, clientSecret: options.clientSecret })
  const sessions = createSessions({ ...SESSION_LIMITS, now: Date.now, randomId: randomState })
  const cookie = sessionCookie(origin, responseMode)

  const show = (c: Context, problem: Problem): Response | Promise<Response> => c.html(problemPage(setting, problem), problem.status)
  const remember = (c: Context, session: Session): void => setCookie(c, cookie.name, session.id, cookie.attributes)

  const app = new Hono()

  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        // The sign-out form redirects to the provider, and browsers apply form-action to redirects as well.
        formAction: ["'self'", issuer.origin],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
      // With no-referrer, browsers would send `Origin: null` with the sign-out form.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
    }),
  )

  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' }))

  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })

  app.get('/', (c) => {
    const signedIn = sessions.find(getCookie(c, cookie.name))?.signedIn
    return c.html(signedIn === undefined ? homePage(setting) : signedInPage(setting, signedIn))
  })

  app.get('/login', async (c) => {
    const chosen = new Map(
      PASSED_ON.flatMap((name) => {
        const value = c.req.query(name)
        return value === undefined || value === '' ? [] : [[name, value] as const]
      }),
    )
    if (!/^\d{1,9}$/.test(chosen.get('max_age') ?? '0')) return show(c, invalidParameter('max_age', 'It is a number of seconds.'))
    try {
      const { pending, url } = await startLogin(await provider(), { ...authorization, chosen })
      remember(c, sessions.keepPendingLogin(getCookie(c, cookie.name), pending))
      return c.redirect(url.href, 303)
    } catch (error) {
      return show(c, discoveryFailed(error, options.issuer))
    }
  })

  app.on(['GET', 'POST'], '/callback', bodyLimit({ maxSize: CALLBACK_BODY_LIMIT }), async (c) => {
    const callback = new URL(redirectUri)
    callback.search = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search
    const id = getCookie(c, cookie.name)
    const pending = sessions.takePendingLogin(id, callback.searchParams.get('state'))
    if (id === undefined || pending === undefined) return show(c, noPendingLogin)
    try {
      const signedIn = await finishLogin(await provider(), callback, pending)
      remember(c, sessions.signIn(id, signedIn))
      return c.redirect('/', 303)
    } catch (error) {
      return show(c, loginFailed(error, pending.prompt))
    }
  })

  app.post('/logout', csrf({ origin: origin.origin }), async (c) => {
    const session = sessions.find(getCookie(c, cookie.name))
    setCookie(c, cookie.name, '', { ...cookie.attributes, maxAge: 0 })
    if (session === undefined) return c.redirect('/', 303)
    sessions.end(session.id)
    if (session.signedIn === undefined) return c.redirect('/', 303)
    const url = endSessionUrl(await provider(), session.signedIn.idToken, `${origin.origin}/`)
    return c.redirect(url?.href ?? '/', 303)
  })

  app.notFound((c) => show(c, notFound))

  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 403) return show(c, foreignRequest)
    console.error(error)
    return show(c, unexpected)
  })

  return { fetch: async (request) => app.fetch(request) }
}

function sessionCookie(origin: URL, responseMode: 'query' | 'form_post') {
  const secure = origin.protocol === 'https:'
  return {
    // Cookies are not separated by port, so two relying parties on localhost would overwrite each other's.
    name: secure ? '__Host-relying-party' : `relying-party-${origin.port || '80'}`,
    attributes: {
      httpOnly: true,
      secure,
      path: '/',
      // A form_post response is a cross-site POST, which carries no Lax cookie. The `state` still binds it to the browser.
      // https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html#FormPostResponseMode
      sameSite: secure && responseMode === 'form_post' ? 'None' : 'Lax',
    },
  } as const
}

function checkIssuer(value: string): URL {
  const issuer = URL.parse(value)
  if (issuer === null || issuer.search !== '' || issuer.hash !== '') throw new TypeError(`The issuer is not a URL without query: ${value}`)
  if (!isTrustworthy(issuer)) throw new TypeError(`The issuer must use https, except on a loopback host: ${value}`)
  return issuer
}

function checkOrigin(value: string): URL {
  const origin = URL.parse(value)
  if (origin === null || origin.origin !== value) throw new TypeError(`The origin must look like http://localhost:8081: ${value}`)
  return origin
}
