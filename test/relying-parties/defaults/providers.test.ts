// Identity providers with the habits of products that many organizations have, each as a small server. What they do is taken from their
// documentation: what the specifications leave open, and where the products deviate from them.
import { apple, microsoft, oidc } from '@symbolon/login-external'
import type { ExternalIdentity, ExternalProvider, SignInStart } from '@symbolon/login-external'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientId, clientSecret, createUpstream, issuer, redirectUri } from '../../../packages/login-external/test/upstream.ts'
import type { UpstreamOptions } from '../../../packages/login-external/test/upstream.ts'

const now = (): number => Date.UTC(2040, 0, 1)
const at = now() / 1000
const start: SignInStart = { redirectUri, state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) }
const withoutIss = { authorization_response_iss_parameter_supported: undefined }

async function signIn(options: UpstreamOptions, provider: ExternalProvider, checks: Partial<SignInStart> = {}): Promise<ExternalIdentity> {
  const upstream = await createUpstream(now, { ...options, metadata: { ...withoutIss, ...options.metadata } })
  const services = { fetch: upstream.fetch, now }
  const url = await provider.start({ ...start, ...checks }, services)
  const response = upstream.authorize(url)
  response.delete('iss')
  return await provider.finish(response, { ...start, ...checks }, services)
}

const generic = oidc({ id: 'upstream', name: 'Upstream', issuer, clientId, clientSecret })
/** As a document describes it. */
const byForm = async (form: URLSearchParams): Promise<boolean> =>
  form.get('client_id') === clientId && form.get('client_secret') === clientSecret

test('Amazon Cognito: email_verified is text, and the ID token has additional claims', async () => {
  const { externalId: id, email } = await signIn(
    {
      claims: {
        'cognito:username': 'Google_1234',
        identities: [{ userId: '1234', providerName: 'Google', primary: 'true' }],
        token_use: 'id',
        origin_jti: 'a',
        event_id: 'b',
        auth_time: at,
      },
      userinfo: { username: 'Google_1234', email: 'ada@mail.example', email_verified: 'true' },
    },
    generic,
  )
  assert.equal(id, 'sub-1')
  assert.deepEqual(email, { address: 'ada@mail.example', verified: true })
})

test('AD FS: userinfo has the subject alone, expires_in may be text, and the token response has additional members', async () => {
  const { externalId: id, email } = await signIn(
    {
      claims: {
        sub: 'vQZ+1/kO0aBcD=',
        upn: 'ada@corp.example',
        unique_name: 'CORP\\ada',
        pwd_exp: '1000',
        sid: 'S-1-5-21-1',
        apptype: 'Confidential',
      },
      userinfo: { sub: 'vQZ+1/kO0aBcD=' },
      tokens: {
        resource: 'urn:microsoft:userinfo',
        refresh_token_expires_in: 28799,
        scope: 'openid',
        expires_in: '3600',
        token_type: 'bearer',
      },
      metadata: { access_token_issuer: `${issuer}/services/trust`, as_access_token_token_binding_supported: true, capabilities: ['kdfv2'] },
    },
    generic,
  )
  assert.equal(id, 'vQZ+1/kO0aBcD=')
  assert.equal(email, undefined)
})

test('FranceConnect: the secret goes into the form, and userinfo is a signed JWT', async () => {
  const { externalId: id, email } = await signIn(
    {
      authenticates: byForm,
      userinfoAs: 'jwt',
      userinfo: { given_name: 'Angela', email: 'angela@mail.example' },
      claims: { acr: 'eidas1', amr: ['fc'] },
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'], userinfo_signing_alg_values_supported: ['ES256'] },
    },
    generic,
  )
  assert.equal(id, 'sub-1')
  assert.deepEqual(email, { address: 'angela@mail.example', verified: false })
})

test('Microsoft Entra: the issuer of the metadata has a placeholder, and no claim says that an address is verified', async () => {
  const tenant = '11111111-2222-4333-8444-555555555555'
  const own = microsoft({ clientId, clientSecret, tenant })
  const of = `https://login.microsoftonline.com/${tenant}/v2.0`
  const { email } = await signIn({ issuer: of, claims: { tid: tenant, oid: 'o', ver: '2.0', email: 'ada@corp.example' } }, own)
  assert.equal(email?.address, 'ada@corp.example')
})

test('a Kerberos realm that signs users in without a question is believed where its auth_time is recent enough', async () => {
  const maxAge = 28_800
  const { externalId: id } = await signIn({ claims: { auth_time: at - 3600 } }, generic, { maxAge, freshSince: now() - maxAge * 1000 })
  assert.equal(id, 'sub-1')
})

test('Apple: the posted answer has the name once, and two claims are text', async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const exported = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
  const provider = apple({
    clientId,
    teamId: 'TEAM',
    keyId: 'KEY',
    privateKey: `-----BEGIN PRIVATE KEY-----\n${exported}\n-----END PRIVATE KEY-----`,
  })
  const { email, firstName, lastName } = await signIn(
    {
      issuer: 'https://appleid.apple.com',
      metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      authenticates: async (form) => form.get('client_secret')?.split('.').length === 3,
      claims: { email: 'a1@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true', nonce_supported: true },
      authorizationResponse: {
        user: JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'a1@privaterelay.appleid.com' }),
      },
    },
    provider,
  )
  assert.deepEqual(email, { address: 'a1@privaterelay.appleid.com', verified: true })
  assert.deepEqual([firstName, lastName], ['Ada', 'Lovelace'])
})
