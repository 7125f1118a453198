// Text for people: tables that fit the terminal, and names with values. Characters that a terminal would act on are shown as escapes.
import { plainText } from '@symbolon/command-line'
import type { Block, Facts, Table } from './outcome.ts'

/**
 * @param width the columns of the terminal; undefined where the text goes to a file or a program, which gets it whole
 * @returns the text, with a line break at its end
 */
export function renderBlocks(blocks: readonly Block[], width: number | undefined): string {
  return blocks.flatMap((block) => renderBlock(block, width)).join('')
}

function renderBlock(block: Block, width: number | undefined): readonly string[] {
  if (typeof block === 'string') return [`${block.split('\n').map(plainText).join('\n')}\n`]
  return 'facts' in block ? renderFacts(block) : [`${renderTable(block, width)}\n`]
}

function renderFacts({ facts }: Facts): readonly string[] {
  const given = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '')
  const longest = Math.max(...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(longest)}  ${plainText(value)}\n`)
}

function renderTable({ columns, rows, empty }: Table, width: number | undefined): string {
  if (rows.length === 0) return empty
  const cells = rows.map((row) => columns.map((_, index) => plainText(row[index] ?? '')))
  // A column without a value says nothing.
  const kept = columns.map((_, index) => index).filter((index) => cells.some((row) => row[index] !== ''))
  const all = [columns.map((name) => name.toUpperCase()), ...cells].map((row) => kept.map((index) => row[index] ?? ''))
  const natural = kept.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))))
  const widths = width === undefined ? natural : fit(natural, width - 2 * (natural.length - 1))
  return all
    .map((row) =>
      row
        .map((cell, column) => pad(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const narrowest = 6

/** Takes columns from the widest column, again and again, until all fit. */
function fit(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural]
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= narrowest) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(`${kept}${character}…`) > width) break
    kept += character
  }
  return `${kept}…`
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Columns on a terminal: East Asian characters and emoji take two, combining marks none. https://www.unicode.org/reports/tr11/ */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
