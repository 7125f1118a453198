// The cookies of a user agent, kept by tough-cookie. A cookie that a browser would refuse is an error.
// https://www.rfc-editor.org/rfc/rfc6265, https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
import { Cookie, CookieJar as ToughCookieJar, MemoryCookieStore } from 'tough-cookie'

/** The cookies of a user agent, with their prefixes (`__Host-`), `Secure` and `SameSite`. */
export interface CookieJar {
  /** Stores the cookies that a response sets. @throws Error for a cookie that a browser would refuse */
  store(response: Response, url: URL): void
  /**
   * The `Cookie` header of a request.
   *
   * @param options `crossSite` leaves out the cookies that SameSite withholds from such a request
   * @returns undefined without cookies
   */
  header(url: URL, options: { readonly crossSite: boolean; readonly method: string }): string | undefined
  /** The cookies that have not expired. */
  list(): readonly { readonly name: string; readonly value: string }[]
  /** Plants a cookie, as an attacker could. Prefixes are not checked. */
  set(name: string, value: string, url: URL): void
  /** Removes all cookies. */
  clear(): void
}

/** Creates an empty cookie jar. */
export function createCookieJar(): CookieJar {
  const store = new MemoryCookieStore()
  const jar = new ToughCookieJar(store, { prefixSecurity: 'strict', rejectPublicSuffixes: false })
  return {
    store(response, url) {
      for (const text of response.headers.getSetCookie()) {
        const cookie = Cookie.parse(text)
        if (cookie === undefined) throw new Error(`A browser refuses the cookie: ${text}`)
        // The library leaves this check to its caller: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7
        if (cookie.secure && url.protocol !== 'https:') throw new Error(`Secure cookie ${cookie.key} over http`)
        if (jar.setCookieSync(cookie, url.href, { ignoreError: false }) === undefined)
          throw new Error(`A browser refuses the cookie: ${text}`)
      }
    },
    header(url, { crossSite, method }) {
      const context = crossSite ? (method === 'GET' ? 'lax' : 'none') : 'strict'
      const text = jar.getCookieStringSync(url.href, { sameSiteContext: context })
      return text === '' ? undefined : text
    },
    list: () =>
      (jar.serializeSync()?.cookies ?? []).flatMap((stored) => {
        const cookie = Cookie.fromJSON(stored)
        // The library removes expired cookies only when it looks them up.
        return cookie === undefined || cookie.TTL() <= 0 ? [] : [{ name: cookie.key, value: cookie.value }]
      }),
    set(name, value, url) {
      const secure = url.protocol === 'https:'
      void store.putCookie(
        new Cookie({ key: name, value, domain: url.hostname, path: '/', hostOnly: true, secure, httpOnly: true, sameSite: 'lax' }),
      )
    },
    clear: () => jar.removeAllCookiesSync(),
  }
}
