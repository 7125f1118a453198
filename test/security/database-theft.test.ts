// An attacker has the database, its file and its log: nothing in it can be presented, and nothing in it signs.
import { MasterKeyMismatch, clientAssertionType, digest, readOpaqueAccessToken } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, bob, clientSecret, generateClientKey, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { Fields } from '../support/code-flow.ts'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { clientAssertion, signJws } from '../support/jws.ts'
import { masterKey } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { codeVerifier } from '../support/signed-in.ts'
import { ownerToken, robotSecret, startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const wrongPassword = 'a wrong password, typed by mistake'
const wrongSecret = 'a-wrong-client-secret-of-more-than-32-characters'

let file: DatabaseFile
let provider: TestProvider
/** Everything secret that was given out, typed or sent, by what it is. */
const secrets = new Map<string, string>()
const opened: string[] = []
const keep = (name: string, value: unknown): string => {
  assert.ok(typeof value === 'string' && value.length >= 12, `${name}: ${String(value)}`)
  secrets.set(`${name} ${secrets.size}`, value)
  return value
}

function withOtp(document: OrgDocument): OrgDocument {
  return {
    ...document,
    orgs:
      document.orgs?.map((org) => ({
        ...org,
        humanUsers:
          org.humanUsers?.map((each) => (each.userId === bob.id ? { ...each, user: { ...each.user, otpCode: otpSecret } } : each)) ?? [],
        // Their secrets are generated, and returned once in the report.
        apiApps: [...(org.apiApps ?? []), { appId: 'generated', app: { projectId: 'portal', name: 'Generated' } }],
        personalAccessTokens: [...(org.personalAccessTokens ?? []), { tokenId: 'generated-token', userId: 'robot' }],
      })) ?? [],
  }
}

before(async () => {
  file = await databaseFile()
  const [clientKey, machineKey] = [await generateClientKey('client-key', 'ES256'), await generateClientKey('machine-key', 'RS256')]
  const document = wholeDocument([clientKey], machineKey)
  provider = await startWholeProvider({ storage: file.storage, document })
  const report = await provider.apply(withOtp(document))
  for (const { generated } of report.entries) {
    for (const [name, value] of Object.entries(generated ?? {})) if (name !== 'clientId') keep(name, value)
  }
  assert.equal(secrets.size, 2)
  const given = { alice: alice.password, bob: bob.password, clientSecret, robotSecret, ownerToken, otpSecret, wrongPassword, wrongSecret }
  for (const [name, value] of Object.entries(given)) keep(name, value)
  keep('master key', Buffer.from(masterKey).toString('base64'))
  for (const { privateKey } of [clientKey, machineKey]) keep('private exponent', (await crypto.subtle.exportKey('jwk', privateKey)).d)

  for (const clientId of ['all', 'jwt', 'public', 'key', 'post']) {
    const userAgent = provider.newUserAgent()
    const { verifier, challenge } = await codeVerifier()
    keep('verifier', verifier)
    const start = await userAgent.get(
      authorizationUrl(provider, { client_id: clientId, scope: 'openid profile offline_access', ...challenge }),
    )
    keep('csrf', start.forms[0]?.fields['csrf'])
    for (const { value } of userAgent.cookies.list()) keep('request cookie', value)
    if (clientId === 'post') {
      const refused = await signIn(userAgent, start, { ...alice, password: wrongPassword })
      assert.equal(refused.redirectedTo, undefined)
    }
    // One code stays unredeemed, and one request unfinished.
    const code = keep('code', codeOf(await signIn(userAgent, start, alice)))
    for (const { value } of userAgent.cookies.list()) keep('session cookie', value)
    keep('unused code', codeOf(await userAgent.get(authorizationUrl(provider, { client_id: clientId, ...challenge }))))
    await userAgent.get(authorizationUrl(provider, { client_id: clientId, prompt: 'login', ...challenge }))
    for (const { value } of userAgent.cookies.list()) keep('cookie', value)

    const credentials: Fields =
      clientId === 'key'
        ? {
            client_assertion: keep('client assertion', await clientAssertion(provider, clientKey)),
            client_assertion_type: clientAssertionType,
          }
        : clientId === 'post'
          ? { client_id: 'post', client_secret: clientSecret }
          : clientId === 'public'
            ? { client_id: 'public' }
            : {}
    const headers: Fields = ['all', 'jwt'].includes(clientId) ? { authorization: basicHeader(clientId, clientSecret) } : {}
    const { status, body } = await redeem(provider, code, { code_verifier: verifier, ...credentials }, headers)
    assert.equal(status, 200, JSON.stringify(body))
    await keepTokens(body)
    if (clientId === 'all') {
      const refreshed = await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }, headers)
      assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
      keep('successor', refreshed.body['refresh_token'])
      await keepTokens(refreshed.body)
    }
  }
  const robot = await postToken(provider, {
    grant_type: 'client_credentials',
    client_id: 'robot',
    client_secret: robotSecret,
    scope: 'openid',
  })
  await keepTokens(robot.body)
  const now = Math.floor(provider.clock.now() / 1000)
  const claims = { iss: 'keyed', sub: 'keyed', aud: provider.issuer, iat: now, exp: now + 60, jti: keep('jti', crypto.randomUUID()) }
  const assertion = keep('assertion', await signJws({ alg: 'RS256', kid: machineKey.id }, claims, machineKey.privateKey))
  await keepTokens(
    (await postToken(provider, { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'openid' })).body,
  )
  await postToken(provider, { grant_type: 'client_credentials', client_id: 'robot', client_secret: wrongSecret, scope: 'openid' })
  const implicit = await provider
    .newUserAgent()
    .get(authorizationUrl(provider, { client_id: 'all', response_type: 'id_token token', nonce: 'n'.repeat(20) }))
  assert.equal(implicit.status, 200)
})
after(async () => file.dispose())

