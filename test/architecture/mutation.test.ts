// The mutants that `npm run mutate` makes of a file.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { mutantsOf } from '../mutation/mutants.ts'
import { readSource, root } from './sources.ts'

/** The file's text after each mutant. */
function mutated(t: { after(work: () => void): void }, text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'symbolon-mutants-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'subject.ts')
  writeFileSync(file, text)
  return mutantsOf(readSource(relative(root, file))).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  )
}

test('conditions, operators, constants and calls are changed one at a time', (t) => {
  assert.deepEqual(mutated(t, 'if (a < 1) go()'), [
    'if (true) go()',
    'if (false) go()',
    'if (a <= 1) go()',
    'if (a < 2) go()',
    'if (a < 1) ;',
  ])
  assert.deepEqual(mutated(t, `const x = a ?? 'k'`), [`const x = ((a) && ('k'))`, `const x = a ?? ''`])
  assert.deepEqual(mutated(t, 'const y = l.filter(f).some(g)'), ['const y = l.some(g)', 'const y = l.filter(f).every(g)'])
})

test('types, module names, member names and sentences stay as they are', (t) => {
  assert.deepEqual(
    mutated(t, `import type { A } from './a.ts'\nexport interface B { readonly c: 'd' }\nthrow new Error('It is not here.')`),
    [],
  )
})
