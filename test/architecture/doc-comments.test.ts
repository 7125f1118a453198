// Every export says what it is in a doc comment, which editors show to its callers.
import { parseSync } from 'oxc-parser'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNode, packageSources } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'

interface Export {
  /** `path:line name`. */
  readonly place: string
  readonly declaration: SyntaxNode
  /** The text of the doc comment; empty without one. */
  readonly documentation: string
}

const exported = packageSources.flatMap(exportsOf)

test('every export has a doc comment', () => {
  assert.ok(exported.length > 1000)
  assert.deepEqual(placesOf(exported.filter(({ documentation }) => !/\w/.test(documentation))), [])
})

test('the doc comment of a function that throws an error names the error', () => {
  const throwing = exported.filter(({ declaration }) => thrownBy(declaration).length > 0)
  assert.ok(throwing.length > 50)
  assert.deepEqual(placesOf(throwing.filter(({ documentation }) => !documentation.includes('@throws'))), [])
})

function placesOf(found: readonly Export[]): readonly string[] {
  return found.map(({ place }) => place)
}

/** The declarations that a file exports, overloads counted once. */
function exportsOf({ path, text }: Source): readonly Export[] {
  const { program, comments } = parseSync(path, text)
  const seen = new Set<string>()
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(statement.declaration)) return []
    const { declaration } = statement
    const name = nameOf(declaration)
    if (/Function/.test(declaration.type) && seen.has(name)) return []
    seen.add(name)
    const comment = comments.findLast(({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '')
    const documentation = comment?.type === 'Block' && comment.value.startsWith('*') ? comment.value : ''
    return [{ place: `${path}:${text.slice(0, statement.start).split('\n').length} ${name}`, declaration, documentation }]
  })
}

function nameOf(declaration: SyntaxNode): string {
  const [first] = Array.isArray(declaration['declarations']) ? declaration['declarations'] : [declaration]
  const id: unknown = isNode(first) ? first['id'] : undefined
  return isNode(id) ? String(id['name']) : ''
}

/** The `throw new …` statements of a function itself; those of the functions inside it may be caught. */
function thrownBy({ type, body }: SyntaxNode): readonly SyntaxNode[] {
  if (type !== 'FunctionDeclaration' || !isNode(body)) return []
  return [...statementsOf(body['body'])].filter(
    (node) => node.type === 'ThrowStatement' && isNode(node['argument']) && node['argument'].type === 'NewExpression',
  )
}

function* statementsOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const element of value) yield* statementsOf(element)
  } else if (isNode(value) && !/Function|Class/.test(value.type)) {
    yield value
    for (const member of Object.values(value)) if (typeof member === 'object') yield* statementsOf(member)
  }
}
