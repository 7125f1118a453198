// Who acts through whom. https://www.rfc-editor.org/rfc/rfc8693#section-4.1
import { ofUser } from '@symbolon/core-protocol'
import type { Actor, User } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorChain } from '../src/impersonation.ts'
import { noOrigin, uniteOrigins } from '../src/origin.ts'
import type { PresentedToken } from '../src/presented-token.ts'

const issuer = 'https://id.example'

function presented(id: string, actor?: Actor): PresentedToken {
  const user: User = {
    id,
    kind: 'human',
    orgId: 'acme',
    state: 'active',
    orgActive: true,
    orgName: 'Acme',
    userName: id,
    loginName: id,
    displayName: id,
    secondFactors: [],
    createdAt: 1,
    timesEnded: 0,
    updatedAt: 1,
  }
  return {
    user,
    scope: [],
    restrictions: [],
    audience: [],
    origin: noOrigin,
    holders: ofUser(user),
    ...(actor === undefined ? {} : { actor }),
  }
}

test('without an actor token the actor of the subject token stays, if it has one', () => {
  assert.equal(actorChain(presented('ann'), undefined, issuer), undefined)
  assert.deepEqual(actorChain(presented('ann', { sub: 'bob' }), undefined, issuer), { sub: 'bob' })
})

test("the actor is outside, within are the actor token's and then the subject token's", () => {
  assert.deepEqual(actorChain(presented('ann'), presented('bob'), issuer), { iss: issuer, sub: 'bob' })
  const subject = presented('ann', { sub: 's1', act: { iss: 'https://other.example', sub: 's2' } })
  const actor = presented('bob', { iss: issuer, sub: 'a1', act: { sub: 'a2' } })
  assert.deepEqual(actorChain(subject, actor, issuer), {
    iss: issuer,
    sub: 'bob',
    act: { iss: issuer, sub: 'a1', act: { sub: 'a2', act: { sub: 's1', act: { iss: 'https://other.example', sub: 's2' } } } },
  })
})

test('TX-10 six are too many', () => {
  const four: Actor = { sub: '1', act: { sub: '2', act: { sub: '3', act: { sub: '4' } } } }
  assert.ok(actorChain(presented('ann', four), presented('bob'), issuer) !== undefined)
  assert.throws(() => actorChain(presented('ann', { sub: '0', act: four }), presented('bob'), issuer), { error: 'invalid_request' })
})

test('what tokens come from is united, each id once', () => {
  const one = { ...noOrigin, tokens: ['a', 'b'], clients: ['x'] }
  const other = { ...noOrigin, tokens: ['b', 'c'], sessions: ['s'], personalAccessTokens: ['p'] }
  assert.deepEqual(uniteOrigins(one, undefined, other), {
    tokens: ['a', 'b', 'c'],
    sessions: ['s'],
    clients: ['x'],
    personalAccessTokens: ['p'],
  })
})
