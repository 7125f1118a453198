// The configuration: defaults, every setting read, every mistake named.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfiguration } from '../src/configuration.ts'
import { helpText } from '../src/help.ts'
import { environmentSchema, settings } from '../src/settings.ts'
import { StartError } from '../src/start-error.ts'

test('without settings the service listens on this machine alone, at http://localhost:8080', () => {
  const configuration = readConfiguration({ HOME: '/root' })
  assert.equal(configuration.issuer, 'http://localhost:8080')
  assert.equal(configuration.host, '127.0.0.1')
  assert.equal(configuration.databaseUrl, 'file:.symbolon/symbolon.db')
  assert.deepEqual(configuration.masterKey, { file: '.symbolon/master-key', named: false })
  assert.equal(configuration.example, false)
  assert.deepEqual(configuration.lifetimes, {
    accessToken: 43_200,
    idToken: 43_200,
    authorizationCode: 60,
    authorizationRequest: 1800,
    session: 864_000,
    refreshTokenIdle: 2_592_000,
    refreshToken: 7_776_000,
    refreshTokenReuse: 10,
  })
})

test('signing keys rotate every 90 days, and clients cache the key set for 5 minutes, by default', () => {
  assert.deepEqual(readConfiguration({}).keys, { rotationInterval: 7_776_000, maxAge: 300 })
  const settings = { SYMBOLON_KEY_ROTATION_INTERVAL: '12h', SYMBOLON_KEY_SET_MAX_AGE: '1m' }
  assert.deepEqual(readConfiguration(settings).keys, { rotationInterval: 43_200, maxAge: 60 })
})

test('the issuer follows the port, and https where a certificate is given', () => {
  assert.equal(readConfiguration({ SYMBOLON_PORT: '9000' }).issuer, 'http://localhost:9000')
  const settings = { SYMBOLON_PORT: '9000', SYMBOLON_TLS_CERT_FILE: 'c', SYMBOLON_TLS_KEY_FILE: 'k' }
  assert.equal(readConfiguration(settings).issuer, 'https://localhost:9000')
  for (const issuer of ['https://id.example', 'https://example.com/auth', 'http://localhost:8080/auth/acme'])
    assert.equal(readConfiguration({ ...settings, SYMBOLON_ISSUER: issuer }).issuer, issuer)
})

test('health checks are answered where a port is given, on loopback by default, and nothing waits at the end', () => {
  const { operations, drainDelay } = readConfiguration({})
  assert.deepEqual({ operations, drainDelay }, { operations: undefined, drainDelay: 0 })
  const set = readConfiguration({ SYMBOLON_OPERATIONS_PORT: '9090', SYMBOLON_DRAIN_DELAY: '10s' })
  assert.deepEqual(set.operations, { host: '127.0.0.1', port: 9090 })
  assert.equal(set.drainDelay, 10)
  assert.equal(readConfiguration({ SYMBOLON_DRAIN_DELAY: '0s' }).drainDelay, 0)
})

test('durations are read in seconds, minutes, hours and days', () => {
  const { lifetimes } = readConfiguration({
    SYMBOLON_ACCESS_TOKEN_LIFETIME: '45s',
    SYMBOLON_ID_TOKEN_LIFETIME: '30m',
    SYMBOLON_SESSION_LIFETIME: '2d',
    SYMBOLON_AUTHORIZATION_REQUEST_LIFETIME: '1h',
  })
  assert.deepEqual(lifetimes, {
    accessToken: 45,
    idToken: 1800,
    session: 172_800,
    authorizationRequest: 3600,
    authorizationCode: 60,
    refreshTokenIdle: 2_592_000,
    refreshToken: 7_776_000,
    refreshTokenReuse: 10,
  })
})

test('several documents are separated by commas', () => {
  assert.deepEqual(readConfiguration({ SYMBOLON_APPLY: 'a.json, b.json' }).apply, ['a.json', 'b.json'])
})

