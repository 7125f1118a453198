// Tokens that were derived from earlier ones: whether these are still valid is asked of the part that derived them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../src/contract/context.ts'
import type { User } from '../src/ports/user.ts'
import { originClaim, readOrigin } from '../src/tokens/token-claims.ts'
import { furtherHolders } from '../src/tokens/validity.ts'

const alice = { id: 'alice', createdAt: 1, timesEnded: 0 } as User
const origin = { tokens: ['jti-1'], sessions: [] }

function contextWith(registry: Partial<Context['registry']>): Context<'users'> {
  return {
    registry: { tokenOrigin: undefined, ...registry },
    stores: { users: { findActive: async () => undefined } },
  } as unknown as Context<'users'>
}

test('an origin that no composed part knows is not valid', async () => {
  assert.equal(await furtherHolders({ origin, actor: undefined }, alice, contextWith({})), undefined)
})

test('the part that declares the origin decides', async () => {
  const holders = { 'client portal': { createdAt: 2, timesEnded: 0 } }
  const tokenOrigin = { holders: async (derived: object) => ('origin' in derived && derived.origin === origin ? holders : undefined) }
  assert.equal(await furtherHolders({ origin, actor: undefined }, alice, contextWith({ tokenOrigin })), holders)
})

test('without an origin the actor is checked by core, and an inactive one is not valid', async () => {
  assert.deepEqual(await furtherHolders({ origin: undefined, actor: undefined }, alice, contextWith({})), {})
  assert.equal(await furtherHolders({ origin: undefined, actor: { sub: 'bob' } }, alice, contextWith({})), undefined)
})

test('a JWT carries the origin without its empty lists, and only lists of texts are read from it', () => {
  const claim = 'urn:symbolon:iam:exchanged_from'
  assert.deepEqual(originClaim(origin, 'symbolon'), { [claim]: { tokens: ['jti-1'] } })
  assert.deepEqual(readOrigin({ [claim]: { tokens: ['jti-1', 2], sessions: 'x' } }, 'symbolon'), { tokens: ['jti-1'], sessions: [] })
  assert.equal(readOrigin({ [claim]: ['jti-1'] }, 'symbolon'), undefined)
})
