// A deactivated user or client gets nothing for a refresh token, at once; and a new user or client with an old name inherits nothing.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { decode } from '../../support/decode.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf, isAlive, offlineTokens, refresh, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError, assertInvalidClient } from '../../support/signed-in.ts'
import type { Overrides } from '../../support/token-document.ts'

/** Everything switched on, said aloud: what a document leaves out it leaves as it is. */
const on: Overrides = {
  orgState: 'ORG_STATE_ACTIVE',
  projectState: 'STATE_ACTIVE',
  project: { projectRoleCheck: false },
  users: { alice: { state: 'USER_STATE_ACTIVE' } },
  apps: { basic: { state: 'STATE_ACTIVE' }, jwt: { state: 'STATE_ACTIVE' } },
}
let provider: TestProvider
before(async () => void (provider = await startRefreshing({ document: refreshDocument([], on) })))
after(async () => await provider.close())
beforeEach(async () => {
  provider.clock.advance(1)
  await apply({})
  provider.clock.advance(1)
})

async function apply(overrides: Overrides): Promise<void> {
  const { entries } = await provider.apply(
    refreshDocument([], {
      ...on,
      ...overrides,
      apps: { ...on.apps, ...overrides.apps },
      users: { ...on.users, ...overrides.users },
    }),
  )
  assert.deepEqual(
    entries.filter(({ action }) => action === 'refused'),
    [],
  )
}

const bothApps = (state: 'STATE_INACTIVE' | 'STATE_REMOVED'): Overrides => ({ apps: { basic: { state }, jwt: { state } } })

interface Change {
  readonly what: string
  readonly overrides: Overrides
  /** A client that is not active cannot authenticate; a user that is not active has lost the grant. */
  readonly answer: 'invalid_client' | 'invalid_grant'
  /** Whether the refresh token works again when the change is taken back. */
  readonly returns: boolean
}

const changes: readonly Change[] = [
  { what: 'the user is locked', overrides: { users: { alice: { state: 'USER_STATE_LOCKED' } } }, answer: 'invalid_grant', returns: false },
  {
    what: 'the user is inactive',
    overrides: { users: { alice: { state: 'USER_STATE_INACTIVE' } } },
    answer: 'invalid_grant',
    returns: false,
  },
  {
    what: 'the user is suspended',
    overrides: { users: { alice: { state: 'USER_STATE_SUSPEND' } } },
    answer: 'invalid_grant',
    returns: false,
  },
  {
    what: 'the user is deleted',
    overrides: { users: { alice: { state: 'USER_STATE_DELETED' } } },
    answer: 'invalid_grant',
    returns: false,
  },
  { what: 'the project asks for a role', overrides: { project: { projectRoleCheck: true } }, answer: 'invalid_grant', returns: true },
  { what: 'the organization is inactive', overrides: { orgState: 'ORG_STATE_INACTIVE' }, answer: 'invalid_client', returns: false },
  { what: 'the project is inactive', overrides: { projectState: 'STATE_INACTIVE' }, answer: 'invalid_client', returns: false },
  { what: 'the app is inactive', overrides: bothApps('STATE_INACTIVE'), answer: 'invalid_client', returns: false },
  { what: 'the app is removed', overrides: bothApps('STATE_REMOVED'), answer: 'invalid_client', returns: false },
]

for (const { what, overrides, answer, returns } of changes) {
  test(`RT-07 when ${what}, nothing is refreshed, ${returns ? 'until' : 'also after'} it is taken back`, async () => {
    for (const clientId of ['basic', 'jwt']) {
      const { refresh_token: token } = await offlineTokens(provider, clientId)
      await apply(overrides)
      const refused = await refresh(provider, token, {}, basicOf(clientId))
      if (answer === 'invalid_client') assertInvalidClient(refused)
      else assertError(refused, 400, 'invalid_grant')
      provider.clock.advance(30)
      await apply({})
      // The missing role did not count as a reuse: the token was not rotated, and the family not revoked.
      const again = await refresh(provider, token, {}, basicOf(clientId))
      if (returns) assert.equal(again.status, 200, JSON.stringify(again.body))
      else assertError(again, 400, 'invalid_grant')
    }
  })
}

test('RT-07 an app, or a user, that is removed and made again within the same second inherits nothing', async () => {
  for (const overrides of [bothApps('STATE_REMOVED'), { users: { alice: { state: 'USER_STATE_DELETED' } } } satisfies Overrides]) {
    const { refresh_token: token } = await offlineTokens(provider)
    provider.clock.advance(0.1)
    await apply(overrides)
    provider.clock.advance(0.1)
    await apply({})
    assertError(await refresh(provider, token), 400, 'invalid_grant')
  }
})

test('RT-07 when the session was ended, its refresh tokens are dead, and those of other sessions are not', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const first = await offlineTokens(provider, clientId)
    const other = await offlineTokens(provider, clientId)
    const second = await refreshed(provider, first['refresh_token'], {}, clientId)
    const { payload } = await decode(provider, second['id_token'], 'JWT')
    await provider.storage.stores.revocations?.add([String(payload['sid'])], provider.clock.now() + 1_000_000)
    for (const { refresh_token: token, access_token: accessToken } of [first, second]) {
      assertError(await refresh(provider, token, {}, basicOf(clientId)), 400, 'invalid_grant')
      assert.equal(await isAlive(provider, accessToken), false)
    }
    await refreshed(provider, other['refresh_token'], {}, clientId)
  }
})

test('RT-07 what is switched off between the rotation and a repeated use gets nothing either', async () => {
  const { refresh_token: token } = await offlineTokens(provider)
  const second = await refreshed(provider, token)
  await apply({ users: { alice: { state: 'USER_STATE_LOCKED' } } })
  assertError(await refresh(provider, token), 400, 'invalid_grant')
  await apply({})
  for (const each of [token, second['refresh_token']]) assertError(await refresh(provider, each), 400, 'invalid_grant')
})