test('new users belong to the organization of the first start, unless the setting names a different organization', () => {
  assert.equal(readConfiguration({}).defaultOrganization, undefined)
  assert.equal(readConfiguration({ SYMBOLON_DEFAULT_ORG: '300000000000000001' }).defaultOrganization, '300000000000000001')
})

test('limits exempt this machine and trust no proxy by default', () => {
  const { rateLimit, trustedProxies } = readConfiguration({})
  assert.deepEqual({ rateLimit, trustedProxies }, { rateLimit: 'auto', trustedProxies: [] })
  const configuration = readConfiguration({ SYMBOLON_RATE_LIMIT: 'on', SYMBOLON_TRUSTED_PROXIES: '10.0.0.0/8, ::1,' })
  assert.equal(configuration.rateLimit, 'on')
  assert.deepEqual(configuration.trustedProxies, ['10.0.0.0/8', '::1'])
})

test('an organization is issued 30,000 tokens a minute by default', () => {
  assert.equal(readConfiguration({}).tokensPerMinute, 30_000)
  assert.equal(readConfiguration({ SYMBOLON_TOKENS_PER_MINUTE: '9999999' }).tokensPerMinute, 9_999_999)
})

test('buckets are where the operator says, no S3 storage unless one is named, and documents in requests have 64 MiB', () => {
  const { buckets, importBodyLimit } = readConfiguration({})
  assert.deepEqual(
    { buckets, importBodyLimit },
    { buckets: { s3Endpoints: [], gcsEndpoint: undefined, gcsTokenEndpoint: undefined }, importBodyLimit: 67_108_864 },
  )
  const configuration = readConfiguration({
    SYMBOLON_S3_ENDPOINTS: 'https://s3.example, http://minio:9000',
    SYMBOLON_GCS_ENDPOINT: 'https://gcs.example',
    SYMBOLON_GCS_TOKEN_ENDPOINT: 'https://gcs.example/token',
    SYMBOLON_IMPORT_BODY_LIMIT: '8',
  })
  assert.deepEqual(configuration.buckets, {
    s3Endpoints: ['https://s3.example', 'http://minio:9000'],
    gcsEndpoint: 'https://gcs.example',
    gcsTokenEndpoint: 'https://gcs.example/token',
  })
  assert.equal(configuration.importBodyLimit, 8_388_608)
})

