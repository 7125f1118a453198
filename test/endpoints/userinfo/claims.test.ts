// What userinfo says of a user, by scope and by the claims parameter, for opaque and JWT access tokens alike.
// https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse, #ScopeClaims
import { acmeDocument, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import type { Fields } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

type Claims = Readonly<Record<string, unknown>>

let provider: TestProvider
let alice: SignedIn
let created: number
before(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  created = Math.floor(provider.clock.now() / 1000)
  provider.clock.advance(100)
  alice = await signedIn(provider)
})
after(async () => await provider.close())

async function claimsOf(clientId: string, fields: Fields, user: SignedIn = alice): Promise<Claims> {
  const { access_token: token } = await user.tokens(clientId, fields)
  const { status, headers, body } = await userinfoOf(provider, token)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(headers.get('content-type'), 'application/json')
  assert.equal(headers.get('cache-control'), 'no-store')
  return body
}

const profile = (): Claims => ({
  name: 'Alice Liddell',
  given_name: 'Alice',
  family_name: 'Liddell',
  middle_name: 'Pleasance',
  nickname: 'Al',
  preferred_username: 'alice@acme.example',
  profile: 'https://alice.example/me',
  picture: 'https://alice.example/me.png',
  website: 'https://alice.example/',
  gender: 'female',
  birthdate: '1852-05-04',
  zoneinfo: 'Europe/London',
  locale: 'en',
  updated_at: created,
})
const email = { email: 'alice@mail.example', email_verified: true }
const phone = { phone_number: '+441865000000', phone_number_verified: true }
const address = {
  address: {
    formatted: 'Christ Church\nOxford',
    street_address: 'Christ Church',
    locality: 'Oxford',
    region: 'Oxfordshire',
    postal_code: 'OX1 1DP',
    country: 'UK',
  },
}

for (const clientId of ['basic', 'jwt']) {
  test(`each scope gives its claims and no others, with a token of ${clientId}`, async () => {
    const sub = { sub: 'alice' }
    assert.deepEqual(await claimsOf(clientId, { scope: 'openid' }), sub)
    assert.deepEqual(await claimsOf(clientId, { scope: 'openid profile' }), { ...sub, ...profile() })
    assert.deepEqual(await claimsOf(clientId, { scope: 'openid email' }), { ...sub, ...email })
    assert.deepEqual(await claimsOf(clientId, { scope: 'openid phone' }), { ...sub, ...phone })
    assert.deepEqual(await claimsOf(clientId, { scope: 'openid address' }), { ...sub, ...address })
    const all = await claimsOf(clientId, { scope: 'openid profile email phone address unheard-of' })
    assert.deepEqual(all, { ...sub, ...profile(), ...email, ...phone, ...address })
  })

  test(`the claims parameter asks for single claims, with a token of ${clientId}`, async () => {
    const claims = JSON.stringify({
      userinfo: {
        birthdate: null,
        email: { essential: true },
        email_verified: { value: false },
        unheard_of: null,
        sub: null,
      },
    })
    assert.deepEqual(await claimsOf(clientId, { claims }), { sub: 'alice', birthdate: '1852-05-04', ...email })
    assert.deepEqual(await claimsOf(clientId, { claims, scope: 'openid phone' }), {
      sub: 'alice',
      birthdate: '1852-05-04',
      ...email,
      ...phone,
    })
    const forIdToken = JSON.stringify({ id_token: { email: null } })
    assert.deepEqual(await claimsOf(clientId, { claims: forIdToken }), { sub: 'alice' })
  })

  test(`no requested claim reveals private data, with a token of ${clientId}`, async () => {
    const names = [
      'password',
      'passwordHash',
      'id',
      'orgId',
      'userName',
      'state',
      'createdAt',
      'content',
      'iss',
      'aud',
      '__proto__',
      'constructor',
      'toString',
    ]
    const claims = JSON.stringify({ userinfo: Object.fromEntries(names.map((name) => [name, { essential: true }])) })
    assert.deepEqual(await claimsOf(clientId, { claims }), { sub: 'alice' })
  })
}

