// Packages import what the table of arrows allows, say so in their package.json, and never import in circles.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { posix } from 'node:path'
import { outsideBundle } from '../../scripts/outside-bundle.ts'
import { arrows } from './arrows.ts'
import { findComponents, findCycle } from './find-cycle.ts'
import { packageFolders, packageOf, packageSources, readManifest } from './sources.ts'
import type { Import, Source } from './sources.ts'

const manifests = new Map(packageFolders.map((folder) => [folder, readManifest(folder)]))
const own = new Set([...manifests.values()].map(({ name }) => name))

const isRelative = ({ specifier }: Import): boolean => specifier.startsWith('.')
const isBuiltIn = ({ specifier }: Import): boolean => specifier.startsWith('node:')
const nameOf = ({ folder }: Source): string => manifests.get(folder)?.name ?? folder

test('every package is in the table, and nothing else is', () => {
  assert.deepEqual(Object.keys(arrows).sort(), [...own].sort())
})

test('every import of a package is in the table', () => {
  const outside = packageSources.flatMap((source) => {
    const allowed = arrows[nameOf(source)] ?? { internal: [], types: [], external: [] }
    return source.imports
      .filter((each) => !isRelative(each) && !isBuiltIn(each))
      .filter(({ specifier, typesOnly }) => {
        const name = packageOf(specifier)
        return !(own.has(name)
          ? allowed.internal.includes(name) || (typesOnly && allowed.types.includes(name))
          : allowed.external.includes(name))
      })
      .map(({ specifier, typesOnly }) => `${source.path} imports ${typesOnly ? 'types of ' : ''}${specifier}`)
  })
  assert.deepEqual(outside, [])
})

test('a package of this repository is imported by its name alone, and relative imports stay inside the package', () => {
  const wrong = packageSources.flatMap((source) =>
    source.imports
      .filter((each) =>
        isRelative(each)
          ? !posix.join(posix.dirname(source.path), each.specifier).startsWith(`packages/${source.folder}/src/`)
          : own.has(packageOf(each.specifier)) && !own.has(each.specifier),
      )
      .map(({ specifier }) => `${source.path} imports ${specifier}`),
  )
  assert.deepEqual(wrong, [])
})

test('the dependencies of a package are what it imports: none is missing, none is unused', () => {
  // A package that uses another package may install its optional peers.
  const brought = new Set([...manifests.values()].flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)))
  for (const [folder, { name, dependencies = {}, peerDependencies = {} }] of manifests) {
    const imported = packageSources
      .filter((source) => source.folder === folder)
      .flatMap(({ imports }) => imports)
      .filter((each) => !isRelative(each) && !isBuiltIn(each))
      .map(({ specifier }) => packageOf(specifier))
    const declared = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) => imported.includes(each) || !brought.has(each))
    // The bundle of the command imports what it leaves outside from its own package.
    if (name === 'symbolon') imported.push(...outsideBundle.filter((each) => !brought.has(each)))
    assert.deepEqual(declared.sort(), [...new Set(imported)].sort(), `packages/${folder}/package.json (${name})`)
  }
})

test('no grant imports another grant', () => {
  const crossing = packageSources
    .filter(({ folder }) => folder.startsWith('grants-'))
    .flatMap((source) =>
      source.imports
        .filter(({ specifier }) => specifier.startsWith('@symbolon/grants-'))
        .map(({ specifier }) => `${source.path} imports ${specifier}`),
    )
  assert.deepEqual(crossing, [])
})

test('packages do not import one another in a circle', () => {
  const graph = new Map(
    [...own].map((name) => [
      name,
      packageSources
        .filter((source) => nameOf(source) === name)
        .flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier)).filter((each) => own.has(each))),
    ]),
  )
  assert.equal(findCycle(graph), undefined)
})

test('the folders of a package do not import one another in a circle, types included', () => {
  const circles = packageFolders.flatMap((folder) =>
    findComponents(folderGraph(folder)).map((component) => `${folder}: ${component.join(', ')}`),
  )
  assert.deepEqual(circles, [])
})

test('the files of a package do not import one another in a circle, types included', () => {
  const circles = packageFolders.flatMap((folder) => findComponents(fileGraph(folder)).map((component) => component.join(', ')))
  const contract = ['context', 'grant', 'introspection-format', 'login', 'part', 'registry', 'request-source', 'response-mode'].map(
    (name) => `packages/core-protocol/src/contract/${name}.ts`,
  )
  // A part is declared in terms of its context, and the context holds the parts that are composed.
  assert.deepEqual(circles, [contract.join(', ')])
})

test('a circle through more than two folders is one component', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
    ['e', ['f']],
    ['f', ['e', 'a']],
  ])
  assert.deepEqual(findComponents(graph), [
    ['a', 'b', 'c'],
    ['e', 'f'],
  ])
})

/** Which file of `src` imports which, without its index. */
function fileGraph(folder: string): ReadonlyMap<string, readonly string[]> {
  const sources = packageSources.filter((source) => source.folder === folder && source.path !== `packages/${folder}/src/index.ts`)
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(isRelative).map(({ specifier }) => posix.join(posix.dirname(path), specifier)),
    ]),
  )
}

/** Which folder of `src` imports from which; `.` is `src` itself, without its index, which hands on what all folders export. */
function folderGraph(folder: string): ReadonlyMap<string, readonly string[]> {
  const home = `packages/${folder}/src`
  const graph = new Map<string, string[]>()
  for (const { path, imports } of packageSources.filter((source) => source.folder === folder && source.path !== `${home}/index.ts`)) {
    const from = posix.relative(home, posix.dirname(path)) || '.'
    const targets = imports
      .filter(isRelative)
      .map(({ specifier }) => posix.relative(home, posix.dirname(posix.join(posix.dirname(path), specifier))) || '.')
    graph.set(from, [...(graph.get(from) ?? []), ...targets.filter((each) => each !== from)])
  }
  return graph
}
