// The cookies of a test browser: tough-cookie keeps them by RFC 6265 and its prefixes, and what a browser refuses is an error here.
// https://www.rfc-editor.org/rfc/rfc6265, https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
import { Cookie, CookieJar as ToughCookieJar, MemoryCookieStore } from 'tough-cookie'

export interface CookieJar {
  /** Takes what a response set. @throws Error for a cookie that a browser would refuse */
  store(response: Response, url: URL): void
  /** The Cookie header for a request; `crossSite` leaves out what SameSite keeps back. @returns undefined without cookies */
  header(url: URL, options: { readonly crossSite: boolean, readonly method: string }): string | undefined
  list(): readonly { readonly name: string, readonly value: string }[]
  /** Plants a cookie, as a script or an attacker could: prefixes are not checked. */
  set(name: string, value: string, url: URL): void
  clear(): void
}

export function createCookieJar(): CookieJar {
  const store = new MemoryCookieStore()
  const jar = new ToughCookieJar(store, { prefixSecurity: 'strict', rejectPublicSuffixes: false })
  return {
    store(response, url) {
      for (const text of response.headers.getSetCookie()) {
        const cookie = Cookie.parse(text)
        if (cookie === undefined) throw new Error(`A browser refuses the cookie: ${text}`)
        // https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7, which the library leaves to its caller.
        if (cookie.secure && url.protocol !== 'https:') throw new Error(`Secure cookie ${cookie.key} over http`)
        if (jar.setCookieSync(cookie, url.href, { ignoreError: false }) === undefined) throw new Error(`A browser refuses the cookie: ${text}`)
      }
    },
    header(url, { crossSite, method }) {
      const context = crossSite ? (method === 'GET' ? 'lax' : 'none') : 'strict'
      const text = jar.getCookieStringSync(url.href, { sameSiteContext: context })
      return text === '' ? undefined : text
    },
    list: () => (jar.serializeSync()?.cookies ?? []).flatMap((stored) => {
      const cookie = Cookie.fromJSON(stored)
      // The library keeps expired cookies until it is asked for them.
      return cookie === undefined || cookie.TTL() <= 0 ? [] : [{ name: cookie.key, value: cookie.value }]
    }),
    set(name, value, url) {
      const secure = url.protocol === 'https:'
      void store.putCookie(new Cookie({ key: name, value, domain: url.hostname, path: '/', hostOnly: true, secure, httpOnly: true, sameSite: 'lax' }))
    },
    clear: () => jar.removeAllCookiesSync(),
  }
}
