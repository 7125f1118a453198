// Identity providers and links that documents describe: the client stays what it was at the provider, and so do the users' links.
import { acmeDocument, alice, bob, clientSecret, signIn } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import {
  answerOf,
  leave,
  ownCallbackPath,
  providerLink,
  sharedCallbackPath,
  signInThere,
  startFederation,
  withDownstream,
} from '../../support/external-sign-in.ts'
import type { Federation } from '../../support/external-sign-in.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

let federation: Federation
async function start(document: OrgDocument): Promise<Federation> {
  federation = await startFederation({ document, providers: [] })
  return federation
}
afterEach(async () => await federation.close())

const loginPolicy = {
  allowUsernamePassword: true,
  allowExternalIdp: true,
  idps: [{ idpId: '231000000000000001' }, { idpId: '231000000000000002' }],
}
const members = {
  loginPolicy,
  oidcIdps: [
    {
      idpId: '231000000000000001',
      idp: {
        name: 'Upstream',
        clientId: 'downstream',
        clientSecret,
        issuer: 'https://upstream.example',
        scopes: ['openid', 'profile', 'email'],
      },
    },
  ],
  jwtIdps: [
    {
      idpId: '231000000000000002',
      idp: {
        name: 'Gateway',
        issuer: 'https://gateway.example',
        jwtEndpoint: 'https://gateway.example/jwt',
        keysEndpoint: 'https://gateway.example/keys',
        headerName: 'x-jwt',
      },
    },
  ],
  userLinks: [{ userId: 'bob', idpId: '231000000000000001', providedUserId: alice.id, providedUserName: 'alice@acme.example' }],
}
const scope = 'openid urn:symbolon:iam:org:id:acme'
const ownPath = ownCallbackPath('231000000000000001')

test('a provider of a document signs the linked user in, by a separate redirect URI', async () => {
  const { local } = await start(acmeWith(members))
  const userAgent = local.newUserAgent()
  const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, { scope })))
  assert.equal(url.searchParams.get('redirect_uri'), `https://id.example${ownPath}`)
  assert.equal(url.searchParams.get('client_id'), 'downstream')
  const answer = await answerOf(federation, url)
  const elsewhere = new URL(answer)
  elsewhere.pathname = sharedCallbackPath
  assert.equal((await userAgent.get(elsewhere)).status, 404)
  assert.ok(codeOf(await userAgent.get(answer)))
})

test('an id of any characters has a separate redirect URI', async () => {
  const idpId = 'a/b %2F ü?#'
  const renamed = {
    ...members,
    loginPolicy: { ...loginPolicy, idps: [{ idpId }] },
    oidcIdps: members.oidcIdps.map((each) => ({ ...each, idpId })),
    userLinks: members.userLinks.map((each) => ({ ...each, idpId })),
  }
  const redirectUris = ['https://id.example/ui/login/external/callback/a%2Fb%20%252F%20%C3%BC%3F%23']
  const document = acmeWith(renamed)
  federation = await startFederation({ document, providers: [], upstreamDocument: withDownstream(acmeDocument(), redirectUris) })
  const { local } = federation
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local, { scope }))
  assert.ok(codeOf(await userAgent.get(await answerOf(federation, await leave(userAgent, page)))))
  await federation.close()
  await start(acmeWith(members))
})

test('after a move, a provider that announces iss may keep the redirect URI of the original product, and other providers may not', async () => {
  for (const announces of [true, false]) {
    federation = await startFederation({
      document: acmeWith(members),
      providers: [],
      external: { sharedRedirectUri: true },
      instead: async (request) => await withoutIss(announces, request),
    })
    const { local } = federation
    const userAgent = local.newUserAgent()
    const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, { scope })))
    const path = announces ? sharedCallbackPath : ownPath
    assert.equal(url.searchParams.get('redirect_uri'), `https://id.example${path}`)
    const answer = await answerOf(federation, url)
    if (!announces) answer.searchParams.delete('iss')
    assert.ok(codeOf(await userAgent.get(answer)), path)
    await federation.close()
  }
  await start(acmeWith(members))
})

/** The metadata of the upstream provider, without the announcement of `iss`. */
async function withoutIss(announces: boolean, request: Request): Promise<Response | undefined> {
  if (announces || !request.url.endsWith('/.well-known/openid-configuration')) return undefined
  const metadata = (await (await federation.upstream.fetch(request)).json()) as Readonly<Record<string, unknown>>
  return Response.json({ ...metadata, authorization_response_iss_parameter_supported: false })
}

