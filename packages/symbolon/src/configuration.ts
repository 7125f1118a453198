// The configuration of the service, read from environment variables once and as a whole.
import type { Lifetimes } from '@symbolon/core-protocol'
import { passkeyDocumentRules } from '@symbolon/login-passkey'
import type { PasskeyDocumentRules, PasskeyOptions } from '@symbolon/login-passkey'
import type { KeyOptions } from '@symbolon/server'
import * as v from 'valibot'
import { StartError } from './start-error.ts'
import { environmentSchema, settings } from './settings.ts'

/** The settings of the service, read and checked. */
export interface Configuration {
  readonly issuer: string
  readonly host: string
  readonly port: number
  /** Where health checks are answered; undefined when they are not. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
  /** Seconds for which requests are answered after SIGTERM while the service says that it is not ready. */
  readonly drainDelay: number
  readonly databaseUrl: string
  readonly databaseAuthToken: string | undefined
  /** For Postgres. What is undefined has the default of the storage. */
  readonly postgres: {
    readonly passwordFile: string | undefined
    readonly tls: 'disable' | 'verify-full' | undefined
    readonly caFile: string | undefined
    readonly poolSize: number | undefined
    /** Milliseconds. */
    readonly statementTimeout: number | undefined
    readonly namedStatements: boolean | undefined
  }
  /** The key itself, or the file that holds it; a file that was named must exist, the default one is made. */
  readonly masterKey: { readonly value: string } | { readonly file: string; readonly named: boolean }
  readonly vendor: string
  readonly apply: readonly string[]
  /** Where the client secrets and tokens go that `apply` makes. */
  readonly applySecretsFile: string
  /** Where the first start writes the link of the administrator, unless a terminal shows it. */
  readonly setupLinkFile: string
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly example: boolean
  readonly logLevel: 'debug' | 'info' | 'warning' | 'error'
  /** Whether users may delete their own accounts. */
  readonly accountDeletion: 'on' | 'off'
  /** Whether users with an unverified email address verify it when they sign in. Nothing is asked while no mails are sent. */
  readonly emailVerification: 'offered' | 'required'
  /** Whether people are asked before a request without an ID token of their session signs them out. */
  readonly logoutConfirmation: 'on' | 'off'
  /** `auto`: programs on this machine are not limited, requests that a proxy on it forwards are. */
  readonly rateLimit: 'auto' | 'on' | 'off'
  /** How many changes one user may make through the administrative endpoints, where requests are limited. */
  readonly managementChangesPerMinute: number
  readonly managementReadsPerMinute: number
  readonly tokensPerMinute: number
  readonly trustedProxies: readonly string[]
  /** Hosts inside the own network that identity providers may have. */
  readonly identityProviderHosts: readonly string[]
  /** Whether providers of documents that send `iss` go on with the redirect URI of the original product. */
  readonly sharedRedirectUri: 'on' | 'off'
  /** The id of the organization for new users where nothing else decides; undefined for the organization of the first start. */
  readonly defaultOrganization: string | undefined
  /** The RP ID of passkeys, and the origins that may use them. */
  readonly passkeys: PasskeyOptions
  /** Bytes of a document in an import request. */
  readonly importBodyLimit: number
  readonly buckets: BucketConfiguration
  readonly lifetimes: Lifetimes
  readonly keys: KeyOptions
  /** The mail server; undefined when mails cannot be sent. */
  readonly smtp: { readonly url: string; readonly from: string; readonly clientName?: string } | undefined
  /** Whether spans are recorded. */
  readonly tracing: 'on' | 'off'
  /** For commands that talk to a running server. */
  readonly token: string | undefined
}

/** Where objects of buckets may be; requests name no others. */
export interface BucketConfiguration {
  /** Origins. */
  readonly s3Endpoints: readonly string[]
  readonly gcsEndpoint: string | undefined
  readonly gcsTokenEndpoint: string | undefined
}

/** Where the first start makes a master key. */
const defaultMasterKeyFile = '.symbolon/master-key'

