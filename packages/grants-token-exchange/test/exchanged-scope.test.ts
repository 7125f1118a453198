// The scope of an issued token, where the presented tokens are restricted to the roles of certain organizations.
import { ofUser } from '@symbolon/core-protocol'
import type { Context, User } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangedScope } from '../src/exchanged-scope.ts'
import { noOrigin } from '../src/origin.ts'
import type { PresentedToken } from '../src/presented-token.ts'

const rolesOf = (orgId: string): string => `urn:symbolon:iam:org:roles:id:${orgId}`

const context = {
  vendor: 'symbolon',
  registry: { metadata: { scopes_supported: ['openid'] }, tokenKinds: new Map() },
  stores: { clients: { hasProject: async () => true } },
} as unknown as Context<'clients'>

function presented(id: string, ...orgIds: readonly string[]): PresentedToken {
  const restrictions = orgIds.map(rolesOf)
  const user = { id, createdAt: 1, timesEnded: 0 } as User
  return { user, holders: ofUser(user), scope: ['openid', ...restrictions], restrictions, audience: [], origin: noOrigin }
}

test('without a requested scope, only organizations that both tokens name remain in it', async () => {
  const scope = await exchangedScope(undefined, presented('alice', 'acme', 'globex'), 'access_token', presented('bob', 'globex'), context)
  assert.deepEqual(scope.toSorted(), ['openid', rolesOf('globex')])
})

test('a restriction that one token alone has is kept', async () => {
  const scope = await exchangedScope(undefined, presented('alice'), 'access_token', presented('bob', 'globex'), context)
  assert.deepEqual(scope.toSorted(), ['openid', rolesOf('globex')])
})

test('tokens for roles of different organizations have no scope in common', async () => {
  await assert.rejects(exchangedScope(undefined, presented('alice', 'acme'), 'access_token', presented('bob', 'globex'), context), {
    error: 'invalid_scope',
  })
})
