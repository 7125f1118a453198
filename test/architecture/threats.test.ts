// docs/threats.md is complete and true: each row that is called tested names tests that exist, say so in their title, and assert something.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { allFiles, isNode, readSource, root } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'

interface Threat {
  readonly id: string
  /** Test files, seen from the repository. */
  readonly files: readonly string[]
  /** `not yet: …` where no test shows the row, `not shown: …` where tests show a part of it. */
  readonly open: string | undefined
}

const page = readFileSync(join(root, 'docs/threats.md'), 'utf8')
const threats: readonly Threat[] = page
  .split('\n')
  .filter((line) => /^\| [A-Z]{2}-\d{2} /.test(line))
  .map((line) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    const last = cells.at(-1) ?? ''
    assert.equal(cells.length, 5, line)
    return {
      id: cells[0] ?? '',
      files: [...last.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path),
      open: /not (?:yet|shown): .+/.exec(last)?.[0],
    }
  })

const sources = new Map<string, Source>()
function sourceOf(path: string): Source {
  const source = sources.get(path) ?? readSource(path)
  sources.set(path, source)
  return source
}

/** The ids that a title opens with: `RU-01 RU-02 no other URI …`. */
function idsOf(title: string): readonly string[] {
  return (/^(?:[A-Z]{2}-\d{2} )+/.exec(title)?.[0] ?? '')
    .trim()
    .split(' ')
    .filter((id) => id !== '')
}

interface TestCase {
  readonly title: string
  readonly text: string
}

/**
 * Every title that opens with ids, with the code that it stands for: the call that it is an argument of, as in `test('RU-01 …', …)`, or the
 * whole file where it stands in a table of cases.
 */
function testCases({ nodes, text }: Source): readonly TestCase[] {
  const calls = nodes.filter(({ type }) => type === 'CallExpression')
  return nodes.flatMap((node) => {
    const title = titleOf(node)
    if (title === undefined || idsOf(title).length === 0) return []
    const call = calls.find((each) => (each['arguments'] as readonly unknown[]).includes(node))
    return [{ title, text: call === undefined ? text : sliceOf(call, text) }]
  })
}

function titleOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const [first] = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return first?.value.cooked
}

const sliceOf = (node: SyntaxNode, text: string): string => text.slice(Number(node['start']), Number(node['end']))

/** Whether a test asserts: by itself, or by a function that it calls. */
function asserts(source: Source, { text }: TestCase): boolean {
  return mentions(text, assertingNames(source))
}

const mentions = (text: string, names: readonly string[]): boolean =>
  names.some((name) => new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(text))

const assertingNamesOf = new Map<string, readonly string[]>()

/** `assert`, and the functions of a file, its own and imported ones, that come to an assertion in the end. */
function assertingNames(source: Source): readonly string[] {
  const known = assertingNamesOf.get(source.path)
  if (known !== undefined) return known
  assertingNamesOf.set(source.path, ['assert'])
  const imported = source.imports
    .filter(({ specifier, typesOnly }) => specifier.startsWith('.') && !typesOnly)
    .map(({ specifier }) => normalize(join(dirname(source.path), specifier)))
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => assertingNames(sourceOf(path)))
  const names = new Set(['assert', 'expect', ...imported])
  const functions = declaredFunctions(source)
  // One function calls another that was declared later: asked again until nothing is added.
  for (let size = 0; size !== names.size;) {
    size = names.size
    for (const { name, text } of functions) if (mentions(text, [...names])) names.add(name)
  }
  assertingNamesOf.set(source.path, [...names])
  return [...names]
}

function declaredFunctions({ nodes, text }: Source): readonly { readonly name: string; readonly text: string }[] {
  return nodes.flatMap((node) => {
    const isFunction =
      node.type === 'FunctionDeclaration' ||
      (node.type === 'VariableDeclarator' && isNode(node['init']) && /Function/.test(node['init'].type))
    return isFunction && isNode(node['id']) && node['id'].type === 'Identifier'
      ? [{ name: String(node['id']['name']), text: sliceOf(node, text) }]
      : []
  })
}

test('the numbers of the rows ascend in every section', () => {
  const last = new Map<string, number>()
  for (const { id } of threats) {
    const [section = '', number = ''] = id.split('-')
    assert.ok(Number(number) > (last.get(section) ?? 0), id)
    last.set(section, Number(number))
  }
  assert.ok(threats.length > 350)
})

test('every row names a test or says what it waits for', () => {
  assert.deepEqual(
    threats.filter(({ files, open }) => files.length === 0 && !open?.startsWith('not yet: ')).map(({ id }) => id),
    [],
  )
})

test('every test that is named exists, opens its title with the row, and asserts', () => {
  const untrue = threats.flatMap(({ id, files }) =>
    files.flatMap((file) => {
      if (!existsSync(join(root, file))) return [`${id}: there is no ${file}`]
      const source = sourceOf(file)
      const cases = testCases(source).filter(({ title }) => idsOf(title).includes(id))
      if (cases.length === 0) return [`${id}: no test in ${file} opens its title with it`]
      return cases.some((each) => asserts(source, each)) ? [] : [`${id}: the test in ${file} asserts nothing`]
    }),
  )
  assert.deepEqual(untrue, [])
})

test('every test that names a row is named by it', () => {
  const named = new Map(threats.map(({ id, files }) => [id, files]))
  const missing = allFiles
    .filter((path) => path.endsWith('.test.ts') && path !== 'test/architecture/threats.test.ts')
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/['"`]((?:[A-Z]{2}-\d{2} )+)/g)]
        .flatMap(([, ids = '']) => idsOf(ids))
        .filter((id) => !named.get(id)?.includes(path))
        .map((id) => `${id}: ${path}`),
    )
  assert.deepEqual([...new Set(missing)], [])
})

test('open threats are printed', (t) => {
  for (const { id, open } of threats) if (open !== undefined) t.diagnostic(`${id} ${open}`)
})
