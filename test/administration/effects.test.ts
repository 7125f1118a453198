// The table of what acts, held against the service: every member of the format is changed, one at a time, in a document that has them all,
// and what the storage ports answer then is compared. What acts changes an answer; what has no effect changes none.
import { instanceEffects, instanceLists, orgDocumentSchema, orgEffects } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as v from 'valibot'
import { effectsDocument, otherKey, visibleOf } from '../support/effects.ts'
import { enumeratedIn, leavesOf, nodesOf, placesOf, valueAt, varied } from '../support/format-walk.ts'
import type { Node, Place } from '../support/format-walk.ts'

const { instance, orgs, instanceMembers } = orgDocumentSchema.fields
const nodes = [
  ...nodesOf(orgs.item, orgEffects, ['orgs', '*']),
  // Its login policy is read as that of an organization is.
  ...nodesOf(instance, instanceEffects, ['instance']).filter(({ pattern: [, policy] }) => policy !== 'loginPolicy'),
  ...nodesOf(instanceMembers, 'acts', ['instanceMembers']),
]

const listsOfInstance: readonly string[] = instanceLists.map(({ member }) => member)
const oneOfEach: readonly string[] = [
  'oidcIdps.*.idp.issuer',
  'loginTexts.*.loginText.title',
  ...listsOfInstance.map((list) => `${list}.*.subject`),
]

let unchanged: string | undefined
before(async () => {
  unchanged = await visibleOf(effectsDocument)
  assert.equal(await visibleOf(effectsDocument), unchanged, 'the same document looks the same')
})

for (const node of nodes.filter(({ effect }) => effect === 'acts' || effect === 'refuses' || typeof effect === 'object')) {
  for (const { pattern, schema } of leavesOf(node.schema, node.pattern).filter(isOwn).filter(isTried)) {
    test(`${pattern.join('.')} acts`, async () => {
      const places = placesOf(pattern)
      assert.notEqual(places.length, 0, 'the document has it')
      // Where the document has a value, its first variation already shows that the member acts.
      const [present, absent] = [
        places.filter((place) => valueAt(place) !== undefined),
        places.filter((place) => valueAt(place) === undefined),
      ]
      for (const place of [...present, ...absent]) {
        for (const value of variationsOf(schema).filter((each) => each !== (valueAt(place) ?? null))) {
          const seen = await visibleOf(varied(effectsDocument, place, value))
          if (seen !== undefined && seen !== unchanged) return
        }
      }
      assert.fail('nothing that the service can see depends on it')
    })
  }
}

/** The entries of lists of the instance are those of lists of organizations. One member of each list shows that they are read. */
function isOwn({ pattern: [root, ...rest] }: Node): boolean {
  return root !== 'instance' || !listsOfInstance.includes(rest[0] ?? '') || oneOfEach.includes(rest.join('.'))
}

/** The normal tier tries every second member of a part: each takes a separate database. */
function isTried(_leaf: Node, index: number): boolean {
  return process.env['SYMBOLON_TEST_LONG'] === '1' || index % 2 === 0
}

const without = nodes.filter(({ effect }) => typeof effect === 'string' && effect !== 'acts' && effect !== 'refuses')

test('nothing that has no effect is missed when it is not there', async () => {
  const places = without.flatMap(({ pattern }) => placesOf(pattern))
  await makesNoDifference(places.map((place) => [place, null] as const).filter(isReadable))
})

test('nothing that has no effect makes a difference by its value', async () => {
  const leaves = without.flatMap(({ schema, pattern }) => leavesOf(schema, pattern))
  const changes = leaves.flatMap((leaf) => placesOf(leaf.pattern).map((place) => [place, variationsOf(leaf.schema).at(-1)] as const))
  const readable = changes.filter(isReadable)
  assert.ok(readable.length > 100)
  await makesNoDifference(readable)
})

type Change = readonly [Place, unknown]

/** What is demanded by the schema cannot be left out. */
function isReadable([place, value]: Change): boolean {
  return v.safeParse(orgDocumentSchema, varied(effectsDocument, place, value)).success
}

async function makesNoDifference(changes: readonly Change[]): Promise<void> {
  const together = changes.reduce<unknown>((document, [place, value]) => varied(document, place, value), effectsDocument)
  if ((await visibleOf(together)) === unchanged) return
  const culprits: string[] = []
  for (const [place, value] of changes)
    if ((await visibleOf(varied(effectsDocument, place, value))) !== unchanged) culprits.push(place.join('.'))
  assert.deepEqual(culprits, [], 'the service sees a difference')
  assert.fail('the service sees a difference between the documents, and none in any single member')
}

for (const { pattern, effect } of nodes) {
  if (typeof effect === 'string' || !Array.isArray(effect)) continue
  test(`${pattern.join('.')}: whichever of ${effect.join(', ')} stands there is the same to the service`, async () => {
    for (const place of placesOf(pattern)) {
      const seen = new Set<string | undefined>()
      for (const value of effect as readonly string[]) seen.add(await visibleOf(varied(effectsDocument, place, [value])))
      assert.equal(seen.size, 1)
    }
  })
}

/** Other values of a leaf, and its absence. Values that do not fit are not read. */
function variationsOf(schema: v.GenericSchema): readonly unknown[] {
  const names = enumeratedIn(schema)
  if (names !== undefined) return [null, ...names]
  return [
    null,
    true,
    'changed',
    'changed-to-a-text-of-thirty-two-characters',
    '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
    3,
    '7s',
    '2001-01-01T00:00:00Z',
    'https://changed.example',
    '1999-01-01',
    otherKey,
    'Y2hhbmdlZA==',
    'changed@shop.example',
    '#1a2b3c',
    `data:image/svg+xml;base64,${btoa('<svg/>')}`,
    '+41440000009',
    'en',
  ].filter((value) => value === null || v.safeParse(schema, value).success)
}