test('AD-41 a document cannot take the id of a provider in code', async () => {
  federation = await startFederation()
  const [given] = members.oidcIdps
  const report = await federation.local.apply(acmeWith({ oidcIdps: [{ ...given!, idpId: 'upstream' }] }))
  assert.deepEqual(
    report.entries.filter(({ action }) => action === 'refused').map(({ kind, key, reason }) => [kind, ...key, reason]),
    [['oidcIdp', 'upstream', 'idp_in_code']],
  )
})

test('a typed name leads to the providers of the organization that holds its domain, unless the policy forbids it', async () => {
  for (const allowDomainDiscovery of [true, false]) {
    const instance = { loginPolicy: { allowUsernamePassword: true, allowExternalIdp: true, allowDomainDiscovery } }
    const { local } = await start({ ...acmeWith(members), instance })
    const userAgent = local.newUserAgent()
    const first = await userAgent.get(authorizationUrl(local))
    assert.doesNotMatch(first.text, /Upstream/)
    for (const loginName of [alice.loginName, 'unknown@acme.example']) {
      const second = await userAgent.submit(first, { loginName })
      assert.equal(/Upstream/.test(second.text), allowDomainDiscovery)
    }
    await federation.close()
  }
  await start(acmeWith(members))
})

const onlyExternal = { ...loginPolicy, allowUsernamePassword: false, passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED' } as const
const discovering = { loginPolicy: { allowUsernamePassword: true, allowExternalIdp: true, allowDomainDiscovery: true } }

test('PW-02 a typed name leads at once to the provider that is the only method of its domain, with and without a user', async () => {
  const { local, clock } = await start({ ...acmeWith({ ...members, loginPolicy: onlyExternal }), instance: discovering })
  const pages: string[] = []
  for (const loginName of [bob.loginName, 'unknown@acme.example', 'UNKNOWN@\uff41cme.example', 'unknown\uff20acme.example']) {
    const userAgent = local.newUserAgent()
    const first = await userAgent.get(authorizationUrl(local))
    assert.equal(first.status, 200)
    const form = { ...first.forms[0]?.fields, loginName }
    const onward = await userAgent.post(`${local.issuer}${first.forms[0]?.action}`, form, { headers: { origin: local.issuer } })
    // A redirect after the form would be blocked by its `form-action`.
    assert.equal(onward.redirectedTo?.origin, 'https://upstream.example', loginName)
    pages.push(onward.redirectedTo?.pathname ?? '')
    clock.advance(1)
  }
  assert.equal(new Set(pages).size, 1)
})

test('after a sign-in that failed, a typed name shows a page until it is typed again', async () => {
  const { local } = await start({ ...acmeWith({ ...members, loginPolicy: onlyExternal }), instance: discovering })
  const userAgent = local.newUserAgent()
  const first = await userAgent.get(authorizationUrl(local))
  const left = await userAgent.submit(first, { loginName: bob.loginName })
  const state = left.redirectedTo?.searchParams.get('state') ?? ''
  const denied = new URLSearchParams({ error: 'access_denied', state, iss: 'https://upstream.example' })
  const refused = await userAgent.get(`${local.issuer}${ownPath}?${denied}`)
  assert.match(refused.text, /cancelled/i)
  const again = await userAgent.get(first.url)
  assert.equal(again.redirectedTo, undefined)
  assert.equal(providerLink(again).searchParams.get('idp'), '231000000000000001')
})

test('a typed name shows a page where there is another way, or domains lead nowhere', async () => {
  for (const [policy, instance] of [
    [loginPolicy, discovering],
    [{ ...onlyExternal, passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' as const }, discovering],
    [onlyExternal, { loginPolicy: { ...discovering.loginPolicy, allowDomainDiscovery: false } }],
    [{ ...onlyExternal, idps: [] }, discovering],
  ] as const) {
    const { local } = await start({ ...acmeWith({ ...members, loginPolicy: policy }), instance })
    const userAgent = local.newUserAgent()
    const page = await userAgent.submit(await userAgent.get(authorizationUrl(local)), { loginName: bob.loginName })
    assert.equal(page.redirectedTo, undefined)
    assert.equal(page.status, 200)
    await federation.close()
  }
  await start(acmeWith(members))
})

/** An organization without users, whose provider creates them. @param domain replaces the default domain */
function autoRegistering(domain?: { readonly domainName: string; readonly isPrimary: boolean }): OrgDocument {
  const document = { ...acmeWith({ ...members, userLinks: [] }), instance: { loginPolicy } }
  const orgs = document.orgs!.map((org) => ({
    ...org,
    humanUsers: [],
    ...(domain === undefined ? {} : { domains: [domain] }),
    oidcIdps: org.oidcIdps!.map((each) => ({ ...each, idp: { ...each.idp, autoRegister: true } })),
  }))
  return { ...document, orgs }
}

test('the organization of the provider is that of the users it creates', async () => {
  const { local } = await start(autoRegistering())
  codeOf(await signInThere(federation, local.newUserAgent(), { scope }))
  const link = await local.storage.stores.userLinks?.find('231000000000000001', alice.id)
  assert.equal((await local.storage.stores.users?.find(link?.userId ?? ''))?.orgId, 'acme')
})

test('DS-44 a provider creates no user beyond the number that the instance allows the organization', async () => {
  const { local } = await start(autoRegistering())
  const first = { userId: 'first', user: { userName: 'first', profile: { firstName: 'First', lastName: 'User' } } }
  const instance = { loginPolicy, boundaryPolicy: { maxUsersOfOrganization: 1 } }
  await local.apply({ instance, orgs: [{ orgId: 'acme', humanUsers: [first] }] })
  const page = await signInThere(federation, local.newUserAgent(), { scope })
  assert.equal(page.status, 403)
  assert.match(page.text, /You cannot create an account here/)
  assert.equal(await local.storage.stores.userLinks?.find('231000000000000001', alice.id), undefined)
})

test('XI-15 email_verified of a provider of an organization counts in a verified domain of that organization alone', async () => {
  const holds = (orgId: string, flags: object): object => ({ orgId, domains: [{ orgId, domainName: 'mail.example', ...flags }] })
  const verified = { isVerified: true, isPrimary: false }
  for (const [expected, mailDomain] of [
    [undefined, undefined],
    [undefined, holds('acme', { isPrimary: false })],
    [undefined, holds('other', verified)],
    [{ address: 'alice@mail.example', verified: true }, holds('acme', verified)],
  ] as const) {
    const { local } = await start(autoRegistering())
    await local.apply({ orgs: [{ orgId: 'other', org: { name: 'Other' } }] })
    if (mailDomain !== undefined) await local.apply({ orgs: [mailDomain] } as OrgDocument)
    codeOf(await signInThere(federation, local.newUserAgent(), { scope }))
    const link = await local.storage.stores.userLinks?.find('231000000000000001', alice.id)
    const user = await local.storage.stores.users?.find(link?.userId ?? '')
    assert.equal(user?.orgId, 'acme')
    assert.deepEqual(user?.email, expected)
    await federation.close()
  }
  await start(acmeWith(members))
})

test('XI-15 a primary domain that is not verified makes no address proven', async () => {
  const { local } = await start(autoRegistering({ domainName: 'mail.example', isPrimary: true }))
  codeOf(await signInThere(federation, local.newUserAgent(), { scope }))
  const link = await local.storage.stores.userLinks?.find('231000000000000001', alice.id)
  assert.equal((await local.storage.stores.users?.find(link?.userId ?? ''))?.email, undefined)
})

test('a user connects an account at a provider of the own organization from the account page, and at no other one', async () => {
  const { local } = await start(acmeWith({ ...members, userLinks: [] }))
  const userAgent = local.newUserAgent()
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), bob))
  const connect = `${local.issuer}/ui/login/external/connect?idp=`
  assert.match((await userAgent.get(`${connect}231000000000000002`)).text, /Sign-in method not allowed/)
  const left = (await userAgent.get(`${connect}231000000000000001`)).redirectedTo
  const confirm = await userAgent.get(await answerOf(federation, left ?? assert.fail('no redirect')))
  assert.match(confirm.text, /Connect this account\?/)
  await userAgent.submit(confirm)
  assert.equal((await local.storage.stores.userLinks?.find('231000000000000001', alice.id))?.userId, bob.id)
})

