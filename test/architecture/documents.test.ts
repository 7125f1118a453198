// Documents that can be read quickly: short cells, an index of the decisions, and a README of one screen in each package.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentationFiles, readDocumentation } from '../support/documentation.ts'

const mostWords = 25
/** One screen, with the code of the example. */
const mostLines = 60

/** The table of attacks names its tests, and is searched rather than read. */
const exempt = ['docs/threats.md']

test('no cell of a table is longer than a sentence, unless the table is generated', () => {
  const problems = documentationFiles
    .filter((file) => !exempt.includes(file))
    .flatMap((file) =>
      withoutGenerated(readDocumentation(file))
        .split('\n')
        .flatMap((line, index) => cellsOf(line).flatMap((cell) => (wordsOf(cell) > mostWords ? [`${file}:${index + 1}: ${cell}`] : []))),
    )
  assert.deepEqual(problems, [])
})

test('the README of each package is one screen', () => {
  const readmes = documentationFiles.filter((file) => /^packages\/[^/]+\/README\.md$/.test(file))
  assert.ok(readmes.length > 30)
  const long = readmes.flatMap((file) => {
    const lines = readDocumentation(file).trimEnd().split('\n').length
    return lines > mostLines ? [`${file}: ${lines} lines`] : []
  })
  assert.deepEqual(long, [])
})

test('the index of the decisions names each decision once, and their numbers have no gap', () => {
  const text = readDocumentation('docs/decisions.md')
  const numbers = [...text.matchAll(/^### (\d+)$/gm)].map(([, number]) => Number(number))
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  )
  const index = text.slice(text.indexOf('## Index by subject'), text.indexOf('## Composition'))
  const named = [...index.matchAll(/\[(\d+) [^\]]+\]\(#(\d+)\)/g)]
  assert.ok(named.every(([, shown, target]) => shown === target))
  assert.deepEqual(
    named.map(([, shown]) => Number(shown)).toSorted((one, other) => one - other),
    numbers,
  )
})

/** Blank lines in place of the tables that come from texts of the sources, so that lines keep their numbers. */
function withoutGenerated(text: string): string {
  return text.replaceAll(/<!-- (?:generated: [^]*?<!-- end|reasons -->[^]*?<!-- end of reasons) -->/g, (table) =>
    table.replaceAll(/[^\n]/g, ''),
  )
}

function cellsOf(line: string): readonly string[] {
  return /^\s*\|/.test(line) ? line.split(/(?<!\\)\|/).map((cell) => cell.trim()) : []
}

/** A link counts by its text, and code in backticks as one word. */
function wordsOf(cell: string): number {
  const text = cell.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/`[^`]+`/g, 'code')
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length
}
