// The settings of the service: one table that is parsed, and that `symbolon --help` prints.
import { identifierProblem } from '@symbolon/provisioning'
import { isNetwork } from '@symbolon/server'
import * as v from 'valibot'

/** A setting from the environment. */
export interface Setting {
  readonly name: string
  /** What to put there, for the help. */
  readonly form: string
  readonly description: string
  readonly default?: string
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** `45s`, `30m`, `12h`, `10d`, in seconds. */
const duration = v.pipe(
  v.string(),
  v.regex(/^[1-9][0-9]{0,8}[smhd]$/, 'must be a duration such as 45s, 30m, 12h or 10d'),
  v.transform((text) => Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? 1)),
)

/** The same, or `0s`. */
const delay = v.union(
  [
    v.pipe(
      v.literal('0s'),
      v.transform(() => 0),
    ),
    duration,
  ],
  'must be 0s, or a duration such as 10s or 1m',
)

const path = v.pipe(v.string(), v.nonEmpty('must be the path of a file'))

const port = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,5}$/, 'must be a port number, 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number, 0 to 65535'),
)

const isOrigin = (text: string): boolean => URL.parse(text)?.origin === text && /^https?:/.test(text)

/** As `createProvider` takes it. */
const issuerPath = /(?<=[^/:])(?:\/[A-Za-z0-9._~-]+)+$/

const issuer = v.pipe(
  v.string(),
  v.check(
    (text) => isOrigin(text.replace(issuerPath, '')) && URL.parse(text)?.href.replace(/\/$/, '') === text,
    'must be an address such as https://id.example or https://example.com/auth, without query or trailing slash',
  ),
  v.check(
    (text) => text.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(text),
    'must be https; plain http is for localhost alone',
  ),
)

const databaseUrl = v.pipe(
  v.string(),
  v.regex(
    /^(file:.+|:memory:|https?:\/\/.+|libsql:\/\/.+|postgres(?:ql)?:\/\/.+)$/,
    'must be file:PATH, :memory:, http(s)://…, libsql://… or postgres://USER@HOST/DATABASE',
  ),
)

const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
)

const httpUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL'),
)

