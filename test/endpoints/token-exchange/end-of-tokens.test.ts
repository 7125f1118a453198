// When an exchanged token becomes invalid: with any of the tokens that were presented for it, with its subject or an actor in it, and with the
// right to act. RFC 8693 leaves that open: "It may still be appropriate or desirable to propagate token revocation events."
// https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import { bob } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { postToken, userinfoOf } from '../../support/code-flow.ts'
import {
  acting,
  apply,
  asActor,
  asSubject,
  exchange,
  exchangeDocument,
  exchanged,
  isActive,
  patOf,
  proofOf,
  setImpersonation,
  startExchanging,
  tokensOf,
  types,
} from '../../support/exchanging.ts'
import { signOut } from '../../support/end-session.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'
import type { SignedIn } from '../../support/signed-in.ts'

type Tokens = Readonly<Record<string, unknown>>
type Org = NonNullable<OrgDocument['orgs']>[number]

const day = 86_400
const offline = 'openid offline_access'

let provider: TestProvider
let alice: SignedIn
let actor: SignedIn
/** Of apps other than the one that exchanges. */
let ofAlice: Tokens
let ofBob: Tokens
/** Alice's token and Bob's, exchanged by `basic`: an opaque access token, a JWT, a refresh token, and what it gave when it was used. */
let issued: { readonly opaque: unknown; readonly jwt: unknown; readonly refreshed?: unknown; readonly refreshToken?: unknown }

beforeEach(async () => {
  provider = await startExchanging({ endpoints: [userinfo, introspection, revocation, endSession] })
  alice = await signedIn(provider)
  actor = await signedIn(provider, bob)
  ofAlice = await tokensOf(provider, alice, 'post', offline)
  ofBob = await tokensOf(provider, actor, 'jwt', offline)
  issued = await exchangeBoth({ ...asSubject(ofAlice['access_token']), ...asActor(ofBob['access_token']) })
})
afterEach(async () => await provider.close())

async function exchangeBoth(parameters: Readonly<Record<string, string>>): Promise<typeof issued> {
  const { access_token: opaque, refresh_token: refreshToken } = await exchanged(provider, { ...parameters, scope: offline })
  const { access_token: jwt } = await exchanged(provider, { ...parameters, scope: 'openid', requested_token_type: types.jwt })
  const refreshed = await refresh(refreshToken)
  return { opaque, jwt, refreshed: refreshed['access_token'], refreshToken: refreshed['refresh_token'] }
}

async function refresh(token: unknown): Promise<Tokens> {
  return (await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token) }, basicOf('basic'))).body
}

/** Which of them still count. A refresh uses up the token. */
async function alive(): Promise<readonly string[]> {
  return [
    ...((await isActive(provider, issued.opaque)) ? ['opaque'] : []),
    ...((await isActive(provider, issued.jwt)) ? ['jwt'] : []),
    ...((await isActive(provider, issued.refreshed)) ? ['refreshed'] : []),
    ...((await refresh(issued.refreshToken))['access_token'] === undefined ? [] : ['refresh token']),
  ]
}

const all = ['opaque', 'jwt', 'refreshed', 'refresh token']

async function revoke(token: unknown, clientId: 'basic' | 'post' | 'jwt'): Promise<void> {
  const proof = await proofOf(provider, clientId)
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...proof.headers },
      body: new URLSearchParams({ token: String(token), ...proof.fields }).toString(),
    }),
  )
  assert.equal(response.status, 200)
}

/** The organization with this list of it changed. */
async function change(bend: (org: Org) => Partial<Org>, more: Partial<OrgDocument> = {}): Promise<void> {
  const [org, ...others] = exchangeDocument().orgs ?? []
  assert.ok(org !== undefined)
  await apply(provider, { orgs: [{ ...org, ...bend(org) }, ...others], ...more })
}

type Ending = () => Promise<void>

function withUser(userId: string, state: 'USER_STATE_LOCKED' | 'USER_STATE_INACTIVE' | 'USER_STATE_DELETED'): Ending {
  return async () =>
    await change(({ humanUsers = [] }) => ({
      humanUsers: humanUsers.map((each) => (each.userId === userId ? { ...each, state } : each)),
    }))
}

function withApp(appId: string, state: 'STATE_INACTIVE' | 'STATE_REMOVED'): Ending {
  return async () =>
    await change(({ oidcApps = [] }) => ({
      oidcApps: oidcApps.map((each) => (each.appId === appId ? { ...each, state } : each)),
    }))
}

