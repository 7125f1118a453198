// A refresh may ask for less than was authorised, never for more. https://www.rfc-editor.org/rfc/rfc6749#section-6
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { introspect } from '../../support/reserved-claims.ts'
import { factsOf, offlineTokens, refresh, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError } from '../../support/signed-in.ts'

const scope = 'openid profile email offline_access'
const otherAudience = 'urn:symbolon:iam:org:project:id:other:aud'
let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

test('an omitted or empty scope is the original one', async () => {
  let { refresh_token: token } = await offlineTokens(provider, 'basic', { scope })
  for (const fields of [{}, { scope: '' }, { scope: '  ' }]) {
    const answer = await refreshed(provider, token, fields)
    assert.equal(answer['scope'], scope)
    token = answer['refresh_token']
  }
})

test('RT-06 a narrower scope is that of the access token, and the next refresh may ask for all of it again', async () => {
  const { refresh_token: first } = await offlineTokens(provider, 'basic', { scope })
  const narrow = await refreshed(provider, first, { scope: 'email openid' })
  assert.equal(narrow['scope'], 'email openid')
  assert.deepEqual((await factsOf(provider, narrow['access_token'])).scope, ['email', 'openid'])
  const { body } = await userinfoOf(provider, narrow['access_token'])
  assert.deepEqual([body['email'], body['name']], ['alice@mail.example', undefined])
  const wide = await refreshed(provider, narrow['refresh_token'])
  assert.equal(wide['scope'], scope)
  assert.equal((await userinfoOf(provider, wide['access_token'])).body['name'], 'Alice Liddell')
})

test('without openid there is no ID token, and userinfo is closed', async () => {
  const { refresh_token: first } = await offlineTokens(provider, 'basic', { scope })
  const answer = await refreshed(provider, first, { scope: 'email' })
  assert.equal(answer['id_token'], undefined)
  assert.equal(typeof answer['refresh_token'], 'string')
  assert.equal((await userinfoOf(provider, answer['access_token'])).status, 403)
})

test('RT-06 a scope beyond the original is refused, and costs nothing', async () => {
  const { refresh_token: token } = await offlineTokens(provider, 'basic', { scope })
  for (const wide of ['phone', 'openid phone', 'made-up', 'openid "', otherAudience, 'Openid', `openid ${'x'.repeat(3000)}`]) {
    assertError(await refresh(provider, token, { scope: wide }), 400, 'invalid_scope')
  }
  // Nothing was rotated: long after the interval the token is still the live one.
  provider.clock.advance(60)
  assert.equal((await refreshed(provider, token))['scope'], scope)
})

test('RT-06 a narrower scope of one refresh does not limit the next, and a scope that was refused at authorization stays refused', async () => {
  const { refresh_token: token, scope: granted } = await offlineTokens(provider, 'basic', { scope: `${scope} made-up` })
  assert.equal(granted, scope)
  assertError(await refresh(provider, token, { scope: 'made-up' }), 400, 'invalid_scope')
})

test('a scope that restricts to an organization stays, whatever is asked for', async () => {
  const restriction = 'urn:symbolon:iam:org:roles:id:acme'
  const { refresh_token: token, scope: granted } = await offlineTokens(provider, 'basic', { scope: `${scope} ${restriction}` })
  assert.equal(granted, `${scope} ${restriction}`)
  assert.equal((await refreshed(provider, token, { scope: 'openid email' }))['scope'], `openid email ${restriction}`)
})

test('the audience is the original one, without what came from a scope that is left out', async () => {
  const { refresh_token: first, access_token: original } = await offlineTokens(provider, 'basic', { scope: `${scope} ${otherAudience}` })
  const all = (await factsOf(provider, original)).audience ?? []
  assert.ok(all.includes('other') && all.includes('basic') && all.includes('portal'))
  const narrow = await refreshed(provider, first, { scope: 'openid' })
  assert.deepEqual(
    (await factsOf(provider, narrow['access_token'])).audience,
    all.filter((each) => each !== 'other'),
  )
  const wide = await refreshed(provider, narrow['refresh_token'])
  assert.deepEqual((await factsOf(provider, wide['access_token'])).audience, all)
})

test('RT-09 a project that is switched off drops out of audience and scope, and returns with it', async () => {
  const own = await startRefreshing()
  const other = (state: 'STATE_ACTIVE' | 'STATE_INACTIVE') => ({
    orgs: (refreshDocument().orgs ?? []).map((org) => ({
      ...org,
      projects: (org.projects ?? []).map((each) => (each.projectId === 'other' ? { ...each, state } : each)),
    })),
  })
  const { refresh_token: first } = await offlineTokens(own, 'basic', { scope: `${scope} ${otherAudience}` })
  await own.apply(other('STATE_INACTIVE'))
  const without = await refreshed(own, first)
  assert.equal(without['scope'], scope)
  assert.ok(!(await factsOf(own, without['access_token'])).audience?.includes('other'))
  await own.apply(other('STATE_ACTIVE'))
  const again = await refreshed(own, without['refresh_token'])
  assert.equal(again['scope'], `${scope} ${otherAudience}`)
  assert.ok((await factsOf(own, again['access_token'])).audience?.includes('other'))
  await own.close()
})

test('RT-09 the audience is that of the project: introspection lists the apps that the project has now', async () => {
  const own = await startRefreshing()
  const document = refreshDocument([], { apps: { post: { state: 'STATE_INACTIVE' } } })
  const [model] = document.orgs?.[0]?.oidcApps ?? []
  assert.ok(model !== undefined)
  const { refresh_token: first, access_token: original } = await offlineTokens(own)
  assert.deepEqual((await factsOf(own, original)).audience, ['basic', 'portal'], 'no sibling is stored')
  assert.ok(((await introspect(own, original, 'basic'))['aud'] as readonly string[]).includes('post'))
  own.clock.advance(1)
  await own.apply({
    orgs: (document.orgs ?? []).map((org) => ({
      ...org,
      oidcApps: [...(org.oidcApps ?? []), { ...model, appId: 'new', clientId: 'new' }],
    })),
  })
  const { aud } = await introspect(own, (await refreshed(own, first))['access_token'], 'basic')
  const audience = aud as readonly string[]
  assert.ok(!audience.includes('post') && audience.includes('new') && audience.includes('basic'))
  await own.close()
})
