// A user agent without scripts: keeps cookies, follows redirects within the provider, fills in forms.
import { createCookieJar } from './cookie-jar.ts'
import type { CookieJar } from './cookie-jar.ts'
import { readForms } from './html-form.ts'
import type { HtmlForm } from './html-form.ts'

export interface Page {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly forms: readonly HtmlForm[]
  /** Where the provider sent the user agent outside of its own origin; the page is empty then. */
  readonly redirectedTo: URL | undefined
  /** Every URL on the way, the first included. */
  readonly visited: readonly URL[]
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** As if another site had caused the request: Lax cookies stay at home when it is a POST. */
  readonly crossSite?: boolean
  /** Follow redirects, and pages that go on by themselves, within the origin. Default true. */
  readonly follow?: boolean
}

export interface UserAgent {
  readonly cookies: CookieJar
  get(url: string | URL, options?: RequestOptions): Promise<Page>
  post(url: string | URL, fields: Readonly<Record<string, string>>, options?: RequestOptions): Promise<Page>
  /** Fills in the fields of the page's form and submits it as a browser would: same origin, with an Origin header. */
  submit(page: Page, fields?: Readonly<Record<string, string>>, formIndex?: number, options?: RequestOptions): Promise<Page>
}

/** Where the page goes on to by itself. https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh */
export function refreshOf(html: string): string | undefined {
  return /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1]?.replaceAll('&amp;', '&')
}

/** @param fetch answers requests, e.g. a provider's `fetch` or the global one with `redirect: 'manual'` */
export function createUserAgent(fetch: (request: Request) => Promise<Response>): UserAgent {
  const cookies = createCookieJar()

  async function visit(first: URL, init: { method: string, body?: string, headers?: Readonly<Record<string, string>> }, options: RequestOptions): Promise<Page> {
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
        return { url, status: response.status, headers: response.headers, text, forms: readForms(text), redirectedTo: leaves ? target : undefined, visited }
      }
      if (location !== null) await response.body?.cancel()
      url = target
      method = 'GET'
      body = undefined
      // The navigation still began at the other site, unless a page of ours began another; a GET carries Lax cookies all the same.
      crossSite = location !== null && (options.crossSite ?? false)
    }
    throw new Error(`Too many redirects: ${visited.join(' → ')}`)
  }

  const agent: UserAgent = {
    cookies,
    get: async (url, options = {}) => await visit(new URL(url), { method: 'GET' }, options),
    post: async (url, fields, options = {}) => await visit(new URL(url), {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }, options),
    async submit(page, fields = {}, formIndex = 0, options = {}) {
      const form = page.forms[formIndex]
      if (form === undefined) throw new Error(`There is no form ${formIndex} on ${page.url.href} (status ${page.status}): ${page.text.slice(0, 500)}`)
      const action = new URL(form.action, page.url)
      return await agent.post(action, { ...form.fields, ...fields }, {
        ...options,
        headers: { origin: page.url.origin, 'sec-fetch-site': 'same-origin', ...options.headers },
      })
    },
  }
  return agent
}