test('names that mean nothing do not make a JWT access token longer', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${'x'.repeat(60)}${index}`, null]))
  const claims = JSON.stringify({ userinfo: { ...unknown, email: null } })
  const { access_token: token } = await alice.tokens('jwt', { claims })
  const { payload } = await decode(provider, token, 'at+jwt')
  assert.deepEqual(payload['urn:symbolon:iam:userinfo:claims'], ['email'])
})

test('the claims of a user are those of now, not those of the sign-in', async () => {
  const own = await startTestProvider({ document: tokenDocument() })
  const user = await signedIn(own)
  const tokens = [
    await user.tokens('basic', { scope: 'openid email profile' }),
    await user.tokens('jwt', { scope: 'openid email profile' }),
  ]
  const [org] = acmeDocument().orgs ?? []
  const given = org?.humanUsers?.find(({ userId }) => userId === 'alice')?.user
  assert.ok(given !== undefined)
  own.clock.advance(50)
  await own.apply(tokenDocument([], { users: { alice: { user: { ...given, email: { email: 'new@mail.example' } } } } }))
  for (const { access_token: token } of tokens) {
    const { body } = await userinfoOf(own, token)
    assert.equal(body['email'], 'new@mail.example')
    assert.equal(body['email_verified'], false)
    assert.equal(body['updated_at'], Math.floor(own.clock.now() / 1000))
  }
  await own.close()
})

test('claims without a value are left out, except booleans', async () => {
  const person = await signedIn(provider, bob)
  const body = await claimsOf('basic', { scope: 'openid profile email phone address' }, person)
  assert.deepEqual(body, {
    sub: 'bob',
    name: 'Bob Builder',
    given_name: 'Bob',
    family_name: 'Builder',
    preferred_username: 'bob@acme.example',
    updated_at: created,
    email: 'bob@mail.example',
    email_verified: false,
  })
})

test('claims with an empty value are never written', async () => {
  const [org] = acmeDocument().orgs ?? []
  const given = org?.humanUsers?.find(({ userId }) => userId === 'bob')?.user
  assert.ok(given !== undefined)
  const empty = {
    nickName: '',
    middleName: '',
    birthdate: '',
    zoneinfo: '',
    preferredLanguage: 'und',
    gender: 'GENDER_UNSPECIFIED',
    address: { formatted: '', country: 'DE' },
  } as const
  const own = await startTestProvider({
    document: tokenDocument([], { users: { bob: { user: { ...given, profile: { ...given.profile, ...empty }, phone: { phone: '' } } } } }),
  })
  const { access_token: token } = await (await signedIn(own, bob)).tokens('basic', { scope: 'openid profile phone address' })
  const { body } = await userinfoOf(own, token)
  assert.deepEqual(Object.keys(body).sort(), ['address', 'family_name', 'given_name', 'name', 'preferred_username', 'sub', 'updated_at'])
  assert.deepEqual(body['address'], { country: 'DE' })
  await own.close()
})

test('another vendor spells reserved scopes and claims its own way', async () => {
  const own = await startTestProvider({ document: tokenDocument(), vendor: 'zitadel' })
  const user = await signedIn(own)
  const scope = 'openid urn:zitadel:iam:org:project:id:other:aud urn:symbolon:iam:org:project:id:other:aud'
  const body = await user.tokens('jwt', { scope, claims: JSON.stringify({ userinfo: { email: null } }) })
  assert.equal(body['scope'], 'openid urn:zitadel:iam:org:project:id:other:aud')
  const { payload } = await decode(own, body['access_token'], 'at+jwt')
  assert.ok(Array.isArray(payload['aud']) && payload['aud'].includes('other'))
  assert.deepEqual(payload['urn:zitadel:iam:userinfo:claims'], ['email'])
  assert.ok(!JSON.stringify(payload).includes('symbolon'))
  assert.deepEqual((await userinfoOf(own, body['access_token'])).body, { sub: 'alice', email: 'alice@mail.example' })
  await own.close()
})
