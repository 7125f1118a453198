// Every test file is run by a suite of `npm test`: none is forgotten.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suites, testFiles } from '../../scripts/suites.ts'
import { allFiles, root } from './sources.ts'

test('every test file belongs to exactly one suite', () => {
  const run = suites.flatMap((suite) => 'files' in suite ? testFiles(suite, root) : [])
  assert.deepEqual(run.toSorted(), allFiles.filter((path) => path.endsWith('.test.ts')).toSorted())
})
