// Which reserved claim stands where: claim × place × scope × setting.
import { bob as bobsCredentials, clientSecret } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { claimsAt, introspect, places, reservedOf } from '../../support/reserved-claims.ts'
import type { Claims, Place } from '../../support/reserved-claims.ts'
import { otherRoles, portalRoles, roleDocument } from '../../support/role-document.ts'
import { signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

/** Scopes and claims without `urn:<vendor>:iam:`. */
interface Row {
  readonly says: string
  /** Default `quiet`, an app of the project `portal` without any flag. */
  readonly client?: string
  readonly scope: readonly string[]
  /** The reserved scopes that are granted; default: all that are asked for. */
  readonly granted?: readonly string[]
  readonly claims: Claims
  /** The places that carry the claims; default all. */
  readonly at?: readonly Place[]
  /** What the JWT access token says where it differs. */
  readonly accessToken?: Claims
  /** What introspection says where it differs. */
  readonly introspection?: Claims
  /** Who introspects; default `portal-api`. */
  readonly api?: string
}

const rolesOf = (own: string, ofProject: Claims): Claims => ({ 'org:project:roles': ofProject, [`org:project:${own}:roles`]: ofProject })
const all = rolesOf('portal', portalRoles)
const reader = rolesOf('portal', { reader: portalRoles.reader })
const ofAcme = rolesOf('portal', { reader: { acme: 'acme.example' }, writer: { acme: 'acme.example' } })
const owner = {
  'user:resourceowner:id': 'acme',
  'user:resourceowner:name': 'Acme',
  'user:resourceowner:primary_domain': 'acme.example',
}
const metadata = {
  'user:metadata': Object.fromEntries([
    ['__proto__', '__4'],
    ['tier', 'Z29sZD8-'],
  ]),
}
/** In a token for several projects no claim says "the project". */
const ofBoth = { 'org:project:portal:roles': portalRoles, 'org:project:other:roles': otherRoles }
const aud = (id: string): string => `org:project:id:${id}:aud`

const rows: readonly Row[] = [
  { says: 'nothing that is not asked for is asserted', scope: [], claims: {} },
  { says: 'a role that is asked for', scope: ['org:project:role:reader'], claims: reader },
  { says: 'two roles that are asked for', scope: ['org:project:role:reader', 'org:project:role:writer'], claims: all },
  {
    says: 'a role that the user has not got, or no user has, or that is of another project, is neither asserted nor granted',
    scope: ['org:project:role:admin', 'org:project:role:nonsense', 'org:project:role:auditor'],
    granted: [],
    claims: {},
  },
  {
    says: 'a role of another project in the audience is not the requesting project’s',
    scope: ['org:project:role:auditor', 'org:projects:roles', aud('other')],
    granted: ['org:projects:roles', aud('other')],
    claims: { ...all, 'org:project:other:roles': otherRoles },
    accessToken: ofBoth,
    introspection: all,
  },
  { says: 'the roles of all projects: of the own one where it is alone', scope: ['org:projects:roles'], claims: all },
  {
    says: 'the roles of all projects in the audience; at introspection those of the API that asks',
    scope: ['org:projects:roles', aud('other')],
    claims: { ...all, 'org:project:other:roles': otherRoles },
    accessToken: ofBoth,
    introspection: all,
  },
  {
    says: 'at introspection by another project’s API its own roles alone',
    api: 'other-api',
    scope: ['org:projects:roles', aud('other')],
    claims: { ...all, 'org:project:other:roles': otherRoles },
    accessToken: ofBoth,
    introspection: rolesOf('other', otherRoles),
  },
  { says: 'a project in the audience does not bring its roles by itself', scope: [aud('other')], claims: {} },
  {
    says: 'roles granted by one organization',
    scope: ['org:projects:roles', 'org:roles:id:acme'],
    claims: ofAcme,
  },
  {
    says: 'roles granted by two organizations, of which one is unknown',
    scope: ['org:projects:roles', 'org:roles:id:partner', 'org:roles:id:unknown'],
    claims: rolesOf('portal', { reader: { partner: 'partner.example' } }),
  },
  {
    says: 'a limit to an organization that is not there leaves no role, rather than all',
    scope: ['org:projects:roles', 'org:roles:id:unknown'],
    claims: {},
  },
  { says: 'a limit alone asks for nothing', scope: ['org:roles:id:acme'], claims: {} },
  { says: 'the flag of the app for access tokens', client: 'access', scope: [], claims: all, at: ['access_token'] },
  { says: 'the flag of the app for ID tokens', client: 'id', scope: [], claims: all, at: ['id_token'] },
  {
    says: 'the flag of the app under a limit',
    client: 'access',
    scope: ['org:roles:id:acme'],
    claims: ofAcme,
    at: ['access_token'],
  },
  {
    says: 'the flag of the project',
    client: 'loud',
    api: 'asserting-api',
    scope: [],
    claims: rolesOf('asserting', { reader: { acme: 'acme.example' } }),
    at: ['userinfo', 'introspection'],
  },
  {
    says: 'the flag of the project of the app says nothing of the API’s, nor the other way round',
    client: 'loud',
    api: 'portal-api',
    scope: [aud('portal')],
    claims: rolesOf('asserting', { reader: { acme: 'acme.example' } }),
    at: ['userinfo'],
  },
  {
    says: 'the flag of the API’s project',
    client: 'quiet',
    api: 'asserting-api',
    scope: [aud('asserting')],
    claims: rolesOf('asserting', { reader: { acme: 'acme.example' } }),
    at: ['introspection'],
  },
  { says: 'user info inside the ID token is not role assertion', client: 'userinfo', scope: [], claims: {} },
  { says: 'metadata', scope: ['user:metadata'], claims: metadata },
  { says: 'the resource owner', scope: ['user:resourceowner'], claims: owner },
  { says: 'the organization', scope: ['org:id:acme'], claims: { ...owner, 'org:id': 'acme' } },
  {
    says: 'the organization by its primary domain',
    scope: ['org:domain:primary:ACME.example'],
    claims: { ...owner, 'org:domain:primary': 'ACME.example' },
  },
  {
    says: 'everything at once',
    scope: ['user:metadata', 'org:id:acme', 'org:project:role:reader', 'user:resourceowner'],
    claims: { ...metadata, ...owner, 'org:id': 'acme', ...reader },
  },
  {
    says: 'reserved scopes that are unknown are dropped',
    granted: [],
    claims: {},
    scope: [
      'org:idp:id:google',
      'user:groups',
      'user:groups:all',
      'org:id:',
      'org:domain:primary:',
      'org:project:role:',
      'org:roles:id:',
      'user:metadata:x',
      'user:resourceowner:id',
      'org:projects:roles:x',
      'api',
      'userinfo:claims',
      aud('unknown'),
      '',
    ],
  },
]

const full = (vendor: string, claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).map(([name, value]) => [`urn:${vendor}:iam:${name}`, value]))