/**
 * @param environment e.g. `process.env`; names that do not begin with `SYMBOLON_` are not looked at
 * @throws StartError `invalid_configuration`, naming the variable and what it must be
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const own = Object.fromEntries(Object.entries(environment).filter(([name, value]) => name.startsWith('SYMBOLON_') && value !== undefined))
  for (const name of Object.keys(own)) refuseUnknown(name)
  const result = v.safeParse(environmentSchema, own)
  if (!result.success) {
    const [issue] = result.issues
    throw invalid(`${String(issue.path?.[0]?.key)} ${issue.message}.`)
  }
  const values = result.output
  const {
    SYMBOLON_TLS_CERT_FILE: certFile,
    SYMBOLON_TLS_KEY_FILE: keyFile,
    SYMBOLON_MASTER_KEY: key,
    SYMBOLON_MASTER_KEY_FILE: file,
    SYMBOLON_SMTP_URL: smtpUrl,
    SYMBOLON_MAIL_FROM: from,
    SYMBOLON_SMTP_CLIENT_NAME: clientName,
  } = values
  if ((certFile === undefined) !== (keyFile === undefined))
    throw invalid('SYMBOLON_TLS_CERT_FILE and SYMBOLON_TLS_KEY_FILE belong together. Set both or neither.')
  if (key !== undefined && file !== undefined)
    throw invalid('SYMBOLON_MASTER_KEY and SYMBOLON_MASTER_KEY_FILE exclude each other. Set only one.')
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile }
  if ((smtpUrl === undefined) !== (from === undefined))
    throw invalid('SYMBOLON_SMTP_URL and SYMBOLON_MAIL_FROM belong together. Set both or neither.')
  if (clientName !== undefined && smtpUrl === undefined) throw invalid('SYMBOLON_SMTP_CLIENT_NAME needs SYMBOLON_SMTP_URL.')
  const port = values.SYMBOLON_PORT
  return {
    issuer: values.SYMBOLON_ISSUER ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`,
    host: values.SYMBOLON_HOST,
    port,
    operations:
      values.SYMBOLON_OPERATIONS_PORT === undefined
        ? undefined
        : { host: values.SYMBOLON_OPERATIONS_HOST, port: values.SYMBOLON_OPERATIONS_PORT },
    drainDelay: values.SYMBOLON_DRAIN_DELAY,
    databaseUrl: values.SYMBOLON_DATABASE_URL,
    databaseAuthToken: values.SYMBOLON_DATABASE_AUTH_TOKEN,
    postgres: postgresOf(own, values),
    masterKey: key === undefined ? { file: file ?? defaultMasterKeyFile, named: file !== undefined } : { value: key },
    vendor: values.SYMBOLON_VENDOR,
    apply: values.SYMBOLON_APPLY ?? [],
    applySecretsFile: values.SYMBOLON_APPLY_SECRETS_FILE ?? '.symbolon/generated-secrets.jsonl',
    setupLinkFile: values.SYMBOLON_SETUP_LINK_FILE ?? '.symbolon/setup-link',
    tls,
    smtp:
      smtpUrl === undefined || from === undefined ? undefined : { url: smtpUrl, from, ...(clientName === undefined ? {} : { clientName }) },
    example: values.SYMBOLON_EXAMPLE === 'on',
    logLevel: values.SYMBOLON_LOG_LEVEL,
    tracing: values.SYMBOLON_TRACING,
    token: values.SYMBOLON_TOKEN,
    accountDeletion: values.SYMBOLON_ACCOUNT_DELETION,
    emailVerification: values.SYMBOLON_EMAIL_VERIFICATION,
    logoutConfirmation: values.SYMBOLON_LOGOUT_CONFIRMATION,
    rateLimit: values.SYMBOLON_RATE_LIMIT,
    managementChangesPerMinute: values.SYMBOLON_MANAGEMENT_CHANGES_PER_MINUTE,
    managementReadsPerMinute: values.SYMBOLON_MANAGEMENT_READS_PER_MINUTE,
    tokensPerMinute: values.SYMBOLON_TOKENS_PER_MINUTE,
    trustedProxies: values.SYMBOLON_TRUSTED_PROXIES ?? [],
    identityProviderHosts: values.SYMBOLON_IDP_ALLOWED_HOSTS ?? [],
    sharedRedirectUri: values.SYMBOLON_IDP_SHARED_REDIRECT_URI,
    defaultOrganization: values.SYMBOLON_DEFAULT_ORG,
    passkeys: passkeysOf(values),
    importBodyLimit: values.SYMBOLON_IMPORT_BODY_LIMIT,
    buckets: {
      s3Endpoints: values.SYMBOLON_S3_ENDPOINTS ?? [],
      gcsEndpoint: values.SYMBOLON_GCS_ENDPOINT,
      gcsTokenEndpoint: values.SYMBOLON_GCS_TOKEN_ENDPOINT,
    },
    keys: { rotationInterval: values.SYMBOLON_KEY_ROTATION_INTERVAL, maxAge: values.SYMBOLON_KEY_SET_MAX_AGE },
    lifetimes: {
      accessToken: values.SYMBOLON_ACCESS_TOKEN_LIFETIME,
      idToken: values.SYMBOLON_ID_TOKEN_LIFETIME,
      authorizationCode: values.SYMBOLON_AUTHORIZATION_CODE_LIFETIME,
      authorizationRequest: values.SYMBOLON_AUTHORIZATION_REQUEST_LIFETIME,
      session: values.SYMBOLON_SESSION_LIFETIME,
      refreshTokenIdle: values.SYMBOLON_REFRESH_TOKEN_IDLE_LIFETIME,
      refreshToken: values.SYMBOLON_REFRESH_TOKEN_LIFETIME,
      refreshTokenReuse: values.SYMBOLON_REFRESH_TOKEN_REUSE_INTERVAL,
    },
  }
}

/**
 * The configuration, with another database. Leaves out settings for Postgres where the database is a file.
 * @param environment as for `readConfiguration`
 * @param databaseUrl undefined for the one of the environment
 * @throws StartError `invalid_configuration`
 */
