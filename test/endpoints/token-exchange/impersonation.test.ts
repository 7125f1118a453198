// Who may act for whom, and what the tokens, the audit trail and our own API make of it.
import { eventsEndpoint } from '@symbolon/admin-api'
import { introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import { bob } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { postToken, userinfoOf } from '../../support/code-flow.ts'
import {
  acting,
  actors,
  apply,
  asActor,
  asSubject,
  exchange,
  exchanged,
  introspect,
  patOf,
  setImpersonation,
  startExchanging,
  tokensOf,
  types,
} from '../../support/exchanging.ts'
import type { ActorId } from '../../support/exchanging.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => {
  provider = await startExchanging({ endpoints: [userinfo, introspection, revocation, eventsEndpoint] })
})
after(async () => await provider.close())

type Claims = Readonly<Record<string, unknown>>
type Org = NonNullable<OrgDocument['orgs']>[number]

async function impersonations(): Promise<readonly Claims[]> {
  const events = (await provider.storage.stores.auditEvents?.list({ limit: 1000 })) ?? []
  return events.filter(({ type }) => type === 'user_impersonated').map(({ id: _id, at: _at, ...event }) => ({ ...event }))
}

/** Another exchange of what came out. */
function onward(body: Claims): ReturnType<typeof asSubject> {
  return asSubject(body['access_token'])
}

describe('who may act for whom', () => {
  /** An end user, managers of each kind, a service user, and a user of another organization. */
  const subjects = ['alice', 'carol', 'pia', 'gil', 'ivan', 'without-role', 'pat'] as const
  const everybody = new Set<string>(subjects)
  const endUsers = new Set(['alice', 'without-role', 'pat'])
  const reach: Readonly<Record<ActorId, ReadonlySet<string>>> = {
    'end-user-impersonator': endUsers,
    'admin-impersonator': everybody,
    'org-end-user-impersonator': new Set(['alice', 'without-role']),
    // A manager of the instance is above an organization, whichever is his own.
    'org-admin-impersonator': new Set(['alice', 'without-role', 'carol', 'pia', 'gil']),
    owner: new Set(),
    'org-owner': new Set(),
    'without-role': new Set(),
  }

  for (const actor of Object.keys(actors) as ActorId[]) {
    const reached = [...reach[actor]].join(', ') || 'no user'
    test(`TX-07 ${actor} (${actors[actor] ?? 'no role'}) reaches ${reached}, and no other user`, async () => {
      for (const subject of subjects) {
        const answer = await exchange(provider, acting({ subject_token: subject }, actor))
        if (reach[actor].has(subject)) assert.equal(answer.status, 200, `${subject} ${JSON.stringify(answer.body)}`)
        else {
          assertError(answer, 400, 'invalid_request')
          assert.equal(answer.body['error_description'], 'The actor may not act for this user.', subject)
        }
      }
    })
  }

  test('TX-07 a role in one organization reaches no user of another', async () => {
    const withMembers = async (...orgMembers: NonNullable<Org['orgMembers']>): Promise<void> =>
      await apply(provider, { orgs: [{ orgId: 'partner', org: { name: 'Partner' }, orgMembers }] })
    await withMembers({ userId: 'without-role', roles: ['ORG_ADMIN_IMPERSONATOR'] })
    const reaches = async (subject_token: string): Promise<boolean> =>
      (await exchange(provider, acting({ subject_token }, 'without-role'))).status === 200
    assert.deepEqual([await reaches('pat'), await reaches('alice')], [true, false])
    // An end user of the one who manages something in the other is a manager that the one has no say about.
    await withMembers({ userId: 'alice', roles: ['ORG_OWNER'] })
    assert.equal((await exchange(provider, acting({}, 'org-admin-impersonator'))).status, 400)
    assert.equal((await exchange(provider, acting({}, 'end-user-impersonator'))).status, 400)
    assert.equal((await exchange(provider, acting({}, 'admin-impersonator'))).status, 200)
    await withMembers({ userId: 'alice', state: 'STATE_REMOVED' }, { userId: 'without-role', state: 'STATE_REMOVED' })
    assert.equal((await exchange(provider, acting({}, 'end-user-impersonator'))).status, 200)
  })

  test('BO-21 a suspended role lets its holder act for no user', async () => {
    const withMember = async (state: 'STATE_ACTIVE' | 'STATE_REMOVED'): Promise<void> =>
      await apply(provider, {
        orgs: [{ orgId: 'partner', orgMembers: [{ userId: 'without-role', roles: ['ORG_ADMIN_IMPERSONATOR'], state }] }],
      })
    const reaches = async (): Promise<boolean> =>
      (await exchange(provider, acting({ subject_token: 'pat' }, 'without-role'))).status === 200
    await withMember('STATE_ACTIVE')
    assert.equal(await reaches(), true)
    // The organization of the service user adds a token to it.
    await provider.storage.stores.memberships!.suspend({ userId: 'without-role', until: 'confirmation' }, provider.clock.now())
    assert.equal(await reaches(), false)
    await withMember('STATE_ACTIVE')
    assert.equal(await reaches(), true)
    await withMember('STATE_REMOVED')
  })

  test('TX-07 with the setting off no user acts for another, and gets an error that says so', async () => {
    await setImpersonation(provider, false)
    for (const actor of Object.keys(actors) as ActorId[]) {
      const answer = await exchange(provider, acting({}, actor))
      assertError(answer, 400, 'invalid_request')
      assert.equal(answer.body['error_description'], 'Impersonation is switched off.')
    }
    await setImpersonation(provider, true)
  })
})

