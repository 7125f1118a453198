// What an exchange may ask for: nothing beyond what was presented, and nothing without what restricts it.
// https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
import { bob } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import { acting, asActor, asSubject, exchange, exchanged, introspect, startExchanging, tokensOf, types } from '../../support/exchanging.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

const reserved = 'urn:symbolon:iam:'
const otherAudience = `${reserved}org:project:id:other:aud`
const editor = `${reserved}org:project:role:editor`
const allRoles = `${reserved}org:projects:roles`
const portal = ['assertion', 'basic', 'jwt', 'key', 'no-exchange', 'portal', 'portal-api', 'post', 'public']

let provider: TestProvider
let alice: SignedIn
let actor: SignedIn
before(async () => {
  provider = await startExchanging()
  alice = await signedIn(provider)
  actor = await signedIn(provider, bob)
})
after(async () => await provider.close())

type Presented = Readonly<Record<string, string>>

async function subject(scope: string, member: 'access_token' | 'id_token' = 'access_token'): Promise<Presented> {
  const tokens = await tokensOf(provider, alice, 'basic', scope)
  return asSubject(tokens[member], member === 'id_token' ? types.idToken : types.accessToken)
}

async function actingWith(scope: string): Promise<Presented> {
  return asActor((await tokensOf(provider, actor, 'basic', scope))['access_token'])
}

const byId: Presented = { subject_token: 'alice', subject_token_type: types.userId }

