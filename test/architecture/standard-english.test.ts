// The English of sources, tests and documents: the counts of standard-english.json may only fall.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allFindings, areaOf, countByArea, findWords, repository } from '../../scripts/standard-english.ts'

const baseline = JSON.parse(readFileSync(join(repository, 'scripts/standard-english.json'), 'utf8')) as Readonly<Record<string, number>>

test('no area holds more of the listed words than its baseline, and a baseline falls with its area', () => {
  const findings = allFindings()
  const counts = countByArea(findings)
  const areas = [...new Set([...Object.keys(counts), ...Object.keys(baseline)])]
  const risen = areas.filter((area) => (counts[area] ?? 0) > (baseline[area] ?? 0))
  const places = findings.filter(({ path }) => risen.includes(areaOf(path))).map(({ path, line, rule }) => `${path}:${line}: ${rule}`)
  assert.deepEqual(risen, [], `Write it in other words; npm run english -- PATH prints the sentences.\n${places.join('\n')}`)
  const fallen = areas.filter((area) => (counts[area] ?? 0) < (baseline[area] ?? 0))
  assert.deepEqual(fallen, [], 'Fewer than before. Lower the baseline: npm run english -- --lower')
})

test('a listed word is found in a sentence, in a name and in a title, and standard words are not', () => {
  const rules = (text: string): readonly string[] => findWords('x.ts', text).map(({ rule }) => rule)
  assert.deepEqual(rules('// Tells the client.'), ['tell'])
  assert.deepEqual(rules('const untoldSecrets = toldTwice'), ['tell', 'tell'])
  assert.deepEqual(rules('// Nobody but whoever stands beside it'), ['somebody', 'whoever', 'beside'])
  assert.deepEqual(rules('// This is no address. Those of a user are none.'), ['is no', 'is no', 'those of'])
  assert.deepEqual(rules('// The token is no longer valid. The keys and those of the client, besides.'), [])
  assert.deepEqual(rules('// Responds with another client of the same organization.'), [])
})
