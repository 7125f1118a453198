// Pending authorization requests. Each is bound to one browser and answered once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pendingRequestOverhead } from '@symbolon/core-protocol'
import type { AuthorizationRequestStore, PendingAuthorizationRequest, PendingRequestRoom } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const pending: PendingAuthorizationRequest = {
  id: 'r1',
  request: {
    clientId: 'c1',
    redirectUri: 'https://rp.test/cb',
    responseType: 'code',
    responseMode: 'query',
    scope: ['openid'],
    prompt: ['login'],
    uiLocales: ['de'],
    state: 'ß"\\',
    maxAge: 0,
    claims: { id_token: { auth_time: { essential: true } } },
  },
  createdAt: 1000,
  expiresAt: 2000,
}

const room: PendingRequestRoom = { source: 'home', limit: 1_000_000 }

/** Registers the tests of the store `authorizationRequests`. @param open opens an empty storage with the named stores */
export function authorizationRequestTests(open: OpenFresh): void {
  describe('authorizationRequests', () => {
    test('finds a request as it was stored, until it expires', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(pending, room)
        assert.deepEqual(await authorizationRequests.find('r1', 1999), pending)
        assert.equal(await authorizationRequests.find('r1', 2000), undefined)
        assert.equal(await authorizationRequests.find('r2', 1500), undefined)
      }))

    test('a request is bound to one browser', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(pending, room)
        const answers = await together(100, (index) => authorizationRequests.bind('r1', `b${index}`))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.equal((await authorizationRequests.find('r1', 1500))?.browser, `b${answers.indexOf(true)}`)
        assert.equal(await authorizationRequests.bind('unknown', 'b'), false)
      }))

    test('stores progress: absent members stay and null clears', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(pending, room)
        await authorizationRequests.update('r1', { loginName: 'ada' })
        await authorizationRequests.update('r1', { sessionId: 's1' })
        assert.deepEqual(await authorizationRequests.find('r1', 1500), { ...pending, loginName: 'ada', sessionId: 's1' })
        await authorizationRequests.update('r1', { sessionId: null })
        await authorizationRequests.update('r1', {})
        assert.deepEqual(await authorizationRequests.find('r1', 1500), { ...pending, loginName: 'ada' })
      }))

    test('exactly one of 100 concurrent calls takes the request', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(pending, room)
        const taken = await together(100, () => authorizationRequests.take('r1', 1500))
        assert.deepEqual(
          taken.filter((request) => request !== undefined),
          [pending],
        )
        assert.equal(await authorizationRequests.find('r1', 1500), undefined)
      }))

    test('an expired request cannot be taken and is removed', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(pending, room)
        assert.equal(await authorizationRequests.take('r1', 2000), undefined)
        assert.equal(await authorizationRequests.deleteExpired(1999, 10), 0)
        assert.equal(await authorizationRequests.deleteExpired(2000, 10), 1)
      }))

    const large = (id: string, createdAt = 1000): PendingAuthorizationRequest => ({
      ...pending,
      id,
      createdAt,
      request: { ...pending.request, state: 'x'.repeat(10_000) },
    })
    const rowBytes = pendingRequestOverhead + JSON.stringify(large('').request).length
    const limit = 32 * rowBytes
    const left = async (store: AuthorizationRequestStore, ids: readonly string[]): Promise<readonly string[]> => {
      const found = await Promise.all(ids.map(async (id) => ((await store.find(id, 1500)) === undefined ? [] : [id])))
      return found.flat()
    }
    const named = (count: number, prefix: string): readonly string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

    test('the space of all requests is limited, and the largest sources lose theirs first', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        const honest = named(3, 'honest')
        await Promise.all(honest.map(async (id) => authorizationRequests.insert(large(id, 1), { source: 'honest', limit })))
        const flood = named(100, 'flood')
        await together(100, (index) =>
          authorizationRequests.insert(large(`flood${index}`, 100 + index), { source: `flood ${index % 2}`, limit }),
        )
        assert.deepEqual(await left(authorizationRequests, honest), honest)
        const kept = await left(authorizationRequests, flood)
        assert.ok((kept.length + honest.length) * rowBytes <= limit, `${kept.length} are left`)
        assert.ok(kept.length > 24, `${kept.length} are left: no more are removed than need be`)
      }))

    test('of one source, the oldest untouched requests are removed first', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        const answered = named(5, 'answered')
        for (const id of answered) {
          await authorizationRequests.insert(large(id, 1), { source: 'home', limit })
          await authorizationRequests.update(id, { loginName: 'ada' })
        }
        const flood = named(100, 'flood')
        for (const [index, id] of flood.entries()) await authorizationRequests.insert(large(id, 100 + index), { source: 'home', limit })
        assert.deepEqual(await left(authorizationRequests, answered), answered)
        const kept = await left(authorizationRequests, flood)
        assert.deepEqual(kept, flood.slice(-kept.length), 'the newest')
        for (const id of flood) await authorizationRequests.update(id, { loginName: 'ada' })
        for (const id of named(50, 'more')) {
          await authorizationRequests.insert(large(id, 1000), { source: 'home', limit })
          await authorizationRequests.update(id, { loginName: 'ada' })
        }
        const all = await left(authorizationRequests, [...answered, ...flood, ...named(50, 'more')])
        assert.ok(all.length * rowBytes <= limit, 'answers alone hold no room')
        assert.equal(all.includes('answered0'), false)
      }))

    test('of one source, touched requests that have expired are removed before untouched ones that have not', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        const over = named(15, 'over')
        for (const id of over) {
          await authorizationRequests.insert({ ...large(id, 1), expiresAt: 50 }, { source: 'home', limit })
          await authorizationRequests.update(id, { loginName: 'ada' })
        }
        const flood = named(15, 'flood')
        for (const [index, id] of flood.entries()) await authorizationRequests.insert(large(id, 100 + index), { source: 'home', limit })
        assert.deepEqual(await left(authorizationRequests, flood), flood)
        await authorizationRequests.update('flood0', { loginName: 'ada' })
        const more = named(60, 'more')
        for (const [index, id] of more.entries()) await authorizationRequests.insert(large(id, 200 + index), { source: 'home', limit })
        const kept = await Promise.all(over.map(async (id) => await authorizationRequests.find(id, 0)))
        assert.deepEqual(
          kept.filter((each) => each !== undefined),
          [],
        )
        assert.deepEqual(await left(authorizationRequests, ['flood0']), ['flood0'], 'a touched one that has not expired stays')
      }))

    test('sources of equal size lose their oldest requests', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        const ids = named(50, 'r')
        for (const [index, id] of ids.entries())
          await authorizationRequests.insert(large(id, 1 + index), { source: `source ${index}`, limit })
        const kept = await left(authorizationRequests, ids)
        assert.deepEqual(kept, ids.slice(-kept.length))
        assert.ok(kept.length > 24 && kept.length <= 32, `${kept.length} are left`)
      }))

    test('a request that was taken frees its space', () =>
      withStores(open, ['authorizationRequests'], async ({ authorizationRequests }) => {
        await authorizationRequests.insert(large('waits', 1), { source: 'home', limit })
        for (const id of named(100, 'r')) {
          await authorizationRequests.insert(large(id, 1000), { source: 'home', limit })
          await authorizationRequests.take(id, 1500)
        }
        assert.deepEqual(await left(authorizationRequests, ['waits']), ['waits'])
      }))
  })
}