for (const vendor of ['symbolon', 'zitadel']) {
  describe(`with the vendor ${vendor}`, () => {
    let provider: TestProvider
    let alice: SignedIn
    before(async () => {
      provider = await startTestProvider({ document: roleDocument(), vendor })
      alice = await signedIn(provider)
    })
    after(async () => await provider.close())

    for (const row of rows) {
      test(`reserved claims: ${row.says}`, async () => {
        const { client = 'quiet', scope, granted = scope, claims, at = places, api = 'portal-api' } = row
        const { accessToken = claims, introspection = claims } = row
        const spelled = (names: readonly string[]): string => ['openid', ...names.map((name) => `urn:${vendor}:iam:${name}`)].join(' ')
        const tokens = await alice.tokens(client, { scope: spelled(scope) })
        assert.equal(tokens['scope'], spelled(granted))
        assert.equal(decodeJwt(String(tokens['access_token']))['scope'], spelled(granted))
        const found = await claimsAt(provider, tokens, api)
        for (const place of places) {
          const expected = place === 'introspection' ? introspection : place === 'access_token' ? accessToken : claims
          assert.deepEqual(found[place], at.includes(place) ? full(vendor, expected) : {}, place)
        }
      })
    }
  })
}

test('another vendor’s word asks for nothing', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const scope = 'openid urn:zitadel:iam:user:metadata urn:zitadel:iam:org:projects:roles urn:zitadel:iam:org:id:partner'
  const tokens = await (await signedIn(provider)).tokens('quiet', { scope })
  assert.equal(tokens['scope'], 'openid')
  for (const claims of Object.values(await claimsAt(provider, tokens, 'portal-api'))) assert.deepEqual(claims, {})
  await provider.close()
})