/** One schema for the environment. Names that it does not know are refused by the reader. */
export const environmentSchema = v.object({
  SYMBOLON_ISSUER: v.optional(issuer),
  SYMBOLON_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address to listen on')), '127.0.0.1'),
  SYMBOLON_PORT: v.optional(port, '8080'),
  SYMBOLON_DRAIN_DELAY: v.optional(delay, '0s'),
  SYMBOLON_OPERATIONS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must be an address to listen on')), '127.0.0.1'),
  SYMBOLON_OPERATIONS_PORT: v.optional(port),
  SYMBOLON_DATABASE_URL: v.optional(databaseUrl, 'file:.symbolon/symbolon.db'),
  SYMBOLON_DATABASE_AUTH_TOKEN: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty'))),
  SYMBOLON_DATABASE_PASSWORD_FILE: v.optional(path),
  SYMBOLON_DATABASE_TLS: v.optional(v.picklist(['disable', 'verify-full'], 'must be disable or verify-full')),
  SYMBOLON_DATABASE_TLS_CA_FILE: v.optional(path),
  SYMBOLON_DATABASE_POOL_SIZE: v.optional(
    v.pipe(v.string(), v.regex(/^(?:[2-9]|[1-9][0-9]{1,2}|1000)$/, 'must be a number, 2 to 1000'), v.transform(Number)),
  ),
  SYMBOLON_DATABASE_STATEMENT_TIMEOUT: v.optional(
    v.pipe(
      delay,
      v.maxValue(600, 'must be 10m at most'),
      v.transform((seconds) => seconds * 1000),
    ),
  ),
  SYMBOLON_DATABASE_NAMED_STATEMENTS: v.optional(v.picklist(['on', 'off'], 'must be on or off')),
  SYMBOLON_MASTER_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9+/_-]{43}=?)*$/, 'must be 32 bytes as base64: openssl rand -base64 32')),
  ),
  SYMBOLON_MASTER_KEY_FILE: v.optional(path),
  SYMBOLON_VENDOR: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be one word of lower-case letters, digits and hyphens')),
    'symbolon',
  ),
  SYMBOLON_APPLY: v.optional(v.pipe(list, v.minLength(1, 'must name one or more files, separated by commas'))),
  SYMBOLON_APPLY_SECRETS_FILE: v.optional(path),
  SYMBOLON_SETUP_LINK_FILE: v.optional(path),
  SYMBOLON_TLS_CERT_FILE: v.optional(path),
  SYMBOLON_TLS_KEY_FILE: v.optional(path),
  SYMBOLON_EMAIL_VERIFICATION: v.optional(v.picklist(['offered', 'required'], 'must be offered or required'), 'offered'),
  SYMBOLON_ACCOUNT_DELETION: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  SYMBOLON_LOGOUT_CONFIRMATION: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  SYMBOLON_SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^smtps?:\/\/[^\s/?#]+\/?$/, 'must be smtp://user:password@host:port, or smtps:// for TLS from the first byte'),
    ),
  ),
  SYMBOLON_SMTP_CLIENT_NAME: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i, 'must be a host name, such as id.acme.example'),
    ),
  ),
  SYMBOLON_MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^([^<>@\r\n]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/,
        'must be an address such as id@acme.example, or Acme <id@acme.example>',
      ),
    ),
  ),
  SYMBOLON_PASSKEY_RP_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)*$/, 'must be a domain such as acme.example, in lower case')),
  ),
  SYMBOLON_PASSKEY_RELATED_ORIGINS: v.optional(
    v.pipe(
      list,
      v.check(
        (origins) => origins.length > 0 && origins.every((origin) => isOrigin(origin) && origin.startsWith('https://')),
        'must be https origins such as https://login.acme.example, separated by commas',
      ),
    ),
  ),
  SYMBOLON_MANAGEMENT_CHANGES_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,5}$/, 'must be a number, 1 to 999999'), v.transform(Number)),
    '600',
  ),
  SYMBOLON_MANAGEMENT_READS_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,6}$/, 'must be a number, 1 to 9999999'), v.transform(Number)),
    '6000',
  ),
  SYMBOLON_TOKENS_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,6}$/, 'must be a number, 1 to 9999999'), v.transform(Number)),
    '30000',
  ),
  SYMBOLON_RATE_LIMIT: v.optional(v.picklist(['auto', 'on', 'off'], 'must be auto, on or off'), 'auto'),
  SYMBOLON_TRUSTED_PROXIES: v.optional(
    v.pipe(
      list,
      v.check(
        (networks) => networks.length > 0 && networks.every(isNetwork),
        'must be addresses or networks such as 10.0.0.0/8, separated by commas',
      ),
    ),
  ),
  SYMBOLON_IDP_ALLOWED_HOSTS: v.optional(
    v.pipe(
      list,
      v.check(
        (hosts) => hosts.length > 0 && hosts.every((host) => /^[A-Za-z0-9.:-]+$/.test(host)),
        'must be host names or addresses, separated by commas',
      ),
    ),
  ),
  SYMBOLON_IDP_SHARED_REDIRECT_URI: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  SYMBOLON_DEFAULT_ORG: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (id) => identifierProblem([id]) === undefined,
        'must be the id of an organization: 1 to 200 characters, no control characters',
      ),
    ),
  ),
  SYMBOLON_IMPORT_BODY_LIMIT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9][0-9]{0,3}$/, 'must be a number of MiB, 1 to 9999'),
      v.transform((text) => Number(text) * 1_048_576),
    ),
    '64',
  ),
  SYMBOLON_S3_ENDPOINTS: v.optional(
    v.pipe(
      list,
      v.check(
        (origins) => origins.length > 0 && origins.every(isOrigin),
        'must be origins such as https://s3.example, separated by commas',
      ),
    ),
  ),
  SYMBOLON_GCS_ENDPOINT: v.optional(v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://storage.googleapis.com'))),
  SYMBOLON_GCS_TOKEN_ENDPOINT: v.optional(httpUrl),
  SYMBOLON_EXAMPLE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  SYMBOLON_LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warning', 'error'], 'must be debug, info, warning or error'), 'info'),
  SYMBOLON_TRACING: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  SYMBOLON_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be a bearer token'))),
  SYMBOLON_KEY_FILE: v.optional(path),
  SYMBOLON_ACCESS_TOKEN_LIFETIME: v.optional(duration, '12h'),
  SYMBOLON_ID_TOKEN_LIFETIME: v.optional(duration, '12h'),
  SYMBOLON_AUTHORIZATION_CODE_LIFETIME: v.optional(duration, '60s'),
  SYMBOLON_AUTHORIZATION_REQUEST_LIFETIME: v.optional(duration, '30m'),
  SYMBOLON_SESSION_LIFETIME: v.optional(duration, '10d'),
  SYMBOLON_REFRESH_TOKEN_IDLE_LIFETIME: v.optional(duration, '30d'),
  SYMBOLON_REFRESH_TOKEN_LIFETIME: v.optional(duration, '90d'),
  SYMBOLON_REFRESH_TOKEN_REUSE_INTERVAL: v.optional(duration, '10s'),
  SYMBOLON_KEY_ROTATION_INTERVAL: v.optional(duration, '90d'),
  SYMBOLON_KEY_SET_MAX_AGE: v.optional(duration, '5m'),
})

