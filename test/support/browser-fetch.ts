// What a browser does with requests of scripts: https://fetch.spec.whatwg.org/#http-cors-protocol. A page of an origin asks first where the request
// is not simple, and reads only answers that name its origin.

export interface BrowserPage {
  readonly origin: string
  /** Header fields that something in the page adds to every request, such as a tracer. */
  readonly added?: Readonly<Record<string, string>>
}

const simpleTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const simpleFields = ['accept', 'accept-language', 'content-language']

/**
 * @param send sends what the browser sends
 * @returns `fetch` as scripts of the page have it: it rejects with a TypeError where the browser would
 */
export function browserFetch({ origin, added = {} }: BrowserPage, send: (request: Request) => Promise<Response>): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init)
    const fields = new Headers(asked.headers)
    for (const [name, value] of Object.entries(added)) fields.set(name, value)
    const unsafe = [...fields.keys()].filter((name) => !isSimple(name, fields.get(name) ?? '')).toSorted()
    if (unsafe.length > 0 || !['GET', 'HEAD', 'POST'].includes(asked.method)) await preflight(asked, unsafe)
    fields.set('origin', origin)
    const body = asked.body === null ? undefined : await asked.text()
    const response = await send(new Request(asked.url, { method: asked.method, headers: fields, ...(body === undefined ? {} : { body }) }))
    demandOrigin(response, asked)
    return response
  }

  async function preflight({ url, method }: Request, unsafe: readonly string[]): Promise<void> {
    const headers = {
      origin,
      'access-control-request-method': method,
      ...(unsafe.length === 0 ? {} : { 'access-control-request-headers': unsafe.join(',') }),
    }
    const answer = await send(new Request(url, { method: 'OPTIONS', headers }))
    demandOrigin(answer, { url })
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').split(',').map((name) => name.trim().toLowerCase())
    const refused = unsafe.filter((name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')))
    if (!answer.ok || refused.length > 0) throw new TypeError(`The preflight of ${url} does not allow ${refused.join(', ')}.`)
  }

  function demandOrigin(response: Response, { url }: Pick<Request, 'url'>): void {
    const named = response.headers.get('access-control-allow-origin')
    if (named !== origin && named !== '*') throw new TypeError(`${url} answers ${origin} with ${String(named)}.`)
  }
}

function isSimple(name: string, value: string): boolean {
  return name === 'content-type' ? simpleTypes.includes(value.split(';')[0]?.trim().toLowerCase() ?? '') : simpleFields.includes(name)
}