describe('what is presented ends', () => {
  const endings: Readonly<Record<string, Ending>> = {
    'the subject token is revoked': async () => await revoke(ofAlice['access_token'], 'post'),
    'the authorization of the subject token is revoked': async () => await revoke(ofAlice['refresh_token'], 'post'),
    'the subject signs out': async () => void (await signOut(provider, alice.userAgent)),
    'the actor token is revoked': async () => await revoke(ofBob['access_token'], 'jwt'),
    'the authorization of the actor token is revoked': async () => await revoke(ofBob['refresh_token'], 'jwt'),
    'the actor signs out': async () => void (await signOut(provider, actor.userAgent)),
    'the subject is locked': withUser('alice', 'USER_STATE_LOCKED'),
    'the subject is deactivated': withUser('alice', 'USER_STATE_INACTIVE'),
    'the subject is removed': withUser('alice', 'USER_STATE_DELETED'),
    'the actor is locked': withUser('bob', 'USER_STATE_LOCKED'),
    'the actor is deactivated': withUser('bob', 'USER_STATE_INACTIVE'),
    'the actor is removed': withUser('bob', 'USER_STATE_DELETED'),
    'the app of the subject token is switched off': withApp('post', 'STATE_INACTIVE'),
    'the app of the actor token is removed': withApp('jwt', 'STATE_REMOVED'),
    'the setting is switched off': async () => await setImpersonation(provider, false),
    'the actor loses the role': async () => await apply(provider, { orgs: [], instanceMembers: [{ userId: 'bob', roles: ['IAM_OWNER'] }] }),
    'the subject becomes a manager': async () =>
      await change(({ orgMembers = [] }) => ({ orgMembers: [...orgMembers, { userId: 'alice', roles: ['ORG_OWNER'] }] })),
  }

  for (const [ending, end] of Object.entries(endings)) {
    test(`TX-15 when ${ending}, nothing that was exchanged counts any more`, async () => {
      assert.deepEqual([await isActive(provider, issued.opaque), await isActive(provider, issued.jwt)], [true, true])
      await end()
      assert.deepEqual(await alive(), [])
    })
  }

  test('TX-15 without any of that, all of it counts', async () => {
    provider.clock.advance(60)
    assert.deepEqual(await alive(), all)
  })

  test('TX-15 a token that was exchanged for the same tokens is not a parent: its revocation changes nothing', async () => {
    await revoke(issued.opaque, 'basic')
    assert.deepEqual(await alive(), ['jwt', 'refreshed', 'refresh token'])
    assert.deepEqual([await isActive(provider, ofAlice['access_token']), await isActive(provider, ofBob['access_token'])], [true, true])
  })

  test('TX-15 refreshing the authorization of the subject changes nothing', async () => {
    const { fields } = await proofOf(provider, 'post')
    const request = { grant_type: 'refresh_token', refresh_token: String(ofAlice['refresh_token']) }
    const { status } = await postToken(provider, { ...request, ...fields })
    assert.equal(status, 200)
    assert.deepEqual(await alive(), all)
  })

  test('TX-15 who is made again under the id of the subject or the actor has none of it', async () => {
    for (const userId of ['alice', 'bob']) {
      await withUser(userId, 'USER_STATE_DELETED')()
      await change(() => ({}), { instanceMembers: [{ userId: 'bob', roles: ['IAM_END_USER_IMPERSONATOR'] }] })
      assert.deepEqual(await alive(), [], userId)
    }
  })

  test('TX-15 a revoked token is remembered for as long as a refresh token for it may live', async () => {
    await revoke(ofAlice['access_token'], 'post')
    provider.clock.advance(29 * day)
    await provider.storage.stores.revocations?.deleteExpired(provider.clock.now(), 1000)
    assert.deepEqual(await alive(), [])
  })
})

