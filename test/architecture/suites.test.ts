// Every test file is run by a suite of `npm test`: none is forgotten.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFiles, chooseSuites, suites, suitesTouchedBy, testFiles } from '../../scripts/suites.ts'
import { allFiles, parse, root } from './sources.ts'
import type { SyntaxNode } from './sources.ts'
import { isIdentifier } from './syntax.ts'

test('every test file belongs to exactly one suite', () => {
  const run = suites.flatMap((suite) => ('files' in suite ? testFiles(suite, root).map(({ path }) => path) : []))
  assert.deepEqual(run.toSorted(), allFiles.filter((path) => path.endsWith('.test.ts')).toSorted())
})

test('no test registers a hook of its file: only what is registered while the file loads belongs to it', () => {
  const isCall = (node: SyntaxNode, name: string): boolean => node.type === 'CallExpression' && isIdentifier(node['callee'], name)
  const within = (inner: SyntaxNode, outer: SyntaxNode): boolean =>
    Number(inner['start']) > Number(outer['start']) && Number(inner['end']) < Number(outer['end'])
  const places = allFiles
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => {
      const { nodes, text } = parse(path)
      const tests = nodes.filter((node) => isCall(node, 'test'))
      return nodes
        .filter((node) => isCall(node, 'after') && tests.some((each) => within(node, each)))
        .map((node) => `${path}:${text.slice(0, Number(node['start'])).split('\n').length}: use after of the context of the test`)
    })
  assert.deepEqual(places, [])
})

test('a chosen file that does not exist, or is not a test, is refused, also next to a test', () => {
  const file = 'test/architecture/suites.test.ts'
  assert.deepEqual(
    testFiles(chooseFiles([file], root), root).map(({ path }) => path),
    [file],
  )
  assert.ok(testFiles(chooseFiles(['test/architecture'], root), root).some(({ path }) => path === file))
  assert.throws(() => chooseFiles([file, 'test/no-such.test.ts'], root), /^TypeError: No such test file: test\/no-such\.test\.ts\.$/)
  assert.throws(
    () => chooseFiles([file, 'test/architecture/sources.ts'], root),
    /^TypeError: Not a test file: test\/architecture\/sources\.ts\./,
  )
  assert.throws(() => chooseSuites([file]), /One file is named with --only FILE\./)
})

test('tests that measure time run when they are named, and everything else without a name', () => {
  const names = suites.map(({ name }) => name)
  assert.deepEqual(
    chooseSuites([]).map(({ name }) => name),
    names.filter((name) => name !== 'timing'),
  )
  assert.deepEqual(
    chooseSuites(['timing']).map(({ name }) => name),
    ['timing'],
  )
})

test('a changed source file runs the quick suites, the unit tests of its package, and the suites of the whole provider', () => {
  const touched = suitesTouchedBy(['packages/login/src/visit/next-step.ts', 'test/browser/sign-in.test.ts'])
  assert.deepEqual(
    touched.map(({ name }) => name),
    ['types', 'lint', 'unit', 'architecture', 'composition', 'endpoints', 'security', 'browser'],
  )
  assert.deepEqual(
    touched.flatMap((suite) => (suite.name === 'unit' && 'files' in suite ? suite.files : [])),
    ['packages/login/test'],
  )
})

test('a changed document runs the quick suites, and no change runs none', () => {
  assert.deepEqual(
    suitesTouchedBy(['docs/migrate.md']).map(({ name }) => name),
    ['types', 'lint', 'architecture'],
  )
  assert.deepEqual(suitesTouchedBy([]), [])
})
