// Rows of a report on a terminal: rows that say the same are one, and text that a document brings along stays text.

/** Lines of one list, and ids or places of one line; more than these nobody reads on a terminal. */
const [mostLines, mostExamples] = [50, 5]

export interface TerminalRow {
  readonly name: string
  readonly place: string
  /** What it means and what to do; empty for nothing. */
  readonly text: string
  /** How many entries the row stands for; 1 unless given. */
  readonly count?: number | undefined
}

/**
 * Control characters move the cursor, clear the screen or reorder letters: a document could hide what was refused, or feign what was not.
 * @returns the text with such characters as escapes, line breaks too
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Two lines for rows that say the same but for their places: how many, of what and which; then what to do. */
export function groupedLines(rows: readonly TerminalRow[]): readonly string[] {
  const groups = new Map<string, TerminalRow[]>()
  for (const row of rows) {
    const key = `${row.name} ${anyPlace(row.text)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()].map((group) => {
    const { name = '', text = '' } = group[0] ?? {}
    const count = group.reduce((total, row) => total + (row.count ?? 1), 0)
    const places = [...group.slice(0, mostExamples).map(({ place }) => visible(place)), ...(group.length > mostExamples ? ['…'] : [])]
    const meaning = visible(group.length === 1 ? text : anyPlace(text))
    return `  ${count} × ${visible(name)}: ${places.join(', ')}${meaning === '' ? '' : `\n    ${meaning}`}`
  })
}

function anyPlace(text: string): string {
  return text.replaceAll(/\[\d+\]/g, '[*]')
}

/** A section of the report, cut off where nobody reads on; none without lines. */
export function titledLines(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return [title, ...lines.slice(0, mostLines), ...(lines.length > mostLines ? [`  … and ${lines.length - mostLines} more`] : [])]
}
