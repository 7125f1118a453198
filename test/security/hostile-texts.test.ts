// Every text that a stranger can send, and every member that a document of a request can have, is read in linear time: the whole service,
// with its limits, is sent generated texts in each parameter, header, path and JSON member, one after the other.
import { clientAssertionType, define } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { clientSecret, createUserAgent, generateClientKey, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair, Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { composeSymbolon, readConfiguration } from 'symbolon'
import { basicHeader } from '../support/code-flow.ts'
import { formText, hostileJson, hostileJwts, hostileTexts, isFieldValue, sharing } from '../support/hostile-texts.ts'
import { signJws } from '../support/jws.ts'
import { leastBusyTime } from '../support/processor-time.ts'
import { masterKey } from '../support/provider.ts'
import { ownerToken, robotSecret, wholeDocument } from '../support/whole-provider.ts'

/** Milliseconds. */
const limit = 50
const issuer = 'https://id.example'
/** Bytes: a form that the endpoints read, less the parameters next to the hostile one; and the head of a request. */
const formSize = 60_000
const headSize = 15_000

type Fields = Readonly<Record<string, string>>

let provider: Awaited<ReturnType<typeof composeSymbolon>>
let key: ClientKeyPair
let sent = 0
before(async () => {
  key = await generateClientKey('client-key', 'RS256')
  const { lifetimes, vendor } = readConfiguration({})
  const hashing = secretHashing()
  const furnish = define({
    kind: 'task',
    name: 'test',
    stores: ['directory'],
    async run({ stores: { directory }, sealing, now, randomToken }: Context<'directory'>) {
      const report = await applyDocument(readDocument(wholeDocument([key])), {
        directory,
        authority: systemAuthority,
        sealing,
        now,
        randomToken,
        hashing,
        issuerHost: 'id.example',
      })
      assert.deepEqual(
        report.entries.filter(({ action }) => action === 'refused'),
        [],
      )
    },
  })
  provider = await composeSymbolon({
    issuer,
    vendor,
    lifetimes,
    hashing,
    storage: libsql({ url: ':memory:' }),
    masterKey: Buffer.from(masterKey).toString('base64'),
    rateLimit: 'on',
    // All changes come from one owner, and each text has to be read.
    managementChangesPerMinute: 1_000_000,
    trustedProxies: ['198.18.0.0/15'],
    tasks: [furnish],
  })
  const switched = await send(
    'PUT',
    '/v2/features/instance',
    { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    '{"oidcTokenExchange":true}',
  )
  assert.equal(switched.status, 200)
})
after(async () => await provider.close())

/** Each request comes from a different address: none is refused because of the requests before it. */
async function send(method: string, path: string, headers: Fields = {}, body?: string): Promise<Response> {
  sent += 1
  const remoteAddress = `198.18.${Math.floor(sent / 250) % 250}.${(sent % 250) + 1}`
  return await provider.fetch(new Request(issuer + path, { method, headers, ...(body === undefined ? {} : { body }) }), { remoteAddress })
}

async function post(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  const body = Object.entries(fields)
    .map(([name, value]) => `${name}=${formText(value)}`)
    .join('&')
  return await send('POST', path, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body)
}

/** Sends each of the texts, and fails with the slowest one that is too slow. */
async function allAreFast(texts: readonly string[], attempt: (text: string) => Promise<Response>): Promise<void> {
  const slow: string[] = []
  for (const text of texts) {
    const time = await leastBusyTime(async () => {
      const response = await attempt(text)
      await response.arrayBuffer()
      assert.ok(response.status < 500, `${response.status} for ${JSON.stringify(text.slice(0, 60))}`)
      assert.notEqual(response.status, 429, 'the text was not read at all')
    }, limit)
    if (time >= limit) slow.push(`${Math.round(time)} ms for ${JSON.stringify(text.slice(0, 60))}… of ${text.length}`)
  }
  assert.deepEqual(slow, [])
}

const texts = hostileTexts(formSize)
const headerTexts = hostileTexts(headSize).filter(isFieldValue)
/** The longest that are still read as JWTs; and texts beyond the limit of the parameter, of which only the length is read. */
const jwts = [...hostileJwts(16_000), ...texts]
const claims = [
  ...hostileJson(formSize),
  ...hostileJson(8000),
  ...hostileJson(7000).flatMap((json) => [`{"userinfo":${json}}`, `{"id_token":{"acr":${json}}}`]),
]

const authorization: Fields = { client_id: 'all', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
const exchange: Fields = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  client_id: 'all',
  client_secret: clientSecret,
  subject_token: 'x',
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
}
const code: Fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri }
const withSecret: Fields = { client_id: 'post', client_secret: clientSecret }
const jwtType = 'urn:ietf:params:oauth:token-type:jwt'

/** Every parameter that an endpoint reads: the rest of its request, and the texts it is sent. */
const parameters: readonly (readonly [
  path: string,
  names: readonly string[],
  rest: Fields,
  texts: () => readonly string[],
  headers?: Fields,
])[] = [
  [
    '/oauth/v2/authorize',
    [
      'client_id',
      'redirect_uri',
      'response_type',
      'response_mode',
      'scope',
      'state',
      'nonce',
      'prompt',
      'max_age',
      'login_hint',
      'ui_locales',
      'code_challenge',
      'code_challenge_method',
      'acr_values',
      'display',
      'request',
      'request_uri',
      'registration',
      'unknown',
    ],
    authorization,
    () => [...texts, ...hostileTexts(8000), ...hostileTexts(300)],
  ],
  ['/oauth/v2/authorize', ['claims'], authorization, () => claims],
  ['/oauth/v2/authorize', ['id_token_hint'], authorization, () => jwts],
  [
    '/oauth/v2/token',
    ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'client_assertion_type', 'unknown'],
    code,
    () => texts,
  ],
  ['/oauth/v2/token', ['client_assertion'], { ...code, client_assertion_type: clientAssertionType }, () => jwts],
  ['/oauth/v2/token', ['assertion'], { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', scope: 'openid' }, () => jwts],
  [
    '/oauth/v2/token',
    ['scope'],
    { grant_type: 'client_credentials', client_id: 'robot', client_secret: robotSecret },
    () => [...texts, ...hostileTexts(2000)],
  ],
  [
    '/oauth/v2/token',
    ['refresh_token', 'scope'],
    { grant_type: 'refresh_token', client_id: 'all', client_secret: clientSecret },
    () => texts,
  ],
  ['/oauth/v2/token', ['subject_token', 'actor_token'], exchange, () => jwts],
  ['/oauth/v2/token', ['subject_token'], { ...exchange, subject_token_type: jwtType }, () => jwts],
  [
    '/oauth/v2/token',
    ['subject_token_type', 'actor_token_type', 'requested_token_type', 'audience', 'resource', 'scope'],
    exchange,
    () => texts,
  ],
  ['/oauth/v2/introspect', ['token'], {}, () => jwts, { authorization: basicHeader('api', clientSecret) }],
  ['/oauth/v2/introspect', ['token_type_hint'], { token: 'x' }, () => texts, { authorization: basicHeader('api', clientSecret) }],
  ['/oauth/v2/revoke', ['token'], withSecret, () => jwts],
  ['/oauth/v2/revoke', ['token_type_hint'], { ...withSecret, token: 'x' }, () => texts],
  ['/oidc/v1/userinfo', ['access_token'], {}, () => jwts],
  ['/oidc/v1/end_session', ['id_token_hint'], {}, () => jwts],
  [
    '/oidc/v1/end_session',
    ['client_id', 'post_logout_redirect_uri', 'state', 'ui_locales', 'logout_hint'],
    {},
    () => [...texts, ...hostileTexts(8000)],
  ],
]

const share = sharing()

describe('parameters', () => {
  for (const [path, names, rest, hostile, headers] of parameters) {
    for (const name of names) {
      const kind = rest['subject_token_type'] === jwtType ? ' of a JWT' : (rest['grant_type'] ?? '')
      test(`DS-07 ${name} at ${path} ${kind}`, async () =>
        await allAreFast(share(hostile()), async (text) => await post(path, { ...rest, [name]: text }, headers)))
    }
  }

  test('DS-07 the whole form, and the whole query', async () => {
    await allAreFast(
      texts,
      async (text) => await send('POST', '/oauth/v2/token', { 'content-type': 'application/x-www-form-urlencoded' }, text),
    )
    await allAreFast(hostileTexts(headSize), async (text) => await send('GET', `/oauth/v2/authorize?${formText(text)}`))
  })

  test('DS-07 the request that is resumed, and paths that carry a value', async () => {
    const paths = [
      '/oauth/v2/authorize/resume?request=',
      '/ui/login?request=',
      '/ui/login/accounts?request=',
      '/admin/v1/events?before=',
      '/admin/v1/events?limit=',
      '/admin/v1/import/',
      '/',
    ]
    for (const path of paths) {
      await allAreFast(
        hostileTexts(headSize),
        async (text) => await send('GET', path + formText(text), { authorization: `Bearer ${ownerToken}` }),
      )
    }
  })

  test('DS-07 members of a client assertion that the client signed', async () => {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: 'key', sub: 'key', aud: issuer, iat: now, exp: now + 60 }
    const long = hostileTexts(5000)
    const assertions = await Promise.all(
      long
        .flatMap((text) => [
          { ...honest, jti: text.slice(0, 256) },
          { ...honest, jti: text },
          { ...honest, aud: text },
          { ...honest, aud: text.split('').slice(0, 1500) },
          { ...honest, sub: text },
        ])
        .map(async (payload) => await signJws({ alg: 'RS256', kid: key.id }, payload, key.privateKey)),
    )
    await allAreFast(
      assertions,
      async (assertion) =>
        await post('/oauth/v2/token', { ...code, client_assertion_type: clientAssertionType, client_assertion: assertion }),
    )
  })
})

describe('headers', () => {
  const readBy: Readonly<Record<string, readonly (readonly [method: string, path: string])[]>> = {
    accept: [
      ['GET', '/oauth/v2/authorize'],
      ['GET', '/nothing'],
    ],
    'accept-language': [
      ['GET', '/oauth/v2/authorize'],
      ['GET', '/oidc/v1/end_session'],
    ],
    cookie: [
      ['GET', `/oauth/v2/authorize?${new URLSearchParams(authorization)}`],
      ['GET', '/ui/login?request=aaaaaaaaaaaaaaaaaaaaaa'],
      ['GET', '/oidc/v1/end_session'],
    ],
    origin: [
      ['POST', '/ui/login/password'],
      ['GET', '/oidc/v1/userinfo'],
      ['OPTIONS', '/oauth/v2/token'],
    ],
    'sec-fetch-site': [['POST', '/ui/login/password']],
    'if-none-match': [
      ['GET', '/oauth/v2/keys'],
      ['GET', '/.well-known/openid-configuration'],
    ],
    'content-type': [
      ['POST', '/oauth/v2/token'],
      ['POST', '/oidc/v1/userinfo'],
      ['POST', '/admin/v1/apply'],
    ],
    host: [['GET', '/.well-known/openid-configuration']],
    'x-forwarded-for': [['GET', '/oauth/v2/keys']],
    forwarded: [['GET', '/oauth/v2/keys']],
  }
  for (const [name, requests] of Object.entries(readBy)) {
    for (const [method, path] of requests) {
      test(`DS-07 ${name} at ${method} ${path.slice(0, 40)}`, async () => {
        await allAreFast(
          headerTexts,
          async (text) =>
            await send(method, path, { [name]: text, ...(path.startsWith('/admin') ? { authorization: `Bearer ${ownerToken}` } : {}) }),
        )
      })
    }
  }

  test('DS-07 credentials of every scheme, in clear and encoded, at every endpoint that reads them', async () => {
    const basic = [
      ...headerTexts,
      ...hostileTexts(11_000)
        .map((text) => btoa(unescape(encodeURIComponent(text.toWellFormed()))))
        .filter((text) => text.length < headSize),
    ]
    for (const path of ['/oauth/v2/token', '/oauth/v2/introspect', '/oauth/v2/revoke']) {
      await allAreFast(basic, async (text) => await post(path, { ...code, token: 'x' }, { authorization: `Basic ${text}` }))
    }
    const tokens = hostileJwts(headSize).filter(isFieldValue)
    for (const [method, path] of [
      ['GET', '/oidc/v1/userinfo'],
      ['POST', '/admin/v1/apply'],
      ['GET', '/v2/features/instance'],
    ] as const) {
      await allAreFast(tokens, async (text) => await send(method, path, { authorization: `Bearer ${text}` }))
    }
  })
})

describe('fields of the login', () => {
  let start: Page
  let userAgent: ReturnType<typeof createUserAgent>
  before(async () => {
    userAgent = createUserAgent(async (request) => await provider.fetch(request, { remoteAddress: `198.19.${(sent += 1) % 250}.1` }))
    start = await userAgent.get(`${issuer}/oauth/v2/authorize?${new URLSearchParams(authorization)}`)
  })

  test('DS-07 loginName', async () => {
    await allAreFast([...texts, ...hostileTexts(500)], async (text) => {
      await userAgent.submit(start, { loginName: text.toWellFormed() })
      return new Response(null)
    })
  })

  test('DS-07 password', async () => {
    const asked = await userAgent.submit(start, { loginName: 'unknown' })
    await allAreFast([...texts, ...hostileTexts(1020)], async (text) => {
      await userAgent.submit(asked, { password: text.toWellFormed() })
      return new Response(null)
    })
  })

  test('DS-07 request, csrf, sessionId and code', async () => {
    for (const [path, name] of [
      ['login-name', 'request'],
      ['login-name', 'csrf'],
      ['password', 'request'],
      ['accounts', 'sessionId'],
      ['totp', 'code'],
    ] as const) {
      await allAreFast(texts, async (text) => await post(`/ui/login/${path}`, { request: 'aaaaaaaaaaaaaaaaaaaaaa', [name]: text }))
    }
  })
})

describe('bodies of administrative requests', () => {
  const targets: readonly (readonly [method: string, path: string, members: readonly string[]])[] = [
    ['PUT', '/v2/features/instance', ['oidcTokenExchange', 'improvedPerformance', 'unknown']],
    ['PUT', '/v2/policies/security', ['enableImpersonation', 'unknown']],
    ['POST', '/admin/v1/export', ['timeout', 'org_ids', 'response_output', 'gcs_output', 's3_output', 'unknown']],
    ['POST', '/admin/v1/import', ['timeout', 'job_id', 'data_orgs', 'data_orgsv1', 'data_orgs_gcs', 'data_orgs_s3', 'unknown']],
    ['POST', '/admin/v1/apply', ['orgs', 'instance', 'instanceMembers', 'unknown']],
  ]
  for (const [method, path, members] of targets) {
    test(`DS-07 every member at ${path}`, async () => {
      const bodies = [
        ...hostileJson(formSize),
        ...members.flatMap((member) =>
          share([...hostileJson(20_000), ...hostileTexts(20_000).map((text) => JSON.stringify(text))]).map(
            (json) => `{"${member}":${json}}`,
          ),
        ),
      ]
      await allAreFast(
        bodies,
        async (body) => await send(method, path, { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' }, body),
      )
    })
  }

  test('DS-07 the texts of a user in a document', async () => {
    const profile = { firstName: 'A', lastName: 'B' }
    const bodies = texts.flatMap((text) =>
      [
        { userName: text, profile },
        { userName: 'x', profile: { firstName: text, lastName: text, displayName: text } },
        { userName: 'x', profile, email: { email: text } },
        { userName: 'x', profile, otpCode: text },
        { userName: 'x', profile, hashedPassword: { value: text } },
      ].map((user) => JSON.stringify({ orgs: [{ orgId: 'acme', org: { name: 'Acme' }, humanUsers: [{ userId: 'hostile', user }] }] })),
    )
    await allAreFast(
      bodies,
      async (body) =>
        await send(
          'POST',
          '/admin/v1/apply?dry_run=true',
          { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
          body,
        ),
    )
  })
})
