// No value of a document ever stands in an error: the document holds passwords, hashes, secrets and tokens.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentError, readDocument } from '../src/index.ts'
import { formatJsonPath } from '../src/json/paths.ts'
import { fullDocument } from './full-document.ts'
import { leafPaths, replaceAt } from './walk.ts'

const CANARY = 'hunter2'
const wrongValues: readonly unknown[] = [
  `${CANARY}\0`,
  { [CANARY]: CANARY },
  [CANARY],
  [[CANARY]],
  CANARY.repeat(100_000),
  `${CANARY}\uD800`.padStart(64, '\n'),
]

test('whatever leaf is wrong, in whatever way, the error names its place and shows nothing of its value', () => {
  const paths = leafPaths(fullDocument)
  assert(paths.length > 200)
  for (const path of paths) {
    for (const wrong of wrongValues) {
      let caught: unknown
      try {
        readDocument(replaceAt(fullDocument, path, wrong))
      } catch (error) {
        caught = error
      }
      // Two enums take any text, because they have no effect.
      if (caught === undefined && /\.(idpType|validationType)$/.test(formatJsonPath(path)) && typeof wrong === 'string') continue
      assert(caught instanceof DocumentError, `${formatJsonPath(path)} was read`)
      assert.equal(caught.path, formatJsonPath(path))
      for (const shown of [caught.message, String(caught), JSON.stringify(caught), caught.stack ?? '', String(caught.cause)]) {
        assert(!shown.includes(CANARY), `${formatJsonPath(path)} is shown`)
      }
    }
  }
})

test('a secret that is too short is not shown', () => {
  const input = { orgs: [{ orgId: '1', personalAccessTokens: [{ tokenId: 't', userId: 'u', token: CANARY }] }] }
  assert.throws(
    () => readDocument(input),
    (error) => error instanceof DocumentError && !error.message.includes(CANARY),
  )
})