test('reserved scopes bring no profile, email, phone or address claim into the ID token', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const reserved = ['user:metadata', 'user:resourceowner', 'org:projects:roles'].map((name) => `urn:symbolon:iam:${name}`)
  const scope = ['openid profile email phone address', ...reserved].join(' ')
  const tokens = await (await signedIn(provider)).tokens('quiet', { scope })
  for (const token of ['id_token', 'access_token']) {
    const claims = decodeJwt(String(tokens[token]))
    const ofUser = ['name', 'preferred_username', 'email', 'email_verified', 'phone_number', 'address', 'updated_at']
    assert.deepEqual(
      ofUser.filter((name) => name in claims),
      [],
    )
    assert.equal(Object.keys(reservedOf(claims)).length, 6)
  }
  await provider.close()
})

test('opaque access tokens lead to the same claims', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const scope = 'openid urn:symbolon:iam:user:metadata urn:symbolon:iam:org:project:role:reader'
  const { access_token: token } = await (await signedIn(provider)).tokens('basic', { scope })
  const expected = full('symbolon', { ...metadata, ...reader })
  assert.deepEqual(reservedOf((await userinfoOf(provider, token)).body), expected)
  assert.deepEqual(reservedOf(await introspect(provider, token, 'portal-api')), expected)
  await provider.close()
})

test('IN-07 a user without roles, metadata or domain has no such claims, and none is empty', async () => {
  const provider = await startTestProvider({ document: roleDocument({ acme: { userGrants: [], userMetadata: [] } }) })
  const scope = 'openid urn:symbolon:iam:user:metadata urn:symbolon:iam:org:projects:roles'
  const bob = await signedIn(provider, bobsCredentials)
  const found = await claimsAt(provider, await bob.tokens('quiet', { scope }), 'portal-api')
  for (const place of places) assert.deepEqual(found[place], {}, place)
  await provider.close()
})

test('AZ-10 a role that is called __proto__ is a role like any other', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const bob = await signedIn(provider, bobsCredentials)
  const scope = ['__proto__', 'constructor'].map((key) => `urn:symbolon:iam:org:project:role:${key}`).join(' ')
  const code = await bob.code({ client_id: 'quiet', scope: `openid ${scope}` })
  const { body } = await redeem(provider, code, {}, { authorization: basicHeader('quiet', clientSecret) })
  assert.equal(body['scope'], 'openid urn:symbolon:iam:org:project:role:__proto__')
  const role = Object.fromEntries([['__proto__', { acme: 'acme.example' }]])
  const found = await claimsAt(provider, body, 'portal-api')
  for (const place of places) assert.deepEqual(found[place], full('symbolon', rolesOf('portal', role)), place)
  assert.equal('acme' in {}, false)
  await provider.close()
})

test('a claim that would make a token longer than servers take is left to userinfo and introspection', async () => {
  const value = btoa('x'.repeat(6000))
  const provider = await startTestProvider({ document: roleDocument({ acme: { userMetadata: [{ id: 'alice', key: 'long', value }] } }) })
  const scope = 'openid urn:symbolon:iam:user:metadata urn:symbolon:iam:user:resourceowner'
  const found = await claimsAt(provider, await (await signedIn(provider)).tokens('quiet', { scope }), 'portal-api')
  for (const place of places) {
    const long = place === 'userinfo' || place === 'introspection' ? { 'user:metadata': { long: value.replace(/=+$/, '') } } : {}
    assert.deepEqual(found[place], full('symbolon', { ...owner, ...long }), place)
  }
  assert.equal(provider.logged.filter(({ event }) => event === 'claim_too_large').length, 2)
  await provider.close()
})

test('discovery names the reserved claims in the vendor’s spelling', async () => {
  const provider = await startTestProvider({ vendor: 'zitadel' })
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const { claims_supported: claims, scopes_supported: scopes } = (await response.json()) as Record<string, readonly string[]>
  assert.deepEqual(
    claims?.filter((name) => name.startsWith('urn:')),
    Object.keys(
      full('zitadel', {
        'org:project:roles': 0,
        'user:metadata': 0,
        ...owner,
        'org:id': 0,
        'org:domain:primary': 0,
      }),
    ),
  )
  assert.ok(scopes?.every((scope) => !scope.startsWith('urn:')))
  await provider.close()
})