test('AD-68 TX-07 a user acts for another user only after a sign-in with a second factor, if the instance demands it', async () => {
  const tokens = await tokensOf(provider, await signedIn(provider, bob), 'basic', 'openid offline_access')
  const asBob = acting({ actor_token: String(tokens['access_token']) })
  const earlier = await exchanged(provider, acting({ actor_token: String(tokens['access_token']), scope: 'openid offline_access' }))
  const isActive = async (): Promise<unknown> => (await introspect(provider, earlier['access_token']))['active']
  const refreshed = async (): Promise<number> =>
    (await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(earlier['refresh_token']) }, basicOf('basic'))).status
  assert.equal(await isActive(), true)
  await apply(provider, { orgs: [], instance: { boundaryPolicy: { forceMfaForAdministrators: true } } })
  const answer = await exchange(provider, asBob)
  assertError(answer, 400, 'invalid_request')
  assert.equal(answer.body['error_description'], 'The actor has to sign in with a second factor.')
  assert.equal((await exchange(provider, acting({}))).status, 200, 'a service user acts as before')
  assert.deepEqual([await isActive(), await refreshed()], [false, 400], 'a token from before gives nothing either')
  await apply(provider, { orgs: [], instance: { boundaryPolicy: { forceMfaForAdministrators: false } } })
  assert.equal((await exchange(provider, asBob)).status, 200)
  assert.deepEqual([await isActive(), await refreshed()], [true, 200])
})