describe('scope', () => {
  test('TX-05 what the subject token does not carry is invalid_scope', async () => {
    const narrow = await subject('openid email')
    for (const scope of [
      'profile',
      'openid profile',
      'offline_access',
      editor,
      allRoles,
      otherAudience,
      `${reserved}org:project:id:symbolon:aud`,
      `${reserved}user:metadata`,
      `${reserved}user:resourceowner`,
      `${reserved}org:id:acme`,
      `${reserved}org:idp:id:google`,
      `${reserved}org:roles:id:partner`,
      'made-up',
      'openid made-up',
      'openid"',
    ])
      assertError(await exchange(provider, { ...narrow, scope }), 400, 'invalid_scope')
    for (const scope of ['openid', 'email', 'email openid']) assert.equal((await exchanged(provider, { ...narrow, scope }))['scope'], scope)
  })

  test("without a scope it is the subject's, else the actor's, else openid", async () => {
    const scopeOf = async (parameters: Presented): Promise<unknown> => (await exchanged(provider, parameters))['scope']
    assert.equal(await scopeOf(await subject('openid email')), 'openid email')
    assert.equal(await scopeOf({ ...(await subject('openid email')), ...(await actingWith('openid profile')) }), 'openid email')
    assert.equal(await scopeOf({ ...(await subject('openid')), ...(await actingWith('openid profile')) }), 'openid')
    assert.equal(await scopeOf({ ...byId, ...(await actingWith('openid profile')) }), 'openid profile')
    assert.equal(await scopeOf(await subject('openid email', 'id_token')), 'openid')
    assert.equal(await scopeOf({ ...(await subject('openid', 'id_token')), ...(await actingWith('openid profile')) }), 'openid profile')
    assert.equal(await scopeOf({ ...(await subject('openid email')), scope: '' }), 'openid email')
  })

  test('TX-05 with an actor it is what either of them carries', async () => {
    const both = { ...(await subject('openid email')), ...(await actingWith('openid phone')) }
    assert.equal((await exchanged(provider, { ...both, scope: 'email phone' }))['scope'], 'email phone')
    assertError(await exchange(provider, { ...both, scope: 'email profile' }), 400, 'invalid_scope')
  })

  test('TX-05 of a subject without scope plain data may be asked, and what opens more has to come from a presented token', async () => {
    const plain = ['openid', 'profile', 'email', 'phone', 'address', `${reserved}user:metadata`, `${reserved}user:resourceowner`]
    const opening = [
      'offline_access',
      editor,
      allRoles,
      otherAudience,
      `${reserved}org:project:id:symbolon:aud`,
      `${reserved}org:id:acme`,
      `${reserved}org:domain:primary:acme.example`,
      `${reserved}org:roles:id:acme`,
      `${reserved}org:idp:id:google`,
      'made-up',
    ]
    const scopeless = [{ ...byId, ...(await actingWith('openid')) }, await subject('openid', 'id_token')]
    for (const presented of scopeless) {
      assert.equal((await exchanged(provider, { ...presented, scope: plain.join(' ') }))['scope'], plain.join(' '))
      for (const scope of opening) assertError(await exchange(provider, { ...presented, scope: `openid ${scope}` }), 400, 'invalid_scope')
    }
    const wide = await actingWith(`openid offline_access ${editor} ${otherAudience}`)
    const body = await exchanged(provider, { ...byId, ...wide, scope: `openid offline_access ${otherAudience}` })
    assert.equal(body['scope'], `openid offline_access ${otherAudience}`)
    assert.equal(typeof body['refresh_token'], 'string')
  })

  test('TX-05 a role that the subject does not hold is not granted, and one of another project does not become one of this', async () => {
    const granted = await subject(`openid ${editor} ${otherAudience}`)
    assert.equal((await exchanged(provider, { ...granted, scope: editor }))['scope'], editor)
    // The same name at an app of `other`: Alice has that role there, too, and the token was never about it.
    assertError(await exchange(provider, { ...granted, scope: editor }, 'elsewhere'), 400, 'invalid_scope')
    const body = await exchanged(provider, granted, 'elsewhere')
    assert.equal(body['scope'], `openid ${otherAudience}`)
    const { scope } = await exchanged(provider, acting({ subject_token: 'carol' }, 'admin-impersonator'))
    assert.ok(!String(scope).includes('role'))
    const ofActor = { ...byId, subject_token: 'alice', ...(await actingWith(`openid ${editor}`)) }
    // Bob does not hold the role: his token does not carry it.
    assertError(await exchange(provider, { ...ofActor, scope: editor }), 400, 'invalid_scope')
  })

  test('scopes that restrict to an organization stay, whatever is asked for, through every type', async () => {
    const restrictions = [`${reserved}org:id:acme`, `${reserved}org:domain:primary:acme.example`, `${reserved}org:roles:id:acme`]
    for (const restriction of restrictions) {
      for (const member of ['access_token', 'id_token'] as const) {
        const restricted = await subject(`openid email ${restriction}`, member)
        const scopeOf = async (parameters: Presented): Promise<readonly string[]> =>
          String((await exchanged(provider, parameters))['scope']).split(' ')
        assert.ok((await scopeOf({ ...restricted, scope: 'openid' })).includes(restriction), `${member} ${restriction}`)
        const again = await exchanged(provider, { ...restricted, scope: 'openid', requested_token_type: types.idToken })
        const chained = asSubject(again['access_token'], types.idToken)
        assert.ok((await scopeOf({ ...chained, scope: 'openid' })).includes(restriction))
      }
    }
    // The actor may act for users of one organization alone.
    const ofPartner = { subject_token: 'pat', subject_token_type: types.userId }
    assert.equal((await exchange(provider, { ...ofPartner, ...(await actingWith('openid')) })).status, 200)
    const restrictedActor = await actingWith(`openid ${reserved}org:id:acme`)
    assertError(await exchange(provider, { ...ofPartner, ...restrictedActor, scope: 'openid' }), 400, 'invalid_grant')
  })

  test("TX-05 with an actor, roles come from the organizations that both tokens name, and from none that the subject's does not", async () => {
    const [ofAcme, ofPartner] = [`${reserved}org:roles:id:acme`, `${reserved}org:roles:id:partner`]
    const scopeOf = async (parameters: Presented): Promise<unknown> => (await exchanged(provider, parameters))['scope']
    const both = { ...(await subject(`openid ${ofAcme}`)), ...(await actingWith(`openid ${ofAcme} ${ofPartner}`)) }
    assert.equal(await scopeOf(both), `openid ${ofAcme}`)
    assert.equal(await scopeOf({ ...both, scope: 'openid' }), `openid ${ofAcme}`)
    assertError(await exchange(provider, { ...both, scope: `openid ${ofPartner}` }), 400, 'invalid_scope')
    assert.equal(
      await scopeOf({ ...(await subject('openid')), ...(await actingWith(`openid ${ofPartner}`)), scope: 'openid' }),
      `openid ${ofPartner}`,
    )
    const apart = { ...(await subject(`openid ${ofAcme}`)), ...(await actingWith(`openid ${ofPartner}`)) }
    assertError(await exchange(provider, { ...apart, scope: 'openid' }), 400, 'invalid_scope')
  })
})

