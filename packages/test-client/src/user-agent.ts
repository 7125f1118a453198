// A user agent without scripts: keeps cookies, follows redirects within the provider, fills in forms, and signs in.
import { createCookieJar } from './cookie-jar.ts'
import type { CookieJar } from './cookie-jar.ts'
import { readForms } from './html-form.ts'
import type { HtmlForm } from './html-form.ts'

/** A response of the provider. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly forms: readonly HtmlForm[]
  /** The URL outside of the provider's origin that it redirected to. The page is empty then. */
  readonly redirectedTo: URL | undefined
  /** Every requested URL, the first one included. */
  readonly visited: readonly URL[]
}

/** Options of one request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the request as another site would cause it: a POST carries no Lax cookies. */
  readonly crossSite?: boolean
  /** Whether to follow redirects and `<meta http-equiv="refresh">` within the origin. Default: true. */
  readonly follow?: boolean
}

/** A browser without scripts. */
export interface UserAgent {
  readonly cookies: CookieJar
  get(url: string | URL, options?: RequestOptions): Promise<Page>
  post(url: string | URL, fields: Readonly<Record<string, string>>, options?: RequestOptions): Promise<Page>
  /** Fills in a form of the page and submits it as a browser does, with `Origin` and `Sec-Fetch-Site`. */
  submit(page: Page, fields?: Readonly<Record<string, string>>, formIndex?: number, options?: RequestOptions): Promise<Page>
}

/** @returns the URL that the page redirects to by itself: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh */
export function refreshOf(html: string): string | undefined {
  return /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1]?.replaceAll('&amp;', '&')
}

/** Creates a user agent. @param fetch answers requests, such as a provider's `fetch`, or the global one with `redirect: 'manual'` */
export function createUserAgent(fetch: (request: Request) => Promise<Response>): UserAgent {
  const cookies = createCookieJar()

  async function visit(
    first: URL,
    init: { method: string; body?: string; headers?: Readonly<Record<string, string>> },
    options: RequestOptions,
  ): Promise<Page> {
    const visited: URL[] = []
    let url = first
    let { method, body } = init
    let crossSite = options.crossSite ?? false
    for (let hops = 0; hops < 10; hops++) {
      visited.push(url)
      const headers = new Headers({ accept: 'text/html', ...(visited.length === 1 ? init.headers : {}), ...options.headers })
      const cookie = cookies.header(url, { crossSite, method })
      if (cookie !== undefined) headers.set('cookie', cookie)
      const response = await fetch(new Request(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) }))
      cookies.store(response, url)
      const location = response.headers.get('location')
      const text = location === null ? await response.text() : ''
      const next = location ?? refreshOf(text)
      const target = next === undefined ? undefined : new URL(next, url)
      const leaves = target !== undefined && target.origin !== first.origin
      if (target === undefined || leaves || options.follow === false) {
        return {
          url,
          status: response.status,
          headers: response.headers,
          text,
          forms: readForms(text),
          redirectedTo: leaves ? target : undefined,
          visited,
        }
      }
      if (location !== null) await response.body?.cancel()
      url = target
      method = 'GET'
      body = undefined
      // A redirected navigation was still started by the other site. A page that refreshes starts a new one.
      crossSite = location !== null && (options.crossSite ?? false)
    }
    throw new Error(`Too many redirects: ${visited.join(' → ')}`)
  }

  const agent: UserAgent = {
    cookies,
    get: async (url, options = {}) => await visit(new URL(url), { method: 'GET' }, options),
    post: async (url, fields, options = {}) =>
      await visit(
        new URL(url),
        {
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
        options,
      ),
    async submit(page, fields = {}, formIndex = 0, options = {}) {
      const form = page.forms[formIndex]
      if (form === undefined)
        throw new Error(`There is no form ${formIndex} on ${page.url.href} (status ${page.status}): ${page.text.slice(0, 500)}`)
      const action = new URL(form.action, page.url)
      return await agent.post(
        action,
        { ...form.fields, ...fields },
        {
          ...options,
          headers: { origin: page.url.origin, 'sec-fetch-site': 'same-origin', ...options.headers },
        },
      )
    },
  }
  return agent
}

/** What a user types at the login pages. */
export interface Credentials {
  readonly loginName: string
  readonly password: string
  /** Returns the code of the user's authenticator app. Called when its page is shown. */
  readonly code?: () => string
}

/**
 * Fills in the login pages, from any of them, and skips what is offered, until the provider redirects to the application or shows another page.
 *
 * @returns the last page
 */
export async function signIn(userAgent: UserAgent, start: Page, { loginName, password, code }: Credentials): Promise<Page> {
  let page = start
  let typeCode = code
  for (let steps = 0; steps < 4; steps++) {
    const form = page.forms[0]
    if (page.redirectedTo !== undefined || form === undefined) return page
    const skip = page.forms.findIndex(({ fields }) => 'step' in fields)
    if ('password' in form.fields) page = await userAgent.submit(page, { password })
    else if ('loginName' in form.fields) page = await userAgent.submit(page, { loginName })
    else if (skip >= 0) page = await userAgent.submit(page, {}, skip)
    else if ('code' in form.fields && typeCode !== undefined) {
      page = await userAgent.submit(page, { code: typeCode() })
      // A code that was refused is not typed again.
      typeCode = undefined
    } else return page
  }
  return page
}
