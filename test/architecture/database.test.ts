// SQL is built from constants and bound values: no way of Kysely's to write text into SQL takes anything else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqlTextPlaces } from './arrows.ts'
import { isNode, packageSources } from './sources.ts'
import type { Source, SyntaxNode } from './sources.ts'
import { isIdentifier } from './syntax.ts'

/** `sql.raw` writes its argument as it is; the others quote it as they think best. https://kysely.dev/docs/recipes/raw-sql */
const escapes = ['raw', 'lit', 'literal', 'ref', 'id', 'table', 'jsonPath']
/** Steps of a JSON path. */
const pathSteps = ['key', 'at']

const usesKysely = ({ imports }: Source): boolean =>
  imports.some(({ specifier }) => specifier === 'kysely' || specifier.startsWith('kysely/'))

function isConstant(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'UnaryExpression') return isConstant(value['argument'])
  return value.type === 'Literal' || (value.type === 'TemplateLiteral' && (value['expressions'] as readonly unknown[]).length === 0)
}

/** Calls of `sql.raw(…)` and its like, and of steps of a JSON path, with something that is not written there. */
function openCalls({ nodes }: Source): readonly string[] {
  return nodes
    .filter(({ type }: SyntaxNode) => type === 'CallExpression')
    .flatMap((call) => {
      const callee = call['callee']
      if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property'])) return []
      const member = String(callee['property']['name'] ?? callee['property']['value'])
      const escape = isIdentifier(callee['object'], 'sql') ? escapes.includes(member) : pathSteps.includes(member)
      return escape && !(call['arguments'] as readonly unknown[]).every(isConstant) ? [`${member}(…)`] : []
    })
}

test('DB-02 no SQL is made of anything but constants and bound values', () => {
  const sources = packageSources.filter(usesKysely)
  assert.ok(sources.length > 10, 'the storage packages are looked at')
  const open = sources
    .filter(({ path }) => !sqlTextPlaces.some((place) => place.test(path)))
    .flatMap((source) => openCalls(source).map((call) => `${source.path}: ${call}`))
  assert.deepEqual(open, [])
})

test('DB-02 sql keeps its name, so that the check above sees it', () => {
  const renamed = packageSources
    .filter(usesKysely)
    .filter(({ nodes }) =>
      nodes.some((node) => node.type === 'ImportSpecifier' && isIdentifier(node['imported'], 'sql') && !isIdentifier(node['local'], 'sql')),
    )
  assert.deepEqual(
    renamed.map(({ path }) => path),
    [],
  )
})