test('a changed client secret is used at the next sign-in', async () => {
  const { local, upstream } = await start(acmeWith(members))
  const wrong = acmeWith({
    ...members,
    oidcIdps: members.oidcIdps.map((each) => ({ ...each, idp: { ...each.idp, clientSecret: 'wrong' } })),
  })
  await local.apply(wrong)
  const refused = await signInThere(federation, local.newUserAgent(), { scope })
  assert.match(refused.text, /Sign-in failed/)
  assert.ok(upstream.logged.length > 0)
  await local.apply(acmeWith(members))
  assert.ok(codeOf(await signInThere(federation, local.newUserAgent(), { scope })))
})

test('XI-08 a provider that sends JWTs is kept, reported as without effect, and neither offered nor reachable', async () => {
  const { local } = await start(acmeWith(members))
  const report = await local.apply(acmeWith(members))
  assert.match(JSON.stringify(report), /jwtIdps/)
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local, { scope }))
  assert.doesNotMatch(page.text, /Gateway/)
  const request = page.forms[0]?.fields['request'] ?? ''
  assert.equal((await userAgent.get(`${local.issuer}/ui/login/external?request=${request}&idp=231000000000000002`)).status, 403)
  assert.equal((await userAgent.get(`${local.issuer}/ui/login/login/jwt/authorize?id=1`)).status, 404)
})