describe('audience', () => {
  const audienceOf = async (parameters: Parameters<typeof exchanged>[1]): Promise<readonly string[]> => {
    const body = await exchanged(provider, { ...parameters, requested_token_type: types.jwt })
    return (decodeJwt(String(body['access_token'])).aud as string[]).toSorted()
  }

  test("without the parameter it is the subject's, else the actor's", async () => {
    assert.deepEqual(await audienceOf(await subject('openid')), portal)
    assert.deepEqual(await audienceOf({ ...byId, ...(await actingWith('openid')) }), portal)
    assert.deepEqual(await audienceOf(await subject('openid', 'id_token')), ['basic'])
    assert.deepEqual(await audienceOf({ ...(await subject('openid', 'id_token')), ...(await actingWith('openid')) }), ['basic'])
    assert.deepEqual(await audienceOf(acting()), ['basic', 'portal', 'urn:symbolon:iam:api'])
  })

  test('TX-06 it may be any part of what both are for, and nothing else', async () => {
    const both = { ...(await subject('openid')), ...(await actingWith(`openid ${otherAudience}`)) }
    assert.deepEqual(await audienceOf({ ...both, audience: 'portal-api' }), ['portal-api'])
    assert.deepEqual(await audienceOf({ ...both, audience: ['portal-api', 'other', 'portal-api'] }), ['other', 'portal-api'])
    const names = ['elsewhere', 'other-api', 'made-up', 'urn:symbolon:iam:api', 'portal-api other', 'PORTAL-API']
    const foreign = [...names, ['portal-api', 'elsewhere']]
    for (const audience of foreign) {
      assertError(await exchange(provider, { ...both, audience }), 400, 'invalid_target')
    }
    assertError(await exchange(provider, { ...(await subject('openid')), audience: 'other' }), 400, 'invalid_target')
    // A parameter without a value counts as omitted.
    assert.deepEqual(await audienceOf({ ...(await subject('openid')), audience: '' }), portal)
  })

  test('TX-06 a client that was removed from the audience does not come back, and learns nothing', async () => {
    const body = await exchanged(provider, { ...(await subject(`openid ${otherAudience}`)), audience: ['basic', 'portal-api'] })
    const narrowed = asSubject(body['access_token'])
    assert.deepEqual(await audienceOf(narrowed), ['basic', 'portal-api'])
    for (const audience of ['other', 'portal', 'public']) {
      assertError(await exchange(provider, { ...narrowed, audience }), 400, 'invalid_target')
    }
    assertError(await exchange(provider, narrowed, 'elsewhere'), 400, 'invalid_request')
    assert.deepEqual(await introspect(provider, body['access_token'], 'other-api'), { active: false })
    assert.equal((await introspect(provider, body['access_token'], 'portal-api'))['active'], true)
  })

  test('TX-06 the roles of a project that was taken out of the audience are not asserted', async () => {
    const all = await subject(`openid ${allRoles} ${otherAudience}`)
    const rolesOf = async (audience: readonly string[]): Promise<readonly string[]> => {
      const body = await exchanged(provider, { ...all, audience })
      const { body: claims } = await userinfoOf(provider, body['access_token'])
      return Object.keys(claims)
        .filter((name) => name.endsWith(':roles'))
        .toSorted()
    }
    const own = [`${reserved}org:project:portal:roles`, `${reserved}org:project:roles`]
    assert.deepEqual(await rolesOf(['basic', 'other']), [`${reserved}org:project:other:roles`, ...own])
    assert.deepEqual(await rolesOf(['basic']), own)
  })
})
