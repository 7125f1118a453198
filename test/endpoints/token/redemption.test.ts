// A code is good once, for a minute, for its client, and nothing else is a code. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import { digest } from '@symbolon/core-protocol'
import { clientSecret } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import { databaseFile } from '../../support/database-file.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient, codeVerifier, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

let provider: TestProvider
let alice: SignedIn
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  alice = await signedIn(provider)
})
after(async () => await provider.close())

for (const [format, clientId] of [
  ['opaque', 'basic'],
  ['JWT', 'jwt'],
] as const) {
  test(`TK-07 a code that is used again is refused, and the ${format} access token of the first use is revoked`, async () => {
    const authorization = basicHeader(clientId, clientSecret)
    const code = await alice.code({ client_id: clientId })
    const first = await redeem(provider, code, {}, { authorization })
    const bystander = await alice.tokens(clientId)
    assert.equal((await userinfoOf(provider, first.body['access_token'])).status, 200)
    assertError(await redeem(provider, code, {}, { authorization }), 400, 'invalid_grant')
    assert.equal((await userinfoOf(provider, first.body['access_token'])).status, 401)
    assertError(await redeem(provider, code, {}, { authorization }), 400, 'invalid_grant')
    assert.equal((await userinfoOf(provider, bystander['access_token'])).status, 200, 'tokens of another code live on')
  })

  test(`TK-07 a code that is used again after it expired still kills the ${format} access token`, async () => {
    const authorization = basicHeader(clientId, clientSecret)
    const code = await alice.code({ client_id: clientId })
    const { body } = await redeem(provider, code, {}, { authorization })
    provider.clock.advance(3600)
    assertError(await redeem(provider, code, {}, { authorization }), 400, 'invalid_grant')
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
  })
}

test('TK-07 a reuse is logged, without the code', async () => {
  const code = await alice.code()
  await redeem(provider, code)
  await redeem(provider, code)
  const line = provider.logged.findLast(({ event }) => event === 'authorization_code_reused')
  assert.equal(line?.level, 'warn')
  assert.deepEqual(line?.fields, { clientId: 'basic', userId: 'alice' })
  assert.ok(!JSON.stringify(provider.logged).includes(code))
})

test('TK-09 another client cannot redeem a code, and does not use it up', async () => {
  const { challenge, verifier } = await codeVerifier()
  const code = await alice.code(challenge)
  for (const other of ['jwt', 'assertion', 'elsewhere']) {
    const answer = await redeem(provider, code, { code_verifier: verifier }, { authorization: basicHeader(other, clientSecret) })
    assertError(answer, 400, 'invalid_grant')
  }
  assertError(await redeem(provider, code, { code_verifier: verifier, client_id: 'public' }, {}), 400, 'invalid_grant')
  const { status, body } = await redeem(provider, code, { code_verifier: verifier })
  assert.equal(status, 200)
  assertError(
    await redeem(provider, code, { code_verifier: verifier }, { authorization: basicHeader('jwt', clientSecret) }),
    400,
    'invalid_grant',
  )
  assert.equal((await userinfoOf(provider, body['access_token'])).status, 200, 'nor can it revoke the tokens of its owner')
})

test('TK-09 a client that fails to authenticate does not use up the code', async () => {
  const code = await alice.code()
  assertInvalidClient(await redeem(provider, code, {}, { authorization: basicHeader('basic', 'wrong') }))
  assertInvalidClient(await redeem(provider, code, { client_id: 'basic' }, {}))
  assert.equal((await redeem(provider, code)).status, 200)
})

test('TK-10 each check alone is enough to fail', async () => {
  const { challenge, verifier } = await codeVerifier()
  const faults = [
    { fields: { redirect_uri: 'https://app.example/other', code_verifier: verifier } },
    { fields: { code_verifier: verifier.replace(/^./, '~') } },
    { fields: {} },
    { fields: { code_verifier: verifier }, clientId: 'jwt' },
    { fields: { code_verifier: verifier }, late: 61 },
  ]
  for (const { fields, clientId = 'basic', late = 0 } of faults) {
    const code = await alice.code(challenge)
    provider.clock.advance(late)
    assertError(await redeem(provider, code, fields, { authorization: basicHeader(clientId, clientSecret) }), 400, 'invalid_grant')
  }
  assert.equal((await redeem(provider, await alice.code(challenge), { code_verifier: verifier })).status, 200)
})

