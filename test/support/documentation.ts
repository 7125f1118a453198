// The documentation as text: its files, and the blocks of code in them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.ts'

/** A fenced block. */
export interface Block {
  /** Relative to the repository. */
  readonly file: string
  /** Of the fence. */
  readonly line: number
  readonly language: string
  readonly code: string
}

/** What people read: the files at the root, `docs`, and the README of each package and example. */
export const documentationFiles: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/README.md'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|CHANGELOG\.md$)/.test(path),
}).toSorted()

/** @param file relative to the repository */
export function readDocumentation(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The blocks of these languages in all of the documentation. */
export function blocksIn(...languages: readonly string[]): readonly Block[] {
  return documentationFiles.flatMap((file) => {
    const text = readDocumentation(file)
    return [...text.matchAll(/^```([a-z]+)\n([^]*?)^```$/gm)].flatMap(({ index, 1: language = '', 2: code = '' }) =>
      languages.includes(language) ? [{ file, line: text.slice(0, index).split('\n').length, language, code }] : [],
    )
  })
}
