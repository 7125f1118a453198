// The way back from an identity provider: the answer counts once, in the browser that began, and only while everything is still allowed.
import { alice, clientSecret } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { oidc } from '@symbolon/login-external'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import {
  answerOf,
  callbackPath,
  leave,
  linkedToBob,
  postingProvider,
  sharedCallbackPath,
  signInThere,
  startFederation,
  upstreamProvider,
} from '../../support/external-sign-in.ts'
import type { Federation, FederationOptions } from '../../support/external-sign-in.ts'

let federation: Federation
async function start(options: FederationOptions = {}): Promise<Federation> {
  federation = await startFederation({ document: linkedToBob(), ...options })
  return federation
}
afterEach(async () => await federation.close())

/** Begins a sign-in and comes back with the answer, which is not yet sent. */
async function begun(userAgent: UserAgent): Promise<URL> {
  const page = await userAgent.get(authorizationUrl(federation.local))
  return await answerOf(federation, await leave(userAgent, page))
}

/** Sends the answer, and expects that it is refused before any request to the identity provider. */
async function refusedSilently(userAgent: UserAgent, answer: URL): Promise<void> {
  const before = federation.calls.length
  const page = await userAgent.get(answer)
  assert.equal(page.status, 400)
  assert.equal(federation.calls.length, before, 'no request was sent')
}

test('XI-01 an answer with a wrong state, or none, is refused without a request', async () => {
  const { local } = await start()
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  for (const state of ['', 'x', 'A'.repeat(43), `${answer.searchParams.get('state')}x`]) {
    const wrong = new URL(answer)
    wrong.searchParams.set('state', state)
    await refusedSilently(userAgent, wrong)
  }
  const without = new URL(answer)
  without.searchParams.delete('state')
  await refusedSilently(userAgent, without)
  const twice = new URL(answer)
  twice.searchParams.append('state', 'x')
  await refusedSilently(userAgent, twice)
  assert.ok(codeOf(await userAgent.get(answer)), 'the right one still counts')
})

test('XI-01 an answer counts once, and of 10 concurrent ones one counts', async () => {
  const { local } = await start()
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  const cookie = userAgent.cookies.header(answer, { crossSite: true, method: 'GET' }) ?? ''
  const responses = await Promise.all(
    Array.from({ length: 10 }, async () => await local.fetch(new Request(answer, { headers: { cookie } }))),
  )
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 9 }, () => 400)])
  await refusedSilently(userAgent, answer)
})

test('XI-01 an answer is refused ten minutes after the sign-in began', async () => {
  const { local, clock } = await start()
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  clock.advance(600)
  await refusedSilently(userAgent, answer)
})

test('XI-01 XI-07 an answer is refused in another browser, signed in or not', async () => {
  const { local } = await start()
  const victim = local.newUserAgent()
  codeOf(await signInThere(federation, victim))
  for (const other of [victim, local.newUserAgent()]) {
    await refusedSilently(other, await begun(local.newUserAgent()))
  }
})

test('XI-01 the answer of one identity provider does not pass for that of another', async () => {
  const other = oidc({ id: 'other', name: 'Other', issuer: 'https://upstream.example', clientId: 'downstream', clientSecret })
  const moved = upstreamProvider({ id: 'moved', callbackPath: '/idps/callback' })
  const { local } = await start({ providers: [upstreamProvider(), other, moved], external: { sharedRedirectUri: true } })
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  for (const path of ['/ui/login/external/callback/other', '/ui/login/external/callback/moved', sharedCallbackPath, '/idps/callback']) {
    const elsewhere = new URL(answer)
    elsewhere.pathname = path
    await refusedSilently(userAgent, elsewhere)
    const again = await begun(userAgent)
    answer.search = again.search
  }
})

test('an answer that is an error ends on a page that leads to the other ways to sign in', async () => {
  const { local } = await start()
  for (const [error, text] of [
    ['access_denied', 'Sign-in cancelled'],
    ['server_error', 'Sign-in failed'],
  ] as const) {
    const userAgent = local.newUserAgent()
    const page = await userAgent.get(authorizationUrl(local))
    const state = (await leave(userAgent, page)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error, error_description: '<script>', state, iss: 'https://upstream.example' })
    const refused = await userAgent.get(`${local.issuer}${callbackPath}?${query}`)
    assert.equal(refused.status, 403)
    assert.match(refused.text, new RegExp(text))
    assert.doesNotMatch(refused.text, /<script>/)
    assert.match(refused.text, /Use another account/)
  }
})

const crossSite = { crossSite: true, headers: { origin: 'https://upstream.example', 'sec-fetch-site': 'cross-site' } }

test('an answer that comes by POST from the other site is kept, and counts once', async () => {
  const { local } = await start({ providers: [postingProvider()] })
  const userAgent = local.newUserAgent()
  const fields = await postedFields(userAgent)
  const url = `${local.issuer}${callbackPath}`
  assert.equal((await userAgent.post(url, { ...fields, state: 'x' }, { ...crossSite, follow: false })).status, 400)
  const page = await userAgent.post(url, fields, crossSite)
  assert.ok(codeOf(page))
  const names = [...(page.visited[1]?.searchParams.keys() ?? [])]
  assert.deepEqual(names, ['state', 'posted'], 'the code is in no address')
  assert.equal((await userAgent.post(url, fields, { ...crossSite, follow: false })).status, 400)
  assert.equal((await userAgent.get(page.visited[1] ?? '')).status, 400)
})

