// The boundary between organizations, generated from the schema.
import { reach, reachOf } from '@symbolon/permissions'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounded, changeEverything } from './matrix.ts'
import { writables } from './members.ts'

test('BO-04 every writable member of every kind has a row in the table of reach, and no row names another member', () => {
  const missing = writables.flatMap(({ kind, list, members }) =>
    members.filter(({ path }) => reachOf(kind, path) === undefined).map(({ path }) => `${list}: ${kind} ${path}`),
  )
  assert.deepEqual(missing, [])
  const known = new Map([...Map.groupBy(writables, ({ kind }) => kind)].map(([kind, all]) => [kind, all.flatMap(({ members }) => members)]))
  const stale = [...known].flatMap(([kind, members]) =>
    reach[kind]
      .flatMap((row) => row.members)
      .filter((member) => member !== '*' && !members.some(({ path }) => path === member))
      .map((member) => `${kind} ${member}`),
  )
  assert.deepEqual(stale, [])
})

for (const actor of bounded) {
  test(`BO-04 ${actor}: no change of acme, of globex or of the instance reaches the other side`, async () => {
    await changeEverything(actor, 'after each document')
  })
}
