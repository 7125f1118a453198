// What `libsql()` may be given. Wrong options fail here, when the storage is made, not when it is opened.

export interface LibsqlOptions {
  /** `file:…`, `:memory:`, or the address of a libSQL server: `libsql://…`, `https://…`, `http://…`, `wss://…`, `ws://…`. */
  readonly url: string
  /** For a libSQL server. */
  readonly authToken?: string
  /** Milliseconds that a statement may wait for its turn, or for the server's answer, before it is `StorageUnavailable`. Default 5000. */
  readonly waitLimit?: number
}

export interface Target {
  readonly kind: 'file' | 'memory' | 'server'
  readonly url: string
  readonly authToken: string | undefined
  readonly waitLimit: number
}

const serverUrl = /^(libsql|https?|wss?):\/\/[^/]/

/** @throws TypeError with a `code` */
export function readOptions(options: LibsqlOptions): Target {
  const { url, authToken, waitLimit = 5000 } = options
  if (!Number.isInteger(waitLimit) || waitLimit < 1 || waitLimit > 600_000) {
    throw invalid('invalid_wait_limit', 'waitLimit is a number of milliseconds from 1 to 600000')
  }
  const kind = kindOf(url)
  if (kind === undefined) {
    const server = 'the address of a libSQL server (libsql, https, http, wss, ws)'
    throw invalid('invalid_storage_url', `url is file:PATH without query, :memory:, or ${server}`)
  }
  if (authToken !== undefined && kind !== 'server') throw invalid('unexpected_auth_token', 'authToken is for libSQL servers only')
  return { kind, url, authToken, waitLimit }
}

function kindOf(url: string): Target['kind'] | undefined {
  if (url === ':memory:') return 'memory'
  if (serverUrl.test(url)) return URL.canParse(url) ? 'server' : undefined
  return /^file:[^?#]+$/.test(url) && !url.includes(':memory:') && !url.endsWith('/') ? 'file' : undefined
}

function invalid(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