/** The fields of the form by which the upstream provider sends its answer, for a sign-in that this browser began. */
async function postedFields(userAgent: UserAgent): Promise<Readonly<Record<string, string>>> {
  const target = await leave(userAgent, await userAgent.get(authorizationUrl(federation.local)))
  target.searchParams.delete('response_mode')
  return Object.fromEntries((await answerOf(federation, target)).searchParams)
}

test('XI-16 a posted answer is given to the browser that posted it alone, and there only with the cookie of the sign-in', async () => {
  const { local, calls } = await start({ providers: [postingProvider()] })
  const url = `${local.issuer}${callbackPath}`
  const beginner = local.newUserAgent()
  const fields = await postedFields(beginner)
  const victim = local.newUserAgent()
  const posted = await victim.post(url, fields, { ...crossSite, follow: false })
  assert.equal(posted.status, 303)
  const before = calls.length
  // The beginner is faster than the redirect of the victim.
  const state = encodeURIComponent(fields['state'] ?? '')
  for (const query of [`state=${state}`, `state=${state}&posted=`, `state=${state}&posted=x`, new URLSearchParams(fields)]) {
    assert.equal((await beginner.get(`${url}?${query}`)).status, 400)
  }
  const redirected = new URL(posted.headers.get('location') ?? '', local.issuer)
  assert.equal((await victim.get(redirected)).status, 400, 'the cookie of the sign-in is in the other browser')
  assert.equal((await beginner.get(redirected)).status, 400, 'the sign-in is over')
  assert.equal(calls.length, before, 'no code was redeemed')
})

test('XI-16 an answer is not taken by POST where the provider is asked to redirect', async () => {
  const { local } = await start({ providers: [upstreamProvider(), postingProvider({ id: 'posting' })] })
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  const fields = Object.fromEntries(answer.searchParams)
  const posted = await local.newUserAgent().post(`${local.issuer}${callbackPath}`, fields, { ...crossSite, follow: false })
  assert.equal(posted.status, 400)
  assert.ok(codeOf(await userAgent.get(answer)), 'the answer by redirect still counts')

  await federation.close()
  const { local: other } = await start()
  const refused = await other.newUserAgent().post(`${other.issuer}${callbackPath}`, fields, { ...crossSite, follow: false })
  assert.equal(refused.status, 405, 'without a provider that posts')
})

test('XI-05 a user, a link, an organization or a policy that is switched off meanwhile ends the sign-in', async () => {
  const [org] = linkedToBob().orgs ?? []
  const policy = { allowUsernamePassword: true, allowExternalIdp: false }
  const changes = {
    user: {
      orgs: [
        {
          ...org!,
          humanUsers: org!.humanUsers!.map((each) => (each.userId === 'bob' ? { ...each, state: 'USER_STATE_LOCKED' as const } : each)),
        },
      ],
    },
    organization: { orgs: [{ ...org!, orgState: 'ORG_STATE_INACTIVE' as const }] },
    policyOfOrganization: { orgs: [{ ...org!, loginPolicy: policy }] },
    policyOfInstance: { ...linkedToBob(), instance: { loginPolicy: policy } },
  }
  for (const [name, document] of Object.entries(changes)) {
    const { local } = await start()
    const userAgent = local.newUserAgent()
    const answer = await begun(userAgent)
    await local.apply(document)
    const page = await userAgent.get(answer)
    assert.ok(page.status === 403 || page.status === 400, `${name}: ${page.status}`)
    assert.equal(page.redirectedTo, undefined, name)
    await federation.close()
  }
  const { local } = await start()
  const userAgent = local.newUserAgent()
  const answer = await begun(userAgent)
  assert.equal(
    await local.storage.stores.userLinks?.removeUnlessLast('bob', 'upstream', alice.id, { password: true, passkey: true }),
    'removed',
  )
  const page = await userAgent.get(answer)
  assert.match(page.text, /Account not connected/)
})

test('an identity provider that answers nonsense, or not at all, leads to a page and to no session', async () => {
  const outgoing = { resolve: async () => ['8.8.8.8'], fetch: async () => new Response('<html>', { status: 500 }) }
  const { local } = await start({ external: { providers: [upstreamProvider()], outgoing } })
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local))
  const link = page.text.match(/\/ui\/login\/external\?[^"]+/)?.[0].replaceAll('&amp;', '&') ?? ''
  const failed = await userAgent.get(`${local.issuer}${link}`)
  assert.equal(failed.status, 502)
  assert.match(failed.text, /Sign-in failed/)
})

test('a request for a provider that is not offered, or without one, is refused', async () => {
  const { local, calls } = await start({ document: acmeWith({}) })
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local))
  const request = page.forms[0]?.fields['request'] ?? ''
  for (const query of [`request=${request}&idp=unknown`, `request=${request}`, `request=${request}&idp=upstream&purpose=link`]) {
    assert.equal((await userAgent.get(`${local.issuer}/ui/login/external?${query}`)).status, 403)
  }
  assert.equal((await userAgent.get(`${local.issuer}/ui/login/external?idp=upstream`)).status, 400)
  assert.equal((await local.newUserAgent().get(`${local.issuer}/ui/login/external?request=${request}&idp=upstream`)).status, 400)
  assert.deepEqual(calls, [])
})
