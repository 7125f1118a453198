// The English of sources, tests and documents holds none of the words in the list of scripts/standard-english.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings, findWords } from '../../scripts/standard-english.ts'

test('sources, tests and documents hold none of the listed words', () => {
  assert.deepEqual(
    allFindings().map(({ path, line, rule, text }) => `${path}:${line}: ${rule}: ${text}`),
    [],
    'npm run english -- PATH prints what to write in their place.',
  )
})

test('a listed word is found in a sentence, in a name and in a title, and standard words are not', () => {
  const rules = (text: string): readonly string[] => findWords('x.ts', text).map(({ rule }) => rule)
  assert.deepEqual(rules('// Tells the client.'), ['tell'])
  assert.deepEqual(rules('const tellUser = toldTwice'), ['tell', 'tell'])
  assert.deepEqual(rules('// Nobody but whoever stands beside it'), ['somebody', 'whoever', 'beside'])
  assert.deepEqual(rules('// This is no address. Those of a user are none.'), ['is no', 'is no', 'those of'])
  assert.deepEqual(rules('// The token is no longer valid. The keys and those of the client, besides.'), [])
  assert.deepEqual(rules('// Responds with another client of the same organization.'), [])
})
