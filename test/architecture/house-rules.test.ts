// The rules that every source file keeps, whichever package it is in.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { clockPlaces, grantIdentifierPlaces, grantIdentifiers, runtimePlaces } from './arrows.ts'
import { allFiles, countLines, packageFolders, packageSources, root } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'
import { callsOf, constructsOf, namesOf, stringsOf } from './syntax.ts'

const runtimeNames = ['Buffer', 'process', 'Bun', 'Deno']

/** `path: what` for everything that a rule finds, outside the places where it may be. */
function findings(find: (source: Source) => readonly string[], allowed: readonly RegExp[] = []): string[] {
  return packageSources
    .filter(({ path }) => !allowed.some((place) => place.test(path)))
    .flatMap((source) => find(source).map((what) => `${source.path}: ${what}`))
}

const ofType = (...types: readonly string[]) => ({ nodes }: Source): string[] => nodes.filter(({ type }: SyntaxNode) => types.includes(type)).map(({ type }) => type)

test('node:*, Buffer, process, Bun and Deno occur only where the runtime is the duty', () => {
  assert.deepEqual(findings(({ imports }) => imports.map(({ specifier }) => specifier).filter((each) => each.startsWith('node:')), runtimePlaces), [])
  assert.deepEqual(findings((source) => namesOf(source).filter((name) => runtimeNames.includes(name)), runtimePlaces), [])
})

test('CR-04 randomness is cryptographic everywhere, and the clock is read in few places', () => {
  assert.deepEqual(findings((source) => callsOf(source, 'Math', ['random']).map(() => 'Math.random')), [])
  const clock = (source: Source): string[] => [
    ...callsOf(source, 'Date', ['now']).map(() => 'Date.now'),
    ...constructsOf(source, 'Date').filter((each) => (each['arguments'] as readonly unknown[]).length === 0).map(() => 'new Date()'),
  ]
  assert.deepEqual(findings(clock, clockPlaces), [])
})

test('the language is TypeScript that erases: no enum, namespace, parameter property or decorator', () => {
  assert.deepEqual(findings(ofType('TSEnumDeclaration', 'TSModuleDeclaration', 'TSParameterProperty', 'Decorator')), [])
})

test('no type is any', () => {
  assert.deepEqual(findings(ofType('TSAnyKeyword')), [])
})

test('only src/index.ts hands on what other files export', () => {
  const barrels = findings(({ imports }) => imports.filter(({ reexport }) => reexport).map(({ specifier }) => specifier), [/^packages\/[^/]+\/src\/index\.ts$/])
  assert.deepEqual(barrels, [])
})

test('every source file opens with one to six lines of comment', () => {
  const wrong = packageSources.filter(({ text }) => {
    const lines = text.replace(/^#!.*\n/, '').split('\n')
    const opening = lines.findIndex((line) => !line.startsWith('//'))
    return opening < 1 || opening > 6
  })
  assert.deepEqual(wrong.map(({ path }) => path), [])
})

test('no file is longer than 400 lines', (t) => {
  const lengths = allFiles.map((path) => ({ path, lines: countLines(readFileSync(join(root, path), 'utf8')) }))
  for (const { path, lines } of lengths) if (lines > 250) t.diagnostic(`${path} has ${lines} lines`)
  assert.deepEqual(lengths.filter(({ lines }) => lines > 400), [])
})

test('file names are kebab-case', () => {
  assert.deepEqual(allFiles.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.(ts|mjs)$/.test(basename(path))), [])
})

test('every package has a README', () => {
  assert.deepEqual(packageFolders.filter((folder) => !existsSync(join(root, 'packages', folder, 'README.md'))), [])
})

test('the identifiers of a grant occur only in its own package', () => {
  const elsewhere = findings(
    (source) => stringsOf(source).filter((text) => Object.hasOwn(grantIdentifiers, text) && grantIdentifiers[text] !== source.folder),
    grantIdentifierPlaces,
  )
  assert.deepEqual(elsewhere, [])
})