test('BR-09 an organization offers its providers on the pages of another organization only where a project grant relates the two', async () => {
  const other = { ...members, userLinks: [], orgId: 'other', org: { name: 'Other' } }
  const { local } = await start({ orgs: [...(acmeDocument().orgs ?? []), other] })
  const linked = async (): Promise<boolean> => {
    const page = await local.newUserAgent().get(authorizationUrl(local, { scope: 'openid urn:symbolon:iam:org:id:other' }))
    return page.text.includes('idp=231000000000000001')
  }
  assert.equal(await linked(), false)
  const projectGrant = { projectId: 'portal', grantedOrgId: 'other', roleKeys: [] }
  await local.apply({ orgs: [{ orgId: 'acme', projectGrants: [{ grantId: 'to-other', projectGrant }] }] })
  assert.equal(await linked(), true)
})

test('XI-17 after a change of the issuer the links of the earlier one match no user, and do again when it is changed back', async () => {
  const evil = await startTestProvider({ issuer: 'https://evil.example', document: withDownstream(acmeDocument()) })
  const instead = async (request: Request): Promise<Response | undefined> =>
    new URL(request.url).host === 'evil.example' ? await evil.fetch(request) : undefined
  federation = await startFederation({ document: acmeWith(members), providers: [], instead })
  const { local } = federation
  const signedInAt = async (upstream: TestProvider): Promise<Page> => {
    const userAgent = local.newUserAgent()
    const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, { scope })))
    assert.equal(url.origin, upstream.issuer)
    return await userAgent.get(await answerOf({ local, upstream }, url))
  }
  const withIssuer = (issuer: string): OrgDocument => {
    const [provider] = members.oidcIdps
    return acmeWith({ ...members, oidcIdps: [{ ...provider!, idp: { ...provider!.idp, issuer } }] })
  }
  assert.ok(codeOf(await signedInAt(federation.upstream)))
  await local.apply(withIssuer('https://evil.example'))
  const other = await signedInAt(evil)
  assert.equal(other.redirectedTo, undefined)
  assert.match(other.text, /Account not connected/)
  // Another user may have the id there. The link of the first user is not touched.
  const report = await local.apply(
    acmeWith({ userLinks: [{ userId: alice.id, idpId: '231000000000000001', issuer: 'https://evil.example', providedUserId: alice.id }] }),
  )
  assert.equal(report.counts.refused, 0)
  await local.apply(withIssuer('https://upstream.example'))
  assert.ok(codeOf(await signedInAt(federation.upstream)))
  await evil.close()
})

test('AD-67 the first sign-in after an organization has changed its provider suspends the roles that others gave, and no later one', async () => {
  const [acme] = acmeWith(members).orgs ?? []
  const globex = { orgId: 'globex', org: { name: 'Globex' }, orgMembers: [{ userId: 'bob', roles: ['ORG_OWNER'] }] }
  const { local, clock } = await start({ orgs: [acme!, globex] })
  const { directory, memberships } = local.storage.stores
  const signedIn = async (): Promise<readonly unknown[]> => {
    const userAgent = local.newUserAgent()
    const url = await leave(userAgent, await userAgent.get(authorizationUrl(local, { scope })))
    assert.ok(codeOf(await userAgent.get(await answerOf(federation, url))))
    return (await memberships!.list('bob')).map(({ orgId, active }) => [orgId, active])
  }
  const changedBy = async (caller: 'owner of acme' | 'owner of the instance'): Promise<void> => {
    const idpId = '231000000000000001'
    const provider = await directory!.get({ kind: 'oidcIdp', key: [idpId] })
    clock.advance(1)
    await directory!.apply(
      { put: [provider!], remove: [], ...(caller === 'owner of acme' ? { changedProviders: [idpId] } : {}) },
      clock.now(),
    )
    clock.advance(1)
  }
  await changedBy('owner of the instance')
  assert.deepEqual(await signedIn(), [['globex', true]])
  await changedBy('owner of acme')
  assert.deepEqual(
    (await memberships!.list('bob')).map(({ active }) => active),
    [true],
    'the change itself ends nothing',
  )
  assert.deepEqual(await signedIn(), [['globex', false]])
  await local.apply({ orgs: [{ orgId: 'globex', orgMembers: [{ userId: 'bob', roles: ['ORG_OWNER'], state: 'STATE_ACTIVE' }] }] })
  assert.deepEqual(await signedIn(), [['globex', true]])
})
