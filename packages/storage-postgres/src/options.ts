// The options of `postgres()`. They are checked when the storage is created, not when it is opened.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { OptionNames } from '@symbolon/core-protocol'

/** How a connection is encrypted: not at all, or by TLS with a certificate that is verified for the name of the server. */
export type TlsMode = 'disable' | 'verify-full'

/** Options of `postgres`. */
export interface PostgresOptions {
  /**
   * `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; user, password and database are percent-encoded. With the host `localhost`, the parameter
   * `host=/FOLDER` names the folder of a Unix socket. The parameter `options` passes settings to the server, such as
   * `-c search_path=symbolon`. https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-options
   */
  readonly url: string
  /** The password, where the URL has none. */
  readonly password?: string
  /** Default: `verify-full`; `disable` for a server on the loopback interface or behind a Unix socket. */
  readonly tls?: TlsMode
  /** The certificates (PEM) of the authorities that verify the certificate of the server. Default: the authorities of the runtime. */
  readonly ca?: string
  /** The maximum number of connections of this process. Default: 10. */
  readonly poolSize?: number
  /** Milliseconds that a call may wait for a connection before it fails with `StorageUnavailable`. Default: 5000. */
  readonly waitLimit?: number
  /**
   * Milliseconds after which the server cancels a statement, and rolls back a transaction that does nothing. Default: 10000. 0 leaves both to
   * the settings of the server, for poolers that refuse settings at the start of a connection.
   */
  readonly statementTimeout?: number
  /**
   * Whether the server keeps the plans of statements, by name. Default: true. A pooler between transactions must support it: PgBouncer does
   * from 1.21 on, with `max_prepared_statements` above 0.
   */
  readonly namedStatements?: boolean
  /** How many rows of opaque access tokens, about 1 KB each, and how many authorization codes are kept in memory. Default: 50000. */
  readonly accessTokensInMemory?: number
}

const optionNames: OptionNames<PostgresOptions> = {
  url: 'required',
  password: 'optional',
  tls: 'optional',
  ca: 'optional',
  poolSize: 'optional',
  waitLimit: 'optional',
  statementTimeout: 'optional',
  namedStatements: 'optional',
  accessTokensInMemory: 'optional',
}

/** Where the database is, and how it is used. */
export interface Target {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  readonly database: string
  /** Settings for the server, as on its command line. */
  readonly settings: string | undefined
  readonly tls: TlsMode
  readonly ca: string | undefined
  readonly poolSize: number
  readonly waitLimit: number
  readonly statementTimeout: number
  readonly namedStatements: boolean
  readonly accessTokensInMemory: number
}

const defaultPort = 5432
const mostAccessTokensInMemory = 5_000_000
/** Node's timers take no more. */
const tenMinutes = 600_000

/**
 * Checks the options.
 * @throws TypeError with the code `invalid_storage_url`, `invalid_tls`, `invalid_pool_size`, `invalid_wait_limit`, `invalid_statement_timeout` or
 *   `invalid_access_tokens_in_memory`
 */
export function readOptions(options: PostgresOptions): Target {
  checkPartOptions('postgres', options, optionNames)
  const { poolSize = 10, waitLimit = 5000, statementTimeout = 10_000, namedStatements = true, accessTokensInMemory = 50_000, ca } = options
  // A snapshot holds a connection for as long as it is read.
  checkRange('invalid_pool_size', 'poolSize must be a whole number', poolSize, 2, 1000)
  checkRange('invalid_wait_limit', 'waitLimit must be a whole number of milliseconds', waitLimit, 1, tenMinutes)
  checkRange('invalid_statement_timeout', 'statementTimeout must be a whole number of milliseconds', statementTimeout, 0, tenMinutes)
  checkRange(
    'invalid_access_tokens_in_memory',
    'accessTokensInMemory must be a whole number',
    accessTokensInMemory,
    0,
    mostAccessTokensInMemory,
  )
  const { password, ...address } = readUrl(options.url)
  if (password !== undefined && options.password !== undefined)
    throw invalid('invalid_storage_url', 'The password is given twice: in the url and by password.')
  return {
    ...address,
    password: options.password ?? password,
    tls: readTls(options, address.host),
    ca,
    poolSize,
    waitLimit,
    statementTimeout,
    namedStatements,
    accessTokensInMemory,
  }
}

type Address = Pick<Target, 'host' | 'port' | 'user' | 'password' | 'database' | 'settings'>

function readUrl(text: string): Address {
  const url = /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  const [user, password, database] = [url?.username, url?.password, url?.pathname.slice(1)].map(decoded)
  if (url === undefined || !user || !database || database.includes('/') || password === undefined || url.hash !== '')
    throw invalid('invalid_storage_url', 'url must be postgres://USER:PASSWORD@HOST:PORT/DATABASE.')
  const { host: socket, options: settings, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    const hint = unknown.startsWith('ssl') ? 'TLS is set by tls and ca' : 'It may have host and options'
    throw invalid('invalid_storage_url', `The url has the parameter ${unknown}. ${hint}.`)
  }
  if (url.hostname === '' || (socket !== undefined && (url.hostname !== 'localhost' || !socket.startsWith('/'))))
    throw invalid('invalid_storage_url', 'url must name a host; with localhost, ?host=/FOLDER may name the folder of a Unix socket.')
  return {
    // An IPv6 address is in brackets in a URL.
    host: socket ?? url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    user,
    password: password === '' ? undefined : password,
    database,
    settings,
  }
}

function readTls({ tls, ca }: PostgresOptions, host: string): TlsMode {
  const isSocket = host.startsWith('/')
  const mode = tls ?? (isSocket || isLoopback(host) ? 'disable' : 'verify-full')
  if (mode === 'verify-full' && isSocket) throw invalid('invalid_tls', 'A Unix socket has no TLS.')
  if (mode === 'disable' && ca !== undefined) throw invalid('invalid_tls', 'ca is for TLS: set tls to verify-full, or leave ca out.')
  return mode
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function decoded(text: string | undefined): string | undefined {
  try {
    const plain = text === undefined ? undefined : decodeURIComponent(text)
    return plain?.includes('\0') ? undefined : plain
  } catch {
    return undefined
  }
}

function checkRange(code: string, what: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) throw invalid(code, `${what} from ${least} to ${most}.`)
}

function invalid(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
