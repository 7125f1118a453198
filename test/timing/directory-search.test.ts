// Reading a large organization through `/manage/v1` takes as long as reading a small one: the first page, searches and one user.
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from '../../packages/provisioning/test/full-document.ts'
import { testHashing } from '../support/hashing.ts'
import { leastBusyTime } from '../support/processor-time.ts'
import { ownerToken, startWholeProvider } from '../support/whole-provider.ts'

const users = 20_000
/** Milliseconds. To scan the users, or to sort those that are found, takes several times as long. */
const limit = 10

test('the first page, a search and one of 20,000 users take less than 10 ms of processor time', async (t) => {
  const provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }) })
  const directory = provider.storage.stores.directory
  for (let from = 0; from < users; from += 1000) {
    const put = Array.from({ length: 1000 }, (_, index) => {
      // One of 10,000 is locked.
      const state = (from + index) % 10_000 === 2344 ? { state: 'USER_STATE_LOCKED' } : {}
      const content = { ...person(`u${from + index}`, `name${from + index}`), ...state }
      return { kind: 'humanUser', key: [`u${from + index}`], orgId: 'acme', content } as const
    })
    await directory?.apply({ put, remove: [] }, provider.clock.now())
  }
  const headers = { authorization: `Bearer ${ownerToken}` }
  const read = async (path: string): Promise<string> => {
    const response = await provider.fetch(new Request(`${provider.issuer}/manage/v1/orgs/acme/humanUsers${path}`, { headers }))
    assert.equal(response.status, 200, path)
    return await response.text()
  }
  for (const [path, expected] of [
    ['', '"next"'],
    ['?q=n', '"next"'],
    ['?q=name1234', 'name1234'],
    ['?q=unknown', '"items":[]'],
    ['?q=n&state=active', '"next"'],
    ['?q=n&state=locked', 'name12344'],
    ['/u12345', 'name12345'],
  ] as const) {
    assert.ok((await read(path)).includes(expected), path)
    // The first runs compile.
    const least = await leastBusyTime(async () => await read(path), limit / 2, 20)
    t.diagnostic(`${path}: ${least.toFixed(1)} ms`)
    assert.ok(least < limit, `${path} took ${least} ms`)
  }
  await provider.close()
})
