// Users of one provider sign in to another provider, which is its client: with real discovery, PKCE, ID token and userinfo.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { decodeJwt } from 'jose'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, codeOf, redeem } from '../../support/code-flow.ts'
import {
  answerOf,
  leave,
  linkedToBob,
  providerLink,
  signInThere,
  startFederation,
  upstreamProvider,
} from '../../support/external-sign-in.ts'
import type { Federation, FederationOptions } from '../../support/external-sign-in.ts'

let federation: Federation | undefined
async function start(options: FederationOptions = {}): Promise<Federation> {
  federation = await startFederation(options)
  return federation
}
afterEach(async () => await federation?.close())

test('a link signs its user in, and no page is between the identity provider and the application', async () => {
  const { local, calls } = await start({ document: linkedToBob() })
  const page = await signInThere(federation!, local.newUserAgent())
  const { body } = await redeem(local, codeOf(page))
  const claims = decodeJwt(String(body['id_token']))
  assert.equal(claims.sub, bob.id)
  assert.equal(claims['acr'], '1')
  assert.deepEqual(calls, [
    'GET /.well-known/openid-configuration',
    'GET /.well-known/openid-configuration',
    'POST /oauth/v2/token',
    'GET /oauth/v2/keys',
    'GET /oidc/v1/userinfo',
  ])
})

test('the tokens of the identity provider are stored nowhere', async () => {
  const { local, upstream } = await start({ document: linkedToBob() })
  codeOf(await signInThere(federation!, local.newUserAgent()))
  assert.equal((await local.storage.stores.userLinks?.list('bob'))?.length, 1)
  assert.notEqual(upstream.logged.length, 0)
  assert.doesNotMatch(JSON.stringify(local.logged), /id_token|access_token|eyJ/)
})

test('the page of the login name and the page of the password link to the provider, whether the name has a user or not', async () => {
  const { local } = await start()
  for (const loginName of [alice.loginName, 'unknown@acme.example', 'unknown']) {
    const userAgent = local.newUserAgent()
    const first = await userAgent.get(authorizationUrl(local))
    assert.equal(providerLink(first).pathname, '/ui/login/external')
    const second = await userAgent.submit(first, { loginName })
    assert.equal(providerLink(second).searchParams.get('idp'), 'upstream')
  }
})

test('the authorization request has state, nonce, PKCE and the redirect URI of the issuer', async () => {
  const { local } = await start()
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local))
  const url = await leave(userAgent, page)
  assert.equal(url.searchParams.get('redirect_uri'), 'https://id.example/ui/login/external/callback/upstream')
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
  for (const name of ['state', 'nonce', 'code_challenge']) assert.match(url.searchParams.get(name) ?? '', /^[\w-]{43}$/)
  const again = await leave(userAgent, page)
  for (const name of ['state', 'nonce', 'code_challenge']) assert.notEqual(again.searchParams.get(name), url.searchParams.get(name))
})

test('prompt=login is asked of the identity provider as well', async () => {
  const { local } = await start({ document: linkedToBob() })
  const userAgent = local.newUserAgent()
  const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, { prompt: 'login' })))
  assert.deepEqual([url.searchParams.get('prompt'), url.searchParams.get('max_age')], ['login', '0'])
  assert.ok(codeOf(await signInThere(federation!, local.newUserAgent(), { prompt: 'login' })))
})

test('max_age is passed on to the identity provider, and prompt=login is an age of 0', async () => {
  const { local } = await start({ document: linkedToBob() })
  for (const [fields, asked] of [
    [{ max_age: '28800' }, [null, '28800']],
    [{ max_age: '28800', prompt: 'login' }, ['login', '0']],
    [{ max_age: '0' }, ['login', '0']],
  ] as const) {
    const userAgent = local.newUserAgent()
    const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, fields)))
    assert.deepEqual([url.searchParams.get('prompt'), url.searchParams.get('max_age')], asked)
  }
})

test('a login policy that forbids external sign-ins shows no link', async () => {
  const policy = { allowUsernamePassword: true, allowExternalIdp: false }
  const { local } = await start({ document: { ...acmeWith({}), instance: { loginPolicy: policy } } })
  const page = await local.newUserAgent().get(authorizationUrl(local))
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /Upstream/)
})

test('an organization offers the providers of its policy alone, where its scope or its domain leads', async () => {
  const loginPolicy = { allowUsernamePassword: true, allowExternalIdp: true, idps: [] }
  const { local } = await start({ document: acmeWith({ loginPolicy }) })
  const scoped = await local.newUserAgent().get(authorizationUrl(local, { scope: 'openid urn:symbolon:iam:org:id:acme' }))
  assert.doesNotMatch(scoped.text, /Upstream/)
  const userAgent = local.newUserAgent()
  const first = await userAgent.get(authorizationUrl(local))
  assert.match(first.text, /Upstream/)
  assert.doesNotMatch((await userAgent.submit(first, { loginName: 'unknown@acme.example' })).text, /Upstream/)
})

test('a sign-in at the identity provider has to be repeated after externalLoginCheckLifetime', async () => {
  const loginPolicy = { allowUsernamePassword: true, allowExternalIdp: true, externalLoginCheckLifetime: '3600s' }
  const { local, clock } = await start({ document: { ...linkedToBob(), instance: { loginPolicy } } })
  const userAgent = local.newUserAgent()
  codeOf(await signInThere(federation!, userAgent))
  clock.advance(3599)
  assert.ok(codeOf(await userAgent.get(authorizationUrl(local, { prompt: 'none' }))))
  clock.advance(2)
  const page = await userAgent.get(authorizationUrl(local, { prompt: 'none' }))
  assert.equal(page.redirectedTo?.searchParams.get('error'), 'login_required')
})

