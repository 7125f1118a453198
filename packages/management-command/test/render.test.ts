// What people read: tables that fit the terminal, and nothing that the terminal acts on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderBlocks } from '../src/terminal/render.ts'

const table = {
  columns: ['name', 'note', 'id'],
  rows: [
    ['Ann', undefined, '1'],
    ['A name that is far longer than its place', undefined, '2234567890'],
  ],
  empty: 'No users.',
}

test('a table has a head, columns that are wide enough, and no column without a value', () => {
  assert.equal(
    renderBlocks([table], undefined),
    [
      'NAME                                      ID',
      `Ann                                       1`,
      'A name that is far longer than its place  2234567890',
      '',
    ].join('\n'),
  )
  assert.equal(renderBlocks([{ ...table, rows: [] }], 80), 'No users.\n')
})

test('the widest column is cut where the terminal ends, and every line fits', () => {
  for (const width of [20, 30, 40]) {
    const lines = renderBlocks([table], width).trimEnd().split('\n')
    for (const line of lines) assert.ok(line.length <= width, line)
    assert.match(lines[2] ?? '', /^A name.*… {2}2234/)
  }
  const [, , cut = ''] = renderBlocks([table], 5).split('\n')
  assert.equal(cut, 'A nam…  22345…', 'a column keeps six characters')
})

test('wide characters take two columns, combining marks none', () => {
  const rows = [
    ['東京', 'a'],
    ['e\u0301', 'b'],
    ['🙂', 'c'],
  ]
  const lines = renderBlocks([{ columns: ['n', 'x'], rows, empty: '' }], undefined)
    .trimEnd()
    .split('\n')
  assert.deepEqual(lines, ['N     X', '東京  a', 'e\u0301     b', '🙂    c'])
  assert.equal(renderBlocks([{ columns: ['n'], rows: [['東京都港区']], empty: '' }], 7).split('\n')[1], '東京都…')
})

test('AD-23 what a terminal would act on is shown as an escape, in tables, facts and lines', () => {
  const evil = 'Ann\u001B[2J\u202Eeve\r\nroot'
  const shown = String.raw`Ann\u{1b}[2J\u{202e}eve\u{d}\u{a}root`
  assert.equal(renderBlocks([{ columns: ['n'], rows: [[evil]], empty: '' }], undefined), `N\n${shown}\n`)
  assert.equal(renderBlocks([{ facts: { name: evil, none: undefined, empty: '' } }], undefined), `name  ${shown}\n`)
  assert.equal(renderBlocks(['one\ntwo\u0007'], 80), 'one\ntwo\\u{7}\n')
})
