// `q` and `state` of the lists of `/manage/v1`.
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }) })
  const people = [
    ['ann-1', 'Ann', 'Miller'],
    ['ann-2', 'Ann', 'Smith'],
    ['zoe', 'Zoe', 'Millerova'],
  ] as const
  for (const [userId, firstName, lastName] of people) {
    const user = { userName: userId, profile: { firstName, lastName } }
    const state = userId === 'ann-2' ? { state: 'USER_STATE_LOCKED' } : {}
    const response = await call(`/orgs/acme/humanUsers/${userId}`, { method: 'PUT', body: JSON.stringify({ user, ...state }) })
    assert.equal(response.status, 201, await response.text())
  }
})
after(async () => await provider.close())

async function call(path: string, request: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' }
  return await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, { ...request, headers }))
}

interface Page {
  readonly items: readonly { readonly path: string }[]
  readonly next?: string
}

async function list(query: string): Promise<Page> {
  const response = await call(`/orgs/acme/humanUsers?${query}`)
  assert.equal(response.status, 200)
  return (await response.json()) as Page
}

const idsOf = ({ items }: Page): readonly (string | undefined)[] => items.map(({ path }) => path.split('/').at(-1))

test('users are found by the beginning of a name or of a word in it', async () => {
  assert.deepEqual(idsOf(await list('q=ann')), ['ann-1', 'ann-2'])
  assert.deepEqual(idsOf(await list('q=miller')), ['ann-1', 'zoe'])
  assert.deepEqual(idsOf(await list('q=iller')), [])
  assert.deepEqual(idsOf(await list('q=absent-user')), [])
  assert.deepEqual(idsOf(await list('q=%25')), [])
})

test('the pages of a search follow one another in the order of what was found', async () => {
  const first = await list('q=miller&limit=1')
  assert.deepEqual(idsOf(first), ['ann-1'])
  const second = await list(`q=miller&limit=1&cursor=${first.next}`)
  assert.deepEqual(idsOf(second), ['zoe'])
  assert.equal(second.next, undefined)
  assert.equal((await call(`/orgs/acme/humanUsers?q=ann&limit=1&cursor=${first.next}`)).status, 400)
})

test('a list is narrowed to a state', async () => {
  assert.deepEqual(idsOf(await list('state=locked')), ['ann-2'])
  assert.deepEqual(idsOf(await list('state=active&q=ann')), ['ann-1'])
  assert.equal((await call('/orgs/acme/humanUsers?state=happy')).status, 400)
  assert.equal((await call(`/orgs/acme/humanUsers?q=${'a'.repeat(201)}`)).status, 400)
  assert.equal((await call('/orgs/acme/userGrants?q=a')).status, 400)
})
