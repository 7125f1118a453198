// The page that maps the interface to its tests is true: every test that it names is there.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './sources.ts'

const folder = join(root, 'test/endpoints')
const page = readFileSync(join(folder, 'README.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| rule'))
const references = rows.flatMap((row) =>
  [...row.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)].map(([, title = '', file = '']) => ({ title, file })),
)

test('every rule names a test', () => {
  assert.ok(rows.length > 100)
  assert.deepEqual(
    rows.filter((row) => !row.includes('.test.ts)')),
    [],
  )
})

test('every test that is named opens its title as the page says', () => {
  assert.deepEqual(
    references.filter(({ title, file }) => !opens(join(folder, file), title)),
    [],
  )
})

function opens(file: string, title: string): boolean {
  if (!existsSync(file)) return false
  const text = readFileSync(file, 'utf8')
  return ["'", '"', '`'].some((quote) => text.includes(quote + title))
}