test('TK-11 a code is good for 60 seconds', async () => {
  const [early, late] = [await alice.code(), await alice.code()]
  provider.clock.advance(59)
  assert.equal((await redeem(provider, early)).status, 200)
  provider.clock.advance(1)
  assertError(await redeem(provider, late), 400, 'invalid_grant')
  assertError(await redeem(provider, await lateBy(61)), 400, 'invalid_grant')
})

async function lateBy(seconds: number): Promise<string> {
  const code = await alice.code()
  provider.clock.advance(seconds)
  return code
}

test('TK-12 a code that was altered is refused, and the right one still works', async () => {
  const code = await alice.code()
  const swapped = [...code].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join('')
  const variants = [
    ...[1, 2, 5, 20, 42].map((length) => code.slice(0, -length)),
    `${code}A`,
    `${code}=`,
    `${code}\n`,
    ` ${code}`,
    `${code} `,
    `${code}%00`,
    `${code}\u0000`,
    swapped,
    code.split('').reverse().join(''),
    ...[0, 10, 42].map((at) => `${code.slice(0, at)}${code[at] === 'x' ? 'y' : 'x'}${code.slice(at + 1)}`),
  ].filter((variant) => variant !== code)
  for (const variant of variants) assertError(await redeem(provider, variant), 400, 'invalid_grant')
  assert.equal((await redeem(provider, code)).status, 200)
})

test('TK-13 nothing but a code is a code', async () => {
  const { access_token: opaque, id_token: idToken } = await alice.tokens()
  const { access_token: jwt } = await alice.tokens('jwt')
  const cookies = alice.userAgent.cookies.list().map(({ value }) => value)
  const sid = String(JSON.parse(atob(String(idToken).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')).sid)
  assert.ok(cookies.length > 0 && sid.length > 10)
  for (const other of [opaque, idToken, jwt, sid, ...cookies]) assertError(await redeem(provider, String(other)), 400, 'invalid_grant')
  assert.equal((await userinfoOf(provider, opaque)).status, 200, 'the token is not consumed')
  const { status } = await redeem(provider, await alice.code())
  assert.equal(status, 200, 'the session is not consumed')
})

test('AZ-28 codes, tokens and their ids never repeat, and the database keeps none of them in clear', async () => {
  const file = await databaseFile()
  const stored = await startTestProvider({ document: tokenDocument(), storage: file.storage })
  try {
    const user = await signedIn(stored)
    const secrets = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const code = await user.code()
        const { access_token: opaque } = (await redeem(stored, code)).body
        const { access_token: jwt } = await user.tokens('jwt')
        return { code, opaque: String(opaque), jwt: String(jwt), id: String(decodeJwt(String(jwt)).jti) }
      }),
    )
    const all = secrets.flatMap((each) => Object.values(each))
    assert.equal(new Set(all).size, all.length)
    for (const { code, opaque, id } of secrets) {
      assert.match(code, /^[A-Za-z0-9_-]{43}$/)
      assert.match(opaque, /^symbolon_at_[0-9a-z]{11}[A-Za-z0-9_-]{43}$/)
      assert.match(id, /^[A-Za-z0-9_.-]{43,}$/)
    }
    const content = file.bytes()
    assert.ok(content.includes(digest(secrets[0]?.code ?? '')), 'codes are stored by their digest')
    for (const { code, opaque, jwt } of secrets) {
      for (const text of [code, opaque, jwt]) assert.ok(!content.includes(text), 'a code or token is in the database')
    }
  } finally {
    await stored.close()
    file.dispose()
  }
})