export function readConfigurationOn(
  environment: Readonly<Record<string, string | undefined>>,
  databaseUrl = environment['SYMBOLON_DATABASE_URL'],
): Configuration {
  const isForPostgres = /^SYMBOLON_DATABASE_(?!URL$|AUTH_TOKEN$)/
  const others = Object.entries(environment).filter(([name]) => isPostgresUrl(databaseUrl ?? '') || !isForPostgres.test(name))
  return readConfiguration({ ...Object.fromEntries(others), SYMBOLON_DATABASE_URL: databaseUrl })
}

/** Whether the URL is that of a database on a Postgres server. */
export function isPostgresUrl(databaseUrl: string): boolean {
  return /^postgres(?:ql)?:/.test(databaseUrl)
}

/** A setting for another database would silently have no effect. */
function postgresOf(given: Readonly<Record<string, unknown>>, values: v.InferOutput<typeof environmentSchema>): Configuration['postgres'] {
  const isPostgres = isPostgresUrl(values.SYMBOLON_DATABASE_URL)
  const forOthers = Object.keys(given).find(
    (name) =>
      name.startsWith('SYMBOLON_DATABASE_') && name !== 'SYMBOLON_DATABASE_URL' && (name === 'SYMBOLON_DATABASE_AUTH_TOKEN') === isPostgres,
  )
  if (forOthers !== undefined)
    throw invalid(
      `${forOthers} is not for ${isPostgres ? 'Postgres' : 'this database, but for Postgres'}. Remove it, or correct SYMBOLON_DATABASE_URL.`,
    )
  return {
    passwordFile: values.SYMBOLON_DATABASE_PASSWORD_FILE,
    tls: values.SYMBOLON_DATABASE_TLS,
    caFile: values.SYMBOLON_DATABASE_TLS_CA_FILE,
    poolSize: values.SYMBOLON_DATABASE_POOL_SIZE,
    statementTimeout: values.SYMBOLON_DATABASE_STATEMENT_TIMEOUT,
    namedStatements:
      values.SYMBOLON_DATABASE_NAMED_STATEMENTS === undefined ? undefined : values.SYMBOLON_DATABASE_NAMED_STATEMENTS === 'on',
  }
}

function passkeysOf({
  SYMBOLON_PASSKEY_RP_ID: rpId,
  SYMBOLON_PASSKEY_RELATED_ORIGINS: related,
}: v.InferOutput<typeof environmentSchema>): PasskeyOptions {
  return { ...(rpId === undefined ? {} : { rpId }), ...(related === undefined ? {} : { relatedOrigins: related }) }
}

/** What passkeys of documents must meet. */
export function passkeyRulesOf({ issuer, passkeys }: Pick<Configuration, 'issuer' | 'passkeys'>): PasskeyDocumentRules {
  return passkeyDocumentRules(issuer, passkeys)
}

/** A misspelt name would otherwise be a setting that silently has no effect. */
function refuseUnknown(name: string): void {
  if (settings.some((setting) => setting.name === name)) return
  const words = name.split('_').slice(1)
  const similar = settings.find((setting) => words.some((word) => word.length > 2 && setting.name.split('_').includes(word)))
  throw invalid(
    `${name} is not a known setting.${similar === undefined ? '' : ` Did you mean ${similar.name}?`} \`symbolon --help\` lists them all.`,
  )
}

function invalid(message: string): StartError {
  return new StartError('invalid_configuration', message)
}
