// Values that only one object may have, in runs of several transactions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPieces } from '../src/index.ts'
import type { ApplyEntry, DocumentPiece } from '../src/index.ts'
import { ValueRegister } from '../src/plan/unique-values.ts'
import { person } from './full-document.ts'
import { instances } from './instance.ts'

const openInstance = instances()

/** Two pieces, hence two transactions, whose objects have the same user name and client id. */
const pieces = [
  {
    path: 'orgs[0]',
    org: {
      orgId: 'o',
      org: { name: 'O' },
      humanUsers: [person('ann', 'ann')],
      projects: [{ projectId: 'p', project: { name: 'P' } }],
      apiApps: [{ appId: 'a', clientId: 'client', app: { projectId: 'p', name: 'a' } }],
    },
  },
  {
    path: 'orgs[0]',
    places: { humanUsers: [1], apiApps: [1] },
    org: {
      orgId: 'o',
      humanUsers: [person('bea', 'ANN')],
      apiApps: [{ appId: 'b', clientId: 'client', app: { projectId: 'p', name: 'b' } }],
    },
  },
] as unknown as readonly DocumentPiece[]

for (const dryRun of [true, false]) {
  test(`a value that an earlier transaction gave out is refused, ${dryRun ? 'in a dry run too' : 'when it is stored'}`, async () => {
    const entries: ApplyEntry[] = []
    const { context } = await openInstance()
    await applyPieces(pieces, context, { dryRun, settled: (chunk) => void entries.push(...chunk.entries) })
    assert.deepEqual(
      entries.filter(({ action }) => action === 'refused').map(({ path, reason, member }) => [path, reason, member]),
      [
        ['orgs[0].humanUsers[1]', 'user_name_taken', 'user.userName'],
        ['orgs[0].apiApps[1]', 'client_id_taken', 'clientId'],
      ],
    )
  })
}

test('a register takes over every value of another register, with its holder', () => {
  const [one, other] = [new ValueRegister(), new ValueRegister()]
  one.register('kept', 'first')
  other.register('name', 'second')
  other.register('id', 'third')
  one.registerAll(other)
  assert.deepEqual(
    [...one.byValue],
    [
      ['kept', 'first'],
      ['name', 'second'],
      ['id', 'third'],
    ],
  )
  assert.deepEqual([...one.holders], ['first', 'second', 'third'])
})
