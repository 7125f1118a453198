// The files of the repository, as the reference and the site read them.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param path relative to the repository */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Paths relative to the repository, sorted. */
export function filesLike(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|CHANGELOG\.md$)/.test(path) })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

/** The row of a table in Markdown. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(...head), `|${'---|'.repeat(head.length)}`, ...rows.map((cells) => row(...cells))].join('\n')
}