async function keepTokens(body: Readonly<Record<string, unknown>>): Promise<void> {
  const token = keep('access token', body['access_token'])
  const opaque = readOpaqueAccessToken(token)
  if (opaque !== undefined) opened.push(digest(keep('secret of an access token', opaque.secret)))
  if (body['id_token'] !== undefined) keep('ID token', body['id_token'])
  if (body['refresh_token'] !== undefined) keep('refresh token', body['refresh_token'])
  assert.equal((await userinfoOf(provider, token)).status, 200)
}

/** A text, and what it looks like in other clothes. */
function formsOf(text: string): readonly string[] {
  const encoded = Buffer.from(text)
  return [
    text,
    encoded.toString('base64').replace(/=+$/, ''),
    encoded.toString('base64url'),
    encoded.toString('hex'),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
  ]
}

describe('a stolen database', () => {
  test('CR-01 OT-07 holds no password, secret, code, token, cookie, seed, assertion or key that was given out or sent', async () => {
    assert.ok(secrets.size > 60, String(secrets.size))
    const tables = file.tables()
    const filled = [
      'sessions',
      'authorization_codes',
      'authorization_requests',
      'opaque_access_tokens',
      'refresh_tokens',
      'personal_access_tokens',
      'signing_keys',
      'audit_events',
    ]
    for (const name of filled) {
      assert.ok((tables[name]?.length ?? 0) > 0, `${name} is empty`)
    }
    const dump = JSON.stringify(tables)
    for (const [name, secret] of secrets) for (const form of formsOf(secret)) assert.ok(!dump.includes(form), `${name} in a table`)
    const running = file.bytes()
    for (const [name, secret] of secrets)
      for (const form of formsOf(secret)) assert.ok(!running.includes(form), `${name} in the file or its log`)
    await provider.close()
    const closed = file.bytes()
    for (const [name, secret] of secrets) for (const form of formsOf(secret)) assert.ok(!closed.includes(form), `${name} in the file`)
  })

  test('CR-01 what is looked for would be found', () => {
    // A public value of each table, so that the search above does not pass because it looks at nothing.
    const bytes = file.bytes()
    for (const text of ['alice@mail.example', 'https://app.example/cb', 'client-key', 'Christ Church'])
      assert.ok(bytes.includes(text), text)
  })

  test('CR-02 values of full entropy are stored as SHA-256, and passwords as argon2id', async () => {
    const tables = file.tables()
    const column = (table: string, name: string): readonly unknown[] => (tables[table] ?? []).map((row) => row[name])
    const stored = new Set(column('opaque_access_tokens', 'digest'))
    assert.ok(opened.length > 4)
    for (const each of opened) assert.ok(stored.has(each))
    const [codes, cookies] = [new Set(column('authorization_codes', 'digest')), new Set(column('sessions', 'user_agent'))]
    for (const [name, secret] of secrets) {
      if (/^(unused )?code/.test(name)) assert.ok(codes.has(digest(secret)), name)
    }
    const sessionCookies = [...secrets].filter(([name]) => name.startsWith('session cookie')).map(([, secret]) => digest(secret))
    assert.ok(sessionCookies.filter((each) => cookies.has(each)).length >= 5)
    assert.ok(column('applications', 'secret_digest').includes(digest(clientSecret)))
    assert.ok(column('users', 'secret_digest').includes(digest(robotSecret)))
    assert.ok(column('personal_access_tokens', 'token_digest').includes(digest(ownerToken)))
    for (const hash of column('passwords', 'hash')) assert.match(String(hash), /^\$argon2id\$v=19\$m=\d{4,},t=\d+,p=\d+\$/)
    // Every column that is named for a digest holds one, and nothing else.
    for (const [table, rows] of Object.entries(tables)) {
      for (const row of rows) {
        for (const [name, value] of Object.entries(row)) {
          if (/(^|_)digest$/.test(name) && value !== null) assert.match(String(value), /^[A-Za-z0-9_-]{43}$/, `${table}.${name}`)
        }
      }
    }
  })

  test('CR-07 no private key is in it, and without the master key it cannot be used', async () => {
    const tables = file.tables()
    assert.ok((tables['signing_keys']?.length ?? 0) >= 3)
    for (const { sealed_private_jwk: sealed, public_jwk: known } of tables['signing_keys'] ?? []) {
      // A compact JWE whose content is encrypted with a key of the server: https://www.rfc-editor.org/rfc/rfc7516#section-7.1
      assert.match(String(sealed), /^[A-Za-z0-9_-]+\.(?:\.[A-Za-z0-9_-]+){3}$/)
      for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.ok(!(member in (JSON.parse(String(known)) as object)), member)
    }
    assert.doesNotMatch(JSON.stringify(tables), /PRIVATE KEY|\\"d\\":/)
    const before = file.bytes()
    await assert.rejects(
      createProvider({ issuer: 'https://id.example', masterKey: new Uint8Array(32).fill(8), storage: file.storage }),
      MasterKeyMismatch,
    )
    assert.deepEqual(file.tables(), tables)
    assert.equal(file.bytes().length, before.length)
  })

  test('CR-07 a secret that was sealed for one purpose is not one for another', () => {
    const [first, ...others] = (file.tables()['signing_keys'] ?? []).map((row) => String(row['sealed_private_jwk']))
    assert.ok(others.every((each) => each !== first))
    const seals = (file.tables()['users'] ?? []).flatMap((row) => row['sealed_otp_secret'] ?? [])
    assert.equal(seals.length, 1)
  })
})
