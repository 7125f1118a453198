// Names of organizations that look alike have one skeleton, and others have not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameSkeleton } from '../src/text/name-skeleton.ts'

for (const [name, ...others] of [
  ['Globex', 'GLOBEX', 'glоbex', 'Glo\u200Bbex', 'Ｇｌｏｂｅｘ', 'Glóbex', 'Globex.', ' globex ', 'GL0BEX', 'GIobex'],
  ['Acme Corp', 'АСМЕ СОRР', 'acme-corp', 'ΑCΜΕ Corp'],
  ['Société Générale', 'SOCIETE GENERALE'],
  ['株式会社例', '株式会社例'],
] as const) {
  for (const other of others) test(`AD-63 ${name} and ${other} look alike`, () => assert.equal(nameSkeleton(other), nameSkeleton(name)))
}

test('AD-63 names that look different have different skeletons', () => {
  const names = ['Globex', 'Globax', 'Globex 2', 'Acme', 'Асма', '株式会社例', '株式会社別', 'شركة', 'Ltd']
  assert.equal(new Set(names.map(nameSkeleton)).size, names.length)
})

test('AD-63 a name of 200,000 characters takes linear time', () => assert.equal(nameSkeleton('Ǆ'.repeat(200_000)).length > 0, true))
