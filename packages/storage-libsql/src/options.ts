// What `libsql()` may be given. Wrong options fail here, when the storage is made, not when it is opened.
import { resolve } from 'node:path'

export interface LibsqlOptions {
  /** `file:…`, `:memory:`, or the address of a libSQL server: `libsql://…`, `https://…`, `http://…`, `wss://…`, `ws://…`. */
  readonly url: string
  /** Whether a file that is not there is made. Default true; false where a database is expected. */
  readonly create?: boolean
  /** For a libSQL server. */
  readonly authToken?: string
  /** Milliseconds that a statement may wait for its turn, or for the server's answer, before it is `StorageUnavailable`. Default 5000. */
  readonly waitLimit?: number
}

export interface LocalTarget {
  readonly kind: 'local'
  /** Absolute, or `:memory:`. */
  readonly path: string
  readonly waitLimit: number
  readonly create: boolean
}

export interface ServerTarget {
  readonly kind: 'server'
  readonly url: string
  readonly authToken: string | undefined
  readonly waitLimit: number
}

export type Target = LocalTarget | ServerTarget

const serverUrl = /^(libsql|https?|wss?):\/\/[^/]/

/** @throws TypeError with a `code` */
export function readOptions(options: LibsqlOptions): Target {
  const { url, authToken, waitLimit = 5000, create = true } = options
  if (!Number.isInteger(waitLimit) || waitLimit < 1 || waitLimit > 600_000) {
    throw invalid('invalid_wait_limit', 'waitLimit is a number of milliseconds from 1 to 600000')
  }
  if (serverUrl.test(url) && URL.canParse(url)) return { kind: 'server', url, authToken, waitLimit }
  const path = url === ':memory:' ? url : filePath(url)
  if (path === undefined) {
    const server = 'the address of a libSQL server (libsql, https, http, wss, ws)'
    throw invalid('invalid_storage_url', `url is file:PATH without query, :memory:, or ${server}`)
  }
  if (authToken !== undefined) throw invalid('unexpected_auth_token', 'authToken is for libSQL servers only')
  return { kind: 'local', path, waitLimit, create }
}

/** The absolute path of `file:PATH`, `file:/PATH` or `file:///PATH`, in which percent signs encode as in any URL. */
function filePath(url: string): string | undefined {
  const encoded = /^file:(?:\/\/(?:localhost)?(?=\/))?((?!\/\/)[^?#]+)$/.exec(url)?.[1]
  if (encoded === undefined || encoded.includes(':memory:') || encoded.endsWith('/')) return undefined
  try {
    const path = decodeURIComponent(encoded)
    return path.includes('\0') ? undefined : resolve(path)
  } catch {
    return undefined
  }
}

function invalid(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
