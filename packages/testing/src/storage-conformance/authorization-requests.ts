// Authorization requests that wait for the user: bound to one browser, answered once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PendingAuthorizationRequest } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const pending: PendingAuthorizationRequest = {
  id: 'r1',
  request: {
    clientId: 'c1', redirectUri: 'https://rp.test/cb', responseType: 'code', responseMode: 'query', scope: ['openid'], prompt: ['login'],
    uiLocales: ['de'], state: 'ß"\\', maxAge: 0, claims: { id_token: { auth_time: { essential: true } } },
  },
  createdAt: 1000,
  expiresAt: 2000,
}

export function authorizationRequestPromises(open: OpenFresh): void {
  describe('authorizationRequests', () => {
    test('finds a request as it was stored, until it expires',
      () => withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
      await authorizationRequests.insert(pending)
      assert.deepEqual(await authorizationRequests.find('r1', 1999), pending)
      assert.equal(await authorizationRequests.find('r1', 2000), undefined)
      assert.equal(await authorizationRequests.find('r2', 1500), undefined)
    }))

    test('binds a request to one browser', () => withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
      await authorizationRequests.insert(pending)
      const answers = await together(100, (index) => authorizationRequests.bind('r1', `b${index}`))
      assert.equal(answers.filter(Boolean).length, 1)
      assert.equal((await authorizationRequests.find('r1', 1500))?.browser, `b${answers.indexOf(true)}`)
      assert.equal(await authorizationRequests.bind('unknown', 'b'), false)
    }))

    test('remembers progress; absent members stay and null clears',
      () => withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
      await authorizationRequests.insert(pending)
      await authorizationRequests.update('r1', { loginName: 'ada' })
      await authorizationRequests.update('r1', { sessionId: 's1' })
      assert.deepEqual(await authorizationRequests.find('r1', 1500), { ...pending, loginName: 'ada', sessionId: 's1' })
      await authorizationRequests.update('r1', { sessionId: null })
      await authorizationRequests.update('r1', {})
      assert.deepEqual(await authorizationRequests.find('r1', 1500), { ...pending, loginName: 'ada' })
    }))

    test('gives the request to exactly one of 100 takers',
      () => withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
      await authorizationRequests.insert(pending)
      const taken = await together(100, () => authorizationRequests.take('r1', 1500))
      assert.deepEqual(taken.filter((request) => request !== undefined), [pending])
      assert.equal(await authorizationRequests.find('r1', 1500), undefined)
    }))

    test('does not give away an expired request, and sweeps it',
      () => withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
      await authorizationRequests.insert(pending)
      assert.equal(await authorizationRequests.take('r1', 2000), undefined)
      assert.equal(await authorizationRequests.deleteExpired(1999, 10), 0)
      assert.equal(await authorizationRequests.deleteExpired(2000, 10), 1)
    }))
  })
}