test('XI-10 a user with an authenticator app is asked for a code after an external sign-in, whatever the policy forces', async () => {
  const otpCode = 'JBSWY3DPEHPK3PXP'
  const [org] = linkedToBob().orgs ?? []
  const humanUsers = org?.humanUsers?.map((each) => (each.userId === 'bob' ? { ...each, user: { ...each.user, otpCode } } : each))
  const document = { orgs: [{ ...org!, humanUsers: humanUsers ?? [] }] }
  for (const forced of [{}, { forceMfa: true }, { forceMfaLocalOnly: true }]) {
    const loginPolicy = { allowUsernamePassword: true, allowExternalIdp: true, ...forced }
    const { local } = await start({ document: { ...document, instance: { loginPolicy } } })
    const page = await signInThere(federation!, local.newUserAgent())
    assert.match(page.text, /Enter your code/)
    await federation?.close()
    federation = undefined
  }
})

test('XI-10 without an own factor only forceMfaLocalOnly lets an external sign-in pass', async () => {
  for (const [forced, passes] of [
    [{ forceMfa: true }, false],
    [{ forceMfaLocalOnly: true }, true],
  ] as const) {
    const loginPolicy = { allowUsernamePassword: true, allowExternalIdp: true, ...forced }
    const { local } = await start({ document: { ...linkedToBob(), instance: { loginPolicy } } })
    const page = await signInThere(federation!, local.newUserAgent())
    assert.equal(page.redirectedTo?.searchParams.has('code') ?? false, passes, JSON.stringify(forced))
    await federation?.close()
    federation = undefined
  }
})

const onlyExternal = {
  loginPolicy: { allowUsernamePassword: false, passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED', allowExternalIdp: true },
} as const

test('where one identity provider is the only way to sign in, the browser goes there at once', async () => {
  const { local } = await start({ document: { ...linkedToBob(), instance: onlyExternal } })
  const userAgent = local.newUserAgent()
  const left = await userAgent.get(authorizationUrl(local))
  assert.equal(left.redirectedTo?.origin, 'https://upstream.example')
  const answer = await answerOf(federation!, left.redirectedTo ?? assert.fail('no redirect'))
  assert.ok(codeOf(await userAgent.get(answer)))
})

test('a browser in which a user has signed in before, or in which a sign-in has failed, gets a page', async () => {
  const { local } = await start({ document: { ...linkedToBob(), instance: onlyExternal } })
  const userAgent = local.newUserAgent()
  const left = await userAgent.get(authorizationUrl(local))
  const state = left.redirectedTo?.searchParams.get('state') ?? ''
  const denied = new URLSearchParams({ error: 'access_denied', state, iss: 'https://upstream.example' })
  const refused = await userAgent.get(`${local.issuer}/ui/login/external/callback/upstream?${denied}`)
  const other = /href="([^"]*other-user[^"]*)"/.exec(refused.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.equal(providerLink(await userAgent.get(`${local.issuer}${other}`)).pathname, '/ui/login/external')

  const known = local.newUserAgent()
  codeOf(await known.get(await answerOf(federation!, (await known.get(authorizationUrl(local))).redirectedTo!)))
  await known.get(`${local.issuer}/oidc/v1/end_session`).then(async (page) => await known.submit(page))
  const after = await known.get(authorizationUrl(local))
  assert.equal(after.redirectedTo, undefined, 'a sign-out that signs in again would be none')
  assert.equal(providerLink(after).pathname, '/ui/login/external')
})

test('another way to sign in, or a second provider, shows the page', async () => {
  for (const loginPolicy of [
    { ...onlyExternal.loginPolicy, allowUsernamePassword: true },
    { ...onlyExternal.loginPolicy, passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' as const },
  ]) {
    const { local } = await start({ document: { ...linkedToBob(), instance: { loginPolicy } } })
    assert.equal((await local.newUserAgent().get(authorizationUrl(local))).status, 200)
    await federation?.close()
  }
  const providers = [upstreamProvider(), upstreamProvider({ id: 'other', name: 'Other' })]
  const { local } = await start({ providers, document: { ...linkedToBob(), instance: onlyExternal } })
  assert.equal((await local.newUserAgent().get(authorizationUrl(local))).status, 200)
})

test('the scope names the identity provider to go to, where the login policy offers it, and is not granted', async () => {
  const { local } = await start({ document: linkedToBob() })
  const idp = (id: string): string => `openid urn:symbolon:iam:org:idp:id:${id}`
  const userAgent = local.newUserAgent()
  const left = await userAgent.get(authorizationUrl(local, { scope: idp('upstream') }))
  assert.equal(left.redirectedTo?.origin, 'https://upstream.example')
  const back = await userAgent.get(await answerOf(federation!, left.redirectedTo ?? assert.fail('no redirect')))
  const { body } = await redeem(local, codeOf(back))
  assert.equal(body['scope'] ?? 'openid', 'openid')
  for (const scope of [idp('unknown'), idp(''), `${idp('upstream')} urn:symbolon:iam:org:idp:id:unknown`]) {
    const page = await local.newUserAgent().get(authorizationUrl(local, { scope }))
    assert.equal(page.status, 200, scope)
    assert.equal(providerLink(page).pathname, '/ui/login/external')
  }
})
