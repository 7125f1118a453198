// Which package may import what. An arrow that is not here fails the tests: adding one is a decision, not an accident.

export interface Arrows {
  /** Packages of this repository that it may import. */
  readonly internal: readonly string[]
  /** Packages of this repository of which it may import types alone. */
  readonly types: readonly string[]
  /** Packages from the registry. */
  readonly external: readonly string[]
}

const core = '@symbolon/core-protocol'
const schema = '@symbolon/schema-v2'
const login = '@symbolon/login'
const account = '@symbolon/account'
const storageSql = '@symbolon/storage-sql'

export const arrows: Readonly<Record<string, Arrows>> = {
  '@symbolon/schema-v2': { internal: [], types: [], external: ['valibot'] },
  '@symbolon/core-protocol': { internal: [], types: [schema], external: ['ipaddr.js', 'jose', 'valibot'] },
  '@symbolon/grants-authorization-code': { internal: [core, schema], types: [], external: ['valibot'] },
  '@symbolon/grants-refresh-token': { internal: [core, schema], types: [], external: ['valibot'] },
  '@symbolon/grants-client-credentials': { internal: [core, schema], types: [], external: ['valibot'] },
  '@symbolon/grants-device': { internal: [core], types: [storageSql], external: ['valibot'] },
  '@symbolon/grants-implicit': { internal: [core, schema], types: [], external: [] },
  '@symbolon/grants-jwt-profile': { internal: [core, schema], types: [], external: ['valibot'] },
  '@symbolon/grants-token-exchange': { internal: [core, schema], types: [], external: ['valibot'] },
  '@symbolon/pushed-requests': { internal: [core, schema], types: [storageSql], external: [] },
  '@symbolon/password-rules': { internal: [core, schema], types: [], external: [] },
  '@symbolon/permissions': { internal: [core], types: [], external: [] },
  '@symbolon/login': { internal: [core, schema, '@symbolon/password-rules'], types: [], external: ['otpauth', 'valibot'] },
  '@symbolon/login-passkey': { internal: [core, schema, login], types: [], external: ['@simplewebauthn/server', 'valibot'] },
  '@symbolon/outgoing': { internal: [core], types: [], external: [] },
  '@symbolon/login-external': { internal: [core, login, '@symbolon/outgoing'], types: [], external: ['openid-client', 'valibot'] },
  [account]: { internal: [core, schema, login], types: [], external: ['valibot'] },
  '@symbolon/ui-templates': { internal: [], types: [core, login, account], external: ['hono', 'uqr'] },
  '@symbolon/secret-hashing': { internal: [core], types: [], external: ['@node-rs/argon2', '@node-rs/bcrypt'] },
  '@symbolon/storage-sql': { internal: [core, schema], types: [], external: ['kysely'] },
  '@symbolon/storage-libsql': { internal: [core, storageSql], types: [], external: ['@libsql/client', 'kysely', 'libsql'] },
  '@symbolon/storage-postgres': { internal: [core, storageSql], types: [], external: ['kysely', 'pg'] },
  '@symbolon/mail-smtp': { internal: [], types: [login], external: ['nodemailer'] },
  '@symbolon/rate-limiting': { internal: [core], types: [], external: [] },
  '@symbolon/json-stream': { internal: [], types: [], external: ['@streamparser/json'] },
  '@symbolon/command-line': { internal: [], types: [], external: [] },
  '@symbolon/migration-v1': { internal: ['@symbolon/command-line', '@symbolon/json-stream', schema], types: [], external: ['valibot'] },
  '@symbolon/provisioning': {
    internal: [core, schema, '@symbolon/password-rules', '@symbolon/permissions'],
    types: [],
    external: [],
  },
  '@symbolon/transfer': {
    internal: [core, schema, '@symbolon/json-stream', '@symbolon/migration-v1', '@symbolon/provisioning'],
    types: [],
    external: ['valibot'],
  },
  '@symbolon/rest': { internal: [core, '@symbolon/permissions'], types: [], external: [] },
  '@symbolon/admin-api': {
    internal: [core, schema, '@symbolon/json-stream', '@symbolon/provisioning', '@symbolon/rest', '@symbolon/transfer'],
    types: [],
    external: ['valibot'],
  },
  '@symbolon/management-api': {
    internal: [
      core,
      schema,
      '@symbolon/admin-api',
      '@symbolon/permissions',
      '@symbolon/provisioning',
      '@symbolon/rest',
      '@symbolon/transfer',
    ],
    types: [],
    external: ['hono'],
  },
  '@symbolon/client': { internal: [], types: [schema], external: [] },
  '@symbolon/management-command': { internal: ['@symbolon/client', '@symbolon/command-line'], types: [], external: ['jose'] },
  '@symbolon/console': {
    internal: [core, schema, login, '@symbolon/management-api', '@symbolon/permissions', '@symbolon/rest', '@symbolon/ui-templates'],
    types: [],
    external: ['hono'],
  },
  '@symbolon/object-storage-gcs': {
    internal: [],
    types: ['@symbolon/transfer'],
    external: ['@google-cloud/storage', 'google-auth-library', 'valibot'],
  },
  '@symbolon/object-storage-s3': { internal: [], types: ['@symbolon/transfer'], external: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'] },
  '@symbolon/server': {
    internal: [core],
    types: [],
    external: ['@logtape/logtape', 'hono', 'valibot'],
  },
  symbolon: {
    internal: [
      core,
      schema,
      login,
      account,
      '@symbolon/admin-api',
      '@symbolon/command-line',
      '@symbolon/console',
      '@symbolon/grants-authorization-code',
      '@symbolon/grants-refresh-token',
      '@symbolon/grants-client-credentials',
      '@symbolon/grants-device',
      '@symbolon/grants-implicit',
      '@symbolon/grants-jwt-profile',
      '@symbolon/grants-token-exchange',
      '@symbolon/mail-smtp',
      '@symbolon/management-api',
      '@symbolon/management-command',
      '@symbolon/login-external',
      '@symbolon/login-passkey',
      '@symbolon/object-storage-gcs',
      '@symbolon/object-storage-s3',
      '@symbolon/provisioning',
      '@symbolon/pushed-requests',
      '@symbolon/rate-limiting',
      '@symbolon/secret-hashing',
      '@symbolon/server',
      '@symbolon/storage-libsql',
      '@symbolon/storage-postgres',
      '@symbolon/storage-sql',
      '@symbolon/transfer',
      '@symbolon/ui-templates',
    ],
    types: [],
    external: ['@logtape/logtape', '@opentelemetry/api', 'prom-client', 'tldts', 'valibot'],
  },
  '@symbolon/testing': {
    internal: [
      core,
      schema,
      login,
      '@symbolon/grants-authorization-code',
      '@symbolon/grants-client-credentials',
      '@symbolon/grants-implicit',
      '@symbolon/grants-jwt-profile',
      '@symbolon/grants-refresh-token',
      '@symbolon/provisioning',
      '@symbolon/server',
      '@symbolon/storage-libsql',
      '@symbolon/test-client',
      '@symbolon/ui-templates',
    ],
    types: [],
    external: ['jose'],
  },
  '@symbolon/test-client': { internal: [], types: [], external: ['parse5', 'tough-cookie'] },
  '@symbolon/test-kit': {
    internal: [core, schema, '@symbolon/test-client'],
    types: [],
    external: ['jose', 'postal-mime', 'smtp-server'],
  },
}

/** Files that may read the clock: everything else is given the time. */
export const clockPlaces: readonly RegExp[] = [
  // A library reads the clock of the runtime, and needs its offset.
  /^packages\/login-external\/src\/client\/clock-skew\.ts$/,
  // A command is a separate program.
  /^packages\/management-command\/src\/(?:access|commands)\//,
  /^packages\/server\/src\/create-provider\.ts$/,
  /^packages\/symbolon\/src\//,
  /^packages\/testing\/src\//,
  /^packages\/test-client\/src\/clock\.ts$/,
  /^packages\/test-kit\/src\//,
]

/**
 * Identifiers of grants, and the one package in which each may occur. Not `refresh_token`: it is a member of the token response
 * as well, which core alone writes. https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export const grantIdentifiers: Readonly<Record<string, string>> = {
  authorization_code: 'grants-authorization-code',
  implicit: 'grants-implicit',
  client_credentials: 'grants-client-credentials',
  'urn:ietf:params:oauth:grant-type:jwt-bearer': 'grants-jwt-profile',
  'urn:ietf:params:oauth:grant-type:token-exchange': 'grants-token-exchange',
  'urn:ietf:params:oauth:grant-type:device_code': 'grants-device',
}

/** wire-names.ts translates what documents call the grants, whatever is composed; testing is never part of a composition. */
export const grantIdentifierPlaces: readonly RegExp[] = [
  /^packages\/storage-sql\/src\/documents\/wire-names\.ts$/,
  // The console is a client: it names the grant that it uses. Its set-up texts name those of other clients.
  /^packages\/console\/src\/(?:applications\/setup|client|sign-in)\//,
  /^packages\/testing\/src\//,
  // The command is one too, and so are service users whose key it is given.
  /^packages\/management-api\/src\/command\//,
  /^packages\/management-command\/src\/access\//,
  /^packages\/test-kit\/src\//,
]

/**
 * Files that may give Kysely text to write into SQL as it is: the condition of an index, which the migrations spell out, the number of a
 * parameter that is used again, and the names of the tables that get a trigger.
 */
export const sqlTextPlaces: readonly RegExp[] = [
  /^packages\/storage-sql\/src\/sql\/schema\.ts$/,
  /^packages\/storage-sql\/src\/directory\/insert-rows\.ts$/,
  /^packages\/storage-postgres\/src\/changes\.ts$/,
]
