// Bodies and documents that an attacker made to do harm or to be misread.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../support/code-flow.ts'
import { moverToken, reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'

let mover: Mover
before(async () => {
  mover = await startMover({ moving: { bodyLimit: 4 * 1024 * 1024 } })
})
after(async () => await mover?.close())

const run = async (body: object): Promise<ImportAnswer> => await reportOf(await mover.import(body))
const user = (userId: string, more: object = {}, userName = userId): object => ({
  userId,
  user: { userName, profile: { firstName: 'F', lastName: 'L' }, ...more },
})
const org = (orgId: string, more: object = {}): object => ({ orgId, org: { name: orgId }, ...more })

async function send(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return await mover.provider.fetch(
    new Request(`${mover.provider.issuer}/admin/v1/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json', ...headers },
      body,
      // https://fetch.spec.whatwg.org/#dom-requestinit-duplex: a stream as body needs it.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit),
  )
}

async function refusal(answer: Response): Promise<readonly [status: number, id: string, message: string]> {
  const { details, message } = (await answer.json()) as { readonly message: string; readonly details: readonly { readonly id: string }[] }
  return [answer.status, details[0]?.id ?? '', message]
}

test('IM-01 a body beyond the limit is refused at the limit, whatever it says of its length, and no more of it is read', async () => {
  let sent = 0
  const blanks = (most: number): ReadableStream<Uint8Array> =>
    new ReadableStream(
      {
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(0x20))
          if (sent > most) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  assert.deepEqual((await refusal(await send(blanks(Infinity)))).slice(0, 2), [413, 'body_too_large'])
  assert.ok(sent <= 5 * 1024 * 1024, `${sent} bytes were taken`)
  assert.deepEqual((await refusal(await send('{}', { 'content-length': String(2 ** 31) }))).slice(0, 2), [413, 'body_too_large'])
  sent = 0
  assert.deepEqual((await refusal(await send(blanks(5 * 1024 * 1024), { 'content-length': '10' }))).slice(0, 2), [413, 'body_too_large'])
})

test('IM-02 deep nesting is refused, in the request and in the document', async () => {
  for (const depth of [33, 10_000, 500_000]) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const body of [
      deep,
      `{"data_orgs":{"orgs":${deep}}}`,
      `{"data_orgs":{"orgs":[{"orgId":"a","x":${deep}}]}}`,
      `{"data_orgsv1":${JSON.stringify(`{"orgs":${deep}}`)}}`,
    ]) {
      const [status] = await refusal(await send(body))
      assert.equal(status, 400)
    }
  }
})

test('IM-03 no prototype is polluted, and the record that tries is refused', async () => {
  const polluted = '{"polluted":"yes"}'
  const users = ['__proto__', 'constructor', 'prototype'].map(
    (name, index) =>
      `{"userId":"u${index}","${name}":${polluted},"user":{"userName":"u${index}","profile":{"firstName":"F","lastName":"L"}}}`,
  )
  const inside = `{"userId":"u9","user":{"userName":"u9","profile":{"firstName":"F","lastName":"L","__proto__":${polluted}}}}`
  const ids = ['__proto__', 'constructor', 'toString'].map((id) => JSON.stringify(user(id)))
  const report = await run(
    JSON.parse(
      `{"data_orgs":${JSON.stringify(`{"__proto__":${polluted},"orgs":[{"orgId":"proto","org":{"name":"P"},"__proto__":${polluted},"humanUsers":[${[...users, inside, ...ids].join(',')}]}]}`)}}`,
    ) as object,
  )
  assert.equal(({} as Readonly<Record<string, unknown>>)['polluted'], undefined)
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  assert.deepEqual(
    report.errors?.map(({ type, id }) => [type, id]),
    [
      ['human_user', 'u0'],
      ['human_user', 'u1'],
      ['human_user', 'u2'],
      ['human_user', 'u9'],
    ],
  )
  assert.deepEqual(report.success.orgs?.[0]?.['humanUserIds'], ['__proto__', 'constructor', 'toString'])
  assert.deepEqual((await refusal(await send(`{"__proto__":{"dry_run":true},"data_orgs":{"orgs":[]}}`))).slice(0, 2), [
    400,
    'envelope_invalid',
  ])
})

test('IM-04 odd text costs the record that holds it; text that is not JSON in UTF-8 is refused as a whole', async () => {
  const names = ['"a\\u0000b"', '"a\\ud800b"', '1e999', 'true']
  const users = names.map(
    (name, index) => `{"userId":"odd${index}","user":{"userName":${name},"profile":{"firstName":"F","lastName":"L"}}}`,
  )
  const answer = await send(`\ufeff{"data_orgs":{"orgs":[{"orgId":"odd","org":{"name":"Odd"},"humanUsers":[${users.join(',')}]}]}}`)
  const report = await reportOf(answer)
  assert.deepEqual(
    report.errors?.map(({ id }) => id),
    ['odd0', 'odd1', 'odd2', 'odd3'],
  )
  for (const body of [
    '{"data_orgs":{"orgs":[NaN]}}',
    '{"data_orgs":{"orgs":[Infinity]}}',
    "{'data_orgs':{}}",
    '{"data_orgs":{"orgs":[]},}',
    '{"data_orgs":{"orgs":[]}} x',
    '{"data_orgs":{"orgs":[1,]}}',
    '{"data_orgs":{"orgs":[]},"data_orgs":{"orgs":[]}}',
    '{"data_orgs":{"orgs":[{"orgId":"a","orgId":"b"}]}}',
    '{"data_orgs":{"orgs":[],"orgs":[]}}',
    new Uint8Array([
      ...new TextEncoder().encode('{"data_orgs":{"orgs":[{"orgId":"'),
      0xff,
      0xc3,
      0x28,
      ...new TextEncoder().encode('"}]}}'),
    ]),
    new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  ]) {
    const [status, , message] = await refusal(await send(body))
    assert.equal(status, 400, typeof body === 'string' ? body : 'bytes')
    assert.doesNotMatch(message, /orgId":"/)
  }
})

test('IM-05 IM-18 compressed bodies and archives are refused', async () => {
  const bomb = gzipSync(new Uint8Array(3 * 1024 * 1024).fill(0x20))
  for (const encoding of ['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip']) {
    assert.deepEqual((await refusal(await send(bomb, { 'content-encoding': encoding }))).slice(0, 2), [415, 'content_encoding'])
  }
  for (const magic of [
    bomb,
    new Uint8Array([0x50, 0x4b, 3, 4]),
    new Uint8Array([0x1f, 0x8b]),
    new Uint8Array([0x75, 0x73, 0x74, 0x61, 0x72]),
  ]) {
    assert.deepEqual((await refusal(await send(magic))).slice(0, 2), [400, 'body_malformed'])
  }
  assert.deepEqual((await refusal(await send('{}', { 'content-type': 'application/zip' }))).slice(0, 2), [400, 'content_type'])
})

test('IM-08 IM-09 a hash that is too expensive or malformed costs only its user the password', async () => {
  const hashes = {
    sha2: '$6$rounds=999999999$c2FsdHNhbHQ$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    phpass: `$P$T${'a'.repeat(30)}`,
    argon2: '$argon2id$v=19$m=4194304,t=3,p=1$c2FsdHNhbHRzYWx0$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    scrypt: '$scrypt$ln=31,r=8,p=1$c2FsdHNhbHRzYWx0$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    bcrypt: `$2b$31$${'a'.repeat(53)}`,
    pbkdf2: '$pbkdf2-sha256$2147483648$c2FsdHNhbHRzYWx0$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    digest: `$pbkdf2-sha256$10000$c2FsdHNhbHRzYWx0$${'a'.repeat(9000)}`,
    plain: 'a plain password',
    short: 'abcd',
    long: 'x'.repeat(10_000),
    dollar: '$2',
  }
  // To compute one of them takes longer than a test may take.
  const report = await run({
    data_orgs: {
      orgs: [
        org('hashes', {
          domains: [{ domainName: 'hashes.example', isVerified: true, isPrimary: true }],
          humanUsers: [
            ...Object.entries(hashes).map(([name, value]) => user(name, { hashedPassword: { value } })),
            user('empty', { hashedPassword: { value: '' } }),
          ],
        }),
      ],
    },
  })
  assert.deepEqual(
    report.errors?.map(({ type, id }) => [type, id]),
    Object.keys(hashes).map((id) => ['human_user', id]),
  )
  for (const { message } of report.errors ?? []) assert.match(message, /^password_hash_unsupported/)
  assert.deepEqual(report.success.orgs?.[0]?.['humanUserIds'], [...Object.keys(hashes), 'empty'])
  const passwords = mover.provider.storage.stores.passwords
  for (const id of [...Object.keys(hashes), 'empty']) assert.equal(await passwords?.find(id), undefined)
})

test('IM-19 names and links of a document are text on every page', async () => {
  const script = '"><script>alert(1)</script>'
  const report = await run({
    data_orgs: {
      orgs: [
        org('xss', {
          org: { name: script },
          domains: [{ domainName: 'xss.example', isVerified: true, isPrimary: true }],
          projects: [{ projectId: 'xss-project', project: { name: script } }],
          oidcApps: [
            {
              appId: 'xss',
              clientId: 'xss',
              app: {
                projectId: 'xss-project',
                name: script,
                redirectUris: ['https://app.example/cb'],
                authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
              },
            },
          ],
          humanUsers: [
            user('linked', { profile: { firstName: 'F', lastName: 'L', website: 'javascript:alert(1)' } }),
            user('pictured', { profile: { firstName: 'F', lastName: 'L', pictureUrl: 'data:text/html,x' } }),
          ],
          loginTexts: [{ language: 'en', loginText: { title: script } }],
          privacyPolicy: { tosLink: 'javascript:alert(1)' },
        }),
      ],
    },
  })
  assert.deepEqual(
    report.errors?.map(({ type, id }) => [type, id]),
    [
      ['human_user', 'linked'],
      ['human_user', 'pictured'],
    ],
  )
  const page = await mover.provider.newUserAgent().get(
    authorizationUrl(mover.provider, {
      client_id: 'xss',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }),
  )
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /<script>alert|javascript:/)
})

test('SS-17 no URL of a document is ever fetched', async () => {
  let hits = 0
  const canary = createServer((_, response) => {
    hits += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => canary.once('listening', resolve))
  const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
  try {
    await run({
      with_credentials: true,
      data_orgs: {
        orgs: [
          org('urls', {
            projects: [{ projectId: 'urls', project: { name: 'U' } }],
            oidcApps: [
              {
                appId: 'urls',
                app: {
                  projectId: 'urls',
                  name: 'U',
                  redirectUris: [url],
                  postLogoutRedirectUris: [url],
                  additionalOrigins: [url.slice(0, -1)],
                  backChannelLogoutUri: url,
                  devMode: true,
                  loginVersion: { loginV2: { baseUri: url } },
                },
              },
            ],
            oidcIdps: [{ idpId: 'urls', idp: { name: 'U', clientId: 'c', issuer: url } }],
            jwtIdps: [{ idpId: 'urls-jwt', idp: { name: 'U', jwtEndpoint: url, issuer: url, keysEndpoint: url, headerName: 'h' } }],
            privacyPolicy: { tosLink: url, privacyLink: url, helpLink: url },
            humanUsers: [user('urls-user', { profile: { firstName: 'F', lastName: 'L', pictureUrl: url, website: url, profileUrl: url } })],
            actions: [{ actionId: 'urls', action: { name: 'f', script: `fetch("${url}")` } }],
          }),
        ],
      },
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(hits, 0)
  } finally {
    canary.close()
  }
})