type SettingName = keyof typeof environmentSchema.entries

const descriptions: Readonly<Record<SettingName, readonly [form: string, description: string]>> = {
  SYMBOLON_ISSUER: ['URL', 'the address that users and applications see; default http(s)://localhost:PORT'],
  SYMBOLON_HOST: ['ADDRESS', 'the address to listen on; 0.0.0.0 for all'],
  SYMBOLON_PORT: ['NUMBER', 'the port to listen on'],
  SYMBOLON_DRAIN_DELAY: [
    'DURATION',
    'how long the service answers requests after SIGTERM while /readyz says 503; behind a balancer 10s, or longer than it takes to notice',
  ],
  SYMBOLON_OPERATIONS_HOST: ['ADDRESS', 'the address to listen on for health checks and metrics; never one that the internet reaches'],
  SYMBOLON_OPERATIONS_PORT: ['NUMBER', 'the port for /livez, /readyz and /metrics; default none'],
  SYMBOLON_DATABASE_URL: ['URL', 'file:PATH, :memory:, http(s)://…, libsql://… or postgres://USER@HOST/DATABASE'],
  SYMBOLON_DATABASE_AUTH_TOKEN: ['TOKEN', 'for a libSQL server that requires one'],
  SYMBOLON_DATABASE_PASSWORD_FILE: ['PATH', 'Postgres: a file with the password, where the URL has none'],
  SYMBOLON_DATABASE_TLS: ['disable|verify-full', 'Postgres: default verify-full; disable for a server on this machine'],
  SYMBOLON_DATABASE_TLS_CA_FILE: ['PATH', 'Postgres: the authorities (PEM) of the certificate of the server; default those of the runtime'],
  SYMBOLON_DATABASE_POOL_SIZE: ['NUMBER', 'Postgres: how many connections this process opens at most; default 10'],
  SYMBOLON_DATABASE_STATEMENT_TIMEOUT: [
    'DURATION',
    'Postgres: how long a statement may run; default 10s; 0s leaves it to the server, for poolers that refuse the setting',
  ],
  SYMBOLON_DATABASE_NAMED_STATEMENTS: [
    'on|off',
    'Postgres: let the server keep the plans of statements; default on; off for PgBouncer before 1.21',
  ],
  SYMBOLON_MASTER_KEY: ['BASE64', '32 bytes that encrypt secrets at rest; NEW,OLD while a new key replaces an old one'],
  SYMBOLON_MASTER_KEY_FILE: ['PATH', 'a file with the master key on one line; default .symbolon/master-key, created at the first start'],
  SYMBOLON_VENDOR: ['WORD', 'the product part of reserved scopes and claims: urn:WORD:iam:…'],
  SYMBOLON_APPLY: ['PATHS', 'documents to apply at every start, separated by commas'],
  SYMBOLON_APPLY_SECRETS_FILE: [
    'PATH',
    'the file for client secrets and tokens that SYMBOLON_APPLY generates; default .symbolon/generated-secrets.jsonl',
  ],
  SYMBOLON_SETUP_LINK_FILE: [
    'PATH',
    'the file for the link of the first administrator, where standard output is not a terminal; default .symbolon/setup-link',
  ],
  SYMBOLON_TLS_CERT_FILE: ['PATH', 'certificate chain (PEM): serve https without a proxy'],
  SYMBOLON_TLS_KEY_FILE: ['PATH', 'private key of the certificate (PEM)'],
  SYMBOLON_EMAIL_VERIFICATION: ['offered|required', 'whether users must verify an unverified email address when they sign in'],
  SYMBOLON_ACCOUNT_DELETION: ['on|off', 'let users delete their own accounts on the account page'],
  SYMBOLON_LOGOUT_CONFIRMATION: ['on|off', 'ask users to confirm a sign-out request without an id_token_hint of theirs'],
  SYMBOLON_SMTP_URL: [
    'URL',
    'the mail server: smtp://user:password@host:587, or smtps://…; without it, mails of a localhost issuer go to files in .symbolon/mail',
  ],
  SYMBOLON_SMTP_CLIENT_NAME: [
    'HOST',
    'the host name with which the service introduces itself to the mail server (EHLO): by default the domain of the sender',
  ],
  SYMBOLON_MAIL_FROM: ['ADDRESS', 'the sender of mails: id@acme.example, or Acme <id@acme.example>; required with SYMBOLON_SMTP_URL'],
  SYMBOLON_PASSKEY_RP_ID: [
    'DOMAIN',
    'the domain that passkeys belong to: the host of the issuer (default), or a parent domain; after a change, existing passkeys do not work',
  ],
  SYMBOLON_PASSKEY_RELATED_ORIGINS: [
    'ORIGINS',
    'other origins whose pages may use the passkeys, separated by commas; published at /.well-known/webauthn',
  ],
  SYMBOLON_MANAGEMENT_CHANGES_PER_MINUTE: [
    'NUMBER',
    'how many changes one user may make through the management API, where requests are limited; default 600',
  ],
  SYMBOLON_MANAGEMENT_READS_PER_MINUTE: [
    'NUMBER',
    'how many requests the users of one organization may make in a minute to read through the management API, where requests are limited; half of it for one user; default 6000',
  ],
  SYMBOLON_TOKENS_PER_MINUTE: [
    'NUMBER',
    'how many token requests of the applications of one organization succeed in a minute, where requests are limited; half of it for one application; default 30000',
  ],
  SYMBOLON_RATE_LIMIT: [
    'auto|on|off',
    'limit requests per client and address; auto exempts requests from this machine, but never forwarded ones',
  ],
  SYMBOLON_TRUSTED_PROXIES: [
    'ADDRESSES',
    'proxies whose X-Forwarded-For is trusted, for limits and the audit trail: addresses or networks, separated by commas',
  ],
  SYMBOLON_IDP_ALLOWED_HOSTS: [
    'HOSTS',
    'identity providers that are not public, or not at port 443 or 8443: host names or addresses, separated by commas',
  ],
  SYMBOLON_IDP_SHARED_REDIRECT_URI: [
    'on|off',
    'after a move, send users of identity providers that announce iss to the redirect URI of the original product; default off',
  ],
  SYMBOLON_DEFAULT_ORG: [
    'ID',
    'the organization of new users who register or come from an identity provider of the instance; default the one of the first start',
  ],
  SYMBOLON_IMPORT_BODY_LIMIT: ['MIB', 'the largest document in an import request; larger ones come from a bucket'],
  SYMBOLON_S3_ENDPOINTS: ['ORIGINS', 'S3 endpoints that exports and imports may name, separated by commas; default none'],
  SYMBOLON_GCS_ENDPOINT: ['ORIGIN', 'the address of Google Cloud Storage; default https://storage.googleapis.com'],
  SYMBOLON_GCS_TOKEN_ENDPOINT: ['URL', "the endpoint for its access tokens; default Google's"],
  SYMBOLON_EXAMPLE: ['on|off', 'create the demo application at the first start; npm start turns it on'],
  SYMBOLON_LOG_LEVEL: ['LEVEL', 'debug, info, warning or error; on stderr, as JSON lines unless it is a terminal'],
  SYMBOLON_TRACING: ['on|off', 'record spans by the API of OpenTelemetry; load its SDK with node --import'],
  SYMBOLON_TOKEN: ['TOKEN', 'for commands that speak to a running server: a personal access token'],
  SYMBOLON_KEY_FILE: ['PATH', 'for the same commands, from login on: the key file of a service user'],
  SYMBOLON_ACCESS_TOKEN_LIFETIME: ['DURATION', 'how long access tokens live'],
  SYMBOLON_ID_TOKEN_LIFETIME: ['DURATION', 'how long ID tokens live'],
  SYMBOLON_AUTHORIZATION_CODE_LIFETIME: ['DURATION', 'how long an authorization code may wait to be redeemed'],
  SYMBOLON_AUTHORIZATION_REQUEST_LIFETIME: ['DURATION', 'how long a user may take to sign in'],
  SYMBOLON_SESSION_LIFETIME: ['DURATION', 'how long a browser stays signed in'],
  SYMBOLON_REFRESH_TOKEN_IDLE_LIFETIME: ['DURATION', 'how long a refresh token may stay unused'],
  SYMBOLON_REFRESH_TOKEN_LIFETIME: ['DURATION', 'the longest lifetime of the refresh tokens of one sign-in'],
  SYMBOLON_REFRESH_TOKEN_REUSE_INTERVAL: ['DURATION', 'how long a used refresh token still returns its successor'],
  SYMBOLON_KEY_ROTATION_INTERVAL: ['DURATION', 'the time after which a signing key gets a successor'],
  SYMBOLON_KEY_SET_MAX_AGE: [
    'DURATION',
    'how long clients may cache the key set; a new key is published for longer than this before it signs',
  ],
}

/** The table, in the order of the help. */
export const settings: readonly Setting[] = Object.entries(descriptions).map(([name, [form, description]]) => {
  const entry: unknown = environmentSchema.entries[name as SettingName]
  const standard = typeof entry === 'object' && entry !== null && 'default' in entry ? entry.default : undefined
  return { name, form, description, ...(typeof standard === 'string' ? { default: standard } : {}) }
})
