// The options of `libsql()`. They are checked when the storage is created, not when it is opened.
import { resolve } from 'node:path'
import { checkPartOptions } from '@symbolon/core-protocol'
import type { OptionNames } from '@symbolon/core-protocol'

/** Options of `libsql`. */
export interface LibsqlOptions {
  /** `file:…`, `:memory:`, or the address of a libSQL server: `libsql://…`, `https://…`, `http://…`, `wss://…`, `ws://…`. */
  readonly url: string
  /** Whether a missing file is created. Default: true. */
  readonly create?: boolean
  /** For a libSQL server. */
  readonly authToken?: string
  /** Milliseconds that a statement may wait for its turn or for the server, before it fails with `StorageUnavailable`. Default: 5000. */
  readonly waitLimit?: number
  /**
   * How many access tokens are kept in memory besides the database, where this process alone uses it: those that were issued last or asked for twice.
   * As many authorization codes are kept until their redemption.
   * Default: 50000. 0 keeps none. On a libSQL server it has no effect.
   */
  readonly accessTokensInMemory?: number
}

const optionNames: OptionNames<LibsqlOptions> = {
  url: 'required',
  create: 'optional',
  authToken: 'optional',
  waitLimit: 'optional',
  accessTokensInMemory: 'optional',
}

/** A database in a file or in memory. */
export interface LocalTarget {
  readonly kind: 'local'
  /** Absolute, or `:memory:`. */
  readonly path: string
  readonly waitLimit: number
  readonly create: boolean
  readonly accessTokensInMemory: number
}

/** A database on a libSQL server. */
export interface ServerTarget {
  readonly kind: 'server'
  readonly url: string
  readonly authToken: string | undefined
  readonly waitLimit: number
}

/** Where the database is. */
export type Target = LocalTarget | ServerTarget

/** More would take gigabytes. */
const mostAccessTokensInMemory = 5_000_000

const serverUrl = /^(libsql|https?|wss?):\/\/[^/]/

/** Checks the options. @throws TypeError with the code `invalid_wait_limit`, `invalid_access_tokens_in_memory`, `invalid_storage_url` or `unexpected_auth_token` */
export function readOptions(options: LibsqlOptions): Target {
  checkPartOptions('libsql', options, optionNames)
  const { url, authToken, waitLimit = 5000, create = true, accessTokensInMemory = 50_000 } = options
  if (!Number.isInteger(waitLimit) || waitLimit < 1 || waitLimit > 600_000) {
    throw invalid('invalid_wait_limit', 'waitLimit must be a whole number of milliseconds from 1 to 600000.')
  }
  if (!Number.isInteger(accessTokensInMemory) || accessTokensInMemory < 0 || accessTokensInMemory > mostAccessTokensInMemory) {
    const range = `0 to ${mostAccessTokensInMemory}`
    throw invalid('invalid_access_tokens_in_memory', `accessTokensInMemory must be a whole number from ${range}.`)
  }
  if (serverUrl.test(url) && URL.canParse(url)) return { kind: 'server', url, authToken, waitLimit }
  const path = url === ':memory:' ? url : filePath(url)
  if (path === undefined) {
    const server = 'the address of a libSQL server (libsql, https, http, wss, ws)'
    const meant = typeof url === 'string' && /^[\w./~-]+$/.test(url) ? ` Did you mean 'file:${url}'?` : ''
    throw invalid('invalid_storage_url', `url must be file:PATH without a query, :memory:, or ${server}.${meant}`)
  }
  if (authToken !== undefined) throw invalid('unexpected_auth_token', 'authToken is for libSQL servers only.')
  return { kind: 'local', path, waitLimit, create, accessTokensInMemory }
}

/** The path of a database in a file. @throws TypeError `no_database_file` for memory and for libSQL servers */
export function localPath(url: string): string {
  const target = readOptions({ url })
  if (target.kind === 'local' && target.path !== ':memory:') return target.path
  throw invalid('no_database_file', 'Only a database in a file can be copied. Back up a libSQL server with its own tools.')
}

/** The absolute path of `file:PATH`, `file:/PATH` or `file:///PATH`, percent-decoded. */
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