describe('chains', () => {
  test('TX-15 the end of the first token ends the last one, through access tokens, JWTs and ID tokens', async () => {
    const root = await tokensOf(provider, alice, 'basic')
    let presented: Readonly<Record<string, string>> = { subject_token: String(root['access_token']), subject_token_type: types.accessToken }
    const chain: unknown[] = []
    for (const type of [types.jwt, types.idToken, types.accessToken, types.idToken, types.jwt]) {
      const { access_token: token } = await exchanged(provider, { ...presented, requested_token_type: type })
      if (type !== types.idToken) chain.push(token)
      presented = { subject_token: String(token), subject_token_type: type === types.idToken ? type : types.accessToken }
    }
    const answers = async (): Promise<readonly number[]> =>
      await Promise.all(chain.map(async (token) => (await userinfoOf(provider, token)).status))
    assert.deepEqual(await answers(), [200, 200, 200])
    await revoke(root['access_token'], 'basic')
    assert.deepEqual(await answers(), [401, 401, 401])
    assertError(await exchange(provider, presented), 400, 'invalid_request')
  })

  test('TX-15 who acted before ends it, too', async () => {
    const { access_token: before } = await exchanged(provider, acting({ subject_token: 'end-user-impersonator' }, 'admin-impersonator'))
    issued = await exchangeBothWithout({ ...acting(), actor_token: String(before) })
    assert.deepEqual(await aliveWithout(), ['opaque', 'jwt'])
    await change(({ machineUsers = [] }) => ({
      machineUsers: machineUsers.map((each) => ({
        ...each,
        ...(each.userId === 'admin-impersonator' ? { state: 'USER_STATE_LOCKED' } : {}),
      })),
    }))
    assert.deepEqual(await aliveWithout(), [])
  })

  test('TX-15 a prior actor who loses the role invalidates it too, although the current actor has a role', async () => {
    const { access_token: before } = await exchanged(provider, acting({ subject_token: 'end-user-impersonator' }, 'admin-impersonator'))
    issued = await exchangeBothWithout({ ...acting(), actor_token: String(before) })
    await apply(provider, { orgs: [], instanceMembers: [{ userId: 'admin-impersonator', roles: ['IAM_OWNER'] }] })
    assert.deepEqual(await aliveWithout(), [])
  })

  test('TX-15 a personal access token that is switched off ends what was exchanged for it', async () => {
    issued = await exchangeBothWithout(acting())
    assert.deepEqual(await aliveWithout(), ['opaque', 'jwt'])
    await change(({ personalAccessTokens = [] }) => ({
      personalAccessTokens: personalAccessTokens.map((each) => ({
        ...each,
        ...(each.token === patOf('end-user-impersonator') ? { state: 'STATE_INACTIVE' } : {}),
      })),
    }))
    assert.deepEqual(await aliveWithout(), [])
  })

  test('TX-12 no token outlives what was presented for it, and no chain of exchanges wins a second', async () => {
    const root = await tokensOf(provider, alice, 'basic')
    const end = Number(decodeJwt(String(root['id_token'])).exp)
    let token = String(root['access_token'])
    for (let hour = 0; hour < 9; hour++) {
      provider.clock.advance(3600)
      const body = await exchanged(provider, { ...asSubject(token), requested_token_type: types.jwt })
      for (const each of [body['access_token'], body['id_token']]) {
        const exp = Number(decodeJwt(String(each)).exp)
        // Whole seconds: an exchange may lose one, and wins none.
        assert.ok(exp <= end && exp >= end - hour - 1, `${exp} of ${end}`)
        assert.equal(exp, Math.floor(provider.clock.now() / 1000) + Number(body['expires_in']))
      }
      token = String(body['access_token'])
    }
    const left = Number(decodeJwt(token).exp) - provider.clock.now() / 1000
    provider.clock.advance(left - 1.5)
    const last = await exchanged(provider, asSubject(token))
    assert.equal(last['expires_in'], 1)
    provider.clock.advance(1.5)
    assertError(await exchange(provider, asSubject(token)), 400, 'invalid_request')
    assert.equal(await isActive(provider, last['access_token']), false)
  })

  test('TX-12 an actor token that ends sooner ends it sooner', async () => {
    provider.clock.advance(3600)
    const later = await tokensOf(provider, alice, 'basic')
    const body = await exchanged(provider, { ...asSubject(later['access_token']), ...asActor(ofBob['access_token']) })
    assert.ok(Number(body['expires_in']) <= 43_200 - 3600)
  })

  const forms = { basic: 'an opaque token', jwt: 'a JWT' } as const
  for (const client of ['basic', 'jwt'] as const) {
    test(`TX-12 no refresh token outlives those of the authorization that allowed it, however often ${forms[client]} is exchanged`, async () => {
      const start = provider.clock.now()
      let { access_token: accessToken, refresh_token: refreshToken } = await tokensOf(provider, alice, client, offline)
      // Every 25 days all over again: a refresh, an exchange of its access token, and on with the refresh token of that.
      const alive: number[] = []
      for (let time = 0; time < 6; time++) {
        const { body } = await exchange(provider, { ...asSubject(accessToken), scope: offline })
        if (body['refresh_token'] === undefined) break
        alive.push(Math.round((provider.clock.now() - start) / (day * 1000)))
        refreshToken = body['refresh_token']
        provider.clock.advance(25 * day)
        const refreshed = await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(refreshToken) }, basicOf('basic'))
        if (refreshed.status !== 200) break
        accessToken = refreshed.body['access_token']
      }
      assert.deepEqual(alive, [0, 25, 50, 75])
    })
  }

  test('TX-12 an exchange for oneself can be repeated ten times, and then no more', async () => {
    let token = String((await tokensOf(provider, alice, 'basic'))['access_token'])
    for (let time = 1; time <= 10; time++) {
      token = String((await exchanged(provider, { ...asSubject(token), requested_token_type: types.jwt }))['access_token'])
    }
    assert.ok(token.length < 4096, 'it still fits into a header')
    const answer = await exchange(provider, asSubject(token))
    assertError(answer, 400, 'invalid_request')
    assert.equal(answer.body['error_description'], 'The tokens were exchanged too often.')
  })

  async function exchangeBothWithout(parameters: Parameters<typeof exchanged>[1]): Promise<typeof issued> {
    const ask = async (type: string): Promise<unknown> =>
      (await exchanged(provider, { ...parameters, scope: 'openid', requested_token_type: type }))['access_token']
    return { opaque: await ask(types.accessToken), jwt: await ask(types.jwt) }
  }

  async function aliveWithout(): Promise<readonly string[]> {
    return [...((await isActive(provider, issued.opaque)) ? ['opaque'] : []), ...((await isActive(provider, issued.jwt)) ? ['jwt'] : [])]
  }
})