describe('the claim act', () => {
  const jwt = { requested_token_type: types.jwt, scope: 'openid' } as const

  test('TX-10 it names who acts, in JWT, ID token and introspection, and userinfo speaks of the subject', async () => {
    const tokens = await tokensOf(provider, await signedIn(provider, bob), 'basic')
    const act = { iss: provider.issuer, sub: 'bob' }
    const { auth_time: authTime, amr, acr } = decodeJwt(String(tokens['id_token']))
    for (const type of [types.accessToken, types.jwt] as const) {
      provider.clock.advance(100)
      const body = await exchanged(
        provider,
        acting({
          actor_token: String(tokens['access_token']),
          scope: 'openid profile',
          requested_token_type: type,
        }),
      )
      const idToken = decodeJwt(String(body['id_token']))
      assert.deepEqual([idToken['sub'], idToken['act'], idToken['nonce'], idToken['sid']], ['alice', act, undefined, undefined])
      // Who is there is the actor: so it is the actor who authenticated, and when the actor did.
      assert.deepEqual([idToken['auth_time'], idToken['amr'], idToken['acr']], [authTime, amr, acr])
      const seen = await introspect(provider, body['access_token'])
      assert.deepEqual([seen['sub'], seen['act'], seen['username']], ['alice', act, 'alice@acme.example'])
      assert.equal((await userinfoOf(provider, body['access_token'])).body['sub'], 'alice')
      if (type === types.jwt) assert.deepEqual(decodeJwt(String(body['access_token']))['act'], act)
    }
  })

  test("TX-10 without an actor there is no act claim, and the described sign-in is the subject's", async () => {
    const tokens = await tokensOf(provider, await signedIn(provider), 'basic')
    const { auth_time: authTime, amr, acr } = decodeJwt(String(tokens['id_token']))
    provider.clock.advance(100)
    for (const [member, type] of [
      ['access_token', types.accessToken],
      ['id_token', types.idToken],
    ] as const) {
      const body = await exchanged(provider, { subject_token: String(tokens[member]), subject_token_type: type, scope: 'openid' })
      const idToken = decodeJwt(String(body['id_token']))
      assert.deepEqual([idToken['act'], idToken['auth_time'], idToken['amr'], idToken['acr']], [undefined, authTime, amr, acr])
      assert.equal((await introspect(provider, body['access_token'], 'basic'))['act'], undefined)
    }
  })

  test('TX-10 a prior actor stays in the chain, through exchanges without an actor, by every type, and by another client', async () => {
    const first = await exchanged(provider, acting(jwt, 'admin-impersonator'))
    const act = { iss: provider.issuer, sub: 'admin-impersonator' }
    const second = await exchanged(provider, { ...onward(first), ...jwt }, 'public')
    assert.deepEqual(decodeJwt(String(second['access_token']))['act'], act)
    const asIdToken = await exchanged(provider, { ...onward(second), requested_token_type: types.idToken }, 'post')
    const back = await exchanged(provider, { ...asSubject(asIdToken['access_token'], types.idToken), ...jwt }, 'post')
    assert.deepEqual(decodeJwt(String(back['access_token']))['act'], act)
  })

  test('TX-10 it nests: the last who acts outside, within those before, of the actor token and then of the subject token', async () => {
    const nested = (sub: string, ...before: readonly string[]): unknown => {
      const [next, ...others] = before
      return { iss: provider.issuer, sub, ...(next === undefined ? {} : { act: nested(next, ...others) }) }
    }
    // `admin-impersonator` acts for `end-user-impersonator`, who so acts for Alice.
    const actor = await exchanged(provider, acting({ subject_token: 'end-user-impersonator' }, 'admin-impersonator'))
    const through = await exchanged(provider, acting({ ...jwt, actor_token: String(actor['access_token']) }))
    assert.deepEqual(decodeJwt(String(through['access_token']))['act'], nested('end-user-impersonator', 'admin-impersonator'))
    provider.clock.advance(1)
    const both = await exchanged(provider, { ...onward(through), ...asActor(actor['access_token']), ...jwt })
    assert.deepEqual(
      decodeJwt(String(both['access_token']))['act'],
      nested('end-user-impersonator', 'admin-impersonator', 'end-user-impersonator', 'admin-impersonator'),
    )
    const [event] = await impersonations()
    assert.deepEqual(event?.['details'], { scope: 'openid', actorsBefore: 'admin-impersonator end-user-impersonator admin-impersonator' })
  })

  test('TX-10 a chain ends at five', async () => {
    let body = await exchanged(provider, acting())
    const again = { actor_token: patOf('end-user-impersonator'), actor_token_type: types.accessToken }
    for (let length = 2; length <= 5; length++) body = await exchanged(provider, { ...onward(body), ...again })
    const answer = await exchange(provider, { ...onward(body), ...again })
    assertError(answer, 400, 'invalid_request')
    assert.equal(answer.body['error_description'], 'The chain of actors is too long.')
  })

  test('TX-10 an actor reaches no user through another actor whom it may not reach itself', async () => {
    // The role in the organization reaches `org-end-user-impersonator`, a manager of it, who reaches Alice, as it does itself.
    const inside = await exchanged(provider, acting({ subject_token: 'org-end-user-impersonator' }, 'org-admin-impersonator'))
    assert.equal((await exchange(provider, acting({ actor_token: String(inside['access_token']) }))).status, 200)
    // Who reaches further than the organization is not reached by it: so that its own reach cannot be borrowed.
    assert.equal((await exchange(provider, acting({ subject_token: 'end-user-impersonator' }, 'org-admin-impersonator'))).status, 400)
    await apply(provider, { orgs: [], instanceMembers: [{ userId: 'without-role', roles: ['IAM_ADMIN_IMPERSONATOR'] }] })
    const borrowed = await exchanged(provider, acting({ subject_token: 'end-user-impersonator' }, 'without-role'))
    await apply(provider, { orgs: [], instanceMembers: [{ userId: 'without-role', roles: ['IAM_OWNER_VIEWER'] }] })
    assert.equal((await exchange(provider, acting({ actor_token: String(borrowed['access_token']) }))).status, 400)
    await apply(provider, { orgs: [], instanceMembers: [{ userId: 'without-role', state: 'STATE_REMOVED' }] })
  })

  test('TX-10 an act that others write is not believed', async () => {
    for (const name of ['act', 'actor', 'sub', 'may_act']) {
      const body = await exchanged(provider, acting({ ...jwt, [name]: '{"sub":"admin-impersonator"}' }))
      assert.deepEqual(decodeJwt(String(body['access_token']))['act'], { iss: provider.issuer, sub: 'end-user-impersonator' })
    }
  })

  test('TX-10 it is kept by refreshing, as are the lifetimes of what was presented', async () => {
    const tokens = await tokensOf(provider, await signedIn(provider, bob), 'basic', 'openid offline_access')
    const body = await exchanged(provider, acting({ actor_token: String(tokens['access_token']), scope: 'openid offline_access' }))
    let token = body['refresh_token']
    for (let time = 0; time < 3; time++) {
      provider.clock.advance(60)
      const answer = await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token) }, basicOf('basic'))
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.deepEqual(decodeJwt(String(answer.body['id_token']))['act'], { iss: provider.issuer, sub: 'bob' })
      assert.equal('issued_token_type' in answer.body, false)
      const { sub, act } = await introspect(provider, answer.body['access_token'])
      assert.deepEqual([sub, act], ['alice', { iss: provider.issuer, sub: 'bob' }])
      token = answer.body['refresh_token']
    }
  })
})

