// A large organization that comes in one piece: the event loop has its turns while it is planned and applied.
import { applyPieces } from '@symbolon/provisioning'
import { documentOrgSchema, readValue } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from '../../packages/provisioning/test/full-document.ts'
import { instances } from '../../packages/provisioning/test/instance.ts'
import { leastOf, longestTurn } from '../support/processor-time.ts'

const openInstance = instances()

const users = 5000
/** Milliseconds. */
const limit = 200

test('no turn of the event loop takes 200 ms while an organization of 5,000 users is applied', async (t) => {
  const humanUsers = Array.from({ length: users }, (_, index) => person(`u${index}`, `name${index}`))
  const { value: org } = readValue(documentOrgSchema, { orgId: 'o', org: { name: 'O' }, humanUsers })
  const longest = await leastOf(
    async () => {
      const { context, stores } = await openInstance()
      const turn = await longestTurn(async () => {
        const { counts } = await applyPieces([{ path: 'orgs[0]', org }], context)
        // And the organization with its domain.
        assert.deepEqual([counts.created, counts.refused], [users + 2, 0])
      })
      assert.equal((await stores.directory.list('humanUser', 'o')).length, users)
      return turn
    },
    limit,
    3,
  )
  t.diagnostic(`the longest turn took ${longest.toFixed(1)} ms`)
  assert.ok(longest < limit, `a turn took ${longest} ms`)
})
