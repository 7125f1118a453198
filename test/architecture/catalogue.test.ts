// The table of the catalogue is complete and true: what it calls tested is the start of a test's title in the file that it names.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue, sections } from '../catalogue.ts'
import { root } from './sources.ts'

/** Whether a text opens with the row's id, alone or after other ids. */
function claims(file: string, id: string): boolean {
  return existsSync(join(root, file)) && new RegExp(`['"\`](?:[A-Z]{2}-[0-9]{2} )*${id} `).test(readFileSync(join(root, file), 'utf8'))
}

test('every row of the sections is in the table, once and in order', () => {
  const expected = Object.entries(sections).flatMap(([section, rows]) => Array.from({ length: rows }, (_, index) => `${section}-${String(index + 1).padStart(2, '0')}`))
  assert.deepEqual(catalogue.map(({ id }) => id), expected)
})

test('every row that is called tested opens the title of a test in each file that is named', () => {
  const untrue = catalogue.flatMap((row) => row.tier === 'later' ? [] : row.files.filter((file) => !claims(file, row.id)).map((file) => `${row.id} is not in ${file}`))
  assert.deepEqual(untrue, [])
  assert.deepEqual(catalogue.filter((row) => row.tier !== 'later' && row.files.length === 0), [])
})

test('every row that waits says what for', (t) => {
  for (const row of catalogue) {
    if (row.tier === 'later') {
      assert.notEqual(row.reason, '')
      t.diagnostic(`${row.id}: ${row.reason}`)
    } else if (row.open !== undefined) {
      t.diagnostic(`${row.id}, in part: ${row.open}`)
    }
  }
})