describe('what others make of it', () => {
  test('every impersonation is in the audit trail: who, as whom, through which client', async () => {
    const before = (await impersonations()).length
    const body = await exchanged(provider, acting({ scope: 'openid email' }))
    await exchange(provider, acting({}, 'without-role'))
    await exchange(provider, acting({ scope: 'offline_access' }))
    await exchanged(provider, onward(body))
    const events = await impersonations()
    assert.equal(events.length - before, 2)
    const event = {
      type: 'user_impersonated',
      actorId: 'end-user-impersonator',
      clientId: 'basic',
      subject: { kind: 'user', id: 'alice' },
      orgId: 'acme',
      details: { scope: 'openid email' },
    }
    assert.deepEqual(events.slice(0, 2), [event, event])
  })

  test('an exchange for oneself is not an impersonation', async () => {
    const before = (await impersonations()).length
    const tokens = await tokensOf(provider, await signedIn(provider), 'basic')
    await exchanged(provider, { subject_token: String(tokens['access_token']), subject_token_type: types.accessToken })
    assert.equal((await impersonations()).length, before)
  })

  test('TX-07 the management API accepts no token with an actor, however it is exchanged', async () => {
    const call = async (token: unknown): Promise<number> => {
      const headers = { authorization: `Bearer ${String(token)}` }
      return (await provider.fetch(new Request(`${provider.issuer}/admin/v1/events`, { headers }))).status
    }
    assert.equal(await call(patOf('owner')), 200)
    const forItself = await exchanged(provider, { subject_token: patOf('owner'), subject_token_type: types.accessToken })
    assert.equal(await call(forItself['access_token']), 200)
    for (const requested_token_type of [types.accessToken, types.jwt]) {
      const parameters = { subject_token: 'owner', requested_token_type, audience: ['basic', 'urn:symbolon:iam:api'] }
      const asOwner = await exchanged(provider, acting(parameters, 'admin-impersonator'))
      assert.equal(await call(asOwner['access_token']), 403)
      const again = await exchanged(provider, { ...onward(asOwner), requested_token_type })
      assert.equal(await call(again['access_token']), 403)
    }
    // The owner as the actor is not an owner either.
    await apply(provider, { orgs: [], instanceMembers: [{ userId: 'owner', roles: ['IAM_OWNER', 'IAM_ADMIN_IMPERSONATOR'] }] })
    const byOwner = await exchanged(provider, acting({ subject_token: 'owner' }, 'owner'))
    assert.equal(await call(byOwner['access_token']), 403)
  })
})
