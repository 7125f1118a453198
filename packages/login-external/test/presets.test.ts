// What Google, Microsoft, GitLab and Apple do differently from other OpenID Providers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { guardedFetch } from '@symbolon/outgoing'
import { apple, gitlab, google, microsoft } from '../src/index.ts'
import type { ExternalIdentity, ExternalProvider } from '../src/index.ts'
import { clientId, clientSecret, createUpstream, redirectUri } from './upstream.ts'
import type { UpstreamOptions } from './upstream.ts'

const now = (): number => Date.UTC(2026, 0, 1)
const start = { redirectUri, state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) }
const credentials = { clientId, clientSecret }
const tenant = '11111111-2222-4333-8444-555555555555'
const foreign = '99999999-2222-4333-8444-555555555555'
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'

interface SignedIn {
  readonly url: URL
  readonly identity: ExternalIdentity
}

async function signIn(provider: ExternalProvider, options: UpstreamOptions): Promise<SignedIn> {
  const upstream = await createUpstream(now, {
    ...options,
    metadata: { authorization_response_iss_parameter_supported: false, ...options.metadata },
  })
  const services = { fetch: guardedFetch({ fetch: upstream.fetch, resolve: async () => ['8.8.8.8'] }), now }
  const url = await provider.start(start, services)
  const response = upstream.authorize(url)
  response.delete('iss')
  return { url, identity: await provider.finish(response, start, services) }
}

const wrongTenant = { name: 'ExternalSignInRefused', reason: 'wrong_tenant' }

describe('Google', () => {
  const issuer = 'https://accounts.google.com'
  const emailOf = async (claims: Readonly<Record<string, unknown>>): Promise<unknown> =>
    (await signIn(google(credentials), { issuer, claims })).identity.email

  test('an address is proven only if it is of Gmail or of a Workspace domain', async () => {
    const verified = { email_verified: true }
    assert.deepEqual(await emailOf({ ...verified, email: 'ada@gmail.com' }), { address: 'ada@gmail.com', verified: true })
    assert.deepEqual(await emailOf({ ...verified, email: 'ada@acme.example', hd: 'acme.example' }), {
      address: 'ada@acme.example',
      verified: true,
    })
    assert.deepEqual(await emailOf({ ...verified, email: 'ada@acme.example' }), { address: 'ada@acme.example', verified: false })
    assert.deepEqual(await emailOf({ email: 'ada@gmail.com', email_verified: false }), { address: 'ada@gmail.com', verified: false })
    assert.deepEqual(await emailOf({ ...verified, email: 'ada@notgmail.com' }), { address: 'ada@notgmail.com', verified: false })
  })

  test('the domain of an organization is asked for, and checked in the ID token', async () => {
    const provider = google({ ...credentials, hostedDomain: 'acme.example' })
    const { url } = await signIn(provider, { issuer, claims: { hd: 'acme.example' } })
    assert.equal(url.searchParams.get('hd'), 'acme.example')
    for (const hd of [undefined, 'evil.example', 'ACME.example'])
      await assert.rejects(signIn(provider, { issuer, claims: { hd } }), wrongTenant)
  })
})

