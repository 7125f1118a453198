// The cookies of a test browser, kept by the rules that matter here. https://www.rfc-editor.org/rfc/rfc6265

interface Cookie {
  readonly name: string
  readonly value: string
  readonly origin: string
  readonly sameSite: string
}

export interface CookieJar {
  /** Takes what a response set. @throws Error for a cookie that a browser would refuse */
  store(response: Response, url: URL): void
  /** The Cookie header for a request; `crossSite` leaves out what SameSite=Lax keeps back. */
  header(url: URL, options: { readonly crossSite: boolean, readonly method: string }): string | undefined
  list(): readonly Pick<Cookie, 'name' | 'value'>[]
  set(name: string, value: string, url: URL): void
  clear(): void
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()
  return {
    store(response, url) {
      for (const text of response.headers.getSetCookie()) {
        const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
        const attributes = new Map(rest.map((part) => {
          const [name = '', value = ''] = part.split('=')
          return [name.toLowerCase(), value] as const
        }))
        const at = pair.indexOf('=')
        const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
        if (attributes.has('secure') && url.protocol !== 'https:') throw new Error(`Secure cookie ${name} over http`)
        if (name.startsWith('__Host-') && (!attributes.has('secure') || attributes.get('path') !== '/' || attributes.has('domain'))) {
          throw new Error(`A browser refuses the cookie: ${text}`)
        }
        const key = `${url.host} ${name}`
        if (attributes.get('max-age') === '0') cookies.delete(key)
        else cookies.set(key, { name, value, origin: url.host, sameSite: attributes.get('samesite') ?? 'None' })
      }
    },
    header(url, { crossSite, method }) {
      const sent = [...cookies.values()].filter((cookie) => cookie.origin === url.host)
        .filter((cookie) => !crossSite || method === 'GET' || cookie.sameSite === 'None')
      return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    list: () => [...cookies.values()].map(({ name, value }) => ({ name, value })),
    set: (name, value, url) => void cookies.set(`${url.host} ${name}`, { name, value, origin: url.host, sameSite: 'Lax' }),
    clear: () => cookies.clear(),
  }
}
