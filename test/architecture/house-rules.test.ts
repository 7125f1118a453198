// The rules for every source file that neither the compiler nor the linter checks.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { clockPlaces, grantIdentifierPlaces, grantIdentifiers } from './arrows.ts'
import { packageFolders, packageSources, root } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'
import { callsOf, constructsOf, stringsOf } from './syntax.ts'

interface Declaration {
  readonly declarations?: readonly {
    readonly id: { readonly name: string; readonly typeAnnotation?: unknown }
    readonly init?: SyntaxNode
  }[]
}

/** `path: what` for everything that a rule finds, outside the places where it may be. */
function findings(find: (source: Source) => readonly string[], allowed: readonly RegExp[] = []): string[] {
  return packageSources
    .filter(({ path }) => !allowed.some((place) => place.test(path)))
    .flatMap((source) => find(source).map((what) => `${source.path}: ${what}`))
}

test('CR-04 randomness is cryptographic everywhere, and the clock is read in few places', () => {
  assert.deepEqual(
    findings((source) => callsOf(source, 'Math', ['random']).map(() => 'Math.random')),
    [],
  )
  const clock = (source: Source): string[] => [
    ...callsOf(source, 'Date', ['now']).map(() => 'Date.now'),
    ...constructsOf(source, 'Date')
      .filter((each) => (each['arguments'] as readonly unknown[]).length === 0)
      .map(() => 'new Date()'),
  ]
  assert.deepEqual(findings(clock, clockPlaces), [])
})

test('only src/index.ts hands on what other files export', () => {
  const barrels = findings(
    ({ imports }) => imports.filter(({ reexport }) => reexport).map(({ specifier }) => specifier),
    [/^packages\/[^/]+\/src\/index\.ts$/],
  )
  assert.deepEqual(barrels, [])
})

test('an exported function is declared as one', () => {
  const arrows = findings(({ nodes }) =>
    nodes.flatMap(({ type, declaration }) => {
      const { declarations = [] } = (type === 'ExportNamedDeclaration' ? (declaration ?? {}) : {}) as Declaration
      return declarations.filter(({ id, init }) => init?.type === 'ArrowFunctionExpression' && !id.typeAnnotation).map(({ id }) => id.name)
    }),
  )
  assert.deepEqual(arrows, [])
})

test('every source file opens with one to six lines of comment', () => {
  const wrong = packageSources.filter(({ text }) => {
    const lines = text.replace(/^#!.*\n/, '').split('\n')
    const opening = lines.findIndex((line) => !line.startsWith('//'))
    return opening < 1 || opening > 6
  })
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('every package has a README', () => {
  assert.deepEqual(
    packageFolders.filter((folder) => !existsSync(join(root, 'packages', folder, 'README.md'))),
    [],
  )
})

test('the identifiers of a grant occur only in its own package', () => {
  const elsewhere = findings(
    (source) => stringsOf(source).filter((text) => Object.hasOwn(grantIdentifiers, text) && grantIdentifiers[text] !== source.folder),
    grantIdentifierPlaces,
  )
  assert.deepEqual(elsewhere, [])
})