describe('Microsoft', () => {
  const templated = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const issuerOf = (tid: string): string => `https://login.microsoftonline.com/${tid}/v2.0`
  const of = async (kind: string, tid: string, more: Readonly<Record<string, unknown>> = {}): Promise<ExternalIdentity> =>
    (
      await signIn(microsoft({ ...credentials, tenant: kind }), {
        issuer: kind === tenant ? issuerOf(tenant) : templated,
        claims: { iss: issuerOf(tid), tid, email: 'ada@acme.example', ...more },
      })
    ).identity

  test('XI-06 the classes of tenants are distinguished', async () => {
    await of('common', tenant)
    await of('common', consumers)
    await of('organizations', tenant)
    await of('consumers', consumers)
    await assert.rejects(of('organizations', consumers), wrongTenant)
    await assert.rejects(of('consumers', tenant), wrongTenant)
  })

  test('XI-06 with one tenant, or with a list of tenants, every other tenant is refused', async () => {
    await of(tenant, tenant)
    await assert.rejects(of(tenant, foreign), { name: 'ExternalSignInRefused' })
    const listed = microsoft({ ...credentials, tenant: 'organizations', allowedTenants: [tenant] })
    const claims = (tid: string) => ({ issuer: templated, claims: { iss: issuerOf(tid), tid } })
    await signIn(listed, claims(tenant))
    await assert.rejects(signIn(listed, claims(foreign)), wrongTenant)
  })

  test('XI-06 a tenant cannot speak for another tenant', async () => {
    await assert.rejects(of('organizations', tenant, { iss: issuerOf(foreign) }), { name: 'ExternalSignInRefused' })
    await assert.rejects(of('organizations', tenant, { tid: undefined }), { name: 'ExternalSignInRefused' })
  })

  test('XI-06 an address of any tenant is not proven, unless the tenant owns its domain or is the configured one', async () => {
    assert.equal((await of('organizations', foreign)).email?.verified, false)
    assert.equal((await of('organizations', foreign, { email_verified: true })).email?.verified, false)
    assert.equal((await of('organizations', foreign, { xms_edov: true })).email?.verified, true)
    assert.equal((await of('organizations', foreign, { xms_edov: false })).email?.verified, false)
    assert.equal((await of(tenant, tenant)).email?.verified, true)
  })

  test('the identity is sub, or oid where links were imported', async () => {
    assert.equal((await of('common', tenant, { oid: 'oid-1' })).externalId, 'sub-1')
    const provider = microsoft({ ...credentials, tenant: 'common', subject: 'oid' })
    const claims = { iss: issuerOf(tenant), tid: tenant }
    assert.equal((await signIn(provider, { issuer: templated, claims: { ...claims, oid: 'oid-1' } })).identity.externalId, 'oid-1')
    await assert.rejects(signIn(provider, { issuer: templated, claims }), { name: 'ExternalSignInRefused' })
  })
})

describe('GitLab', () => {
  test('is asked at its own address', async () => {
    const issuer = 'https://gitlab.acme.example'
    const { identity } = await signIn(gitlab({ ...credentials, issuer }), {
      issuer,
      userinfo: { email: 'ada@acme.example', email_verified: true },
    })
    assert.deepEqual(identity.email, { address: 'ada@acme.example', verified: true })
  })
})

describe('Apple', () => {
  const issuer = 'https://appleid.apple.com'

  test('is given a client secret that is signed for each call, and posts its answer', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const provider = apple({ clientId, teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) })
    const secrets: string[] = []
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Byron' }, email: 'victim@acme.example' })
    const { url, identity } = await signIn(provider, {
      issuer,
      claims: { email: 'ada@acme.example', email_verified: 'true' },
      authorizationResponse: { user },
      async authenticates(form) {
        secrets.push(form.get('client_secret') ?? '')
        return form.get('client_id') === clientId
      },
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    })
    assert.equal(url.searchParams.get('response_mode'), 'form_post')
    const checks = { issuer: 'TEAM', audience: issuer, subject: clientId, currentDate: new Date(now()), requiredClaims: ['exp'] }
    const { protectedHeader, payload } = await jwtVerify(secrets[0] ?? '', publicKey, checks)
    assert.deepEqual([protectedHeader.alg, protectedHeader.kid], ['ES256', 'KEY'])
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 300)
    assert.deepEqual(identity.email, { address: 'ada@acme.example', verified: true })
    assert.deepEqual([identity.firstName, identity.lastName], ['Ada', 'Byron'])
  })

  test('reads nothing from a malformed field', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const provider = apple({ clientId, teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) })
    for (const user of ['{', 'null', '[]', '{"name":"x"}', '{"name":{"firstName":{}}}', `"${'x'.repeat(3000)}"`]) {
      const { identity } = await signIn(provider, { issuer, authorizationResponse: { user }, authenticates: () => true })
      assert.deepEqual([identity.firstName, identity.lastName], [undefined, undefined], user.slice(0, 20))
    }
  })
})