for (const [settings, says] of [
  [{ SYMBOLON_S3_ENDPOINTS: 's3.example' }, /SYMBOLON_S3_ENDPOINTS must be origins/],
  [{ SYMBOLON_GCS_ENDPOINT: 'https://gcs.example/' }, /SYMBOLON_GCS_ENDPOINT must be an origin/],
  [{ SYMBOLON_GCS_TOKEN_ENDPOINT: 'file:///etc/passwd' }, /SYMBOLON_GCS_TOKEN_ENDPOINT must be a URL/],
  [{ SYMBOLON_IMPORT_BODY_LIMIT: '0' }, /SYMBOLON_IMPORT_BODY_LIMIT must be a number of MiB/],
  [{ SYMBOLON_FOO: '1' }, /SYMBOLON_FOO is not a known setting/],
  [{ SYMBOLON_ISSUER: 'id.example' }, /SYMBOLON_ISSUER must be an address/],
  [{ SYMBOLON_ISSUER: 'https://id.example/' }, /SYMBOLON_ISSUER must be an address/],
  [{ SYMBOLON_ISSUER: 'https://id.example/auth/' }, /SYMBOLON_ISSUER must be an address/],
  [{ SYMBOLON_ISSUER: 'https://id.example/a/../auth' }, /SYMBOLON_ISSUER must be an address/],
  [{ SYMBOLON_ISSUER: 'http://id.example/auth' }, /plain http is for localhost/],
  [{ SYMBOLON_ISSUER: 'http://localhost.evil.example' }, /plain http is for localhost/],
  [{ SYMBOLON_VENDOR: 'Big Corp' }, /SYMBOLON_VENDOR must be one word/],
  [{ SYMBOLON_EXAMPLE: 'yes' }, /SYMBOLON_EXAMPLE must be on or off/],
  [{ SYMBOLON_LOG_LEVEL: 'loud' }, /SYMBOLON_LOG_LEVEL must be/],
  [{ SYMBOLON_APPLY: ' , ' }, /SYMBOLON_APPLY must name one or more files/],
  [{ SYMBOLON_EMAIL_VERIFICATION: 'on' }, /SYMBOLON_EMAIL_VERIFICATION must be offered or required/],
  [{ SYMBOLON_ACCOUNT_DELETION: 'yes' }, /SYMBOLON_ACCOUNT_DELETION must be on or off/],
  [{ SYMBOLON_LOGOUT_CONFIRMATION: 'no' }, /SYMBOLON_LOGOUT_CONFIRMATION must be on or off/],
  [{ SYMBOLON_IDP_SHARED_REDIRECT_URI: 'yes' }, /SYMBOLON_IDP_SHARED_REDIRECT_URI must be on or off/],
  [{ SYMBOLON_TOKENS_PER_MINUTE: '0' }, /SYMBOLON_TOKENS_PER_MINUTE must be a number/],
  [{ SYMBOLON_RATE_LIMIT: 'yes' }, /SYMBOLON_RATE_LIMIT must be auto, on or off/],
  [{ SYMBOLON_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' }, /SYMBOLON_TRUSTED_PROXIES must be addresses or networks/],
  [{ SYMBOLON_TRUSTED_PROXIES: ',' }, /SYMBOLON_TRUSTED_PROXIES must be addresses or networks/],
  [{ SYMBOLON_DEFAULT_ORG: '' }, /SYMBOLON_DEFAULT_ORG must be the id of an organization/],
  [{ SYMBOLON_DEFAULT_ORG: 'a\nb' }, /SYMBOLON_DEFAULT_ORG must be the id of an organization/],
  [{ SYMBOLON_SESSION_LIFETIME: '0s' }, /SYMBOLON_SESSION_LIFETIME must be a duration/],
  [{ SYMBOLON_KEY_ROTATION_INTERVAL: 'never' }, /SYMBOLON_KEY_ROTATION_INTERVAL must be a duration/],
  [{ SYMBOLON_DRAIN_DELAY: '10' }, /SYMBOLON_DRAIN_DELAY must be 0s, or a duration/],
  [{ SYMBOLON_OPERATIONS_PORT: '70000' }, /SYMBOLON_OPERATIONS_PORT must be a port number/],
  [{ SYMBOLON_DATABASE_AUTH_TOKEN: '' }, /SYMBOLON_DATABASE_AUTH_TOKEN must not be empty/],
] as const) {
  test(`refuses ${JSON.stringify(settings)} and says why`, () => {
    assert.throws(
      () => readConfiguration(settings),
      (error) => error instanceof StartError && error.code === 'invalid_configuration' && says.test(error.message),
    )
  })
}

test('a refusal never repeats the value of a secret', () => {
  const secret = 'not-32-bytes-but-secret'
  assert.throws(
    () => readConfiguration({ SYMBOLON_MASTER_KEY: secret }),
    (error) => error instanceof Error && !error.message.includes(secret),
  )
})

test('the help lists every setting', () => {
  for (const name of Object.keys(environmentSchema.entries)) assert.ok(helpText().includes(`  ${name}=`), name)
})

test('the reference lists every setting, in the order of the help, with its default', () => {
  const page = readFileSync(new URL('../../../docs/reference/configuration.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| ((?:`SYMBOLON_[A-Z0-9_]+`(?:, )?)+) \|([^|]*)\|/gm)].flatMap(([, names = '', standard = '']) =>
    names.split(', ').map((name) => ({ name: name.replaceAll('`', ''), standard: /^ `([^`]*)`/.exec(standard)?.[1] })),
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    settings.map(({ name }) => name),
  )
  for (const { name, default: standard } of settings) {
    if (standard !== undefined) assert.equal(rows.find((row) => row.name === name)?.standard, standard, name)
  }
})
